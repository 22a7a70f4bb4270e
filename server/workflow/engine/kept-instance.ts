/** What a step leaves of an instance, as rows: the instance itself, its variables, and each passage of a node. */
import type { Activity } from '../../../model/workflow/core/state.ts'
import { isOpen } from '../../../model/workflow/core/state.ts'
import type { Held } from './held.ts'
import type { Changes } from './rows.ts'

/** Who does it: somebody, or the product itself. */
export interface Acting {
  readonly userId?: string | undefined
  readonly taskId?: string | undefined
}

/** Adds the rows of an instance, once everything has settled: as it is now, and the variables that are others than before. */
export function keepInstance(to: Changes, held: Held, { userId, taskId }: Acting): void {
  const { row, state, changes, step: step_number } = held
  const counted = {
    ...changes,
    tokens: [...state.tokens.values()],
    next_number: state.next,
    step_number,
    definition_id: held.definition.id,
  }
  if (held.isNew) to.newInstances.push({ ...row, ...counted, name: held.name })
  else to.instances.push({ id: row.id, ...counted })
  for (const name of held.variables.changed) {
    const { value = null, type = 'text' } = held.variables.get(name) ?? {}
    const variable = { instance_id: held.id, name, value, variable_type: type }
    to.variables.push(variable)
    to.variableChanges.push({ ...variable, step_number, changed_by: userId ?? null, task_id: taskId ?? null })
  }
}

/** The row of a passage as it is after this step. */
export const passageRow = (held: Held, activity: Activity) => ({
  instance_id: held.id,
  number: activity.id,
  node: activity.node,
  scope: activity.scope,
  causes: activity.causes,
  took: activity.took ?? null,
  activity_state: activity.state,
  member: activity.member ?? null,
  members: activity.members ?? null,
  incident: activity.incident ?? null,
  straight_to: activity.straightTo ?? null,
  step: held.step,
  is_over: !isOpen(activity),
})
