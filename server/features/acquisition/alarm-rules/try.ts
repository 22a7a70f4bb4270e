/** What a rule would have raised: it is asked of the samples that are stored, before anybody relies on it. */
import { sql } from 'kysely'
import type { Millis } from '../../../../model/brands.ts'
import { millis } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/acquisition/alarms.ts'
import { queryReadingHistory } from '../../../../model/contract/acquisition/readings.ts'
import { alarmRules, devices, points } from '../../../../model/index.ts'
import { secondText } from '../../../../model/zone.ts'
import { lastSampleBefore, openReplay, statement, storedSamples } from '../../../acquisition/index.ts'
import { mayCall, viewOf } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'

const DAYS = 30
const DAY_MS = 86_400_000
/** Of a rule for a type: enough to see what it does. */
const MAX_POINTS = 50
/** Altogether. What is beyond is not looked at, and the answer says so. */
const MAX_SAMPLES = 500_000
const MAX_MS = 10_000
const MAX_MOMENTS = 100

interface Spot {
  series: string
  device: string
  point: string
}

export const tryAlarmRule = implement(contract.tryAlarmRule, {
  access: 'granted',
  summary: 'How often a rule would have raised an alarm in the last 30 days, and when; of samples that are stored, as far as time allows',
  of: alarmRules,
  async handle({ input, caller, inTenant, services: { clock } }) {
    // Limits that are tried one after the other tell what was measured.
    if (!viewOf(caller, alarmRules).sees('pointKey') || !mayCall(caller, queryReadingHistory.path)) fail('permission.denied')
    const [seesDevice, seesPoint] = [viewOf(caller, devices).sees('deviceName'), viewOf(caller, points).sees('pointName')]
    const { spots, zone } = await inTenant(async (tx) => ({ spots: await readSpots(tx, input), zone: await tx.timeZone() }))
    const to = millis(clock.now())
    const from = millis(to - DAYS * DAY_MS)
    const began = performance.now()
    const moments: { at: Millis; until: Millis | undefined; spot: Spot }[] = []
    let [samples, looked] = [0, 0]
    const isOver = () => samples >= MAX_SAMPLES || performance.now() - began > MAX_MS
    for (const spot of spots.slice(0, MAX_POINTS)) {
      if (isOver()) break
      const replay = openReplay(conditionOf(input))
      const note = ({ transition, at }: { transition: 'raise' | 'return'; at: Millis }) => {
        if (transition === 'raise') moments.push({ at, until: undefined, spot })
        else {
          const open = moments.at(-1)
          if (open?.spot === spot) open.until = at
        }
      }
      // What has been silent, or beyond its limit, since before these days stands in them all the same.
      const before = await lastSampleBefore(inTenant, spot.series, from)
      if (before) replay.take(before).forEach(note)
      let isWhole = true
      for await (const page of storedSamples(inTenant, spot.series, from, to)) {
        for (const sample of page) replay.take(sample).forEach(note)
        samples += page.length
        isWhole = !isOver()
        if (!isWhole) break
      }
      if (isWhole) {
        replay.until(to).forEach(note)
        looked += 1
      }
    }
    const standing = moments.filter(({ until }) => until === undefined || until >= from)
    const text = (moment: Millis) => secondText(zone, moment)
    return {
      fired: standing.length,
      points: looked,
      isWhole: looked === spots.length,
      samples,
      moments: standing
        .toSorted((one, other) => other.at - one.at)
        .slice(0, MAX_MOMENTS)
        .map(({ at, until, spot }) => ({
          at: text(at),
          until: until === undefined ? null : text(until),
          ...(seesDevice ? { deviceName: spot.device } : {}),
          ...(seesPoint ? { pointName: spot.point } : {}),
        })),
    }
  },
})

function conditionOf({ alarmKind, alarmLimit, alarmDeadband, silentSeconds, onDelay, offDelay }: contract.TriedAlarmRule) {
  return {
    kind: alarmKind,
    limit: alarmLimit ?? 0,
    deadband: alarmDeadband ?? 0,
    silentMs: (silentSeconds ?? 0) * 1000,
    onDelayMs: (onDelay ?? 0) * 1000,
    offDelayMs: (offDelay ?? 0) * 1000,
  }
}

/** Points that the rule would watch and the caller sees; one more than are looked at. */
function readSpots(tx: Transaction, { deviceId, deviceTypeId, pointKey }: contract.TriedAlarmRule): Promise<Spot[]> {
  const place = deviceId
    ? sql`d.id = ${deviceId} and (${deviceTypeId ?? null}::uuid is null or d.device_type_id = ${deviceTypeId ?? null}::uuid)`
    : sql`d.device_type_id = ${deviceTypeId ?? null}::uuid`
  return tx.all(
    statement(sql<Spot>`
    select p.series, d.device_name as device, p.point_name as point from devices d join points p on p.tenant_id = d.tenant_id and p.device_id = d.id
    where ${place} and d.device_status = 1 and lower(p.point_key) = ${pointKey.toLowerCase()} order by d.device_name limit ${MAX_POINTS + 1}`),
  )
}
