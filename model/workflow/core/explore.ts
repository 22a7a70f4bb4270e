/**
 * What can become of a process, whatever people decide: the core is walked along every choice, up to a bound. For the check of a model before it is
 * deployed and for its simulation: nodes that nothing reaches, joins that can wait for ever, ways that no condition opens.
 */
import type { Command, Surroundings } from './commands.ts'
import type { ProcessGraph } from './graph.ts'
import { deadlocksOf, openWork } from './queries.ts'
import type { Activity, ProcessState } from './state.ts'
import { NEW_PROCESS, isOpen } from './state.ts'
import { step } from './step.ts'

export interface Exploration {
  /** Nodes that no way leads to, as far as was walked. */
  readonly unreached: readonly string[]
  /** Joins at which an instance can wait for ever. */
  readonly deadlocks: readonly string[]
  /** Nodes at which no condition may hold, and which say nothing for that case. */
  readonly withoutWay: readonly string[]
  /** Nodes that can go round without anybody in between. */
  readonly endless: readonly string[]
  /** Errors that are thrown where nobody catches them. */
  readonly uncaught: readonly string[]
  /** Whether everything was walked; else the bound was met first, and only what was found is certain. */
  readonly isWhole: boolean
}

/** Markings, and choices of one step, that are walked. */
const MAX_MARKINGS = 1000
const MAX_SCRIPTS = 64
/** A step of a model that goes round by itself is stopped after so many passages. */
const MAX_STEPS = 20_000

/** Walks a process along all its choices. */
export function explore(graph: ProcessGraph): Exploration {
  const reached = new Set<string>()
  const found = { deadlocks: new Set<string>(), withoutWay: new Set<string>(), endless: new Set<string>(), uncaught: new Set<string>() }
  const seen = new Set<string>()
  const left: ProcessState[] = []
  let isWhole = true
  let passages = 0

  const look = (state: ProcessState) => {
    for (const { node } of state.activities.values()) reached.add(node)
    for (const { node } of deadlocksOf(graph, state)) {
      found.deadlocks.add(node)
      reached.add(node)
    }
    for (const { node, state: now, incident } of state.activities.values()) {
      if (now !== 'failed') continue
      if (incident === 'no-flow') found.withoutWay.add(node)
      else if (incident === 'too-many') found.endless.add(node)
      else if (incident === 'uncaught-error') found.uncaught.add(node)
    }
    // What an incident has stopped is told; what comes after it is not part of the model.
    const isStopped = [...state.activities.values()].some(({ state: now }) => now === 'failed')
    const key = markingOf(state)
    if (state.outcome !== 'running' || isStopped || seen.has(key)) return
    seen.add(key)
    // What came before decides nothing about what can come.
    left.push({ ...state, activities: new Map([...state.activities].filter(([, activity]) => isOpen(activity))) })
  }

  const walk = (state: ProcessState, command: Command) => {
    let scripts = 0
    // Depth first over what conditions may say: each run tells how far its script went, and the last answer that was no is turned.
    for (let script: boolean[] | undefined = []; script;) {
      if ((scripts += 1) > MAX_SCRIPTS || passages > MAX_STEPS) {
        isWhole = false
        return
      }
      const given = answers(script)
      const after = step(graph, state, command, given.surroundings)
      passages += after.difference.activities.length
      look(after.state)
      script = given.next()
    }
  }

  walk(NEW_PROCESS, { do: 'start' })
  for (let state = left.pop(); state; state = left.pop()) {
    if (seen.size > MAX_MARKINGS) {
      isWhole = false
      break
    }
    const before = state
    for (const command of commandsFor(graph, before)) walk(before, command)
  }
  const unreached = [...graph.nodes.keys()].filter((id) => !reached.has(id) && !isBegunFromOutside(graph, id))
  return {
    unreached,
    deadlocks: [...found.deadlocks],
    withoutWay: [...found.withoutWay],
    endless: [...found.endless],
    uncaught: [...found.uncaught],
    isWhole,
  }
}

/** Answers of conditions by a script; what goes beyond it is no. Lists have one member: a second one adds no way. */
function answers(script: readonly boolean[]): { surroundings: Surroundings; next: () => boolean[] | undefined } {
  const given: boolean[] = []
  const answer = () => {
    const said = script[given.length] ?? false
    given.push(said)
    return said
  }
  return {
    surroundings: { holds: answer, count: () => 1 },
    next() {
      const last = given.lastIndexOf(false)
      return last < 0 ? undefined : [...given.slice(0, last), true]
    },
  }
}

function commandsFor(graph: ProcessGraph, state: ProcessState): Command[] {
  const work = openWork(graph, state)
  const codes = new Set([...graph.nodes.values()].flatMap(({ trigger }) => (trigger?.on === 'error' ? [trigger.code ?? ''] : [])))
  return [
    ...work.map(({ id }): Command => ({ do: 'complete', activity: id })),
    ...[...state.waits.keys()].map((wait): Command => ({ do: 'occur', wait })),
    // What a service or a called process may fail with is what somebody at its edge says.
    ...work.flatMap(({ id, node }) =>
      graph
        .boundariesOf(node)
        .flatMap(({ trigger }): Command[] =>
          trigger?.on === 'error' ? [{ do: 'fail', activity: id, code: trigger.code ?? [...codes][0] ?? 'any' }] : [],
        ),
    ),
  ]
}

/** What is the same for what comes next: where something goes on, in which scope, and which tokens wait. */
function markingOf(state: ProcessState): string {
  const inScope = (scope: number): string => {
    const open = [...state.activities.values()].filter((activity) => activity.scope === scope && isOpen(activity)).map(one)
    const tokens = [...state.tokens.values()].filter((token) => token.scope === scope).map(({ flow }) => flow)
    const waits = [...state.waits.values()].filter(({ holder }) => holder === scope).map(({ node }) => node)
    return `${open.sort().join(',')};${tokens.sort().join(',')};${waits.sort().join(',')}`
  }
  const one = ({ id, node, member, members }: Activity): string => `${node}${member ?? ''}/${members ?? ''}(${inScope(id)})`
  return `${state.outcome} ${inScope(0)}`
}

/** A start event that something outside begins, and what lies within an event sub-process that is reached by it. */
function isBegunFromOutside(graph: ProcessGraph, id: string): boolean {
  const node = graph.nodes.get(id)
  return node?.kind === 'start' && node.trigger !== undefined && node.inside === undefined
}
