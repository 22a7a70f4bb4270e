/**
 * What happened to alarms, made into deliveries: one row for each rule that an alarm concerns, in the transaction in which the subscriber steps
 * forward. When they leave is the dispatcher's (dispatch.ts), which is scheduled along.
 */
import { sql } from 'kysely'
import { millis } from '../../../../model/brands.ts'
import { DELIVERY_EVENTS } from '../../../../model/acquisition/deliveries.ts'
import type { DomainEvent } from '../../../kernel/runtime/domain-events.ts'
import type { Subscription } from '../../../kernel/runtime/event-subscribers.ts'
import { subscription } from '../../../kernel/runtime/event-subscribers.ts'
import type { Scheduler } from '../../../kernel/runtime/scheduler.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import { statement } from '../../statement.ts'
import '../domain-events.ts'
import type { ShiftHours } from './shifts.ts'
import { clockOf, isOn } from './shifts.ts'

/** The kind of the scheduled work; its key is the id of the rule. */
export const DELIVERY = 'alarm-delivery'

type AlarmDomainEvent = DomainEvent<'alarm-raised' | 'alarm-acknowledged' | 'alarm-back-in-service' | 'alarm-returned'>

/** Subscribes to what happens to alarms. */
export const deliverAlarms = (scheduler: Scheduler): Subscription =>
  subscription({
    kinds: ['alarm-raised', 'alarm-acknowledged', 'alarm-back-in-service', 'alarm-returned'],
    async handle(tx, events) {
      const of = (...kinds: readonly AlarmDomainEvent['kind'][]) => events.filter(({ kind }) => kinds.includes(kind))
      const deliverable = of('alarm-raised', 'alarm-returned')
      const rules = deliverable.length > 0 ? await storeDeliveries(tx, deliverable) : []
      await resumePutAside(tx, scheduler, of('alarm-raised', 'alarm-back-in-service'))
      const acknowledged = of('alarm-acknowledged')
      if (acknowledged.length > 0) await cancelAcknowledged(tx, acknowledged)
      await scheduleNext(tx, scheduler, rules)
    },
  })

const eventOf = ({ kind }: AlarmDomainEvent) => (kind === 'alarm-raised' ? DELIVERY_EVENTS[0] : DELIVERY_EVENTS[1])

/**
 * The rules that have something to deliver now. A rule that names shifts is about alarms that are raised while one of these is on, at its
 * sites. Of a return those are told who were told of the alarm, whenever it comes.
 */
async function storeDeliveries(tx: Transaction, events: readonly AlarmDomainEvent[]): Promise<string[]> {
  const shifts = await readNamedShifts(tx)
  const zone = shifts.length > 0 ? await tx.timeZone() : undefined
  const onAt = (moment: Date) =>
    zone === undefined ? [] : shifts.filter((shift) => isOn(shift, clockOf(zone, millis(moment.getTime())))).map(({ id }) => id)
  const given = events.map((event) => ({
    event_id: event.id,
    event: eventOf(event),
    alarm_id: event.subject,
    priority: event.payload.priority,
    value: event.payload.value,
    happened_at: event.happenedAt.toISOString(),
    shifts: event.kind === 'alarm-raised' ? onAt(event.happenedAt) : [],
  }))
  const rows = await tx.all(
    statement(sql<{ rule_id: string }>`
    insert into deliveries (tenant_id, id, rule_id, alarm_id, event_id, delivery_event, alarm_name, alarm_priority, alarm_value, delivery_name, channel_name, channel_kind, happened_at, due_at)
    select a.tenant_id, gen_random_uuid(), r.id, a.id, u.event_id, u.event, a.rule_name, u.priority, u.value, r.delivery_name, c.channel_name, c.channel_kind,
      u.happened_at, u.happened_at + make_interval(mins => case when u.event = 'raised' then coalesce(r.after_minutes, 0) else 0 end)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as u (event_id bigint, event text, alarm_id uuid, priority smallint, value float8, happened_at timestamptz, shifts uuid[])
    join alarms a on a.id = u.alarm_id
    join delivery_rules r on r.tenant_id = a.tenant_id and r.delivery_status = 1 and u.priority <= r.least_priority
    join alarm_channels c on c.tenant_id = r.tenant_id and c.id = r.channel_id
    left join points p on p.tenant_id = a.tenant_id and p.id = a.point_id
    left join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
    left join sites s on s.tenant_id = d.tenant_id and s.id = d.site_id
    where (${isNone('delivery_rule_types')} or ${isAmong('delivery_rule_types', 'device_type_id', 'd.device_type_id')})
      and ((${isNone('delivery_rule_sites')} and ${isNone('delivery_rule_projects')})
        or ${isAmong('delivery_rule_sites', 'site_id', 's.id')} or ${isAmong('delivery_rule_projects', 'project_id', 's.project_id')})
      and ((u.event = 'raised' and ${isOnShift('u')}) or (r.tell_return = 1 and (
        exists (select from deliveries e where e.tenant_id = a.tenant_id and e.rule_id = r.id and e.alarm_id = a.id and e.delivery_event = 'raised' and e.delivery_state <> 'cancelled')
        or exists (select from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as e (event_id bigint, event text, alarm_id uuid, shifts uuid[])
          where e.alarm_id = a.id and e.event = 'raised' and e.event_id < u.event_id and ${isOnShift('e')}))))
    order by u.event_id
    on conflict (tenant_id, rule_id, alarm_id, event_id) do nothing
    returning rule_id`),
  )
  return [...new Set(rows.map(({ rule_id: id }) => id))]
}

const isNone = (table: string) =>
  sql<boolean>`not exists (select from ${sql.table(table)} l where l.tenant_id = r.tenant_id and l.rule_id = r.id)`
const isAmong = (table: string, column: string, is: string) =>
  sql<boolean>`exists (select from ${sql.table(table)} l where l.tenant_id = r.tenant_id and l.rule_id = r.id and l.${sql.ref(column)} = ${sql.ref(is)})`

/** Whether the rule names no shifts, or one that is on then and has the site of the alarm. */
const isOnShift = (event: string) =>
  sql<boolean>`(${isNone('delivery_rule_shifts')} or exists (select from delivery_rule_shifts l where l.tenant_id = r.tenant_id and l.rule_id = r.id and l.shift_id = any(${sql.ref(event)}.shifts)
    and (not exists (select from duty_shift_sites o where o.tenant_id = l.tenant_id and o.shift_id = l.shift_id)
      or exists (select from duty_shift_sites o where o.tenant_id = l.tenant_id and o.shift_id = l.shift_id and o.site_id = s.id))))`

/** Shifts in use that rules name. */
function readNamedShifts(tx: Transaction): Promise<(ShiftHours & { id: string })[]> {
  return tx.all(
    statement(sql<ShiftHours & { id: string }>`
    select s.id, s.weekdays, s.begins_at as start, s.ends_at as "end", s.valid_from as "from", s.valid_until as until
    from duty_shifts s where s.shift_status = 1 and exists (select from delivery_rule_shifts l where l.tenant_id = s.tenant_id and l.shift_id = s.id)`),
  )
}

/** What was due while its alarm was put aside is due now that the alarm is back, and what tells its end is right after it. What is due later stays so. */
async function resumePutAside(tx: Transaction, scheduler: Scheduler, events: readonly AlarmDomainEvent[]): Promise<void> {
  if (events.length === 0) return
  const given = events.map(({ id, subject, happenedAt }) => ({ event_id: id, alarm_id: subject, happened_at: happenedAt.toISOString() }))
  const concerned = await tx.all(
    statement(sql<{ rule_id: string }>`
    select distinct rule_id from deliveries where alarm_id = any(${events.map(({ subject }) => subject)}::uuid[]) and delivery_state = 'waiting' order by rule_id`),
  )
  // Before the rows change: the dispatcher holds its work while it puts aside what is due, and so each of the two sees what the other has done.
  for (const { rule_id: key } of concerned)
    await scheduler.schedule(tx, { tenantId: tenantOf(tx), kind: DELIVERY, key, dueAt: sql<Date>`now()` })
  await tx.run(
    statement(sql`
    update deliveries d set put_aside = false, due_at = least(d.due_at, u.happened_at), updated_at = now(), version = d.version + 1
    from (select alarm_id, max(event_id) as event_id, max(happened_at) as happened_at
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as each (event_id bigint, alarm_id uuid, happened_at timestamptz) group by alarm_id) u
    where d.alarm_id = u.alarm_id and d.event_id < u.event_id and d.delivery_state = 'waiting'
      and (d.put_aside or (d.delivery_event = 'returned' and not d.held))`),
  )
}

/** Somebody knows of them: what has not left yet need not leave. */
async function cancelAcknowledged(tx: Transaction, events: readonly AlarmDomainEvent[]): Promise<void> {
  const given = events.map(({ id, subject }) => ({ event_id: id, alarm_id: subject }))
  await tx.run(
    statement(sql`
    update deliveries d set delivery_state = 'cancelled', held = false, updated_at = now(), version = d.version + 1
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as u (event_id bigint, alarm_id uuid)
    where d.alarm_id = u.alarm_id and d.event_id < u.event_id and d.delivery_state = 'waiting' and d.delivery_event = 'raised'`),
  )
}

/** How many of the deliveries reached nobody, and are tried again now: somebody may be on duty by this time, or have an address, or see the device. */
export async function deliverUnaddressed(tx: Transaction, scheduler: Scheduler, deliveryIds: readonly string[]): Promise<number> {
  const again = await tx.all(
    statement(sql<{ rule_id: string }>`
    update deliveries d set delivery_state = 'waiting', batch_id = null, due_at = now(), updated_at = now(), version = d.version + 1
    where d.id = any(${deliveryIds}::uuid[]) and d.delivery_state = 'handed'
      and not exists (select from messages m where m.tenant_id = d.tenant_id and m.batch_id = d.batch_id)
    returning d.rule_id`),
  )
  await scheduleNext(tx, scheduler, [...new Set(again.map(({ rule_id: id }) => id))])
  return again.length
}

/** Schedules the dispatcher for when the next delivery of each of these rules is due. */
export async function scheduleNext(tx: Transaction, scheduler: Scheduler, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return
  const waiting = await tx.all(
    statement(sql<{ rule_id: string; due_at: Date }>`
    select rule_id, min(due_at) as due_at from deliveries where rule_id = any(${ruleIds}::uuid[]) and delivery_state = 'waiting' group by rule_id order by rule_id`),
  )
  for (const { rule_id: key, due_at: dueAt } of waiting)
    await scheduler.schedule(tx, { tenantId: tenantOf(tx), kind: DELIVERY, key, dueAt })
}
