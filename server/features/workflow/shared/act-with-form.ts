/** Deciding a task, or answering about one, with what is filled in of the form on the way. */
import type { z } from 'zod'
import type * as contract from '../../../../model/contract/workflow/tasks.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { versionOf } from '../../../forms/index.ts'
import { takeProof } from '../../../identity/index.ts'
import { beyondRows } from '../../../workflow/index.ts'
import { drawnDefinition } from './drawn-definition.ts'
import { dropDraft } from './drafts.ts'
import { assertOwnRows, fillAtTask, isAnyOf, withoutFields } from './filling.ts'
import { keyOf, personOf } from './person.ts'
import { formOfDefinition, processForm, rightsAt, storedVariables } from './process-form.ts'

type Input = z.output<typeof contract.rejectTask.input> & { readonly candidate?: string | undefined }
type Asking = Call<Input>

/** Approving asks for all that the form requires; whoever rejects, or answers who has asked them, has not to fill in what is missing. */
type ActWithForm = 'complete' | 'reject' | 'resolve'

/** Gives what became of the instance; of the form it takes what the task lets the caller write. @throws Failure `entry.invalid` with each fault at its field */
export async function actWithForm(call: Asking, act: ActWithForm) {
  const { input, caller, services } = call
  const { taskId, comment, commandKey, candidate, attachments } = input
  const isWhole = act === 'complete'
  const sent = await looked(call, isWhole)
  const { variables, formData } = sent
  return services.workflow.act(personOf(call), {
    taskId,
    act: act === 'complete' ? { do: act, variables, candidate: candidate || undefined } : { do: act, variables },
    comment,
    commandKey: keyOf(call, commandKey),
    sign: (tx) => takeProof(tx, caller),
    attachments,
    fill: isWhole || isAnyOf(formData) || isAnyOf(variables) ? fillAtTask(call, sent, isWhole) : undefined,
    // What was kept for later has been sent.
    beside: (tx) => dropDraft(tx, caller, { taskId }),
  })
}

/** What is sent, as far as it can be judged before the lock. Of a task that the caller does not have, the engine says what there is to say. */
async function looked(call: Asking, isWhole: boolean) {
  const { caller, services, input } = call
  if (!isAnyOf(input.variables) && !isAnyOf(input.formData ?? {})) return withoutFields(input, undefined)
  const place = await services.transactions.inTenant(beyondRows(caller), (tx) => placeOf(tx, caller.userId, input.taskId), 'read')
  const sent = withoutFields(input, place?.definition)
  if (place && isAnyOf(sent.formData))
    await call.inTenant(async (tx) =>
      assertOwnRows(tx, call, await processForm(tx, caller, place.form, rightsAt(place.settings)), sent.formData, { ...place, isWhole }),
    )
  return sent
}

async function placeOf(tx: Transaction, userId: string, taskId: string) {
  const task = await tx.first(
    build
      .selectFrom('process_tasks as task')
      .innerJoin('process_instances as instance', (on) =>
        on.onRef('instance.tenant_id', '=', 'task.tenant_id').onRef('instance.id', '=', 'task.instance_id'),
      )
      .select(['task.node', 'task.instance_id', 'instance.definition_id'])
      .where('task.id', '=', taskId)
      .where('task.task_state', '=', 'open')
      .where('task.assignee_id', '=', userId),
  )
  const form = task && (await formOfDefinition(tx, task.definition_id))
  if (!task || !form) return undefined
  const { model } = await drawnDefinition(tx, task.definition_id)
  return {
    form,
    definition: await versionOf(tx, form.id, form.version),
    settings: model.tasks.get(task.node) ?? {},
    variable: await storedVariables(tx, task.instance_id),
  }
}
