/**
 * Alarms that their rule answers with a process, noted as soon as they are raised: read from the log of events, in which they stand since the transaction
 * that raised them, so that none is lost and storing an alarm takes no longer. When their time has come, start.ts decides.
 */
import { sql } from 'kysely'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Clock } from '../../../kernel/runtime/clock.ts'
import { databaseTime } from '../../../kernel/runtime/clock.ts'
import type { DomainEvent } from '../../../kernel/runtime/domain-events.ts'
import type { Subscription } from '../../../kernel/runtime/event-subscribers.ts'
import { subscription } from '../../../kernel/runtime/event-subscribers.ts'
import type { Scheduler } from '../../../kernel/runtime/scheduler.ts'
import { statement } from '../../statement.ts'
import '../domain-events.ts'

/** Kinds of scheduled work; the key is the id of the noted start. */
export const ALARM_PROCESS = 'alarm-process'
export const ALARM_PROCESS_RETURN = 'alarm-process-return'

/** Whoever starts, joins or ends processes of alarms of a tenant does so one after the other: each sees what the one before has made. */
export const lockStarts = (tx: Transaction): Promise<void> => advisoryLock(tx, 'processes of alarms')

type Raised = DomainEvent<'alarm-raised' | 'alarm-returned'>
interface Parts {
  readonly scheduler: Scheduler
  readonly clock: Clock
}

/** Subscribes to alarms that are raised and that return. */
export const noteProcessStarts = (parts: Parts): Subscription =>
  subscription({
    kinds: ['alarm-raised', 'alarm-returned'],
    async handle(tx, events) {
      await noteRaised(
        tx,
        parts,
        events.filter(({ kind }) => kind === 'alarm-raised'),
      )
      await noteReturned(
        tx,
        parts,
        events.filter(({ kind }) => kind === 'alarm-returned'),
      )
    },
  })

/** One row for each time that an alarm was raised, however often it is told of; with the work that decides about it. */
async function noteRaised(tx: Transaction, { scheduler, clock }: Parts, events: readonly Raised[]): Promise<void> {
  if (events.length === 0) return
  const given = events.map(({ subject, happenedAt, payload }) => ({
    alarm_id: subject,
    raised_at: happenedAt.toISOString(),
    value: payload.value,
    priority: payload.priority,
  }))
  const noted = await tx.all(
    statement(sql<{ id: string; due_at: Date }>`
    with asked as materialized (
      select gen_random_uuid() as id, a.id as alarm_id, r.id as rule_id, a.point_id, r.process_key, u.raised_at, u.value, u.priority, coalesce(r.process_after, 0) as after
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as u (alarm_id uuid, raised_at timestamptz, value float8, priority smallint)
      join alarms a on a.id = u.alarm_id
      join alarm_rules r on r.tenant_id = a.tenant_id and r.id = a.rule_id
      where r.process_key <> ''),
    stored as (
      insert into process_starts (tenant_id, id, alarm_id, rule_id, point_id, process_key, raised_at, alarm_value, alarm_priority)
      select ${tenantOf(tx)}::uuid, id, alarm_id, rule_id, point_id, process_key, raised_at, value, priority from asked order by raised_at
      on conflict (tenant_id, rule_id, point_id, raised_at) do nothing returning id)
    select asked.id, asked.raised_at + (${databaseTime(clock)} - now()) + make_interval(mins => asked.after) as due_at from asked join stored on stored.id = asked.id`),
  )
  for (const { id: key, due_at: dueAt } of noted) await scheduler.schedule(tx, { kind: ALARM_PROCESS, key, dueAt })
}

/** What nobody works on yet ends with its alarm, where the rule says so. */
async function noteReturned(tx: Transaction, { scheduler, clock }: Parts, events: readonly Raised[]): Promise<void> {
  const ids = [...new Set(events.map(({ subject }) => subject))]
  const isAbout = sql`s.alarm_id = any(${ids}::uuid[]) and exists (select from alarm_rules r
    where r.tenant_id = s.tenant_id and r.id = s.rule_id and r.process_returns = 1)`
  const some = (of: typeof isAbout) => tx.all(statement(sql<{ id: string }>`select s.id from process_starts s where ${of}`))
  if (ids.length === 0 || (await some(sql`s.start_state in ('waiting', 'started') and ${isAbout}`)).length === 0) return
  // One that is being started just now has seen the alarm before it returned.
  await lockStarts(tx)
  for (const { id: key } of await some(sql`s.is_open and not s.is_collecting and ${isAbout}`))
    await scheduler.schedule(tx, { kind: ALARM_PROCESS_RETURN, key, dueAt: databaseTime(clock) })
}
