/**
 * Tasks that nobody can do, and instances that nothing can lead on. Which rules stand for nobody is worked out once for all tasks that name them, so that
 * it costs the same whether a role is named by one task or by a million.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { broadcastSignal, correlateMessage } from '../../../model/contract/workflow/messages.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { ablePeople, columnsOf } from '../people/able.ts'
import { statement } from '../statement.ts'

const isEnabled = (id: RawBuilder<unknown>) =>
  sql`exists (select from users person where person.tenant_id = task.tenant_id and person.id = ${id} and person.status = 1)`
const isUndecided = sql`task.task_state in ('waiting', 'open')`
const sameRule = (one: string, other: string) =>
  sql.join(
    ['person_kind', 'person_id', 'within_org'].map((column) => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`),
    sql` and `,
  )

/** Able people who are counted of one rule; of a process whose people have approved it more often nobody asks. */
const COUNTED = 50
const approvals = sql`select before.ended_by from process_tasks before where before.tenant_id = strict.tenant_id
  and before.instance_id = strict.instance_id and before.task_state = 'done' and before.outcome = 'approved' and before.ended_by is not null`
const lastApproval = sql`(${approvals} order by before.end_time desc, before.id desc limit 1)`
/** Whether the node bars `person`, as `isBarred` decides it (people/barred.ts). */
const isBarredHere = sql<boolean>`((strict.barred ->> 'starter')::boolean and person.id is not distinct from strict.starter_id
  or case strict.barred ->> 'same' when 'skip-ever' then person.id in (${approvals})
    when 'skip-consecutive' then person.id is not distinct from ${lastApproval} else false end)`

/**
 * Common table expressions: `closed` has tasks that are there to be taken, and whose node bars everybody who could. Whether one is left is asked of those
 * alone whose rules stand for no more people than can be barred: of most that is seen without looking at a task. Each approval is a step of its own, so
 * there are no more of them than steps, and most tasks need no count of theirs.
 */
const CLOSED = sql`
  strict as materialized (select task.tenant_id, task.id, task.instance_id, instance.starter_id, instance.step_number, node.value -> 'barred' as barred
    from process_definitions definition cross join lateral jsonb_each(definition.rules -> 'tasks') node
    join process_instances instance on instance.tenant_id = definition.tenant_id and instance.definition_id = definition.id
      and instance.instance_state = 'running'
    join process_tasks task on task.tenant_id = instance.tenant_id and task.instance_id = instance.id and task.node = node.key
      and ${isUndecided} and task.assignee_id is null
    where node.value ? 'barred'),
  few as materialized (select rule.*, (select count(*) from (select from ${ablePeople(columnsOf('rule'))} one limit ${sql.lit(COUNTED)}) able) as able
    from (select distinct people.person_kind, people.person_id, people.within_org from strict
      join process_task_people people on people.tenant_id = strict.tenant_id and people.task_id = strict.id) rule),
  closed as (select strict.id, strict.instance_id from strict where not exists (select from process_task_people people join few on ${sameRule('people', 'few')}
      where people.tenant_id = strict.tenant_id and people.task_id = strict.id
        and (few.able > 1 + strict.step_number or few.able > 1 + case strict.barred ->> 'same' when 'ask' then 0 when 'skip-consecutive' then 1
          else (select count(distinct given.ended_by) from (${approvals}) given) end))
    and not exists (select from process_task_people people
      cross join lateral (select from ${ablePeople(columnsOf('people'), sql<boolean>`not ${isBarredHere}`)} one limit 1) able
      where people.tenant_id = strict.tenant_id and people.task_id = strict.id))`

/** Common table expressions: `unable` has the ids of tasks that nobody can do, of which somebody has one, or everybody who is asked is gone or barred by the node. */
const UNABLE = sql`${CLOSED},
  rule as (select distinct people.person_kind, people.person_id, people.within_org from process_task_people people),
  dead as materialized (select rule.* from rule where not exists (select from ${ablePeople(columnsOf('rule'))} able)),
  suspect as (select distinct people.task_id from process_task_people people join dead on ${sameRule('people', 'dead')}),
  unable as (
    select task.id, task.instance_id from process_tasks task where ${isUndecided} and task.assignee_id is not null and not ${isEnabled(sql`task.assignee_id`)}
    union all select task.id, task.instance_id from process_tasks task join suspect on suspect.task_id = task.id
      where ${isUndecided} and task.assignee_id is null and not exists (select from process_task_people people
        where people.tenant_id = task.tenant_id and people.task_id = task.id and not exists (select from dead where ${sameRule('people', 'dead')}))
    union all select task.id, task.instance_id from process_tasks task where ${isUndecided} and task.assignee_id is null
      and not exists (select from process_task_people people where people.tenant_id = task.tenant_id and people.task_id = task.id)
    union select closed.id, closed.instance_id from closed)`

/** Returns ids of tasks of running instances that nobody can do: those of suspended ones are asked when these go on. */
export async function unableTasks(tx: Transaction, most: number): Promise<string[]> {
  const rows = await tx.all(
    statement(sql<{ id: string }>`with ${UNABLE} select unable.id from unable
      join process_instances instance on instance.id = unable.instance_id and instance.instance_state = 'running' order by unable.id limit ${most}`),
  )
  return rows.map(({ id }) => id)
}

const notAmong = (ids: readonly string[]) => sql<boolean>`person.id <> all(${ids}::uuid[])`

/** Whether somebody can do a task, or its turn can come. One statement. @param barred Who may not take it */
export async function isAble(tx: Transaction, taskId: string, barred: readonly string[]): Promise<boolean> {
  const found = await tx.first(
    statement(sql<{ able: boolean }>`select case when task.assignee_id is not null then ${isEnabled(sql`task.assignee_id`)}
      else exists (select from process_task_people people cross join lateral (select from ${ablePeople(columnsOf('people'), notAmong(barred))} one limit 1) able
        where people.task_id = task.id) end as able from process_tasks task where task.id = ${taskId}::uuid`),
  )
  return found?.able === true
}

/** Returns up to two of the people who can do a task by the rules under which it is asked, whoever has it, but for those who may not take it. */
export async function ableFor(tx: Transaction, taskId: string, barred: readonly string[]): Promise<string[]> {
  const rows = await tx.all(
    statement(sql<{ id: string }>`select distinct able.id from process_task_people people
      cross join lateral (select one.id from ${ablePeople(columnsOf('people'), notAmong(barred))} one limit 2) able where people.task_id = ${taskId}::uuid limit 2`),
  )
  return rows.map(({ id }) => id)
}

/** Whether a user is there and enabled. */
export async function isUsable(tx: Transaction, userId: string): Promise<boolean> {
  return (
    (await tx.first(statement(sql`select person.id from users person where person.id = ${userId}::uuid and person.status = 1`))) !==
    undefined
  )
}

/** The calls by which other systems bring about what instances wait for. */
const CALLS = { message: correlateMessage.path, signal: broadcastSignal.path } as const

/** Whether an application of the tenant may make the call: what the tenant's package lacks nobody is granted, whatever roles say. */
const isCalled = (kind: keyof typeof CALLS) => sql`exists (select from app_clients client
    join app_client_roles held on held.tenant_id = client.tenant_id and held.client_id = client.id
    join role_urls granted on granted.tenant_id = held.tenant_id and granted.role_id = held.role_id
    join urls on urls.id = granted.url_id where client.status = 1 and urls.url = ${CALLS[kind]}
      and not exists (select from tenants owner where owner.id = client.tenant_id and owner.package_id is not null and not exists
        (select from package_urls packed where packed.package_id = owner.package_id and packed.url_id = urls.id)))`

/**
 * A common table expression: what instances wait for and somebody can bring about, by kind and name. It is a process that throws it and can still run, or an
 * application that may call. What nothing brings about leads nobody on, nor does a condition: it changes with something else that goes on.
 */
const BROUGHT = sql`
  awaited as (select distinct wait.tenant_id, wait.wait_kind, wait.wait_name from process_waits wait
    where wait.wait_kind in ('message', 'signal') and wait.wait_name is not null),
  brought as materialized (select awaited.* from awaited where
    case awaited.wait_kind when 'message' then ${isCalled('message')} else ${isCalled('signal')} end
    or exists (select from process_definitions thrower where thrower.tenant_id = awaited.tenant_id
      and case when thrower.rules ? 'throws' then thrower.rules -> 'throws' -> awaited.wait_kind @> to_jsonb(awaited.wait_name)
        else position(awaited.wait_name in thrower.xml) > 0 end
      and (exists (select from process_instances one where one.tenant_id = thrower.tenant_id and one.definition_id = thrower.id and one.instance_state <> 'ended')
        or thrower.suspended = 0 and not exists (select from process_definitions newer where newer.tenant_id = thrower.tenant_id
          and lower(newer.key) = lower(thrower.key) and newer.definition_version > thrower.definition_version))))`

/**
 * Returns ids of running instances that nothing leads on: no task that somebody can do, no timer or other work to come, nothing they wait for that somebody
 * can bring about, nothing they have called, and nothing that somebody was told of. There must be none.
 */
export const stranded = (tx: Transaction, most: number): Promise<string[]> => waylessWhere(tx, sql`true`, most)

/** Returns the stranded instances that have no task for which somebody could be found. */
export const wayless = (tx: Transaction, most: number): Promise<string[]> =>
  waylessWhere(tx, sql`not exists (select from unable where unable.instance_id = instance.id)`, most)

async function waylessWhere(tx: Transaction, where: RawBuilder<unknown>, most: number): Promise<string[]> {
  const rows = await tx.all(
    statement(sql<{ id: string }>`with ${UNABLE}, ${BROUGHT},
      work as materialized (select distinct split_part(work.key, ':', 1) as instance_id from scheduled_work work
        where work.kind like 'process-%' and work.dead_at is null)
      select instance.id from process_instances instance where instance.instance_state = 'running' and ${where}
        and not exists (select from process_tasks task where task.tenant_id = instance.tenant_id and task.instance_id = instance.id
          and task.task_state = 'open' and not exists (select from unable where unable.id = task.id))
        and not exists (select from process_waits wait join brought on brought.wait_kind = wait.wait_kind and brought.wait_name = wait.wait_name
          where wait.tenant_id = instance.tenant_id and wait.instance_id = instance.id)
        and not exists (select from work where work.instance_id = instance.id::text)
        and not exists (select from process_outside outside join scheduled_work call on call.tenant_id = outside.tenant_id and call.kind = 'process-outside'
          and call.key = outside.id::text and call.dead_at is null
          where outside.tenant_id = instance.tenant_id and outside.instance_id = instance.id)
        and not exists (select from process_instances child where child.tenant_id = instance.tenant_id and child.parent_id = instance.id
          and child.instance_state <> 'ended')
        and not exists (select from process_incidents incident where incident.tenant_id = instance.tenant_id and incident.instance_id = instance.id
          and incident.resolved_at is null)
      order by instance.id limit ${most}`),
  )
  return rows.map(({ id }) => id)
}
