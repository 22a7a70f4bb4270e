/**
 * The alarms of a device go out of service while somebody works on it, and come back afterwards, by the same transitions as by hand (`remove` and `restore` of
 * ANSI/ISA-18.2): nothing that an alarm has gone through is missing from its events.
 */
import { sql } from 'kysely'
import { newId } from '../../kernel/ids.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { DomainEvents } from '../../kernel/runtime/domain-events.ts'
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'
import { statement } from '../statement.ts'
import { ALARM_LIST } from './invalidation.ts'
import type { AlarmRow } from './rows.ts'
import { applyTransition, lockAlarms, saveWithEvents } from './rows.ts'

interface Parts {
  readonly domainEvents: DomainEvents
  readonly invalidations: Invalidations
  readonly clock: Clock
}

/** Who does it, and why: it stands with the alarm. */
export interface ServiceCause {
  readonly userId?: string | undefined
  readonly comment: string
}

/** Each rule at each point of the device has an alarm from now on, also one that was never raised: that is put aside as well. */
async function ensureAlarms(tx: Transaction, deviceId: string): Promise<void> {
  const watched = await tx.all(
    statement(sql<{ rule_id: string; point_id: string }>`
    select r.id as rule_id, p.id as point_id from points p
    join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
    join alarm_rules r on r.tenant_id = p.tenant_id and lower(r.point_key) = lower(p.point_key) and r.rule_status = 1
      and (r.device_id is null or r.device_id = d.id) and (r.device_type_id is null or r.device_type_id = d.device_type_id)
    where p.device_id = ${deviceId}::uuid
      and not exists (select from alarms a where a.tenant_id = p.tenant_id and a.rule_id = r.id and a.point_id = p.id)`),
  )
  if (watched.length === 0) return
  const rows = watched.map((row) => ({ ...row, id: newId() }))
  await tx.run(
    statement(sql`
    insert into alarms (tenant_id, id, rule_id, point_id, rule_name, point_name, device_name, alarm_kind, alarm_priority)
    select ${tenantOf(tx)}::uuid, u.id, r.id, p.id, r.rule_name, p.point_name, d.device_name, r.alarm_kind, r.alarm_priority
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (id uuid, rule_id uuid, point_id uuid)
    join alarm_rules r on r.id = u.rule_id join points p on p.id = u.point_id join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
    order by u.rule_id, u.point_id on conflict (tenant_id, rule_id, point_id) do nothing`),
  )
}

/**
 * Takes the alarms of the device out of service and returns all of them, locked: those that were taken out now, and those that were out already. What is shelved or
 * suppressed has been put aside by somebody for their own reason, and stays so.
 */
export async function takeOutOfService(
  tx: Transaction,
  parts: Parts,
  { deviceId, ...cause }: ServiceCause & { readonly deviceId: string },
): Promise<{ readonly taken: readonly string[]; readonly out: readonly string[] }> {
  await ensureAlarms(tx, deviceId)
  const known = await tx.all(
    build
      .selectFrom('alarms')
      .innerJoin('points', (on) => on.onRef('points.tenant_id', '=', 'alarms.tenant_id').onRef('points.id', '=', 'alarms.point_id'))
      .select('alarms.id')
      .where('points.device_id', '=', deviceId),
  )
  const rows = await lockAlarms(
    tx,
    known.map(({ id }) => id),
  )
  const out = rows.filter(({ mode }) => mode === 'out-of-service').map(({ id }) => id)
  return { taken: await move(tx, parts, rows, 'remove', cause), out }
}

/** Returns those of the alarms that are out of service to service. What began meanwhile is told of now. */
export async function returnToService(tx: Transaction, parts: Parts, alarmIds: readonly string[], cause: ServiceCause): Promise<void> {
  if (alarmIds.length > 0) await move(tx, parts, await lockAlarms(tx, alarmIds), 'restore', cause)
}

async function move(
  tx: Transaction,
  { domainEvents, invalidations, clock }: Parts,
  rows: readonly AlarmRow[],
  transition: 'remove' | 'restore',
  cause: ServiceCause,
): Promise<string[]> {
  const now = new Date(clock.now())
  const moved = rows.flatMap((row) => {
    const event = applyTransition(row, transition, { ...cause, now })
    return event ? [{ row, event }] : []
  })
  await saveWithEvents(
    tx,
    domainEvents,
    moved.map(({ row }) => row),
    moved.map(({ event }) => event),
  )
  if (moved.length > 0) await invalidations.publish(tx, { kind: 'news', tenantId: tenantOf(tx), topic: 'alarms', permission: ALARM_LIST })
  return moved.map(({ row }) => row.id)
}
