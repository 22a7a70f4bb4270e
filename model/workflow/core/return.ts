/**
 * Going back. What came of a passage is undone by its causes, not by where it lies in the drawing: branches that stay keep their tokens, and a
 * join that had taken one of these gives it back. What results is a state that the model itself can be in, so that nothing waits for a
 * token that was eaten (docs/decisions/0122-return-by-causes.md).
 */
import { CommandError } from './commands.ts'
import { Draft } from './draft.ts'
import type { ProcessGraph } from './graph.ts'
import type { Activity, ProcessState } from './state.ts'
import { isOpen } from './state.ts'

type Passages = Pick<ProcessState, 'activities'>

/** The tasks of people to which one can go back from an open activity: done, a cause of it, and in a scope that is still open. The latest passage of each, the latest first. */
export function returnTargets(graph: ProcessGraph, state: Passages, from: number): Activity[] {
  const found = new Map<string, Activity>()
  for (const activity of ancestorsOf(state, from).toSorted((one, other) => other.id - one.id)) {
    const kind = graph.nodes.get(activity.node)?.kind
    if (kind === 'user-task' && activity.state === 'done' && isScopeOpen(state, activity) && !found.has(activity.node))
      found.set(activity.node, activity)
  }
  return [...found.values()]
}

/** Undoes the latest passage of the node that is a cause of the activity, and all that came of it; gives where it is to be begun again. @throws CommandError */
export function undoFrom(draft: Draft, from: number, node: string): Pick<Activity, 'scope' | 'causes'> {
  const start = draft.activities.get(from)
  if (!start || !isOpen(start)) throw new CommandError('not-there', 'this has ended already')
  const target = ancestorsOf(draft, from)
    .filter((activity) => activity.node === node && canBeginAgain(draft, activity))
    .reduce<Activity | undefined>((latest, activity) => (latest && latest.id > activity.id ? latest : activity), undefined)
  if (!target) throw new CommandError('no-way-back', `${node} is no earlier task of this way`)
  return undo(draft, target)
}

/**
 * Undoes a passage and all that came of it, for who takes back what they have done; gives where it is to be begun again. Only while something of it
 * still goes on: where its way has ended, or an event has ended all the ways of a scope, a token put back would wait for partners that are gone.
 * @throws CommandError
 */
export function undoOne(draft: Draft, id: number): Activity {
  const target = draft.activities.get(id)
  if (!target || !canBeginAgain(draft, target) || !goesOn(draft, id))
    throw new CommandError('no-way-back', 'this cannot be taken back any more')
  return { ...target, ...undo(draft, target) }
}

const canBeginAgain = (passages: Passages, activity: Activity): boolean =>
  activity.state === 'done' && activity.member === undefined && isScopeOpen(passages, activity)

function goesOn(draft: Draft, id: number): boolean {
  const came = descendantsOf(draft, id)
  return (
    [...came].some((one) => isOpen(draft.activities.get(one) as Activity)) ||
    [...draft.tokens.values()].some(({ cause }) => came.has(cause))
  )
}

/** Whether somebody can take back what they have done. */
export const canWithdraw = (state: ProcessState, id: number): boolean => {
  const activity = state.activities.get(id)
  return activity !== undefined && canBeginAgain(state, activity) && goesOn(new Draft(state), id)
}

function undo(draft: Draft, target: Activity): Pick<Activity, 'scope' | 'causes'> {
  const undone = descendantsOf(draft, target.id)
  for (const token of [...draft.tokens.values()]) if (undone.has(token.cause) || undone.has(token.scope)) draft.tokens.delete(token.id)
  for (const id of undone) {
    const { took, scope } = draft.activities.get(id) as Activity
    // What a join had taken from branches that stay; a join in a scope that is undone has nobody to give it back to.
    if (!undone.has(scope)) for (const token of took ?? []) if (!undone.has(token.cause)) draft.park({ ...token, scope })
  }
  for (const id of undone) {
    draft.stopWaiting(id)
    draft.change(id, { state: 'undone' })
  }
  return { scope: target.scope, causes: target.causes }
}

/** The passages that an activity came from, near and far, and those in which it lies. */
function ancestorsOf({ activities }: Passages, of: number): Activity[] {
  const found = new Set<number>()
  const left = [of]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const activity = activities.get(id)
    if (!activity || activity.state === 'undone') continue
    for (const cause of activity.causes)
      if (!found.has(cause)) {
        found.add(cause)
        left.push(cause)
      }
  }
  return [...found]
    .map((id) => activities.get(id))
    .filter((activity) => activity !== undefined && activity.state !== 'undone') as Activity[]
}

/** The passage and all that came of it and is not undone yet. Causes are older than what comes of them. */
function descendantsOf({ activities }: Passages, of: number): Set<number> {
  const found = new Set([of])
  for (const { id, causes, scope, state } of [...activities.values()].sort((one, other) => one.id - other.id))
    if (state !== 'undone' && (found.has(scope) || causes.some((cause) => found.has(cause)))) found.add(id)
  return found
}

/** Whether the sub-processes around a passage are still open. */
function isScopeOpen({ activities }: Passages, { scope }: Activity): boolean {
  for (let at = scope; at !== 0;) {
    const around = activities.get(at)
    if (!around || !isOpen(around)) return false
    at = around.scope
  }
  return true
}
