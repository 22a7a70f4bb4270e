/**
 * A week of alarms for the demonstration: what its rules make of the past of its devices, and what the people of the demonstration did about it. Evaluated before
 * the values are stored, which takes a while: whoever looks in meanwhile is to see what such a list looks like.
 */
import { millis } from '../../model/brands.ts'
import type { TenantId } from '../../model/brands.ts'
import { QUALITY } from '../../model/acquisition/quality.ts'
import type { AlarmCare } from '../../seeds/alarm-care.ts'
import type { Device, PastAlarm } from '../acquisition/index.ts'
import { openPastAlarms, storePastAlarms } from '../acquisition/index.ts'
import { build } from '../kernel/database/sql.ts'
import type { Services } from '../kernel/services.ts'
import type { SimulatedDevice } from './devices.ts'
import { ALARMS, HISTORY, isDone, noteDone } from './done.ts'
import type { Fault } from './faults.ts'
import { knownDevices, pastDays, pastFaults, pastOf } from './past.ts'
import { HOUR, MINUTE, chance, seedOf } from './physics.ts'

/** Minutes until somebody acknowledges, at least and at most, by priority. */
const PATIENCE: Readonly<Record<number, readonly [least: number, most: number]>> = { 1: [1, 6], 2: [3, 15], 3: [5, 40], 4: [10, 180] }
/** What came last nobody has seen to yet. */
const LEFT = { alarms: 3, ms: 12 * HOUR }
/** What came so often is put aside until it has been looked into. */
const SHELVED = { raised: 40, since: 3 * HOUR, until: 5 * HOUR }

type Known = readonly (readonly [SimulatedDevice, Device])[]

/** Stores the alarms of the days before this start; gives how many transitions. Once, and not where there is a past already. */
export async function fillAlarms(
  services: Pick<Services, 'transactions' | 'acquisition' | 'invalidations'>,
  devices: readonly SimulatedDevice[],
  faultsOf: (time: number) => readonly Fault[],
  care: Readonly<Record<string, AlarmCare>>,
  now = Date.now(),
): Promise<number> {
  const { transactions, acquisition, invalidations } = services
  if ((await isDone(transactions, ALARMS)) || (await isDone(transactions, HISTORY))) return 0
  const faults = pastFaults(faultsOf, now)
  const byTenant = Map.groupBy(await knownDevices(services, devices), ([, { tenantId }]) => tenantId)
  let stored = 0
  for (const [tenantId, known] of byTenant) {
    const alarms = await openPastAlarms(transactions, tenantId)
    replay(known, alarms, faults, now)
    await attend(transactions, tenantId, care[known[0]?.[0].tenantCode ?? ''], alarms, now)
    stored += await transactions.inTenant({ tenantId }, (tx) => storePastAlarms(tx, invalidations, tenantId, alarms))
    await acquisition.alarms.follow(tenantId)
  }
  await noteDone(transactions, ALARMS, stored)
  return stored
}

function replay(known: Known, alarms: readonly PastAlarm[], faults: readonly Fault[], now: number): void {
  const bySeries = Map.groupBy(alarms, ({ series }) => series)
  for (const [simulated, { points }] of known) {
    const watched = [...points].flatMap(([key, point]) => (bySeries.get(point.series) ?? []).map((alarm) => ({ key, point, alarm })))
    if (watched.length === 0) continue
    for (const { time, values } of pastDays(now)
      .toReversed()
      .flatMap((day) => [...pastOf(simulated, faults, now, day)])) {
      for (const { key, point, alarm } of watched) {
        if (!(key in values)) continue
        const value = values[key] ?? null
        const isOutside = value !== null && ((point.low !== null && value < point.low) || (point.high !== null && value > point.high))
        const quality = value === null ? QUALITY.bad : isOutside ? QUALITY.uncertain : QUALITY.good
        alarm.changes.push(...alarm.replay.take({ time: millis(time), value, quality }))
      }
    }
    for (const { alarm } of watched) alarm.changes.push(...alarm.replay.until(millis(now)))
  }
}

/** Adds what people did: nearly all is acknowledged after a while, the alarm that came most often is put aside, and the newest wait. */
async function attend(
  transactions: Services['transactions'],
  tenantId: TenantId,
  care: AlarmCare | undefined,
  alarms: readonly PastAlarm[],
  now: number,
): Promise<void> {
  if (!care) return
  const people = await transactions.inTenant(
    { tenantId },
    (tx) =>
      tx.all(
        build
          .selectFrom('users')
          .select('id')
          .where('username', 'in', [...care.people])
          .where('status', '=', 1)
          .orderBy('username'),
      ),
    'read',
  )
  const someone = (at: number) => pick(people, chance(seedOf('who'), at / MINUTE))?.id
  if (people.length === 0) return
  const raised = alarms.map((alarm) => ({
    alarm,
    times: alarm.changes.flatMap(({ transition, at }) => (transition === 'raise' ? [at] : [])),
  }))
  const often = raised.toSorted((one, other) => other.times.length - one.times.length)[0]
  const shelved = often && often.times.length >= SHELVED.raised ? often.alarm : undefined
  const newest = raised
    .filter(({ alarm, times }) => alarm !== shelved && (times.at(-1) ?? 0) > now - LEFT.ms)
    .toSorted((one, other) => (other.times.at(-1) ?? 0) - (one.times.at(-1) ?? 0))
    .slice(0, LEFT.alarms)
  for (const { alarm, times } of raised) {
    const [least, most] = PATIENCE[alarm.priority] ?? [5, 60]
    const leftFrom = newest.some((each) => each.alarm === alarm) ? (times.at(-1) ?? now) : now
    for (const time of times) {
      const at = time + (least + (most - least) * chance(seedOf('when'), time / MINUTE)) * MINUTE
      if (at >= leftFrom) continue
      const comment = alarm.priority <= 2 ? pick(care.remarks, chance(seedOf('what'), time / MINUTE)) : undefined
      alarm.changes.push({ transition: 'acknowledge', at: millis(at), userId: someone(at), comment })
    }
  }
  if (!shelved) return
  const at = now - SHELVED.since
  const userId = someone(at)
  shelved.changes.push(
    { transition: 'acknowledge', at: millis(at - MINUTE), userId },
    { transition: 'shelve', at: millis(at), userId, comment: care.shelving, until: millis(now + SHELVED.until) },
  )
}

/** One of them. @param where From 0 to 1. */
const pick = <Item>(items: readonly Item[], where: number): Item | undefined => items[Math.floor(where * items.length)]
