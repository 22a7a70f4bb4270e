/** Whose business an instance is: of its starter, of those who take or took part, of those who can take a task of it, who were asked for an opinion, and who were sent a copy. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Caller } from '../../kernel/authorization/caller.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'
import { askedAs, isAskedAs } from './able.ts'

type Somebody = Pick<Caller, 'userId'>

/** Rows of a table about an instance, or about the one that has called it. */
const of = (alias: string) =>
  sql`${sql.ref(`${alias}.tenant_id`)} = instance.tenant_id and ${sql.ref(`${alias}.instance_id`)} in (instance.id, instance.root_id)`

const takingPart = (self: RawBuilder<unknown>) => sql`instance.starter_id = ${self}
  or exists (select from process_tasks task where ${of('task')}
    and ${self} in (task.assignee_id, task.owner_id, task.ended_by, task.ended_for))
  or exists (select from process_events event where ${of('event')} and ${self} in (event.actor_id, event.acted_for_id))`

/**
 * Returns whether somebody may look at an instance because of what they have to do with it; for whom they have nothing to do with it does not exist. Who
 * takes part in a process, or has a copy of it, also sees what it has called; who takes part in what was called sees that alone. Asked in a transaction
 * beyond the rows of roles ({@link beyondRows}); those who manage instances are asked for by their grants, in their rows.
 */
export async function mayLook(tx: Transaction, { userId }: Somebody, instanceId: string): Promise<boolean> {
  const self = sql`${userId}::uuid`
  return isOne(
    tx,
    instanceId,
    sql`${takingPart(self)}
      or exists (select from process_copies copy where ${of('copy')} and copy.user_id = ${self})
      or exists (select from process_consultations consulted where ${of('consulted')} and consulted.user_id = ${self}
        and consulted.withdrawn_at is null)
      or exists (select from process_tasks task
        join process_task_people people on people.tenant_id = task.tenant_id and people.task_id = task.id
        join ${askedAs(userId)} mine on ${isAskedAs('people', 'mine')}
        where ${of('task')} and task.task_state in ('waiting', 'open'))`,
  )
}

/** Returns whether somebody started an instance, has or had a task of it, or did something to it. Who was only sent a copy, or could take a task, does not take part. */
export const takesPart = (tx: Transaction, { userId }: Somebody, instanceId: string): Promise<boolean> =>
  isOne(tx, instanceId, takingPart(sql`${userId}::uuid`))

/** Returns whether somebody is asked for an opinion about an instance, or has given one. */
export const isConsulted = (tx: Transaction, { userId }: Somebody, instanceId: string): Promise<boolean> =>
  isOne(
    tx,
    instanceId,
    sql`exists (select from process_consultations consulted where ${of('consulted')} and consulted.user_id = ${userId}::uuid and consulted.withdrawn_at is null)`,
  )

async function isOne(tx: Transaction, id: string, where: RawBuilder<unknown>): Promise<boolean> {
  const row = await tx.first(
    statement(sql<{ id: string }>`select instance.id from process_instances instance where instance.id = ${id}::uuid and (${where})`),
  )
  return row !== undefined
}
