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
type Begin = Pick<Activity, 'scope' | 'causes' | 'straightTo'>

/** The tasks of people to which one can go back from an open activity: done, a cause of it, and in a scope that is still open. The latest passage of each, the latest first. */
export function returnTargets(graph: ProcessGraph, state: Passages, from: number): Activity[] {
  const found = new Map<string, Activity>()
  for (const activity of earlier(state, from)) {
    const kind = graph.nodes.get(activity.node)?.kind
    if (kind === 'user-task' && activity.state === 'done' && isScopeOpen(state, activity) && !found.has(activity.node))
      found.set(activity.node, activity)
  }
  return [...found.values()]
}

/** Whether what is done after a return from an activity can come straight back to it: one of several times is nothing that a way leads to. */
export const canComeStraightBack = (state: Passages, from: number): boolean => {
  const activity = state.activities.get(from)
  return activity !== undefined && isOpen(activity) && activity.member === undefined
}

/** Undoes the latest passage of the node that is a cause of the activity, and all that came of it; gives where it is to be begun again. @throws CommandError */
export function undoFrom(draft: Draft, from: number, node: string): Begin {
  return undo(draft, targetOf(draft, from, node))
}

/**
 * Puts an earlier task in the place of an open one, until it is done; gives where it is to be begun. Nothing between the two is undone, so that branches
 * beside go on: the state is the one before, but that its token waits at the earlier task, and is back where it was as soon as that is done.
 * @throws CommandError
 */
export function askAgain(draft: Draft, from: number, node: string): Begin {
  targetOf(draft, from, node)
  if (!canComeStraightBack(draft, from)) throw new CommandError('not-straight', 'one of several times cannot be come back to')
  const waiting = draft.activities.get(from) as Activity
  const { scope, causes } = undo(draft, waiting)
  return { scope, causes, straightTo: [waiting.node, ...(waiting.straightTo ?? [])] }
}

/** The latest passage of the node that is a cause of the activity. @throws CommandError */
function targetOf(draft: Draft, from: number, node: string): Activity {
  const start = draft.activities.get(from)
  if (!start || !isOpen(start)) throw new CommandError('not-there', 'this has ended already')
  const target = earlier(draft, from).find((activity) => activity.node === node && canBeginAgain(draft, activity))
  return target ?? refuse(`${node} is no earlier task of this way`)
}

function refuse(message: string): never {
  throw new CommandError('no-way-back', message)
}

/**
 * Passages from which an activity came by the way of the model, the latest first. A task that was only asked again is none: the way went through its
 * first passage. And what is asked again itself stands where that passage stood.
 */
function earlier(state: Passages, from: number): Activity[] {
  const way = (of: number) =>
    ancestorsOf(state, of)
      .filter(({ straightTo }) => !straightTo)
      .toSorted((one, other) => other.id - one.id)
  const start = state.activities.get(from)
  const before = way(from)
  const first = start?.straightTo && before.find(({ node }) => node === start.node)
  return first ? way(first.id) : before
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

/** A passage, and all passages that came of it and are not undone. */
export const cameOf = (state: Passages, id: number): Activity[] =>
  [...descendantsOf(state, id)].flatMap((one) => state.activities.get(one) ?? [])

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

/** Undoes a passage and all that came of it, and gives joins back what they had taken from elsewhere; gives where it is to be begun again. */
export function undo(draft: Draft, target: Activity): Begin {
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
  return { scope: target.scope, causes: target.causes, straightTo: target.straightTo }
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
