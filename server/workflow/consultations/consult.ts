/** Opinions: whoever has a task asks others about it and keeps it; what they answer stands beside the task, and moves nothing (docs/decisions/0140-opinions-and-attachments.md). */
import { sql } from 'kysely'
import { MAX_CONSULTED } from '../../../model/contract/workflow/consultations.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { lockRoot, note } from '../engine/notes.ts'
import type { EngineParts, Person } from '../engine/parts.ts'
import { asServer } from '../engine/run.ts'
import { refuseOver } from '../ended-by.ts'
import { mayLook } from '../people/may-look.ts'
import { peopleNamed } from '../people/named.ts'
import { statement } from '../statement.ts'

export interface ConsultAsk {
  readonly taskId: string
  /** Usernames, or ids. */
  readonly people: readonly string[]
  readonly question: string
}
export interface OpinionAsk {
  readonly id: string
  readonly answer: string
}

interface AboutTask {
  readonly id: string
  readonly name: string
  readonly task_state: string
  readonly activity: number
  readonly assignee_id: string | null
  readonly instance_id: string
  readonly instance: string
  readonly instance_state: string
}

/** The task as it is under the lock of its instance; nothing where there is none. */
async function lockedTask(tx: Transaction, taskId: string): Promise<AboutTask | undefined> {
  const row = await tx.first(
    statement(sql<{ instance_id: string }>`select task.instance_id from process_tasks task where task.id = ${taskId}::uuid`),
  )
  if (!row) return undefined
  await lockRoot(tx, row.instance_id)
  return tx.first(
    statement(sql<AboutTask>`select task.id, task.name, task.task_state, task.activity, task.assignee_id, task.instance_id,
        instance.name as instance, instance.instance_state
      from process_tasks task join process_instances instance on instance.tenant_id = task.tenant_id and instance.id = task.instance_id
      where task.id = ${taskId}::uuid`),
  )
}

/**
 * Asks people for their opinions on a task that the person has; gives how many are asked who were not yet.
 * @throws Failure `row.not-found`, `process-task.over`, `process-task.waiting`, `process-task.has-it`, `process.suspended`, `process-task.candidate`, `consultation.too-many`
 */
export function consult(parts: EngineParts, person: Person, { taskId, people, question }: ConsultAsk): Promise<number> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const [task, named] = await Promise.all([lockedTask(tx, taskId), peopleNamed(tx, people)])
    if (!task || !(await mayLook(tx, person, task.instance_id))) return fail('row.not-found')
    const values = { task: task.name }
    if (task.task_state === 'waiting') fail('process-task.waiting', { values })
    if (task.task_state !== 'open') await refuseOver(tx, person, task)
    if (task.assignee_id !== person.userId) fail('consultation.not-yours', { values })
    if (task.instance_state === 'suspended') fail('process.suspended', { values: { name: task.instance } })
    const field = { name: 'users', label: 'approval.people' } as const
    const ids = new Set(named.map((one) => one?.id ?? fail('process-task.candidate', { field })))
    if (ids.has(person.userId)) fail('consultation.oneself', { field })
    const sent = await insert(tx, task, person.userId, [...ids], question)
    if (sent.length === 0) return 0
    await assertFew(tx, task)
    await note(tx, task.instance_id, [
      { command: 'consult', actorId: person.userId, comment: question, taskId, activity: task.activity, data: { to: sent } },
    ])
    await inform(tx, parts, { to: sent, what: 'consulted', task, person })
    await parts.pageInvalidation.publish(tx, tenantOf(tx))
    return sent.length
  })
}

/** Gives those who were not being asked about the task. */
async function insert(tx: Transaction, task: AboutTask, askedBy: string, ids: readonly string[], question: string): Promise<string[]> {
  const rows = ids.map((user_id) => ({ id: newId(), user_id }))
  const sent = await tx.all(
    statement(sql<{ user_id: string }>`insert into process_consultations (tenant_id, id, instance_id, task_id, asked_by, user_id, question)
      select ${tenantOf(tx)}, r.id, ${task.instance_id}::uuid, ${task.id}::uuid, ${askedBy}::uuid, r.user_id, ${question}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, user_id uuid)
      on conflict (tenant_id, task_id, user_id) where answered_at is null and withdrawn_at is null do nothing returning user_id`),
  )
  return sent.map(({ user_id }) => user_id)
}

async function assertFew(tx: Transaction, { id, name }: AboutTask): Promise<void> {
  const row = await tx.first(
    statement(sql<{ count: number }>`select count(*)::integer as count from process_consultations where task_id = ${id}::uuid`),
  )
  if ((row?.count ?? 0) > MAX_CONSULTED) fail('consultation.too-many', { values: { task: name, most: MAX_CONSULTED } })
}

interface Asked {
  readonly task_id: string
  readonly asked_by: string
  readonly user_id: string
  readonly answered_at: Date | null
  readonly withdrawn_at: Date | null
}

/** One that concerns the person, under the lock of its instance, with its task. @throws Failure `row.not-found`, `consultation.answered`, `consultation.withdrawn` */
async function openOne(tx: Transaction, id: string, isTheirs: (asked: Asked) => boolean): Promise<Asked & { readonly task: AboutTask }> {
  const read = () =>
    tx.first(
      statement(sql<Asked>`select task_id, asked_by, user_id, answered_at, withdrawn_at from process_consultations where id = ${id}::uuid`),
    )
  const before = await read()
  if (!before || !isTheirs(before)) return fail('row.not-found')
  const task = await lockedTask(tx, before.task_id)
  const asked = await read()
  if (!task || !asked) return fail('row.not-found')
  const values = { task: task.name }
  if (asked.answered_at !== null) fail('consultation.answered', { values })
  if (asked.withdrawn_at !== null) fail('consultation.withdrawn', { values })
  return { ...asked, task }
}

/** Gives the opinion that the person was asked for. @throws Failure `row.not-found`, `consultation.answered`, `consultation.withdrawn`, `process-task.over` */
export function giveOpinion(parts: EngineParts, person: Person, { id, answer }: OpinionAsk): Promise<void> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const { task, asked_by: asker } = await openOne(tx, id, ({ user_id }) => user_id === person.userId)
    if (!['waiting', 'open'].includes(task.task_state)) await refuseOver(tx, person, task)
    await tx.run(statement(sql`update process_consultations set answer = ${answer}, answered_at = now() where id = ${id}::uuid`))
    await note(tx, task.instance_id, [
      { command: 'opinion', actorId: person.userId, comment: answer, taskId: task.id, activity: task.activity, data: { to: asker } },
    ])
    await inform(tx, parts, { to: [asker], what: 'answered', task, person })
    await parts.pageInvalidation.publish(tx, tenantOf(tx))
  })
}

/** Asks no longer: whoever was asked, and has nothing else to do with the instance, sees it no more. @throws Failure `row.not-found`, `consultation.answered`, `consultation.withdrawn` */
export function withdrawConsultation(parts: EngineParts, person: Person, { id }: Pick<OpinionAsk, 'id'>): Promise<void> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const { task, user_id: asked } = await openOne(tx, id, ({ asked_by }) => asked_by === person.userId)
    await tx.run(statement(sql`update process_consultations set withdrawn_at = now() where id = ${id}::uuid`))
    await note(tx, task.instance_id, [
      { command: 'consult-withdrawn', actorId: person.userId, taskId: task.id, activity: task.activity, data: { to: asked } },
    ])
    await parts.pageInvalidation.publish(tx, tenantOf(tx))
  })
}

interface Informing {
  readonly to: readonly string[]
  readonly what: 'consulted' | 'answered'
  readonly task: AboutTask
  readonly person: Person
}

async function inform(tx: Transaction, parts: EngineParts, { to, what, task, person }: Informing): Promise<void> {
  const receivers = { userIds: [...to], roleIds: [], organisationIds: [] }
  await parts.inform(tx, receivers, { what, name: task.name, by: person.userId, instance: task.instance })
}
