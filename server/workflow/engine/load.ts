/**
 * An instance with all that a step reads, in one round trip. The row of the outermost instance is locked first: whoever does something to any instance
 * below it waits there, so that two steps never meet. What is read comes in a second statement, since under READ COMMITTED a statement that has waited
 * sees of other rows what was there when it began.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'
import type { LoadedInstance, TaskRow } from './rows.ts'

/** Of what somebody has the id. */
export type Of = { readonly instance: string } | { readonly task: string } | { readonly incident: string } | { readonly outside: string }

export interface EarlierStep {
  readonly instance_id: string
  readonly command: string
  readonly actor_id: string | null
  readonly task_id: string | null
  readonly data: unknown
}

export interface Loaded {
  readonly rootId: string
  /** The instance that the id is about. */
  readonly instanceId: string
  readonly instances: readonly LoadedInstance[]
  /** What was done before under the same key. */
  readonly earlier: EarlierStep | undefined
}

/** Passages that rules look back at. */
const MAX_DONE = 1000

const instanceOf = (of: Of): RawBuilder<string> =>
  'instance' in of
    ? sql`select ${of.instance}::uuid`
    : 'task' in of
      ? sql`select t.instance_id from process_tasks t where t.id = ${of.task}`
      : 'incident' in of
        ? sql`select n.instance_id from process_incidents n where n.id = ${of.incident}`
        : sql`select o.instance_id from process_outside o where o.id = ${of.outside}`

/**
 * Locks and loads; nothing where there is no such thing in the tenant.
 * @param history Passages that are over too, which going back and moving to another version look at.
 * @param ended Called instances that are over too: a loop may have called thousands, of which hardly anything asks. The one that the id is about is there in any case.
 * @param isLocked Not for who only looks what would happen: nobody waits for them then, and what they see may have changed since
 */
export async function load(
  tx: Transaction,
  of: Of,
  {
    history = false,
    ended = false,
    commandKey,
    isLocked = true,
  }: { readonly history?: boolean; readonly ended?: boolean; readonly commandKey?: string | undefined; readonly isLocked?: boolean } = {},
): Promise<Loaded | undefined> {
  const root = sql`(select o.root_id from process_instances o where o.id = (${instanceOf(of)}))`
  const lock = isLocked ? sql` for update` : sql``
  const [locked, instances, earlier] = await Promise.all([
    tx.first(
      statement(
        sql<{ id: string; of: string }>`select i.id, (${instanceOf(of)}) as of from process_instances i where i.id = ${root}${lock}`,
      ),
    ),
    tx.all(statement(instancesOf({ root, of: instanceOf(of), ended, history }))),
    earlierStep(tx, commandKey),
  ])
  return locked && { rootId: locked.id, instanceId: locked.of, instances, earlier }
}

/** What was done under a key; nothing where it is a new one, or there is none. */
export async function earlierStep(tx: Transaction, commandKey: string | undefined): Promise<EarlierStep | undefined> {
  if (commandKey === undefined) return undefined
  return tx.first(
    statement(sql<EarlierStep>`select instance_id, command, actor_id, task_id, data from process_events where command_key = ${commandKey}`),
  )
}

/** A task as it is in memory, of the table `t`. */
const TASK = sql`json_build_object('id', t.id, 'activity', t.activity, 'node', t.node, 'name', t.name, 'assignee_id', t.assignee_id,
      'owner_id', t.owner_id, 'delegation_state', t.delegation_state, 'task_state', t.task_state, 'outcome', t.outcome, 'claim_time', t.claim_time,
      'due_time', t.due_time, 'end_time', t.end_time, 'priority', t.priority, 'ended_by', t.ended_by, 'ended_for', t.ended_for,
      'delete_reason', t.delete_reason, 'member', t.member, 'weight', t.weight, 'added_by', t.added_by, 'added_how', t.added_how)`

/** Tasks of the passage of a task, which may be over, under the lock of {@link load}. */
export async function passageOf(tx: Transaction, taskId: string): Promise<readonly TaskRow[]> {
  const rows = await tx.all(
    statement(sql<{ task: TaskRow }>`select ${TASK} as task from process_tasks one
      join process_tasks t on t.tenant_id = one.tenant_id and t.instance_id = one.instance_id and t.activity = one.activity
      where one.id = ${taskId} order by t.member, t.id`),
  )
  return rows.map(({ task }) => task)
}

interface Loading {
  readonly root: RawBuilder<unknown>
  readonly of: RawBuilder<unknown>
  readonly ended: boolean
  readonly history: boolean
}

const instancesOf = ({ root, of, ended, history }: Loading) => sql<LoadedInstance>`
  select i.id, i.definition_id, i.root_id, i.parent_id, i.parent_activity, i.origin_id, i.business_number, i.name, i.starter_id, i.instance_state, i.outcome,
    i.tokens, i.next_number, i.step_number, i.start_time::text as start_time,
    coalesce((select json_agg(json_build_object('number', a.number, 'node', a.node, 'scope', a.scope, 'causes', a.causes, 'took', a.took,
      'activity_state', a.activity_state, 'member', a.member, 'members', a.members, 'incident', a.incident,
      'straight_to', a.straight_to) order by a.number)
      from process_activities a where a.tenant_id = i.tenant_id and a.instance_id = i.id
        ${history ? sql`` : sql`and a.activity_state in ('active', 'failed')`}), '[]') as activities,
    coalesce((select json_agg(json_build_object('number', w.number, 'holder', w.holder, 'node', w.node, 'wait_kind', w.wait_kind, 'wait_name', w.wait_name,
      'correlation', w.correlation, 'due_time', w.due_time, 'times_left', w.times_left, 'created_at', w.created_at) order by w.number)
      from process_waits w where w.tenant_id = i.tenant_id and w.instance_id = i.id), '[]') as waits,
    coalesce((select json_agg(${TASK} order by t.member, t.id)
      from process_tasks t where t.tenant_id = i.tenant_id and t.instance_id = i.id and (t.task_state in ('waiting', 'open')
        or exists (select from process_activities a where a.tenant_id = t.tenant_id and a.instance_id = t.instance_id and a.number = t.activity
          and a.activity_state in ('active', 'failed')))), '[]') as tasks,
    coalesce((select json_agg(json_build_object('id', d.id, 'node', d.node, 'ended_by', d.ended_by, 'outcome', d.outcome, 'end_time', d.end_time) order by d.end_time, d.id)
      from (select * from process_tasks t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.task_state = 'done'
        order by t.end_time desc limit ${sql.lit(MAX_DONE)}) d), '[]') as done,
    coalesce((select json_agg(json_build_array(v.name, v.variable_type, v.value)) from process_variables v
      where v.tenant_id = i.tenant_id and v.instance_id = i.id and v.scope = 0), '[]') as variables,
    coalesce((select json_agg(json_build_object('id', n.id, 'activity', n.activity, 'node', n.node, 'incident_kind', n.incident_kind))
      from process_incidents n where n.tenant_id = i.tenant_id and n.instance_id = i.id and n.resolved_at is null), '[]') as incidents
  from process_instances i
  where i.id = ${root} or i.id = (${of}) or (i.root_id = ${root} and i.parent_id is not null${ended ? sql`` : sql` and i.instance_state in ('running', 'suspended')`})
  order by i.id`
