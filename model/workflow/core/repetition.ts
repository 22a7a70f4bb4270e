/** Activities that are done several times: at once, one after the other, or in a loop (BPMN 2.0.2, sections 13.3.6 and 13.3.7). */
import { CommandError, MAX_MEMBERS } from './commands.ts'
import type { ProcessNode, Repetition } from './graph.ts'
import type { Activity } from './state.ts'
import type { Walking } from './walking.ts'

/** Begins the members of a repeated activity, or its loop. */
export function beginMembers(walk: Walking, activity: Activity, repetition: Repetition): void {
  try {
    if (repetition.again) {
      if (repetition.asksBefore && !walk.surroundings.holds(repetition.again, activity)) walk.leave(activity)
      else beginMember(walk, activity, 0)
      return
    }
    const members = walk.surroundings.count(repetition, activity)
    if (members > MAX_MEMBERS) return walk.stop(activity, 'too-many')
    const whole = walk.draft.change(activity.id, { members })
    if (members === 0) return walk.leave(whole)
    for (let member = 0; member < (repetition.order === 'parallel' ? members : 1); member += 1) beginMember(walk, activity, member)
  } catch (error) {
    if (error instanceof CommandError) throw error
    walk.stop(activity, 'expression')
  }
}

function beginMember(walk: Walking, whole: Activity, member: number): void {
  walk.begin(walk.node(whole.node), whole.id, [whole.id], member)
}

/** What follows the end of one member: the next one, or the end of the whole. */
export function memberDone(walk: Walking, member: Activity, node: ProcessNode): void {
  const whole = walk.draft.activities.get(member.scope) as Activity
  const { again, until, order, most = MAX_MEMBERS + 1 } = node.repetition as Repetition
  const following = (member.member as number) + 1
  try {
    if (again) {
      if (following < Math.min(most, MAX_MEMBERS) && walk.surroundings.holds(again, whole)) beginMember(walk, whole, following)
      else if (following >= MAX_MEMBERS && most > MAX_MEMBERS) walk.stop(whole, 'too-many')
      else walk.leave(whole)
      return
    }
    const isOver = until !== undefined && walk.surroundings.holds(until, whole)
    if (isOver || (order === 'parallel' ? walk.draft.openIn(whole.id).length === 0 : following >= (whole.members as number)))
      walk.leave(whole)
    else if (order === 'sequential') beginMember(walk, whole, following)
  } catch (error) {
    if (error instanceof CommandError) throw error
    walk.stop(whole, 'expression')
  }
}
