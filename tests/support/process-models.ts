/** Models of processes in a line or two, and instances of them. */
import type { Command, Surroundings } from '../../model/workflow/core/commands.ts'
import type { ProcessGraph, ProcessNode, SequenceFlow, Trigger } from '../../model/workflow/core/graph.ts'
import { compileProcess } from '../../model/workflow/core/graph.ts'
import { deadlocksOf, openWork } from '../../model/workflow/core/queries.ts'
import { returnTargets } from '../../model/workflow/core/return.ts'
import type { Activity, ProcessState } from '../../model/workflow/core/state.ts'
import { NEW_PROCESS, isOpen } from '../../model/workflow/core/state.ts'
import { step } from '../../model/workflow/core/step.ts'

type Kinds = Readonly<Record<string, ProcessNode['kind'] | Omit<ProcessNode, 'id'>>>

/** The process of some lines: `a > b [yes]` is a flow with a condition, `a > b [else]` the default one. What is not named is a task of people. */
export function model(kinds: Kinds, ...lines: string[]): ProcessGraph {
  const flows: SequenceFlow[] = []
  const otherwise = new Map<string, string>()
  for (const line of lines) {
    const [, words = '', condition] = /^([^[]+)(?:\[(\w+)\])?$/.exec(line) ?? []
    const names = words.split('>').map((name) => name.trim())
    for (const [at, to] of names.entries()) {
      const from = names[at - 1]
      if (from === undefined) continue
      const id = `${from}-${to}`
      flows.push({ id, from, to, ...(condition && condition !== 'else' ? { condition: { field: condition } } : {}) })
      if (condition === 'else') otherwise.set(from, id)
    }
  }
  const named = new Set([...Object.keys(kinds), ...flows.flatMap(({ from, to }) => [from, to])])
  const nodes = [...named].map((id): ProcessNode => {
    const given = kinds[id] ?? (id.startsWith('end') ? 'end' : id.startsWith('start') ? 'start' : 'user-task')
    return { id, ...(typeof given === 'string' ? { kind: given } : given), ...(otherwise.has(id) ? { otherwise: otherwise.get(id) } : {}) }
  })
  return compileProcess({ nodes, flows })
}

/** An instance that is worked on by the names of its nodes. */
export class Instance {
  state: ProcessState = NEW_PROCESS
  readonly thrown: string[] = []
  readonly #graph: ProcessGraph
  readonly #surroundings: Surroundings

  constructor(graph: ProcessGraph, truths: readonly string[] = [], counts: readonly number[] = []) {
    this.#graph = graph
    const left = [...counts]
    this.#surroundings = {
      holds: (condition) => {
        const name = 'field' in condition ? condition.field : ''
        if (name === 'broken') throw new Error('this cannot be said')
        return truths.includes(name)
      },
      count: () => left.shift() ?? 0,
    }
    this.do({ do: 'start' })
  }

  do(command: Command): this {
    const done = step(this.#graph, this.state, command, this.#surroundings)
    ;({ state: this.state } = done)
    this.thrown.push(...done.thrown.map(({ node }) => node.id))
    return this
  }

  /** The open passages of a node. */
  open(node: string): Activity[] {
    return [...this.state.activities.values()].filter((activity) => activity.node === node && isOpen(activity))
  }

  complete(...nodes: string[]): this {
    for (const node of nodes)
      this.do({ do: 'complete', activity: this.open(node).find(({ member }) => this.#isOne(node, member))?.id ?? -1 })
    return this
  }

  #isOne = (node: string, member: number | undefined) => this.#graph.nodes.get(node)?.repetition === undefined || member !== undefined

  fail(node: string, code?: string): this {
    return this.do({ do: 'fail', activity: this.open(node)[0]?.id ?? -1, code })
  }

  /** What is waited for at a node comes. */
  occur(node: string): this {
    return this.do({ do: 'occur', wait: [...this.state.waits.values()].find((wait) => wait.node === node)?.id ?? -1 })
  }

  back(from: string, to: string, straight = false): this {
    return this.do({ do: 'return', from: this.open(from)[0]?.id ?? -1, to, straight })
  }

  /** The nodes at which somebody has something to do, or `ended`. */
  get at(): string[] | string {
    if (this.state.outcome !== 'running') return this.state.outcome
    return openWork(this.#graph, this.state)
      .map(({ node, state }) => (state === 'failed' ? `${node}!` : node))
      .sort()
  }

  get targets(): (from: string) => string[] {
    return (from) => returnTargets(this.#graph, this.state, this.open(from)[0]?.id ?? -1).map(({ node }) => node)
  }

  get deadlocks(): string[] {
    return deadlocksOf(this.#graph, this.state).map(({ node }) => node)
  }
}

/** An event: at the edge of an activity, unless it says otherwise. */
export const on = (trigger: Trigger, more: Partial<ProcessNode> = {}): Omit<ProcessNode, 'id'> => ({ kind: 'boundary', trigger, ...more })
