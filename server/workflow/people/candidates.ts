/** Tasks of somebody: those they can take, those they have, and those they have done. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TaskCounts } from '../../../model/contract/workflow/task-count.ts'
import { MANY_TASKS } from '../../../model/contract/workflow/task-count.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { contains } from '../../kernel/resources/select.ts'
import { statement } from '../statement.ts'
import { openConsultations } from '../consultations/open.ts'
import { askedAs, isAskedAs } from './able.ts'

type Somebody = Pick<Caller, 'userId'>

export interface TaskFilters {
  readonly processDefinitionName?: string | undefined
  readonly taskName?: string | undefined
  readonly description?: string | undefined
  /** Of the time by which the list is ordered, as the wire writes times. */
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}
export interface TaskPage {
  readonly limit: number
  readonly offset: number
}
export interface TaskIds {
  readonly ids: readonly string[]
  /** Exact up to {@link COUNTED}. */
  readonly total: number
}

/** Rows that are counted while somebody waits. */
export const COUNTED = 1000

/** How somebody is among those who are asked for an open task, whether it is free or not: for themself, or for whom they stand in. */
export interface Candidacy {
  readonly forId: string
}

/** For whom the caller is a candidate of the task, themself or somebody they stand in for; nothing where they are none. */
export async function candidacyOf(tx: Transaction, caller: Somebody, taskId: string): Promise<Candidacy | undefined> {
  return tx.first(
    statement(sql<Candidacy>`select mine.for_id as "forId" from process_task_people people join ${askedAs(caller.userId)} mine on ${isAskedAs('people', 'mine')}
      where people.task_id = ${taskId}::uuid order by mine.for_id <> ${caller.userId}::uuid limit 1`),
  )
}

/** Whether somebody is among those who are asked for an open task. */
export const isCandidate = async (tx: Transaction, caller: Somebody, taskId: string): Promise<boolean> =>
  (await candidacyOf(tx, caller, taskId)) !== undefined

/**
 * Ids of the tasks that somebody can take, the newest first. Of each way in which they are asked the newest are read by the index and then merged, so
 * that it costs the same however many tasks there are.
 */
export const candidateTasks = (tx: Transaction, caller: Somebody, filters: TaskFilters, page: TaskPage): Promise<TaskIds> =>
  pageOf(tx, free(caller, filters), page)

/** Ids of the tasks that somebody has, the newest first. */
export const assignedTasks = (tx: Transaction, { userId }: Somebody, filters: TaskFilters, page: TaskPage): Promise<TaskIds> =>
  pageOf(
    tx,
    (most) => sql`select task.id, task.created_at as at from process_tasks task ${filtered(filters)}
    where task.assignee_id = ${userId}::uuid and task.task_state = 'open' ${matching(filters)} ${within(filters, 'task.created_at')} order by task.created_at desc, task.id desc limit ${most}`,
    page,
  )

/** Ids of the tasks that somebody has done, those of last first. */
export const finishedTasks = (tx: Transaction, { userId }: Somebody, filters: TaskFilters, page: TaskPage): Promise<TaskIds> =>
  pageOf(
    tx,
    (most) => sql`select task.id, task.end_time as at from process_tasks task ${filtered(filters)}
    where task.ended_by = ${userId}::uuid and task.task_state = 'done' and task.hidden_at is null ${matching(filters)} ${within(filters, 'task.end_time')} order by task.end_time desc, task.id desc limit ${most}`,
    page,
  )

/** How many tasks somebody can take and has, and how many opinions they are asked for. @param most Counted so far: a badge and a card need no more */
export async function countTasks(tx: Transaction, caller: Somebody, most = MANY_TASKS): Promise<TaskCounts> {
  const found = await tx.first(
    build.selectNoFrom([
      sql<number>`(select count(*)::integer from (${free(caller, {})(most)}) free)`.as('candidate'),
      sql<number>`(select count(*)::integer from (select from process_tasks task
        where task.assignee_id = ${caller.userId}::uuid and task.task_state = 'open' limit ${most}) had)`.as('assignee'),
      sql<number>`(select count(*)::integer from (${openConsultations(caller.userId)} limit ${most}) asked)`.as('consulted'),
    ]),
  )
  return found ?? { candidate: 0, assignee: 0, consulted: 0 }
}

type Newest = (most: number) => RawBuilder<unknown>

/** A task that names somebody in several ways is one. */
const free =
  ({ userId }: Somebody, filters: TaskFilters): Newest =>
  (most) => sql`select distinct newest.id, newest.at from ${askedAs(userId)} mine cross join lateral (
      select people.task_id as id, people.created_at as at from process_task_people people ${isFiltered(filters) ? sql`join process_tasks task on task.tenant_id = people.tenant_id and task.id = people.task_id` : sql``} ${filtered(filters)}
      where ${isAskedAs('people', 'mine')} and people.is_free ${matching(filters)} ${within(filters, 'people.created_at')}
      order by people.created_at desc, people.task_id desc limit ${most}) newest
    order by newest.at desc, newest.id desc limit ${most}`

async function pageOf(tx: Transaction, newest: Newest, { limit, offset }: TaskPage): Promise<TaskIds> {
  // What lies beyond is read as far as somebody turns the pages.
  const most = Math.max(COUNTED, offset + limit) + 1
  const found = await tx.first(
    build.selectNoFrom([
      sql<string[] | null>`(select array_agg(page.id order by page.at desc, page.id desc) from (
        select found.id, found.at from (${newest(offset + limit)}) found order by found.at desc, found.id desc limit ${limit} offset ${offset}) page)`.as(
        'ids',
      ),
      sql<number>`(select count(*)::integer from (${newest(most)}) counted)`.as('total'),
    ]),
  )
  return { ids: found?.ids ?? [], total: found?.total ?? 0 }
}

/** By what only the task, its instance and its process tell. */
const isFiltered = ({ processDefinitionName, taskName, description }: TaskFilters) =>
  [processDefinitionName, taskName, description].some((value) => value)

function filtered(filters: TaskFilters): RawBuilder<unknown> {
  if (!isFiltered(filters)) return sql``
  return sql`join process_instances instance on instance.tenant_id = task.tenant_id and instance.id = task.instance_id
    join process_definitions definition on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id`
}

function matching({ processDefinitionName, taskName, description }: TaskFilters): RawBuilder<unknown> {
  const each = [
    [processDefinitionName, sql.ref('definition.name')],
    [taskName, sql.ref('task.name')],
    [description, sql.ref('instance.description')],
  ] as const
  return sql`${sql.join(
    each.flatMap(([text, column]) => (text ? [sql`and ${contains([column], text)}`] : [])),
    sql` `,
  )}`
}

/** In the zone of the transaction, which is that of the tenant; the last second counts whole, as in every list. */
function within({ startTime, endTime }: TaskFilters, column: string): RawBuilder<unknown> {
  const from = startTime ? sql`and ${sql.ref(column)} >= ${startTime}::timestamptz` : sql``
  const to = endTime ? sql`and ${sql.ref(column)} < ${endTime}::timestamptz + interval '1 second'` : sql``
  return sql`${from} ${to}`
}
