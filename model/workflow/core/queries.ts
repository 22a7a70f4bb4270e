/** What is asked of an instance between two steps. */
import type { ProcessGraph } from './graph.ts'
import type { Activity, ProcessState } from './state.ts'
import { isOpen } from './state.ts'

/** A join that waits for a token which can never come: of the scope, nothing else goes on. */
export interface Deadlock {
  readonly node: string
  readonly scope: number
}

/** The joins that will wait for ever, unless somebody does something about it. */
export function deadlocksOf(graph: ProcessGraph, { activities, tokens, outcome }: ProcessState): Deadlock[] {
  if (outcome !== 'running') return []
  const busy = new Set<number>()
  for (const activity of activities.values()) if (isOpen(activity)) busy.add(activity.scope)
  const found = new Map<string, Deadlock>()
  for (const { scope, flow } of tokens.values()) {
    const node = graph.flows.get(flow)?.to
    if (node !== undefined && !busy.has(scope)) found.set(`${scope} ${node}`, { node, scope })
  }
  return [...found.values()]
}

/** What somebody or something has to do now: tasks, services, called processes, and what incidents have stopped. */
export function openWork(graph: ProcessGraph, { activities }: ProcessState): Activity[] {
  return [...activities.values()].filter((activity) => {
    if (activity.state === 'failed') return true
    const node = graph.nodes.get(activity.node)
    const isWhole = node?.repetition !== undefined && activity.member === undefined
    return (
      activity.state === 'active' &&
      !isWhole &&
      (node?.kind === 'user-task' || node?.kind === 'service-task' || node?.kind === 'call-activity')
    )
  })
}

/**
 * Whether an instance that runs has a way forward: somebody has something to do, an event is waited for, or an incident is open. Everything
 * that is done to an instance keeps this (tests/unit/process-random-nets.test.ts walks random nets).
 */
export function hasWayForward(graph: ProcessGraph, state: ProcessState): boolean {
  if (state.outcome !== 'running') return true
  const holders = [...state.waits.values()].filter(({ holder, node }) => holder !== 0 && graph.nodes.get(node)?.kind !== 'boundary')
  return deadlocksOf(graph, state).length === 0 && (openWork(graph, state).length > 0 || holders.length > 0)
}
