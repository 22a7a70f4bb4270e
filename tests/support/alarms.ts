/** Rules of alarms, samples that meet them, and what became of both. */
import { randomUUID } from 'node:crypto'
import type { TenantId } from '../../model/brands.ts'
import { millis } from '../../model/brands.ts'
import type { AlarmState, AlarmTransition } from '../../model/acquisition/alarm-states.ts'
import { build } from '../../server/kernel/database/sql.ts'
import type { BuiltDevice } from './devices.ts'
import { unique } from './builders.ts'
import type { TestServer } from './server.ts'

export interface RuleValues {
  point_key?: string
  alarm_kind?: string
  alarm_limit?: number | null
  alarm_deadband?: number
  silent_seconds?: number
  on_delay?: number
  off_delay?: number
  alarm_priority?: number
  rule_name?: string
  message_en?: string
  rule_status?: 0 | 1
  process_key?: string
}

/** A rule for a device: above 22 unless said otherwise. The server has taken notice of it. */
export async function buildRule(
  { services }: Pick<TestServer, 'services'>,
  { tenantId, id: device_id }: BuiltDevice,
  values: RuleValues = {},
): Promise<string> {
  const id = randomUUID()
  await services.transactions.inTenant({ tenantId }, async (tx) => {
    await tx.run(
      build.insertInto('alarm_rules').values({
        tenant_id: tenantId,
        id,
        rule_name: `rule ${unique()}`,
        device_id,
        point_key: 'temperature',
        alarm_kind: 'high',
        alarm_limit: 22,
        alarm_priority: 2,
        rule_status: 1,
        ...values,
      } as never),
    )
    await services.invalidations.publish(tx, { kind: 'registry-changed', tenantId })
  })
  await services.acquisition.alarms.settled()
  return id
}

let last = 0
/** Milliseconds, never the same twice. */
export const moment = () => (last = Math.max(Date.now(), last + 1))

/** Sends values as the device would; resolves when they are stored, judged, and what follows is stored as well. */
export async function measure(
  { services: { acquisition } }: Pick<TestServer, 'services'>,
  { name }: BuiltDevice,
  values: Readonly<Record<string, number | undefined>>,
  time = moment(),
): Promise<void> {
  const device = await acquisition.registry.find(name)
  if (!device) throw new Error('the device is not known')
  await acquisition.ingest.accept(
    device,
    { readings: Object.entries(values).map(([key, value]) => ({ key, time: millis(time), value })), faults: [] },
    100,
  )
  await acquisition.alarms.settled()
}

export interface StoredAlarm {
  id: string
  alarm_state: AlarmState
  active: boolean
  alarm_value: number | null
  mode: string
}

export async function alarmsOf({ services }: Pick<TestServer, 'services'>, tenantId: TenantId, ruleId: string): Promise<StoredAlarm[]> {
  return services.transactions.inTenant(
    { tenantId },
    (tx) =>
      tx.all(
        build
          .selectFrom('alarms')
          .select(['id', 'alarm_state', 'active', 'alarm_value', 'mode'])
          .where('rule_id', '=', ruleId)
          .orderBy('id'),
      ),
    'read',
  )
}

/** What has happened to the alarms of a rule, in its order. */
export async function transitionsOf(
  { services }: Pick<TestServer, 'services'>,
  tenantId: TenantId,
  ruleId: string,
): Promise<AlarmTransition[]> {
  const rows = await services.transactions.inTenant(
    { tenantId },
    (tx) =>
      tx.all(
        build
          .selectFrom('alarm_events')
          .innerJoin('alarms', 'alarms.id', 'alarm_events.alarm_id')
          .select('transition')
          .where('rule_id', '=', ruleId)
          .orderBy('alarm_events.id'),
      ),
    'read',
  )
  return rows.map(({ transition }) => transition)
}
