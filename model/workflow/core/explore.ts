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
/**
 * What all walks together may cost, in parts of states that are looked at: it grows with what goes on at once, and a model of any size is to be
 * answered at once. One that goes round by itself, until a step is stopped, is found with less.
 */
const MAX_COST = 50_000
const PASSAGE_COST = 6
const WALK_COST = 20

/** Walks a process along all its choices. */
export function explore(graph: ProcessGraph): Exploration {
  const reached = new Set<string>()
  const found = { deadlocks: new Set<string>(), withoutWay: new Set<string>(), endless: new Set<string>(), uncaught: new Set<string>() }
  const seen = new Set<string>()
  const left: ProcessState[] = []
  let isWhole = true
  let cost = 0
  // Whoever takes any error takes this one.
  const code = codeIn(graph)

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
      if ((scripts += 1) > MAX_SCRIPTS || cost > MAX_COST) {
        isWhole = false
        return
      }
      const given = answers(script)
      const after = step(graph, state, command, given.surroundings)
      cost += WALK_COST + sizeOf(state) + 2 * sizeOf(after.state) + PASSAGE_COST * after.difference.activities.length
      look(after.state)
      script = given.next()
    }
  }

  walk(NEW_PROCESS, { do: 'start' })
  for (const id of graph.nodes.keys()) if (isBegunFromOutside(graph, id)) walk(NEW_PROCESS, { do: 'start', at: id })
  for (let state = left.pop(); state; state = left.pop()) {
    if (seen.size > MAX_MARKINGS || cost > MAX_COST) {
      isWhole = false
      break
    }
    const before = state
    for (const command of commandsFor(graph, before, code)) walk(before, command)
  }
  const unreached = [...graph.nodes.keys()].filter((id) => !reached.has(id))
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
    const verdict = script[given.length] ?? false
    given.push(verdict)
    return verdict
  }
  return {
    surroundings: { holds: answer, count: () => 1 },
    next() {
      const last = given.lastIndexOf(false)
      return last < 0 ? undefined : [...given.slice(0, last), true]
    },
  }
}

function commandsFor(graph: ProcessGraph, state: ProcessState, code: string): Command[] {
  const work = openWork(graph, state)
  return [
    ...work.map(({ id }): Command => ({ do: 'complete', activity: id })),
    ...[...state.waits.keys()].map((wait): Command => ({ do: 'occur', wait })),
    // What a service or a called process may fail with is what somebody at its edge says.
    ...work.flatMap(({ id, node }) =>
      graph
        .boundariesOf(node)
        .flatMap(({ trigger }): Command[] => (trigger?.on === 'error' ? [{ do: 'fail', activity: id, code: trigger.code ?? code }] : [])),
    ),
  ]
}

/** The first code of an error that the model names. */
function codeIn(graph: ProcessGraph): string {
  for (const { trigger } of graph.nodes.values()) if (trigger?.on === 'error') return trigger.code ?? ''
  return 'any'
}

/** What is the same for what comes next: where something goes on, in which scope, and which tokens wait. */
function markingOf(state: ProcessState): string {
  const [open, tokens, waits] = [new Map<number, Activity[]>(), new Map<number, string[]>(), new Map<number, string[]>()]
  for (const activity of state.activities.values()) if (isOpen(activity)) addTo(open, activity.scope, activity)
  for (const { scope, flow } of state.tokens.values()) addTo(tokens, scope, flow)
  for (const { holder, node } of state.waits.values()) addTo(waits, holder, node)
  const inScope = (scope: number): string =>
    [(open.get(scope) ?? []).map(one), tokens.get(scope) ?? [], waits.get(scope) ?? []].map((parts) => parts.sort().join(',')).join(';')
  const one = ({ id, node, member, members }: Activity): string => `${node}${member ?? ''}/${members ?? ''}(${inScope(id)})`
  return `${state.outcome} ${inScope(0)}`
}

function addTo<Member>(groups: Map<number, Member[]>, name: number, member: Member): void {
  const group = groups.get(name)
  if (group) group.push(member)
  else groups.set(name, [member])
}

const sizeOf = ({ activities, tokens, waits }: ProcessState): number => activities.size + tokens.size + waits.size

/** Whether a start event is one that something outside begins. */
function isBegunFromOutside(graph: ProcessGraph, id: string): boolean {
  const node = graph.nodes.get(id)
  return node?.kind === 'start' && node.trigger !== undefined && node.inside === undefined
}
