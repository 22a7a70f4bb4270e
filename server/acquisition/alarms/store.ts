/**
 * What the watch has found, made so in the tables: each alarm is held, asked whether it is already so, and changed together with its
 * event. Several servers may find the same; the first one has done it, and the others find nothing left to do.
 */
import { sql } from 'kysely'
import type { Millis, TenantId } from '../../../model/brands.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import { databaseTime } from '../../kernel/runtime/clock.ts'
import type { DomainEvents } from '../../kernel/runtime/domain-events.ts'
import { newId } from '../../kernel/ids.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'
import type { AlarmEvent, AlarmRow } from './rows.ts'
import { lockAlarms, saveWithEvents, applyTransition } from './rows.ts'
import type { Change } from './rule-instance.ts'
import { keyOf } from './rule-instance.ts'

export interface Stored {
  readonly row: AlarmRow
  readonly change: Change
  readonly event: AlarmEvent | undefined
}

/**
 * What came of each change, in their order; without an event where somebody else was before.
 * @param onMoved What goes along, in the same transaction.
 */
export async function storeChanges(
  tx: Transaction,
  domainEvents: DomainEvents,
  changes: readonly Change[],
  onMoved: () => Promise<void>,
): Promise<Stored[]> {
  if (changes.length === 0) return []
  const ruleInstances = new Map(changes.map(({ watch }) => [keyOf(watch.ruleId, watch.point.id), watch]))
  const named = [...ruleInstances.values()].map(({ ruleId, ruleName, priority, condition, point }) => ({
    id: newId(),
    rule_id: ruleId,
    point_id: point.id,
    rule_name: ruleName,
    point_name: point.name,
    device_name: point.device,
    alarm_kind: condition.kind,
    alarm_priority: priority,
  }))
  await tx.run(
    statement(sql`
    insert into alarms (tenant_id, id, rule_id, point_id, rule_name, point_name, device_name, alarm_kind, alarm_priority)
    select ${tx.tenantId}::uuid, u.id, u.rule_id, u.point_id, u.rule_name, u.point_name, u.device_name, u.alarm_kind, u.alarm_priority
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as u (id uuid, rule_id uuid, point_id uuid, rule_name text, point_name text, device_name text, alarm_kind text, alarm_priority smallint)
    order by u.rule_id, u.point_id on conflict (tenant_id, rule_id, point_id) do nothing`),
  )
  const known = await tx.all(
    statement(sql<{ id: string }>`
    select a.id from alarms a join jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as u (rule_id uuid, point_id uuid) on a.rule_id = u.rule_id and a.point_id = u.point_id`),
  )
  const rows = new Map(
    (
      await lockAlarms(
        tx,
        known.map(({ id }) => id),
      )
    ).map((row) => [keyOf(row.rule_id, row.point_id), row]),
  )
  const stored = changes.flatMap((change): Stored[] => {
    const row = rows.get(keyOf(change.watch.ruleId, change.watch.point.id))
    return row ? [{ row, change, event: eventOf(row, change) }] : []
  })
  const moved = stored.filter((each) => each.event !== undefined)
  if (moved.length === 0) return stored
  await onMoved()
  await saveWithEvents(
    tx,
    domainEvents,
    [...new Set(moved.map(({ row }) => row))],
    moved.map(({ event }) => event as AlarmEvent),
  )
  return stored
}

function eventOf(row: AlarmRow, { watch, transition, seen, at }: Change): AlarmEvent | undefined {
  // Another server has seen something newer.
  if (seen && row.condition_at !== null && seen.time < new Date(row.condition_at).getTime()) return undefined
  const event = applyTransition(row, transition, { now: new Date(at), sampleTime: seen?.time, value: seen?.value, quality: seen?.quality })
  const { kind, limit } = watch.condition
  if (event && transition === 'raise')
    Object.assign(row, {
      rule_name: watch.ruleName,
      alarm_kind: kind,
      alarm_priority: watch.priority,
      alarm_limit: kind === 'stale' || kind === 'bad-quality' ? null : limit,
    })
  return event
}

/** Ends the conditions of alarms whose rule or point is no longer there, or in use. What is owed stays owed. */
export async function withdraw(tx: Transaction, domainEvents: DomainEvents, ids: readonly string[], at: Millis): Promise<number> {
  const rows = await lockAlarms(tx, ids)
  const now = new Date(at)
  const events = rows.flatMap((row) => applyTransition(row, 'withdraw', { now }) ?? [])
  await saveWithEvents(tx, domainEvents, rows, events)
  return events.length
}

/** Brings back what was shelved until now. Gives how many. */
export async function expire(tx: Transaction, domainEvents: DomainEvents, ids: readonly string[], at: Millis): Promise<number> {
  const now = new Date(at)
  // Somebody may have shelved it anew meanwhile.
  const rows = (await lockAlarms(tx, ids)).filter(({ shelved_until: until }) => until !== null && new Date(until) <= now)
  const events = rows.flatMap((row) => applyTransition(row, 'expire', { now }) ?? [])
  await saveWithEvents(tx, domainEvents, rows, events)
  return events.length
}

/** Alarms that have been shelved for as long as they were to be, of all tenants. */
export function readExpired(tx: Transaction, clock: Clock): Promise<{ tenant_id: TenantId; id: string }[]> {
  return tx.all(
    build
      .selectFrom('alarms')
      .select(['tenant_id', 'id'])
      .where('mode', '=', 'shelved')
      .where('shelved_until', '<=', databaseTime(clock))
      .orderBy('shelved_until')
      .limit(500),
  )
}
