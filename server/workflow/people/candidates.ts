/** Tasks of somebody: those they can take, those they have, and those they have done. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TaskCounts } from '../../../model/contract/workflow/task-count.ts'
import { MANY_TASKS } from '../../../model/contract/workflow/task-count.ts'
import type { Sorter } from '../../../model/list-query.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { personIn } from '../../kernel/resources/people.ts'
import { contains } from '../../kernel/resources/select.ts'
import { statement } from '../statement.ts'
import { openConsultations } from '../consultations/open.ts'
import { askedAs, isAskedAs } from './able.ts'
import type { IdsPage, OwnRows, RowsPart } from './ordered-page.ts'
import { ASCENDING, DESCENDING, orderedPage } from './ordered-page.ts'

type Somebody = Pick<Caller, 'userId'>

/** Tasks that somebody can take are merged of all ways in which they are asked: beyond so many, only that there are more is said. */
const COUNTED = 1000

/** What is looked for in tasks: parts of texts, and times as the wire writes them. What is absent is not looked at. */
export type TaskFilters = Readonly<
  Partial<
    Record<
      keyof typeof TEXTS | 'outcome' | 'processStatus' | `${'createTime' | 'dueTime' | 'endTime'}${'Start' | 'End'}`,
      string | undefined
    >
  >
>

const TEXTS = {
  name: 'task.name',
  processInstanceName: 'instance.name',
  processDefinitionName: 'definition.name',
  businessNumber: 'instance.business_number',
  description: 'instance.description',
} as const

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
 * Ids of the tasks that somebody can take. Of each way in which they are asked the first are read by the index and then merged, so that by the time of
 * their creation it costs the same however many tasks there are.
 */
export const candidateTasks = (tx: Transaction, caller: Caller, filters: TaskFilters, order: Sorter, part: RowsPart): Promise<IdsPage> =>
  orderedPage(tx, { ...byTask(caller), first: free(caller, filters), indexed: 'createTime', counted: COUNTED }, order, part)

/** Ids of the tasks that somebody has. */
export const assignedTasks = (tx: Transaction, caller: Caller, filters: TaskFilters, order: Sorter, part: RowsPart): Promise<IdsPage> =>
  orderedPage(
    tx,
    {
      ...byTask(caller),
      indexed: 'createTime',
      first: (most, towards) => sql`select task.id, task.created_at as at from process_tasks task ${filtered(filters)}
    where task.assignee_id = ${caller.userId}::uuid and task.task_state = 'open' ${matching(filters)} ${within(filters, 'createTime', 'task.created_at')}
    order by task.created_at ${towards}, task.id ${towards} limit ${most}`,
    },
    order,
    part,
  )

/** Ids of the tasks that somebody has done. */
export const finishedTasks = (tx: Transaction, caller: Caller, filters: TaskFilters, order: Sorter, part: RowsPart): Promise<IdsPage> =>
  orderedPage(
    tx,
    {
      ...byTask(caller),
      indexed: 'endTime',
      first: (most, towards) => sql`select task.id, task.end_time as at from process_tasks task ${filtered(filters)}
    where task.ended_by = ${caller.userId}::uuid and task.task_state = 'done' and task.hidden_at is null ${matching(filters)}
    ${within(filters, 'endTime', 'task.end_time')} ${within(filters, 'createTime', 'task.created_at')}
    order by task.end_time ${towards}, task.id ${towards} limit ${most}`,
    },
    order,
    part,
  )

/** Orders that are made of what tasks, their instances and their processes tell. */
const byTask = (caller: Caller): Pick<OwnRows, 'orders' | 'joined'> => ({
  orders: {
    name: 'task.name',
    processInstanceName: 'instance.name',
    processDefinitionName: 'definition.name',
    // As they are told of.
    starter: personIn(caller, 'starter'),
    createTime: 'task.created_at',
    dueTime: 'task.due_time',
    businessNumber: 'instance.business_number',
  },
  joined: sql`join process_tasks task on task.id = found.id
    join process_instances instance on instance.tenant_id = task.tenant_id and instance.id = task.instance_id
    join process_definitions definition on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id
    left join users starter on starter.tenant_id = instance.tenant_id and starter.id = instance.starter_id`,
})

/** How many tasks somebody can take and has, and how many opinions they are asked for. @param most Counted so far: a badge and a card need no more */
export async function countTasks(tx: Transaction, caller: Somebody, most = MANY_TASKS): Promise<TaskCounts> {
  const found = await tx.first(
    build.selectNoFrom([
      sql<number>`(select count(*)::integer from (${free(caller, {})(most, DESCENDING)}) free)`.as('candidate'),
      sql<number>`(select count(*)::integer from (select from process_tasks task
        where task.assignee_id = ${caller.userId}::uuid and task.task_state = 'open' limit ${most}) had)`.as('assignee'),
      sql<number>`(select count(*)::integer from (${openConsultations(caller.userId)} limit ${most}) asked)`.as('consulted'),
    ]),
  )
  return found ?? { candidate: 0, assignee: 0, consulted: 0 }
}

/** A task that names somebody in several ways is one, whenever it came to name them so: it stands where the first of its rows does. */
const free =
  ({ userId }: Somebody, filters: TaskFilters): OwnRows['first'] =>
  (most, towards) => sql`select first.id, ${edgeOf(towards)} as at from ${askedAs(userId)} mine cross join lateral (
      select people.task_id as id, people.created_at as at from process_task_people people ${isFiltered(filters) ? sql`join process_tasks task on task.tenant_id = people.tenant_id and task.id = people.task_id` : sql``} ${filtered(filters)}
      where ${isAskedAs('people', 'mine')} and people.is_free ${matching(filters)} ${within(filters, 'createTime', 'people.created_at')}
      order by people.created_at ${towards}, people.task_id ${towards} limit ${most}) first
    group by first.id order by ${edgeOf(towards)} ${towards}, first.id ${towards} limit ${most}`

const edgeOf = (towards: RawBuilder<unknown>) => (towards === ASCENDING ? sql`min(first.at)` : sql`max(first.at)`)

const OF_OTHERS = [...Object.keys(TEXTS), 'outcome', 'processStatus', 'dueTimeStart', 'dueTimeEnd'] as readonly (keyof TaskFilters)[]

/** By what only the task, its instance and its process tell. */
const isFiltered = (filters: TaskFilters) => OF_OTHERS.some((name) => filters[name])

function filtered(filters: TaskFilters): RawBuilder<unknown> {
  if (!isFiltered(filters)) return sql``
  return sql`join process_instances instance on instance.tenant_id = task.tenant_id and instance.id = task.instance_id
    join process_definitions definition on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id`
}

function matching(filters: TaskFilters): RawBuilder<unknown> {
  const texts = Object.entries(TEXTS).flatMap(([name, column]) => {
    const text = filters[name as keyof typeof TEXTS]
    return text ? [sql`and ${contains([sql.ref(column)], text)}`] : []
  })
  const outcome = filters.outcome ? [sql`and task.outcome = ${filters.outcome}`] : []
  const status = filters.processStatus ? [sql`and ${isOfStatus(filters.processStatus)}`] : []
  return sql.join([...texts, ...outcome, ...status, within(filters, 'dueTime', 'task.due_time')], sql` `)
}

/** Whether an `instance` goes on, or has ended in that way. */
export const isOfStatus = (status: string): RawBuilder<unknown> =>
  status === 'running' ? sql`instance.outcome is null` : sql`instance.outcome = ${status}`

/** In the zone of the transaction, which is that of the tenant; the last second counts whole, as in every list. */
function within(filters: TaskFilters, name: 'createTime' | 'dueTime' | 'endTime', column: string): RawBuilder<unknown> {
  return inRange(column, filters[`${name}Start`], filters[`${name}End`])
}

/** The condition that a time lies between two of the wire, each of which may be absent. */
export function inRange(column: string, start: string | undefined, end: string | undefined): RawBuilder<unknown> {
  const from = start ? sql`and ${sql.ref(column)} >= ${start}::timestamptz` : sql``
  const to = end ? sql`and ${sql.ref(column)} < ${end}::timestamptz + interval '1 second'` : sql``
  return sql`${from} ${to}`
}
