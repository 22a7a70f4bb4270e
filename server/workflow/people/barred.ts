/** Who may not have a task though they are able: whoever began the process, and whoever has approved before, where the node says so. */
import type { TaskQuestion } from '../people.ts'

type Asking = Pick<TaskQuestion, 'settings'> & { readonly about: Pick<TaskQuestion['about'], 'starterId' | 'approvers'> }

/** Whether somebody has approved before in a way for which the node does not ask them again. */
export function hasApproved({ settings: { whenSame }, about: { approvers } }: Asking, id: string): boolean {
  if (whenSame === 'ask') return false
  return whenSame === 'skip-ever' ? approvers.includes(id) : approvers.at(-1) === id
}

/** Whether somebody has begun the process, and may not decide it here. */
export const isBarredStarter = ({ settings: { whenStarter }, about: { starterId } }: Asking, id: string): boolean =>
  whenStarter !== 'ask' && id === starterId

/** Whether one of these two rules keeps somebody from the task. */
export const isBarred = (asking: Asking, id: string): boolean => isBarredStarter(asking, id) || hasApproved(asking, id)

/** Returns the ids of all whom the rules of the node bar, each once. */
export function barredIds(asking: Asking): string[] {
  const { starterId, approvers } = asking.about
  return [...new Set([...approvers, ...(starterId === null ? [] : [starterId])])].filter((id) => isBarred(asking, id))
}
