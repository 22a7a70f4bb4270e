/** When somebody's absence begins, what they have goes to their deputy, if they wanted that: each task in a step of its own. */
import * as z from 'zod/mini'
import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { newId } from '../../kernel/ids.ts'
import type { Scheduler } from '../../kernel/runtime/scheduler.ts'
import type { WorkHandler } from '../../kernel/runtime/scheduler-runner.ts'
import type { EngineParts } from '../engine/parts.ts'
import type { TaskRow } from '../engine/rows.ts'
import type { Opened } from '../engine/run.ts'
import { conclude, open } from '../engine/run.ts'
import { settingsOf } from '../engine/user-tasks.ts'
import type { Substitution } from '../people/absences.ts'
import { absencesOf, holdsNow, substitutionOf, substitutionRulesOf } from '../people/absences.ts'
import { statement } from '../statement.ts'

/** The kind of the work; each absence has one piece of it. */
export const ABSENCE = 'process-absence'
const payloadOf = z.object({ absence: z.string() })

/** Schedules that open tasks go to the deputy when the absence begins, or at once where it has begun. */
export const scheduleStandIn = (
  tx: Transaction,
  scheduler: Scheduler,
  absence: { readonly id: string; readonly startTime: Date },
): Promise<void> => scheduler.schedule(tx, { kind: ABSENCE, key: absence.id, dueAt: absence.startTime, payload: { absence: absence.id } })

/** Takes the work back: nothing goes to the deputy when the absence begins. */
export const cancelStandIn = (tx: Transaction, scheduler: Scheduler, absenceId: string): Promise<void> =>
  scheduler.cancel(tx, { kind: ABSENCE, key: absenceId })

/** Returns what carries out the work. An absence that was deleted, or put off, meanwhile gives nobody anything. */
export const standIn =
  (parts: EngineParts): WorkHandler =>
  async (work) => {
    const { absence } = z.parse(payloadOf, work.payload)
    const inTenant = <Result>(act: (tx: Transaction) => Promise<Result>) =>
      parts.transactions.inTenant({ tenantId: work.tenantId, operationId: newId() }, act)
    const tasks = await inTenant((tx) => tx.all(statement(tasksOf(absence))))
    for (const { id, user_id: userId } of tasks) {
      if (work.signal.aborted) return
      await inTenant((tx) => handOn(tx, parts, id, userId))
    }
    await inTenant((tx) => work.finish(tx))
  }

const tasksOf = (absence: string) => sql<{ id: string; user_id: string }>`select task.id, absence.user_id from process_absences absence
  join process_tasks task on task.tenant_id = absence.tenant_id and task.assignee_id = absence.user_id and task.task_state in ('waiting', 'open')
  where absence.id = ${absence}::uuid and absence.open_tasks and ${holdsNow('absence')} order by task.id`

async function handOn(tx: Transaction, parts: EngineParts, taskId: string, userId: string): Promise<void> {
  const opened = await open(tx, parts, { task: taskId }, { taskId })
  const task = opened?.held.tasks.get(taskId)
  if (!opened || !task || task.assignee_id !== userId || (task.task_state !== 'open' && task.task_state !== 'waiting')) return
  const substitution = await substitutionFor(tx, opened, task, userId)
  if (substitution.is === 'here') return
  const given = substitution.is === 'away' ? substitution.deputyId : undefined
  const { held, work } = opened
  // Whoever had asked the one who is away is answered by the deputy.
  const isDelegated = task.delegation_state === 'PENDING'
  if (given !== undefined) work.unit.changeTask(held, task, { assignee_id: given, owner_id: isDelegated ? task.owner_id : userId })
  else if (isDelegated || task.member !== null) return
  else {
    work.unit.changeTask(held, task, { assignee_id: null, owner_id: null, delegation_state: null, claim_time: null })
    await tx.run(statement(free(taskId, userId)))
    work.unit.publishGiven(held, task, substitution.deputyId)
  }
  await conclude(opened, { command: 'stand-in', taskId, activity: task.activity, data: { from: userId, to: given ?? null } })
}

/** Both can take it: whoever is away is named, and the deputy is asked in their place. */
const free = (
  taskId: string,
  userId: string,
) => sql`insert into process_task_people as people (tenant_id, task_id, person_kind, person_id, is_free, created_at)
  select task.tenant_id, task.id, 'user', ${userId}::uuid, true, task.created_at from process_tasks task where task.id = ${taskId}::uuid
  on conflict (tenant_id, task_id, person_kind, person_id, within_org) do update set is_free = true`

/** Returns who is to have a task of somebody who may be away: they, their deputy, or the one or the other. */
export async function substitutionFor(
  tx: Transaction,
  { held }: Pick<Opened, 'held'>,
  task: TaskRow,
  userId: string,
): Promise<Substitution> {
  const members = held.tasksOf(task.activity).filter(({ id, task_state }) => id !== task.id && task_state !== 'cancelled')
  const isMember = (id: string) => members.some(({ assignee_id, owner_id }) => assignee_id === id || owner_id === id)
  const question = substitutionRulesOf({ settings: settingsOf(held, task.node), about: held.about() }, isMember)
  return substitutionOf(await absencesOf(tx, [userId]), userId, question)
}
