/** Alarms as rows: held while they are changed, and changed together with the row that says so for ever. */
import { sql } from 'kysely'
import type { Millis } from '../../../model/brands.ts'
import type { AlarmMode, AlarmTransition } from '../../../model/acquisition/alarm-states.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'
import type { DomainEvents, NewDomainEvent } from '../../kernel/runtime/domain-events.ts'
import type { AlarmEventKind } from './domain-events.ts'
import { domainEventOf } from './domain-events.ts'
import type { AlarmCondition } from './state-machine.ts'
import { stateOf, transitionOf } from './state-machine.ts'

/** What may change of an alarm. Moments as texts that the database takes. */
export interface AlarmRow extends AlarmCondition {
  id: string
  rule_id: string
  point_id: string
  rule_name: string
  alarm_kind: string
  alarm_priority: number
  alarm_limit: number | null
  alarm_value: number | null
  quality: number | null
  condition_at: Date | string | null
  raised_at: Date | string | null
  returned_at: Date | string | null
  acknowledged_by: string | null
  acknowledged_at: Date | string | null
  shelved_until: Date | string | null
  alarm_comment: string | null
  notified_at: Date | string | null
}

export interface AlarmEvent {
  alarm_id: string
  transition: AlarmTransition
  from_state: string
  to_state: string
  sample_time: string | null
  value: number | null
  quality: number | null
  user_id: string | null
  comment: string | null
  /** Which process did it, where no person did. */
  process_instance_id?: string
  /** The clock of the database, unless it happened before. */
  happened_at?: string
  /** What subscribers are told of it, if anything. */
  emits: AlarmEventKind | undefined
}

/** What came with a transition. */
export interface Cause {
  readonly now: Date
  readonly sampleTime?: Millis | undefined
  readonly value?: number | null | undefined
  readonly quality?: number | undefined
  readonly userId?: string | undefined
  readonly comment?: string | undefined
  readonly until?: Date | undefined
}

const COLUMNS = [
  'id',
  'rule_id',
  'point_id',
  'rule_name',
  'alarm_kind',
  'alarm_priority',
  'alarm_limit',
  'active',
  'owed',
  'fresh',
  'mode',
  'alarm_value',
  'quality',
  'condition_at',
  'raised_at',
  'returned_at',
  'acknowledged_by',
  'acknowledged_at',
  'shelved_until',
  'alarm_comment',
  'notified_at',
] as const

/**
 * The alarms with these ids, locked. Held until the end of the transaction; always in one order, so that two who hold several wait for
 * each other and not for ever.
 */
export async function lockAlarms(tx: Transaction, ids: readonly string[]): Promise<AlarmRow[]> {
  return tx.all(
    build
      .selectFrom('alarms')
      .select(COLUMNS)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .orderBy('id')
      .forUpdate(),
  )
}

/** Changes the row in memory; gives what is to be kept of it, or nothing where the transition is not allowed. */
export function applyTransition(
  row: AlarmRow,
  transition: AlarmTransition,
  { now, sampleTime, value, quality, userId, comment, until }: Cause,
): AlarmEvent | undefined {
  const next = transitionOf(row, transition)
  if (!next) return undefined
  const moment = now.toISOString()
  const event: AlarmEvent = {
    alarm_id: row.id,
    transition,
    from_state: stateOf(row),
    to_state: stateOf(next),
    sample_time: sampleTime === undefined ? null : new Date(sampleTime).toISOString(),
    value: value ?? null,
    quality: quality ?? null,
    user_id: userId ?? null,
    comment: comment ?? null,
    emits: domainEventOf(row, next, transition),
  }
  Object.assign(row, { active: next.active, owed: next.owed, fresh: next.fresh, mode: next.mode satisfies AlarmMode })
  if (transition === 'raise')
    Object.assign(row, {
      raised_at: moment,
      returned_at: null,
      acknowledged_by: null,
      acknowledged_at: null,
      ...(next.mode === 'in-service' ? { alarm_comment: null } : {}),
    })
  if (transition === 'return' || transition === 'withdraw') row.returned_at = moment
  if (transition === 'raise' || transition === 'return')
    Object.assign(row, {
      condition_at: event.sample_time ?? moment,
      ...(value === undefined ? {} : { alarm_value: value, quality: quality ?? null }),
    })
  if (transition === 'acknowledge')
    Object.assign(row, { acknowledged_by: userId ?? null, acknowledged_at: moment, alarm_comment: comment ?? null })
  if (next.mode !== 'in-service')
    Object.assign(
      row,
      transition === 'raise' || transition === 'return' || transition === 'withdraw'
        ? {}
        : { alarm_comment: comment ?? null, shelved_until: until?.toISOString() ?? null },
    )
  else if (event.from_state !== event.to_state && ['unshelve', 'expire', 'unsuppress', 'restore'].includes(transition))
    Object.assign(row, { shelved_until: null, alarm_comment: comment ?? null })
  return event
}

/** Stores the changed alarms together with their events, and tells subscribers. All or nothing: they stand in one transaction. */
export async function saveWithEvents(
  tx: Transaction,
  domainEvents: DomainEvents,
  rows: readonly AlarmRow[],
  events: readonly AlarmEvent[],
): Promise<void> {
  if (rows.length === 0) return
  await Promise.all([saveRows(tx, rows, events), domainEvents.emit(tx, eventsOf(rows, events))])
}

/** Stores the changed alarms together with their events, and tells nobody. */
export async function saveRows(tx: Transaction, rows: readonly AlarmRow[], events: readonly AlarmEvent[]): Promise<void> {
  if (rows.length === 0) return
  await Promise.all([
    tx.run(
      statement(sql`
      update alarms a set active = u.active, owed = u.owed, fresh = u.fresh, mode = u.mode, rule_name = u.rule_name, alarm_kind = u.alarm_kind, alarm_priority = u.alarm_priority, alarm_limit = u.alarm_limit,
        alarm_value = u.alarm_value, quality = u.quality, condition_at = u.condition_at, raised_at = u.raised_at, returned_at = u.returned_at,
        acknowledged_by = u.acknowledged_by, acknowledged_at = u.acknowledged_at, shelved_until = u.shelved_until, alarm_comment = u.alarm_comment,
        notified_at = u.notified_at, updated_at = clock_timestamp(), version = version + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (id uuid, active boolean, owed boolean, fresh boolean, mode text, rule_name text, alarm_kind text, alarm_priority smallint, alarm_limit float8,
        alarm_value float8, quality smallint, condition_at timestamptz, raised_at timestamptz, returned_at timestamptz, acknowledged_by uuid, acknowledged_at timestamptz,
        shelved_until timestamptz, alarm_comment text, notified_at timestamptz)
      where a.id = u.id`),
    ),
    tx.run(
      statement(sql`
      insert into alarm_events (tenant_id, alarm_id, transition, from_state, to_state, sample_time, value, quality, user_id, comment, process_instance_id, happened_at)
      select ${tx.tenantId}::uuid, u.alarm_id, u.transition, u.from_state, u.to_state, u.sample_time, u.value, u.quality, u.user_id, u.comment, u.process_instance_id, coalesce(u.happened_at, clock_timestamp())
      from rows from (jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as (alarm_id uuid, transition text, from_state text, to_state text, sample_time timestamptz, value float8, quality smallint, user_id uuid, comment text, process_instance_id uuid, happened_at timestamptz))
        with ordinality as u (alarm_id, transition, from_state, to_state, sample_time, value, quality, user_id, comment, process_instance_id, happened_at, place)
      order by u.place`),
    ),
  ])
}

function eventsOf(rows: readonly AlarmRow[], events: readonly AlarmEvent[]): NewDomainEvent<AlarmEventKind>[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return events.flatMap(({ alarm_id: subject, emits: kind, value, sample_time: sampleTime, user_id: userId }) => {
    const row = byId.get(subject)
    if (!kind || !row) return []
    const { rule_id: ruleId, point_id: pointId, alarm_priority: priority } = row
    return { kind, subject, payload: { ruleId, pointId, priority, value, sampleTime, userId } }
  })
}
