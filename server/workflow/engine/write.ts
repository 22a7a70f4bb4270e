/**
 * What a step has changed, as one statement: a writing part for each table that the step touches (docs/decisions/0123). Either all of it is there
 * or nothing is.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import type { DomainEvents } from '../../kernel/runtime/domain-events.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import { databaseTime } from '../../kernel/runtime/clock.ts'
import { LOOK_MS } from '../../kernel/runtime/scheduler.ts'
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'
import type { Changes } from './rows.ts'

export interface Writing {
  readonly domainEvents: DomainEvents
  readonly invalidations: Invalidations
  readonly clock: Clock
}

/** Stores the changes; gives the number of a new instance, where it has one. */
export async function write(tx: Transaction, { domainEvents, invalidations, clock }: Writing, changes: Changes): Promise<string | null> {
  const parts = partsOf(changes, tenantOf(tx), clock)
  if (parts.length === 0) return null
  // A part that is read stands behind those that it reads: where there is a counter, all others come before it and the instance that has its number.
  const isLast = ([name]: Part) => changes.numberPrefix !== undefined && (name === 'numbered' || name === 'new_instances')
  const before = parts.filter((part) => !isLast(part))
  const last = parts.filter(isLast)
  const named = [
    ...before.map(([name, part]) => sql`${sql.ref(name)} as (${part}${last.length > 0 ? sql` returning 1` : sql``})`),
    ...(last.length > 0 ? [sql`written as (${countOf(before)})`] : []),
    ...last.map(([name, part]) => sql`${sql.ref(name)} as (${part})`),
  ]
  const number = changes.numberPrefix === undefined ? sql`null::text` : sql`(select business_number from new_instances limit 1)`
  // Sent together: the statements of one trip. What takes the counter is the last of them, since others wait for it until the commit; what is locked in turn, the outermost
  // instance, is so since it was loaded, and events come in its order.
  const [, , row] = await Promise.all([
    domainEvents.emit(tx, changes.domainEvents),
    publishScheduled(tx, invalidations, clock, changes),
    tx.first(statement(sql<{ number: string | null }>`with ${sql.join(named, sql`, `)} select ${number} as number`)),
  ])
  return row?.number ?? null
}

/** How many rows other parts have written, for a part that is to come after them: parts are carried out when something reads what they return. */
const countOf = (parts: readonly Part[]): RawBuilder<unknown> =>
  parts.length === 0
    ? sql`select 0`
    : sql`select count(*) from (${sql.join(
        parts.map(([name]) => sql`select 1 from ${sql.ref(name)}`),
        sql` union all `,
      )}) each`

/** Whoever carries work out looks when it is due. Nothing is published of what is due later than each server looks next: under NOTIFY transactions commit one after the other. */
async function publishScheduled(tx: Transaction, invalidations: Invalidations, clock: Clock, { work }: Changes): Promise<void> {
  if (work.size === 0) return
  const at = Math.min(...[...work.values()].map(({ due_at }) => (due_at === null ? clock.now() : Date.parse(due_at))))
  if (at <= clock.now() + LOOK_MS) await invalidations.publish(tx, { kind: 'work-scheduled', at })
}

type Part = readonly [name: string, part: RawBuilder<unknown>]

function partsOf(changes: Changes, tenant: TenantId, clock: Clock): Part[] {
  const most = mostOf(changes)
  return [
    ...instanceParts(changes, tenant, most),
    ...taskParts(changes, tenant, most),
    ...recordParts(changes, tenant, most),
    ...workParts(changes, tenant, most, clock),
  ]
}

/**
 * How many rows a part has at the most. Without it the planner takes each list of rows for a hundred, and reads whole tables of some thousands of rows in place
 * of the few that are named; and that plan is kept. Numbers are few, so that statements are: one for a part of one row, as most are, else one for all parts. One
 * number for all of them took the single instance and task of a step for sixteen rows, for which every instance and task of the tenant were read: half of what a timer took.
 */
type Most = (rows: Sized) => RawBuilder<unknown>
interface Sized {
  readonly length?: number
  readonly size?: number
}
const MAX_ROWS = [2, 16, 256] as const
const sizeOf = ({ length, size }: Sized): number => length ?? size ?? 0

function mostOf(changes: Changes): Most {
  const sizes = Object.values(changes).map((rows: unknown) =>
    Array.isArray(rows) || rows instanceof Map || rows instanceof Set ? sizeOf(rows) : 0,
  )
  const most = MAX_ROWS.find((each) => each >= Math.max(...sizes))
  const all = most === undefined ? sql`` : sql` limit ${sql.lit(most)}`
  return (rows) => (sizeOf(rows) === 1 ? sql` limit 1` : all)
}

const json = (rows: Iterable<unknown>) => sql`${JSON.stringify([...rows])}::jsonb`
/** The part, where it has rows. */
const where = (name: string, rows: Sized, part: (rows: Sized) => RawBuilder<unknown>): Part[] =>
  sizeOf(rows) > 0 ? [[name, part(rows)]] : []

function instanceParts(changes: Changes, tenant: TenantId, most: Most): Part[] {
  const { numberPrefix } = changes
  return [
    // The counter comes last but for the instance itself: whoever starts the same process waits from there to the end of the transaction, and no longer.
    ...(numberPrefix === undefined
      ? []
      : [
          [
            'numbered',
            sql`insert into process_numbers as n (tenant_id, number_prefix, last_number)
            select ${tenant}, ${numberPrefix} || '-' || to_char(now(), 'YYYYMM'), 1 from written
            on conflict (tenant_id, number_prefix) do update set last_number = n.last_number + 1
            returning number_prefix || '-' || lpad(last_number::text, greatest(4, length(last_number::text)), '0') as number`,
          ] as const,
        ]),
    ...where(
      'new_instances',
      changes.newInstances,
      (
        rows,
      ) => sql`insert into process_instances (tenant_id, id, definition_id, root_id, parent_id, parent_activity, origin_id, business_number, name, description,
        starter_id, instance_state, outcome, end_time, range_start, range_end, subject_kind, subject_id, tokens, next_number, step_number, end_reason)
      select ${tenant}, r.id, r.definition_id, r.root_id, r.parent_id, r.parent_activity, r.origin_id,
        ${numberPrefix === undefined ? sql`r.business_number` : sql`(select number from numbered)`}, r.name, r.description,
        r.starter_id, r.instance_state, r.outcome, case when r.instance_state = 'ended' then now() end, r.range_start, r.range_end, r.subject_kind, r.subject_id,
        r.tokens, r.next_number, r.step_number, r.end_reason
      from (select * from jsonb_to_recordset(${json(changes.newInstances)}) as r(id uuid, definition_id uuid, root_id uuid, parent_id uuid, parent_activity int, origin_id uuid, business_number text, name text,
        description text, starter_id uuid, instance_state text, outcome text, range_start timestamptz, range_end timestamptz, subject_kind text,
        subject_id text, tokens jsonb, next_number int, step_number int, end_reason text)${most(rows)}) as r
      order by r.parent_id nulls first returning business_number`,
    ),
    ...where(
      'instances',
      changes.instances,
      (
        rows,
      ) => sql`update process_instances i set instance_state = r.instance_state, outcome = r.outcome, tokens = r.tokens, next_number = r.next_number,
        step_number = r.step_number, end_reason = r.end_reason, definition_id = r.definition_id,
        end_time = case when r.instance_state = 'ended' then coalesce(i.end_time, now()) end, updated_at = now(), version = i.version + 1
      from (select * from jsonb_to_recordset(${json(changes.instances)}) as r(id uuid, instance_state text, outcome text, tokens jsonb, next_number int, step_number int,
        end_reason text, definition_id uuid)${most(rows)}) as r
      where i.tenant_id = ${tenant} and i.id = r.id`,
    ),
    ...where(
      'activities',
      changes.activities,
      (
        rows,
      ) => sql`insert into process_activities as a (tenant_id, instance_id, number, node, scope, causes, took, activity_state, member, members, incident,
        straight_to, begun_step, ended_step, end_time)
      select ${tenant}, r.instance_id, r.number, r.node, r.scope, r.causes, r.took, r.activity_state, r.member, r.members, r.incident, r.straight_to, r.step,
        case when r.is_over then r.step end, case when r.is_over then now() end
      from (select * from jsonb_to_recordset(${json(changes.activities.values())}) as r(instance_id uuid, number int, node text, scope int, causes int[], took jsonb,
        activity_state text, member int, members int, incident text, straight_to text[], step int, is_over boolean)${most(rows)}) as r
      on conflict (tenant_id, instance_id, number) do update set node = excluded.node, activity_state = excluded.activity_state, members = excluded.members,
        incident = excluded.incident, took = excluded.took, straight_to = excluded.straight_to,
        ended_step = case when excluded.end_time is null then null else coalesce(a.ended_step, excluded.ended_step) end,
        end_time = case when excluded.end_time is null then null else coalesce(a.end_time, excluded.end_time) end`,
    ),
  ]
}

function taskParts(changes: Changes, tenant: TenantId, most: Most): Part[] {
  return [
    ...where(
      'new_tasks',
      changes.newTasks,
      (
        rows,
      ) => sql`insert into process_tasks (tenant_id, id, instance_id, activity, node, name, assignee_id, task_state, outcome, due_time, priority, member,
        weight, end_time, delete_reason, owner_id, added_by, added_how)
      select ${tenant}, r.id, r.instance_id, r.activity, r.node, r.name, r.assignee_id, r.task_state, r.outcome, r.due_time, r.priority, r.member, r.weight,
        case when r.task_state in ('done', 'cancelled') then now() end, r.delete_reason, r.owner_id, r.added_by, r.added_how
      from (select * from jsonb_to_recordset(${json(changes.newTasks.values())}) as r(id uuid, instance_id uuid, activity int, node text, name text, assignee_id uuid,
        task_state text, outcome text, due_time timestamptz, priority int, member int, weight int, delete_reason text,
        owner_id uuid, added_by int, added_how text)${most(rows)}) as r`,
    ),
    ...where(
      'tasks',
      changes.tasks,
      (rows) => sql`update process_tasks t set activity = r.activity, node = r.node, assignee_id = r.assignee_id, owner_id = r.owner_id,
        delegation_state = r.delegation_state, task_state = r.task_state, outcome = r.outcome, due_time = r.due_time,
        claim_time = case when r.claims then now() when r.unclaims then null else t.claim_time end,
        end_time = case when r.task_state in ('done', 'cancelled') then coalesce(t.end_time, now()) end,
        ended_by = r.ended_by, ended_for = r.ended_for, delete_reason = r.delete_reason, member = r.member, updated_at = now(), version = t.version + 1
      from (select * from jsonb_to_recordset(${json(changes.tasks.values())}) as r(id uuid, activity int, node text, assignee_id uuid, owner_id uuid, delegation_state text,
        task_state text, outcome text, due_time timestamptz, claims boolean, unclaims boolean, ended_by uuid, ended_for uuid, delete_reason text,
        member int)${most(rows)}) as r
      where t.tenant_id = ${tenant} and t.id = r.id`,
    ),
    ...where(
      'people',
      changes.people,
      (rows) => sql`insert into process_task_people (tenant_id, task_id, person_kind, person_id, within_org, is_free, created_at)
      select ${tenant}, r.task_id, r.person_kind, r.person_id, coalesce(r.within_org, '00000000-0000-0000-0000-000000000000'), r.is_free,
        coalesce((select task.created_at from process_tasks task where task.tenant_id = ${tenant} and task.id = r.task_id), now())
      from (select * from jsonb_to_recordset(${json(changes.people)}) as r(task_id uuid, person_kind text, person_id uuid, within_org uuid, is_free boolean)${most(rows)}) as r
      on conflict do nothing`,
    ),
    ...where(
      'people_gone',
      changes.peopleGone,
      (
        rows,
      ) => sql`delete from process_task_people p using (select * from jsonb_array_elements_text(${json(changes.peopleGone)}) as r(id)${most(rows)}) as r
      where p.tenant_id = ${tenant} and p.task_id = r.id::uuid`,
    ),
    ...where(
      'people_free',
      changes.peopleFree,
      (rows) => sql`update process_task_people p set is_free = r.is_free
      from (select * from jsonb_to_recordset(${json([...changes.peopleFree].map(([task_id, is_free]) => ({ task_id, is_free })))}) as r(task_id uuid, is_free boolean)${most(rows)}) as r
      where p.tenant_id = ${tenant} and p.task_id = r.task_id`,
    ),
  ]
}

function recordParts(changes: Changes, tenant: TenantId, most: Most): Part[] {
  return [
    ...where(
      'variables',
      changes.variables,
      (rows) => sql`insert into process_variables (tenant_id, instance_id, scope, name, variable_type, value)
      select ${tenant}, r.instance_id, 0, r.name, r.variable_type, r.value
      from (select * from jsonb_to_recordset(${json(changes.variables)}) as r(instance_id uuid, name text, variable_type text, value jsonb)${most(rows)}) as r
      on conflict (tenant_id, instance_id, scope, name) do update set variable_type = excluded.variable_type, value = excluded.value, updated_at = now()`,
    ),
    ...where(
      'variable_changes',
      changes.variableChanges,
      (
        rows,
      ) => sql`insert into process_variable_changes (tenant_id, instance_id, step_number, scope, name, variable_type, value, changed_by, task_id)
      select ${tenant}, r.instance_id, r.step_number, 0, r.name, r.variable_type, r.value, r.changed_by, r.task_id
      from (select * from jsonb_to_recordset(${json(changes.variableChanges)}) as r(instance_id uuid, step_number int, name text, variable_type text, value jsonb,
        changed_by uuid, task_id uuid)${most(rows)}) as r`,
    ),
    ...where(
      'events',
      changes.events,
      (
        rows,
      ) => sql`insert into process_events (tenant_id, instance_id, step_number, command, actor_id, acted_for_id, task_id, activity, comment, data, command_key)
      select ${tenant}, r.instance_id, r.step_number, r.command, r.actor_id, r.acted_for_id, r.task_id, r.activity, r.comment, r.data, r.command_key
      from (select * from jsonb_to_recordset(${json(changes.events)}) as r(instance_id uuid, step_number int, command text, actor_id uuid, acted_for_id uuid, task_id uuid,
        activity int, comment text, data jsonb, command_key text)${most(rows)}) as r`,
    ),
    ...where(
      'waits_gone',
      changes.waitsGone,
      (
        rows,
      ) => sql`delete from process_waits w using (select * from jsonb_to_recordset(${json(changes.waitsGone.values())}) as r(instance_id uuid, number int)${most(rows)}) as r
      where w.tenant_id = ${tenant} and w.instance_id = r.instance_id and w.number = r.number`,
    ),
    ...where(
      'new_waits',
      changes.newWaits,
      (
        rows,
      ) => sql`insert into process_waits (tenant_id, instance_id, number, holder, node, wait_kind, wait_name, correlation, due_time, times_left, created_at)
      select ${tenant}, r.instance_id, r.number, r.holder, r.node, r.wait_kind, r.wait_name, r.correlation, r.due_time, r.times_left, r.created_at
      from (select * from jsonb_to_recordset(${json(changes.newWaits.values())}) as r(instance_id uuid, number int, holder int, node text, wait_kind text, wait_name text,
        correlation text, due_time timestamptz, times_left int, created_at timestamptz)${most(rows)}) as r
      on conflict (tenant_id, instance_id, number) do update set node = excluded.node, due_time = excluded.due_time, times_left = excluded.times_left`,
    ),
    ...where(
      'incidents',
      changes.incidents,
      (rows) => sql`insert into process_incidents (tenant_id, id, instance_id, activity, node, incident_kind, detail)
      select ${tenant}, r.id, r.instance_id, r.activity, r.node, r.incident_kind, r.detail
      from (select * from jsonb_to_recordset(${json(changes.incidents)}) as r(id uuid, instance_id uuid, activity int, node text, incident_kind text, detail jsonb)${most(rows)}) as r`,
    ),
    ...where(
      'incidents_over',
      changes.incidentsOver,
      (rows) => sql`update process_incidents n set resolved_at = now(), resolved_by = r.resolved_by, comment = r.comment
      from (select * from jsonb_to_recordset(${json(changes.incidentsOver)}) as r(id uuid, resolved_by uuid, comment text)${most(rows)}) as r
      where n.tenant_id = ${tenant} and n.id = r.id and n.resolved_at is null`,
    ),
    ...where(
      'outside',
      changes.outside,
      (rows) => sql`insert into process_outside (tenant_id, id, instance_id, activity, request)
      select ${tenant}, r.id, r.instance_id, r.activity, r.request
      from (select * from jsonb_to_recordset(${json(changes.outside)}) as r(id uuid, instance_id uuid, activity int, request jsonb)${most(rows)}) as r`,
    ),
  ]
}

function workParts(changes: Changes, tenant: TenantId, most: Most, clock: Clock): Part[] {
  return [
    ...where(
      'work',
      changes.work,
      (rows) => sql`insert into scheduled_work as s (tenant_id, kind, key, due_at, payload)
      select ${tenant}, r.kind, r.key, coalesce(r.due_at, ${databaseTime(clock)}), r.payload
      from (select * from jsonb_to_recordset(${json(changes.work.values())}) as r(kind text, key text, due_at timestamptz, payload jsonb)${most(rows)}) as r
      on conflict (tenant_id, kind, key) do update set due_at = excluded.due_at, payload = excluded.payload, generation = s.generation + 1, attempts = 0,
        last_error = null, dead_at = null`,
    ),
    ...where(
      'work_gone',
      changes.workGone,
      (
        rows,
      ) => sql`delete from scheduled_work s using (select * from jsonb_to_recordset(${json(changes.workGone.values())}) as r(kind text, key text)${most(rows)}) as r
      where s.tenant_id = ${tenant} and s.kind = r.kind and s.key = r.key`,
    ),
  ]
}
