/** Days by the zone of their tenant on a real database: whatever order samples and changes of the zone come in, they are what the model makes of the samples; and what is read of them meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { millis, rangeInMillis } from '../../model/brands.ts'
import type { TimeWeight } from '../../model/time-weight.ts'
import { merge, ofSample } from '../../model/time-weight.ts'
import { offsetAt, startOf } from '../../model/zone.ts'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import type { BuiltDevice } from '../../tests/support/devices.ts'
import { buildDevice } from '../../tests/support/devices.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { amount } from '../../tests/support/thorough.ts'
import { readHistory, readSummary } from './history.ts'
import { partsOfRange } from './many-series.ts'
import { DAY_MS } from './partitions.ts'
import { remakeStep } from './remake-days.ts'
import { beginOfLevel } from './rollup-basis.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const HOUR = 3_600_000
const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])
/** The server's, one with a summer time, and one whose days begin within an hour of the server's. */
const ZONES = ['Asia/Shanghai', 'Europe/London', 'Asia/Kathmandu', 'America/St_Johns'] as const
/** When clocks in London were last put: a day of 23 or 25 hours. */
const changed = (() => {
  let moment = Math.floor(Date.now() / HOUR) * HOUR - 3 * DAY_MS
  while (offsetAt('Europe/London', moment) === offsetAt('Europe/London', moment - HOUR)) moment -= HOUR
  return moment
})()

interface Measured {
  readonly time: number
  readonly value: number | null
}
const rows = <Row>(sql: string, values: unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(sql, values)).rows as Row[])
async function send({ name }: BuiltDevice, samples: readonly Measured[]): Promise<void> {
  const { registry, ingest } = server.services.acquisition
  const device = await registry.find(name)
  if (!device) throw new Error('the device is not known')
  const readings = samples.map(({ time, value }) => ({ key: 'x', time: millis(time), value: value ?? undefined }))
  await ingest.accept(device, { readings, faults: [] }, 10)
}
const rollUp = async () => {
  for (let rounds = 0; rounds < 4; rounds += 1) await server.services.acquisition.rollups.work(new Date(Date.now() + 2 * DAY_MS))
}
const remake = (tenant: BuiltTenant) => server.services.acquisition.remakeDays.work(tenant.id, 0)
/** One step; the workers of the server may hold the lock for a moment. */
async function stepOf(tenant: BuiltTenant, most: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await remakeStep(server.services.transactions, tenant.id, { most, quietMs: 0 })) !== 'busy') return
    await sleep(20)
  }
}
async function choose(tenant: BuiltTenant, zone: string): Promise<void> {
  await rows("update parameters set param_value = $2 where tenant_id = $1 and lower(param_key) = 'time.zone'", [tenant.id, zone])
  const { transactions, invalidations } = server.services
  await transactions.inPlatform('a test', (tx) => invalidations.publish(tx, { kind: 'parameters-changed', tenantId: tenant.id }))
}
const tenantIn = (zone: string) => buildTenant(server, { parameters: { 'time.zone': zone } })
const pointOf = (tenant: BuiltTenant) => buildDevice(server, tenant, { x: { retention: 'long' } })

const daysOf = (device: BuiltDevice) =>
  rows(
    'select bucket, low, high, count, first_at, last_at, area + 0 as area, covered, carries from sample_days where series = $1 order by bucket',
    [device.series['x']],
  )

/** The days by a zone, merged by the model of the samples alone. */
function expectedDays(samples: readonly Measured[], zone: string): unknown[] {
  const inOrder = [...samples].sort((one, other) => one.time - other.time)
  return [...Map.groupBy(inOrder, ({ time }) => startOf(zone, time, 'day'))].map(([bucket, within]) => {
    const parts = within
      .map(({ time, value }) => ofSample(time, value))
      .reduce<TimeWeight | undefined>((earlier, later) => (earlier ? merge(earlier, later, 600_000) : later), undefined)
    if (!parts) throw new Error('a day without samples')
    const usable = within.flatMap(({ value }) => value ?? [])
    return {
      bucket: new Date(bucket),
      low: usable.length === 0 ? null : Math.min(...usable),
      high: usable.length === 0 ? null : Math.max(...usable),
      count: within.length,
      first_at: new Date(parts.firstAt),
      last_at: new Date(parts.lastAt),
      area: parts.area / 1000 + 0,
      covered: parts.covered / 1000,
      carries: parts.last !== null,
    }
  })
}

type Act = { readonly send: number } | { readonly zone: (typeof ZONES)[number] } | { readonly steps: number } | 'roll up' | 'remake'
const acts = fc.array(
  fc.oneof<fc.Arbitrary<Act>[]>(
    fc.record({ send: fc.nat({ max: 3 }) }),
    fc.record({ zone: fc.constantFrom(...ZONES) }),
    fc.record({ steps: fc.nat({ max: 6 }) }),
    fc.constant('roll up' as const),
    fc.constant('remake' as const),
  ),
  { minLength: 3, maxLength: 10 },
)
const measurements = fc.uniqueArray(
  fc.record({
    time: fc.integer({ min: -40 * 240, max: 40 * 240 }).map((quarter) => changed + quarter * 15_000),
    value: fc.option(fc.integer({ min: -50, max: 50 }), { freq: 5 }),
  }),
  { minLength: 4, maxLength: 60, selector: ({ time }) => time },
)

describe('days by the zone of their tenant', () => {
  it('are what the model makes of the samples, for any order of late batches, changes of the zone, and interruptions', async () => {
    await fc.assert(
      fc.asyncProperty(measurements, acts, fc.boolean(), async (samples, order, isRolledUpFirst) => {
        let zone = 'Europe/London'
        const tenant = await tenantIn(zone)
        const device = await pointOf(tenant)
        const sent = new Set<number>()
        const sendBatch = async (nth: number) => {
          const some = samples.filter((_, place) => place % 4 === nth)
          sent.add(nth)
          if (some.length > 0) await send(device, some)
        }
        for (const act of order) {
          if (act === 'roll up') await rollUp()
          else if (act === 'remake') await remake(tenant)
          else if ('send' in act) await sendBatch(act.send)
          else if ('zone' in act) {
            zone = act.zone
            await choose(tenant, zone)
          } else for (let step = 0; step < act.steps; step += 1) await stepOf(tenant, 1)
        }
        for (const nth of [0, 1, 2, 3]) if (!sent.has(nth)) await sendBatch(nth)
        if (!isRolledUpFirst) await remake(tenant)
        await rollUp()
        await remake(tenant)
        expect(await daysOf(device)).toEqual(expectedDays(samples, zone))
        expect(await rows('select zone, is_ready from day_rollup_states where tenant_id = $1', [tenant.id])).toEqual([
          { zone, is_ready: true },
        ])
      }),
      { numRuns: amount({ quick: 6, ci: 10, touched: 20, thorough: 100 }) },
    )
  })

  it('are made anew where nothing is noted of those that are there: they begin by the clock of the server', async () => {
    const tenant = await tenantIn('Asia/Shanghai')
    const device = await pointOf(tenant)
    const samples = [8, 20, 40].map((hours, value) => ({ time: changed + hours * HOUR, value }))
    await send(device, samples)
    await rollUp()
    await rows('delete from day_rollup_states where tenant_id = $1', [tenant.id])
    await choose(tenant, 'Europe/London')
    const late = { time: changed + 9 * HOUR, value: 7 }
    await send(device, [late])
    await rollUp()
    await remake(tenant)
    expect(await daysOf(device)).toEqual(expectedDays([...samples, late], 'Europe/London'))
  })

  it.each(['America/Havana', 'Atlantic/Azores', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Asuncion'])(
    'take each moment once, also where midnight is left out or comes twice: %s',
    async (zone) => {
      const found = await rows(
        `select at from (select at, begins, day_end(begins, $1) as ends from (
          select at, day_begin(at, $1) as begins from generate_series('2023-03-01'::timestamptz, '2024-03-01', '30 minutes') as at offset 0) as b offset 0) as e
        where not (begins <= at and at < ends and day_begin(ends, $1) = ends)`,
        [zone],
      )
      expect(found).toEqual([])
      const days = await rows<{ begins: Date }>(
        "select distinct day_begin(at, $1) as begins from generate_series('2023-03-01'::timestamptz, '2024-03-01', '1 hour') as at order by 1",
        [zone],
      )
      const begins = days.map((day) => day.begins.getTime())
      for (const [index, begin] of begins.entries()) {
        const next = begins[index + 1] ?? beginOfLevel(zone, begin, 'day', 1)
        const of = [begin, next - 1].flatMap((moment) => [0, 1].map((steps) => beginOfLevel(zone, moment, 'day', steps)))
        expect(of).toEqual([begin, next, begin, next])
      }
    },
  )

  it('are read as far as they go where a range ends on a day that begins twice, and not at all where it ends between', async () => {
    const tenant = await tenantIn('America/Havana')
    const partsOf = (from: string, to: string) =>
      server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
        partsOfRange(tx, rangeInMillis({ from: Date.parse(from), to: Date.parse(to) }), 'day', millis(Date.now())),
      )
    // On 5 November 2023 midnight came at four and at five o'clock UTC.
    const days = (await partsOf('2023-11-03T12:00Z', '2023-11-05T12:00Z')).filter(({ resolution }) => resolution === 'day')
    expect(days).toMatchObject([{ from: Date.parse('2023-11-04T04:00Z'), to: Date.parse('2023-11-05T05:00Z') }])
    for (const [from, to] of [
      ['2023-11-05T04:00Z', '2023-11-08T12:00Z'],
      ['2023-11-01T12:00Z', '2023-11-05T04:30Z'],
    ] as const) {
      const parts = await partsOf(from, to)
      expect(parts.some(({ resolution }) => resolution === 'day')).toBe(false)
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([Date.parse(from), Date.parse(to)])
    }
  })
})

describe('figures by days', () => {
  const begin = startOf('Asia/Kathmandu', Date.now() - 9 * DAY_MS, 'day')
  const samples = Array.from({ length: 7 * 24 * 4 }, (_, index) => ({
    time: begin + index * 900_000 + 7000,
    value: index % 19 === 0 ? null : (index * 37) % 41,
  }))
  const range = rangeInMillis({ from: begin + 10 * HOUR, to: begin + 5 * DAY_MS })

  it('are the same of hours or minutes while days are made anew, and of days as soon as these are ready', async () => {
    const tenant = await tenantIn('Europe/London')
    const [one, other] = [await pointOf(tenant), await pointOf(tenant)]
    for (const device of [one, other]) await send(device, samples)
    await rollUp()
    const { transactions } = server.services
    const read = async ({ series }: BuiltDevice) => {
      const found = await transactions.inTenant({ tenantId: tenant.id }, async (tx) => ({
        days: await readSummary(tx, { series: String(series['x']), carryMs: 600_000, ...range }, 'day'),
        parts: await partsOfRange(tx, range, 'day', millis(Date.now())),
      }))
      const days = found.days.map(({ mean, sampleMean, coverage, ...day }) => ({
        ...day,
        figures: [mean, sampleMean, coverage].map((value) => value?.toFixed(9)),
      }))
      return { days, levels: new Set(found.parts.map(({ resolution }) => resolution)) }
    }
    /** By the samples alone: how many there are in each day. */
    const counts = (zone: string) => {
      const within = [startOf(zone, range.from, 'day'), startOf(zone, range.to - 1, 'day', 1)] as const
      const of = samples.filter(({ time }) => time >= within[0] && time < within[1])
      return [...Map.groupBy(of, ({ time }) => startOf(zone, time, 'day'))].map(([time, all]) => ({ time, count: all.length }))
    }
    const first = await read(one)
    expect(first.days).toMatchObject(counts('Europe/London'))
    expect(first.levels).toContain('day')

    for (const zone of ['Asia/Tokyo', 'Asia/Kathmandu', 'Europe/London']) {
      await choose(tenant, zone)
      const before = await read(one)
      expect(before.days).toMatchObject(counts(zone))
      expect(before.levels).not.toContain('day')
      // Somewhere in the midst of it: of one all are deleted and some are made.
      for (let step = 0; step < 4; step += 1) await stepOf(tenant, 2)
      expect(await rows('select zone, is_ready from day_rollup_states where tenant_id = $1', [tenant.id])).toEqual([
        { zone, is_ready: false },
      ])
      expect(await read(one)).toEqual(before)
      expect((await read(other)).days).toEqual(before.days)
      expect(await remake(tenant)).toBeUndefined()
      const after = await read(one)
      expect(after.days).toEqual(before.days)
      expect(after.levels).toContain('day')
    }
  })

  it('reach back beyond the minutes that are kept where days are made of these: of hours, and no day is made of a part of its minutes', async () => {
    const zone = 'Asia/Kathmandu'
    const tenant = await tenantIn('Europe/London')
    const device = await pointOf(tenant)
    await send(device, samples)
    await rollUp()
    const kept = new Date(begin + 3 * DAY_MS + 2 * HOUR)
    await rows('delete from sample_minutes where series = $1 and bucket < $2', [device.series['x'], kept])
    await rows('delete from samples where series = $1 and time < $2', [device.series['x'], kept])
    await choose(tenant, zone)
    await remake(tenant)
    const whole = expectedDays(samples, zone).slice(4)
    expect(await daysOf(device)).toEqual(whole)
    const all = { series: String(device.series['x']), carryMs: 600_000, ...rangeInMillis({ from: begin, to: begin + 7 * DAY_MS }) }
    const trend = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => readHistory(tx, all, 8))
    expect(trend.resolution).toBe('hour')
    expect(trend.stretches.reduce((sum, { count }) => sum + count, 0)).toBe(samples.length)

    await send(device, [{ time: begin + DAY_MS + 5 * HOUR + 61_000, value: 3 }])
    await rollUp()
    expect(await daysOf(device)).toEqual(whole)
  })

  it('are left alone for a while before the first is deleted, and stay where the zone is put back meanwhile', async () => {
    const tenant = await tenantIn('Europe/London')
    const device = await pointOf(tenant)
    await send(device, samples)
    await rollUp()
    const made = await daysOf(device)
    const { remakeDays } = server.services.acquisition
    expect(await remakeDays.work(tenant.id)).toBeUndefined()
    await choose(tenant, 'Asia/Tokyo')
    expect(await remakeDays.work(tenant.id)).toBeGreaterThan(60_000)
    expect(await remakeDays.work(tenant.id)).toBeGreaterThan(60_000)
    expect(await daysOf(device)).toEqual(made)
    await choose(tenant, 'Europe/London')
    expect(await remakeDays.work(tenant.id)).toBeUndefined()
    expect(await daysOf(device)).toEqual(made)
    expect(await rows('select is_ready, series from day_rollup_states where tenant_id = $1', [tenant.id])).toEqual([
      { is_ready: true, series: null },
    ])
  })
})

it('a zone that the database knows no longer stops nobody, and its days are made anew at once', async () => {
  const tenant = await tenantIn('Europe/London')
  const device = await pointOf(tenant)
  const samples = [8, 20, 40].map((hours, value) => ({ time: changed + hours * HOUR, value }))
  await send(device, samples.slice(0, 2))
  await rollUp()
  await rows("update day_rollup_states set zone = 'Mars/Olympus' where tenant_id = $1", [tenant.id])
  await send(device, samples.slice(2))
  await rollUp()
  const range = rangeInMillis({ from: changed, to: changed + 2 * DAY_MS })
  const parts = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    partsOfRange(tx, range, 'day', millis(Date.now())),
  )
  expect(parts.some(({ resolution }) => resolution === 'day')).toBe(false)
  expect(await server.services.acquisition.remakeDays.work(tenant.id)).toBeUndefined()
  expect(await daysOf(device)).toEqual(expectedDays(samples, 'Europe/London'))
})

describe('while days are made anew', () => {
  it('minutes and hours that are overdue come first', async () => {
    const tenant = await tenantIn('Europe/London')
    const device = await pointOf(tenant)
    const samples = [{ time: changed + 8 * HOUR, value: 1 }]
    await send(device, samples)
    await rollUp()
    await choose(tenant, 'Asia/Tokyo')
    const step = () => remakeStep(server.services.transactions, tenant.id, { most: 32, quietMs: 0 })
    // The worker of the server may be faster once.
    await expect
      .poll(async () => {
        const sample = { time: changed + 9 * HOUR + samples.length * 1000, value: 2 }
        samples.push(sample)
        await send(device, [sample])
        await rows("update sample_touches set due_at = now() - interval '1 minute' where tenant_id = $1 and level = 0", [tenant.id])
        return step()
      })
      .toBe('busy')
    await rollUp()
    expect(await remake(tenant)).toBeUndefined()
    expect(await daysOf(device)).toEqual(expectedDays(samples, 'Asia/Tokyo'))
  })

  it.runIf(onPostgres)('whoever finds the lock held for a moment tries again', async () => {
    const tenant = await tenantIn('Europe/London')
    const device = await pointOf(tenant)
    await send(device, [{ time: changed + 8 * HOUR, value: 1 }])
    await choose(tenant, 'Asia/Tokyo')
    const until = new Date(Date.now() + 2 * DAY_MS)
    const rolled = await server.database.asOwner(async (client) => {
      await client.query("begin; select pg_advisory_xact_lock(hashtext('outstation.rollups'))")
      expect(await remakeStep(server.services.transactions, tenant.id, { most: 32, quietMs: 0 })).toBe('busy')
      const working = server.services.acquisition.rollups.work(until)
      await sleep(100)
      await client.query('commit')
      return working
    })
    expect(rolled).toBeGreaterThan(0)
  })
})
