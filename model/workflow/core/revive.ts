/**
 * An instance that is over goes on again from one of its tasks, as if it had been returned there from its end: what came of that task is undone, and joins give
 * back what they had taken from branches that stay. What went on when the instance was ended is gone, so a join that would wait for such a branch keeps a task
 * from being one to go on from (docs/decisions/0139-revived-moved-and-kept-instances.md).
 */
import { CommandError } from './commands.ts'
import { Draft } from './draft.ts'
import type { ProcessGraph } from './graph.ts'
import { undo } from './return.ts'
import type { Activity, ProcessState } from './state.ts'
import { isOpen } from './state.ts'

/** Returns the passages from which it can go on, the latest of each task of people outside of sub-processes, the latest first; none while it is not over. */
export function reviveTargets(graph: ProcessGraph, state: ProcessState): Activity[] {
  if (state.outcome !== 'ended' && state.outcome !== 'terminated') return []
  const latest = new Map<string, Activity>()
  for (const activity of state.activities.values())
    if (isTask(graph, activity) && activity.id > (latest.get(activity.node)?.id ?? 0)) latest.set(activity.node, activity)
  return [...latest.values()]
    .filter((activity) => {
      const draft = new Draft(state)
      undo(draft, activity)
      return keepsJoins(graph, draft, activity.node)
    })
    .toSorted((one, other) => other.id - one.id)
}

/** Undoes the latest passage of the node and all that came of it; gives where it is to be begun again. @throws CommandError */
export function reviveAt(graph: ProcessGraph, draft: Draft, state: ProcessState, node: string): Pick<Activity, 'scope' | 'causes'> {
  const target = reviveTargets(graph, state).find((activity) => activity.node === node)
  if (!target) throw new CommandError('no-revive', `${node} is no task from which this can go on`)
  const { scope, causes } = undo(draft, target)
  return { scope, causes }
}

/** One that was only asked again has no way of its own, and one of several times is no place for a token. */
function isTask(graph: ProcessGraph, activity: Activity): boolean {
  const { kind } = graph.nodes.get(activity.node) ?? {}
  return (
    kind === 'user-task' &&
    activity.scope === 0 &&
    activity.member === undefined &&
    !activity.straightTo &&
    activity.state !== 'undone' &&
    !isOpen(activity)
  )
}

/** Whether each parallel join to which a token can come from here has what it needs: inclusive ones wait for nothing that cannot come. */
function keepsJoins(graph: ProcessGraph, draft: Draft, from: string): boolean {
  const joins = [...graph.nodes.values()].filter(
    ({ id, kind, inside }) => kind === 'parallel' && inside === undefined && graph.incoming(id).length > 1,
  )
  return joins.every(({ id }) => {
    const flows = graph.incoming(id).map((flow) => flow.id)
    const parked = new Set(draft.parkedIn(0).map(({ flow }) => flow))
    const comes = (flow: string) => graph.reaches(from, flow)
    return !flows.some(comes) || flows.every((flow) => comes(flow) || parked.has(flow))
  })
}
