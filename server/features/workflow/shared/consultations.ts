import { sql } from 'kysely'
import type { Consultation } from '../../../../model/contract/workflow/consultations.ts'
import { processInstances, processTasks } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { maybeWireTimeOf, wireTimeOf } from './seen-instance.ts'

/** Of one instance; a page that shows more is read by nobody. */
const MAX_SHOWN = 500

const selected = (caller: Caller) =>
  build
    .selectFrom('process_consultations as asked')
    .innerJoin('process_instances as instance', (on) =>
      on.onRef('instance.tenant_id', '=', 'asked.tenant_id').onRef('instance.id', '=', 'asked.instance_id'),
    )
    .innerJoin('process_tasks as task', (on) => on.onRef('task.tenant_id', '=', 'asked.tenant_id').onRef('task.id', '=', 'asked.task_id'))
    .leftJoin('users as asker', (on) => on.onRef('asker.tenant_id', '=', 'asked.tenant_id').onRef('asker.id', '=', 'asked.asked_by'))
    .leftJoin('users as person', (on) => on.onRef('person.tenant_id', '=', 'asked.tenant_id').onRef('person.id', '=', 'asked.user_id'))
    .select(['asked.id', 'asked.instance_id', 'asked.task_id', 'asked.question', 'asked.answer'])
    .select([
      'instance.name as instance',
      'task.name as task',
      personIn(caller, 'asker').as('asker'),
      personIn(caller, 'person').as('person'),
    ])
    .select([wireTimeOf('asked.asked_at').as('asked'), maybeWireTimeOf('asked.answered_at').as('answered')])
    .select(maybeWireTimeOf('asked.withdrawn_at').as('withdrawn'))
    .select(sql<boolean>`asked.answered_at is null and asked.withdrawn_at is null and task.task_state in ('waiting', 'open')`.as('is_open'))
    .select(sql<boolean>`asked.user_id = ${caller.userId}::uuid`.as('is_asked'))
    .select(sql<boolean>`asked.asked_by = ${caller.userId}::uuid`.as('is_asking'))

/** What was asked and answered about an instance that the caller sees, the oldest question first, without what their roles hide. */
export async function consultationsOf(tx: Transaction, caller: Caller, instanceId: string): Promise<Consultation[]> {
  const rows = await tx.all(
    selected(caller).where('asked.instance_id', '=', instanceId).orderBy('asked.asked_at').orderBy('asked.id').limit(MAX_SHOWN),
  )
  return rows.map(seenBy(caller))
}

/** The same by their ids, in their order. */
export async function consultationsById(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<Consultation[]> {
  if (ids.length === 0) return []
  const rows = await tx.all(
    selected(caller)
      .where(sql<boolean>`asked.id = any(${ids}::uuid[])`)
      .orderBy(sql`array_position(${ids}::uuid[], asked.id)`),
  )
  return rows.map(seenBy(caller))
}

type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number]

function seenBy(caller: Caller): (row: Row) => Consultation {
  const [namesPeople, namesTasks] = [seesPeople(caller), viewOf(caller, processTasks).sees('name')]
  const namesInstances = viewOf(caller, processInstances).sees('name')
  return (row) => ({
    id: row.id,
    processInstanceId: row.instance_id,
    processInstanceName: namesInstances ? row.instance : '',
    taskId: row.task_id,
    taskName: namesTasks ? row.task : '',
    asker: namesPeople ? row.asker : null,
    userId: namesPeople ? row.person : null,
    question: row.question,
    answer: row.answer,
    askedTime: row.asked,
    answeredTime: row.answered,
    withdrawnTime: row.withdrawn,
    isToAnswer: row.is_open && row.is_asked,
    isWithdrawable: row.is_open && row.is_asking,
  })
}
