/**
 * Processes drawn by chance, which can always be brought to an end, and hands that work on them. Blocks are put into each other: sequences, choices,
 * parallel and inclusive branches, loops, sub-processes with events at their edges, repeated ones.
 */
import type { ProcessDefinition, ProcessNode, SequenceFlow } from '../../model/workflow/core/graph.ts'
import type { Surroundings } from '../../model/workflow/core/commands.ts'

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export type Chance = () => number
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
export const pick = <Member>(chance: Chance, members: readonly Member[]): Member => members[Math.floor(chance() * members.length)] as Member

/** A condition that chance decides about: `again` is a loop's, and chance can be told to end loops. */
const byChance = (id: string) => ({ field: id })

class Drawing {
  readonly nodes: ProcessNode[] = []
  readonly flows: SequenceFlow[] = []
  readonly #chance: Chance

  constructor(chance: Chance) {
    this.#chance = chance
  }

  node(node: Omit<ProcessNode, 'id'>): string {
    const id = `${node.kind}-${this.nodes.length}`
    this.nodes.push({ ...node, id })
    return id
  }

  flow(from: string, to: string, condition?: string): string {
    const id = `f${this.flows.length}`
    this.flows.push({ id, from, to, ...(condition === undefined ? {} : { condition: byChance(`${condition}:${id}`) }) })
    return id
  }

  otherwise(node: string, flow: string): void {
    const at = this.nodes.findIndex(({ id }) => id === node)
    this.nodes[at] = { ...(this.nodes[at] as ProcessNode), otherwise: flow }
  }

  /** Draws a block behind a node and gives its last node; nothing where its way ends. @param mayDie Whether a way may end here without harm to a parallel join around it. */
  block(after: string, depth: number, inside: string | undefined, mayDie: boolean): string | undefined {
    const chance = this.#chance
    const kind =
      depth <= 0 ? 'task' : pick(chance, ['task', 'task', 'sequence', 'choice', 'parallel', 'inclusive', 'loop', 'scope', 'edge', 'die'])
    if (kind === 'task') return this.#task(after, inside)
    if (kind === 'sequence') return this.#sequence(after, depth, inside, mayDie)
    if (kind === 'choice' || kind === 'parallel' || kind === 'inclusive') return this.#branches(kind, after, depth, inside, mayDie)
    if (kind === 'loop') return this.#loop(after, depth, inside)
    if (kind === 'scope') return this.#scope(after, depth, inside)
    if (kind === 'edge') return this.#edge(after, depth, inside)
    return mayDie ? this.#die(after, inside) : this.#task(after, inside)
  }

  #task(after: string, inside: string | undefined): string {
    const task = this.node({ kind: this.#chance() < 0.8 ? 'user-task' : 'task', inside })
    this.flow(after, task)
    return task
  }

  #sequence(after: string, depth: number, inside: string | undefined, mayDie: boolean): string | undefined {
    let last: string | undefined = after
    const length = 2 + Math.floor(this.#chance() * 2)
    for (let at = 0; at < length && last !== undefined; at += 1) last = this.block(last, depth - 1, inside, mayDie)
    return last
  }

  #branches(
    kind: 'choice' | 'parallel' | 'inclusive',
    after: string,
    depth: number,
    inside: string | undefined,
    mayDie: boolean,
  ): string | undefined {
    const gateway = kind === 'choice' ? 'exclusive' : kind
    const split = this.node({ kind: gateway, inside })
    this.flow(after, split)
    const ends: string[] = []
    const count = 2 + Math.floor(this.#chance() * 2)
    for (let branch = 0; branch < count; branch += 1) {
      // A gateway of its own for each branch gives the flow its condition.
      const begin = this.node({ kind: 'task', inside })
      const flow = this.flow(split, begin, kind === 'parallel' || branch === 0 ? undefined : 'choice')
      if (kind !== 'parallel' && branch === 0) this.otherwise(split, flow)
      const end = this.block(begin, depth - 1, inside, kind === 'parallel' ? false : mayDie)
      if (end !== undefined) ends.push(end)
    }
    if (ends.length === 0) return undefined
    const join = this.node({ kind: gateway, inside })
    for (const end of ends) this.flow(end, join)
    return join
  }

  #loop(after: string, depth: number, inside: string | undefined): string {
    const merge = this.node({ kind: 'exclusive', inside })
    this.flow(after, merge)
    const end = this.block(merge, depth - 1, inside, false) as string
    const ask = this.node({ kind: 'exclusive', inside })
    this.flow(end, ask)
    this.flow(ask, merge, 'again')
    const out = this.node({ kind: 'task', inside })
    this.otherwise(ask, this.flow(ask, out))
    return out
  }

  /** A sub-process; perhaps one that is repeated, that ends by an error, or with a sub-process that an event begins. */
  #scope(after: string, depth: number, inside: string | undefined): string {
    const chance = this.#chance
    const repetition = chance() < 0.3 ? { order: pick(chance, ['parallel', 'sequential'] as const) } : undefined
    const scope = this.node({ kind: 'sub-process', inside, repetition })
    this.flow(after, scope)
    const endsByError = chance() < 0.5
    this.#fill(scope, depth, endsByError)
    const merge = this.node({ kind: 'exclusive', inside })
    this.flow(scope, merge)
    if (endsByError)
      this.flow(this.node({ kind: 'boundary', inside, at: scope, trigger: { on: 'error', code: chance() < 0.5 ? 'E' : undefined } }), merge)
    if (chance() < 0.3) this.#eventSubProcess(scope, depth)
    return merge
  }

  #fill(scope: string, depth: number, endsByError: boolean): void {
    let begin = this.node({ kind: 'start', inside: scope })
    if (endsByError) {
      const ask = this.node({ kind: 'exclusive', inside: scope })
      this.flow(begin, ask)
      this.flow(ask, this.node({ kind: 'end', inside: scope, trigger: { on: 'error', code: 'E' } }), 'choice')
      begin = this.node({ kind: 'task', inside: scope })
      this.otherwise(ask, this.flow(ask, begin))
    }
    const last = this.block(begin, depth - 1, scope, true)
    if (last !== undefined) this.flow(last, this.node({ kind: 'end', inside: scope }))
  }

  #eventSubProcess(inside: string | undefined, depth: number): void {
    const sub = this.node({ kind: 'event-sub-process', inside })
    const start = this.node({ kind: 'start', inside: sub, trigger: { on: 'signal', name: 'S' }, interruptsNot: this.#chance() < 0.5 })
    const last = this.block(start, depth - 2, sub, true)
    if (last !== undefined) this.flow(last, this.node({ kind: 'end', inside: sub }))
  }

  /** A task with an event at its edge: one that ends it and goes another way, or one that goes on beside it. */
  #edge(after: string, depth: number, inside: string | undefined): string {
    const task = this.node({ kind: 'user-task', inside })
    this.flow(after, task)
    const merge = this.node({ kind: 'exclusive', inside })
    this.flow(task, merge)
    const interruptsNot = this.#chance() < 0.5
    const edge = this.node({ kind: 'boundary', inside, at: task, trigger: { on: 'timer', timer: 'PT1H' }, interruptsNot })
    const last = this.block(edge, depth - 1, inside, interruptsNot)
    if (last !== undefined) this.flow(last, interruptsNot ? this.node({ kind: 'end', inside }) : merge)
    return merge
  }

  #die(after: string, inside: string | undefined): undefined {
    this.flow(after, this.node({ kind: 'end', inside }))
  }
}

export function drawProcess(chance: Chance, depth: number): ProcessDefinition {
  const drawing = new Drawing(chance)
  const start = drawing.node({ kind: 'start' })
  const last = drawing.block(start, depth, undefined, true)
  if (last !== undefined) drawing.flow(last, drawing.node({ kind: 'end' }))
  return { nodes: drawing.nodes, flows: drawing.flows }
}

/** The process as somebody might change it while instances run: a task more on some way, and a node of another id; gives which node is now which. */
export function redraw(
  { nodes, flows }: ProcessDefinition,
  chance: Chance,
): { definition: ProcessDefinition; mapping: ReadonlyMap<string, string> } {
  const into = pick(chance, flows)
  const added: ProcessNode = { id: `added-${nodes.length}`, kind: 'user-task', inside: nodes.find(({ id }) => id === into.to)?.inside }
  const longer = flows.flatMap((flow) =>
    flow === into
      ? [
          { ...flow, to: added.id },
          { id: `more-${flows.length}`, from: added.id, to: into.to },
        ]
      : [flow],
  )
  const renamed = pick(chance, nodes).id
  const named = (id: string) => (id === renamed ? `${id}-again` : id)
  const maybe = (id: string | undefined) => (id === undefined ? undefined : named(id))
  return {
    definition: {
      nodes: [...nodes, added].map((node) => ({ ...node, id: named(node.id), inside: maybe(node.inside), at: maybe(node.at) })),
      flows: longer.map((flow) => ({ ...flow, from: named(flow.from), to: named(flow.to) })),
    },
    mapping: new Map([[renamed, named(renamed)]]),
  }
}

export interface Hands extends Surroundings {
  /** From now on loops end and nothing is done several times more than once. */
  hurry(): void
}

/** Conditions, and how often things are repeated, by chance. */
export function hands(chance: Chance): Hands {
  let isInAHurry = false
  return {
    hurry() {
      isInAHurry = true
    },
    holds: (condition) => ('field' in condition && condition.field.startsWith('again') ? !isInAHurry && chance() < 0.3 : chance() < 0.5),
    count: () => (isInAHurry ? 1 : Math.floor(chance() * 4)),
  }
}
