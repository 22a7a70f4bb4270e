/** What was: passages of nodes, what was done, and the values of variables. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/workflow/history.ts'
import { historicProcessInstances } from '../../../../model/index.ts'
import { formats } from '../../../exchange/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { drawnDefinition } from '../shared/drawn-definition.ts'
import { hiddenVariables } from '../shared/hidden-variables.ts'
import { maybeWireTimeOf, seenInstance, wireTimeOf } from '../shared/seen-instance.ts'

const COUNT = sql<number>`(count(*) over ())::integer`.as('total')

export interface OfInstance {
  readonly processInstanceId: string
  readonly currentPage: number
  readonly pageSize: number
}
/** The files that somebody can have of an instance: those in which they may have the list of instances. */
export function formatsOf(caller: Caller): (typeof contract.HISTORY_FORMATS)[number][] {
  const { allowed } = viewOf(caller, historicProcessInstances)
  return contract.HISTORY_FORMATS.filter((name) => allowed.includes(formats[name].verb))
}

const offsetOf = ({ currentPage, pageSize }: OfInstance): number => (currentPage - 1) * pageSize

export const queryHistoricActivityInstance = implement(contract.queryHistoricActivityInstance, {
  access: 'granted',
  summary: 'The passages of an instance, the oldest first, with how long each took',
  of: historicProcessInstances,
  handle: ({ input, caller, inTenant }) =>
    inTenant(async (tx) => ({ ...(await readActivities(tx, caller, input)), formats: formatsOf(caller) })),
})

/** A page of them. @throws Failure `row.not-found` */
export async function readActivities(tx: Transaction, caller: Caller, input: OfInstance) {
  const { processInstanceId: id, pageSize } = input
  const drawn = await drawnDefinition(tx, (await seenInstance(tx, id, caller)).definition_id)
  const rows = await tx.all(
    build
      .selectFrom('process_activities as activity')
      .select(['activity.number', 'activity.node', 'activity.activity_state'])
      .select([wireTimeOf('activity.start_time').as('started'), maybeWireTimeOf('activity.end_time').as('ended'), COUNT])
      .select(sql<number | null>`extract(epoch from activity.end_time - activity.start_time)::float8 * 1000`.as('took'))
      .select(
        sql<string | null>`(select string_agg(distinct ${personIn(caller, 'person')}, ', ') from process_tasks task
          join users person on person.tenant_id = task.tenant_id and person.id = coalesce(task.ended_by, task.assignee_id)
          where task.tenant_id = activity.tenant_id and task.instance_id = activity.instance_id and task.activity = activity.number)`.as(
          'people',
        ),
      )
      .where('activity.instance_id', '=', id)
      .orderBy('activity.number')
      .limit(pageSize)
      .offset(offsetOf(input)),
  )
  const namesPeople = seesPeople(caller)
  return {
    list: rows.map((row) => ({
      id: String(row.number),
      processInstanceId: id,
      activityId: row.node,
      activityName: drawn.nameOf(row.node),
      activityType: drawn.kindOf(row.node),
      state: row.activity_state,
      assignee: namesPeople ? row.people : null,
      startTime: row.started,
      endTime: row.ended,
      durationInMillis: row.took === null ? null : Math.round(row.took),
    })),
    total: rows[0]?.total ?? 0,
  }
}

export const queryHistoricDetail = implement(contract.queryHistoricDetail, {
  access: 'granted',
  summary: 'What was done to an instance and which values its variables were given, in the order in which it came',
  of: historicProcessInstances,
  handle: ({ input, caller, inTenant }) =>
    inTenant(async (tx) => ({ ...(await readDetails(tx, caller, input)), formats: formatsOf(caller) })),
})

/** A page of them. @throws Failure `row.not-found` */
export async function readDetails(tx: Transaction, caller: Caller, input: OfInstance) {
  const { processInstanceId: id, pageSize } = input
  const instance = await seenInstance(tx, id, caller)
  const hidden = await hiddenVariables(tx, caller, instance.root_id)
  const acts = build
    .selectFrom('process_events as event')
    .select(['event.step_number as step', sql<'act' | 'value'>`'act'`.as('kind'), 'event.command as name'])
    .select([
      sql<unknown>`null::jsonb`.as('value'),
      sql<unknown>`null::jsonb`.as('before'),
      'event.comment',
      'event.actor_id as person_id',
      'event.task_id',
    ])
    .select(['event.happened_at as at', sql<number>`0`.as('scope')])
    .where('event.instance_id', '=', id)
  const values = build
    .selectFrom('process_variable_changes as change')
    .select(['change.step_number as step', sql<'act' | 'value'>`'value'`.as('kind'), 'change.name'])
    .select([
      sql<unknown>`change.value`.as('value'),
      sql<unknown>`lag(change.value) over (partition by change.scope, change.name order by change.step_number)`.as('before'),
      sql<string | null>`null`.as('comment'),
      'change.changed_by as person_id',
      'change.task_id',
    ])
    .select(['change.changed_at as at', 'change.scope'])
    .where('change.instance_id', '=', id)
    .where(sql<boolean>`${isDisclosed('change.name', hidden)}`)
  const rows = await tx.all(
    build
      .selectFrom(acts.unionAll(values).as('detail'))
      .leftJoin('users as person', (on) => on.onRef('person.id', '=', 'detail.person_id'))
      .leftJoin('process_tasks as task', (on) => on.onRef('task.id', '=', 'detail.task_id'))
      .select(['detail.step', 'detail.kind', 'detail.name', 'detail.value', 'detail.before', 'detail.comment', 'detail.scope'])
      .select([personIn(caller, 'person').as('who'), 'task.name as task_name', wireTimeOf('detail.at').as('time'), COUNT])
      .orderBy('detail.step')
      .orderBy('detail.kind')
      .orderBy('detail.scope')
      .orderBy('detail.name')
      .limit(pageSize)
      .offset(offsetOf(input)),
  )
  const namesPeople = seesPeople(caller)
  return {
    list: rows.map((row) => ({
      id: row.kind === 'act' ? String(row.step) : `${row.step}:${row.scope}:${row.name}`,
      processInstanceId: id,
      kind: row.kind,
      name: row.name,
      value: row.value,
      before: row.before,
      comment: row.comment,
      userId: namesPeople ? row.who : null,
      taskName: row.task_name,
      time: row.time,
    })),
    total: rows[0]?.total ?? 0,
  }
}

export const queryHistoricVariableInstance = implement(contract.queryHistoricVariableInstance, {
  access: 'granted',
  summary: 'The variables of an instance with the values that they have, or had at its end',
  of: historicProcessInstances,
  handle: ({ input, caller, inTenant }) =>
    inTenant(async (tx) => ({ ...(await readVariables(tx, caller, input)), formats: formatsOf(caller) })),
})

/** A page of them. @throws Failure `row.not-found` */
export async function readVariables(tx: Transaction, caller: Caller, input: OfInstance) {
  const { processInstanceId: id, pageSize } = input
  const instance = await seenInstance(tx, id, caller)
  const hidden = await hiddenVariables(tx, caller, instance.root_id)
  const rows = await tx.all(
    build
      .selectFrom('process_variables')
      .select(['scope', 'name', 'variable_type', 'value'])
      .select([wireTimeOf('created_at').as('created'), wireTimeOf('updated_at').as('changed'), COUNT])
      .where('instance_id', '=', id)
      .where(sql<boolean>`${isDisclosed('name', hidden)}`)
      .orderBy('name')
      .orderBy('scope')
      .limit(pageSize)
      .offset(offsetOf(input)),
  )
  return {
    list: rows.map((row) => ({
      id: `${row.scope}:${row.name}`,
      variableName: row.name,
      variableTypeName: row.variable_type,
      value: row.value,
      createTime: row.created,
      lastUpdatedTime: row.changed,
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** What begins with an underscore is the engine's own. */
const isDisclosed = (column: string, hidden: readonly string[]) =>
  sql<boolean>`(${sql.ref(column)} <> all(${hidden}::text[]) and not starts_with(${sql.ref(column)}, '_'))`
