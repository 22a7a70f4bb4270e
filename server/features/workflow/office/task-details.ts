/** A task as whoever it concerns sees it: with the form by what the task lets be seen and written, and with what they can do now. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/workflow/office.ts'
import { processTasks } from '../../../../model/index.ts'
import { tasksAhead } from '../../../../model/workflow/tasks-ahead.ts'
import { compileProcess } from '../../../../model/workflow/core/graph.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { beyondRows } from '../../../workflow/index.ts'
import { selectTasks } from '../shared/select-tasks.ts'
import { draftOf, saveDraft, withoutGoneFiles } from '../shared/drafts.ts'
import { drawnDefinition } from '../shared/drawn-definition.ts'
import { personOf } from '../shared/person.ts'
import { formOfDefinition, processForm, rightsAt } from '../shared/process-form.ts'
import { subjectInOwnRows } from '../shared/subject.ts'
import { recordOf } from '../shared/task-details.ts'
import { copiesOf, formOfInstance, personalTrack } from './details.ts'
import { choicesOf } from './start-form.ts'
import type { LookedTask } from './looked-task.ts'
import { taskOf } from './looked-task.ts'
import { actsOnTask } from './task-acts.ts'

export const queryPersonalTaskDetails = implement(contract.queryPersonalTaskDetails, {
  access: 'signed-in',
  of: processTasks,
  summary: 'A task with its form, its diagram, what was done, and what the caller can do now, for whoever it concerns',
  async handle(call) {
    const { caller, services, input } = call
    const read = await services.transactions.inTenant(beyondRows(caller), (tx) => readTask(tx, call, input.taskId), 'read')
    const track = { ...read.shown.track, subject: await subjectInOwnRows(call, read.shown.track) }
    return { ...read.shown, track, pick: read.acts.includes('complete') ? await pickOf(call, read) : null, acts: read.acts }
  },
})

async function readTask(tx: Transaction, call: Pick<Call<unknown>, 'caller' | 'services'>, id: string) {
  const { caller } = call
  const task = await taskOf(tx, caller, id)
  const { model } = await drawnDefinition(tx, task.definition_id)
  const rights = task.rights ?? rightsAt(model.tasks.get(task.node) ?? {})
  const acts = await actsOnTask(tx, call, task)
  const isWritten = acts.includes('complete') || acts.includes('resolve')
  const [shown] = await selectTasks(tx, caller, [id])
  const record = await recordOf(tx, caller, task.instance_id)
  const shownForm = { id: task.instance_id, definitionId: task.definition_id, rights, isWritten }
  return {
    task,
    model,
    acts,
    shown: {
      task: shown ?? fail('row.not-found'),
      form: await formOfInstance(tx, caller, shownForm),
      track: await personalTrack(tx, caller, task.instance_id),
      record: record.list,
      recordEarlier: record.earlier,
      copies: await copiesOf(tx, caller, task.instance_id),
      signers: await signersOf(tx, caller, task),
      draft: isWritten ? await draftOfTask(tx, caller, task, rights) : null,
    },
  }
}

async function draftOfTask(tx: Transaction, caller: Caller, task: LookedTask, rights: ReturnType<typeof rightsAt>) {
  const kept = await draftOf(tx, caller, { taskId: task.id })
  if (!kept) return null
  const used = await formOfDefinition(tx, task.definition_id)
  const { definition, fields } = used ? await processForm(tx, caller, used, rights) : { definition: undefined, fields: undefined }
  const written = (definition?.fields ?? []).filter((field) => fields?.mayWrite(field) && kept.draft.data[field.id] !== undefined)
  const data = Object.fromEntries(written.map(({ id }) => [id, kept.draft.data[id]]))
  return {
    comment: kept.draft.comment ?? null,
    data: definition ? await withoutGoneFiles(tx, definition, data) : {},
    savedTime: kept.savedTime,
  }
}

/** All who decide together about the passage, in the order of their turns. */
async function signersOf(tx: Transaction, caller: Caller, { instance_id: instance, activity }: LookedTask) {
  const rows = await tx.all(
    build
      .selectFrom('process_tasks as task')
      .leftJoin('users as person', (on) =>
        on.onRef('person.tenant_id', '=', 'task.tenant_id').on(sql<boolean>`person.id = coalesce(task.ended_by, task.assignee_id)`),
      )
      .select(['task.id', 'task.added_how', 'task.task_state', 'task.outcome', personIn(caller, 'person').as('who')])
      .select(
        sql<boolean>`task.added_how is not null and task.task_state in ('waiting', 'open') and exists (select from process_tasks adder
          where adder.tenant_id = task.tenant_id and adder.instance_id = task.instance_id and adder.activity = task.activity
          and adder.member = task.added_by and adder.assignee_id = ${caller.userId}::uuid)`.as('is_removable'),
      )
      .where('task.instance_id', '=', instance)
      .where('task.activity', '=', activity)
      .where('task.member', 'is not', null)
      .where('task.task_state', '<>', 'cancelled')
      .orderBy('task.member')
      .limit(500),
  )
  const namesPeople = seesPeople(caller)
  return rows.map((row): contract.Signer => ({
    taskId: row.id,
    person: namesPeople ? row.who : null,
    how: row.added_how,
    taskState: row.task_state,
    outcome: row.outcome,
    isRemovable: row.is_removable,
  }))
}

/** Whom whoever completes the task chooses for which of the tasks that may come next. */
async function pickOf(call: Pick<Call<unknown>, 'caller' | 'services'>, { task, model }: Awaited<ReturnType<typeof readTask>>) {
  const next = tasksAhead(compileProcess(model.definition), task.node).find((node) => {
    const { pick, group } = model.tasks.get(node) ?? {}
    return pick === 'previous' && group === undefined
  })
  if (next === undefined) return null
  const people = await call.services.workflow.askedAt(personOf(call), task.id, next)
  const name = model.definition.nodes.find(({ id }) => id === next)?.name ?? next
  return { node: next, name, people: await choicesOf(call, people) }
}

export const saveTaskDraft = implement(contract.saveTaskDraft, {
  access: 'signed-in',
  of: processTasks,
  unlogged: true,
  summary: 'Keeps what whoever has a task has written so far',
  handle: ({ caller, services, input: { taskId, comment, formData } }) =>
    services.transactions.inTenant(beyondRows(caller), async (tx) => {
      const task = await taskOf(tx, caller, taskId)
      if (task.task_state !== 'open' || task.assignee_id !== caller.userId) fail('row.not-found')
      return saveDraft(tx, caller, { taskId }, { comment: comment ?? null, data: formData })
    }),
})
