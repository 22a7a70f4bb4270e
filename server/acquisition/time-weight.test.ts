/** Time-weighted means on a real database: roll-ups whatever order samples come in, and what is read of ranges, against the model and a look at each quarter of a second. */
import { rangeInMillis } from '../../model/brands.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carriedTo, meanOf, merge, ofSample } from '../../model/time-weight.ts'
import type { TimeWeight } from '../../model/time-weight.ts'
import { millis } from '../../model/brands.ts'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import type { BuiltDevice } from '../../tests/support/devices.ts'
import { buildDevice } from '../../tests/support/devices.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { amount } from '../../tests/support/thorough.ts'
import type { Stretch } from './history.ts'
import { readHistory, readSummary } from './history.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { DAY_MS } from './partitions.ts'
import { firstCursor, REFILL, refillStep } from './refill.ts'
import { readStatistics } from './statistics.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

const [MINUTE, HOUR] = [60_000, 3_600_000]
/** Midnight of some days ago in the zone of the server, Asia/Shanghai. */
const midnight = Math.floor((Date.now() - 3 * DAY_MS) / DAY_MS) * DAY_MS + 16 * HOUR

interface Measured {
  readonly time: number
  readonly value: number | null
}
const rows = <Row>(sql: string, values: unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(sql, values)).rows as Row[])
const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, work)
async function send({ name }: BuiltDevice, samples: readonly Measured[]): Promise<void> {
  const { registry, ingest } = server.services.acquisition
  const device = await registry.find(name)
  if (!device) throw new Error('the device is not known')
  await ingest.accept(
    device,
    { readings: samples.map(({ time, value }) => ({ key: 'x', time: millis(time), value: value ?? undefined })), faults: [] },
    10,
  )
}
const rollUp = async () => {
  for (let rounds = 0; rounds < 4; rounds += 1) await server.services.acquisition.rollups.work(new Date(Date.now() + 2 * DAY_MS))
}

interface Parts {
  readonly bucket: Date
  readonly first_at: Date | null
  readonly last_at: Date | null
  readonly area: number | null
  readonly covered: number | null
  readonly carries: boolean | null
}
/** Without the sign of a zero. */
const unsigned = (parts: Parts): Parts => ({ ...parts, area: parts.area === null ? null : parts.area + 0 })
const partsOf = async (series: number | undefined, level: 'minutes' | 'hours' | 'days') =>
  (
    await rows<Parts>(`select bucket, first_at, last_at, area, covered, carries from sample_${level} where series = $1 order by bucket`, [
      series,
    ])
  ).map(unsigned)

const inOrder = (samples: readonly Measured[]) => [...samples].sort((one, other) => one.time - other.time)
const mergedOf = (samples: readonly Measured[], carry: number) =>
  samples
    .map(({ time, value }) => ofSample(time, value))
    .reduce<TimeWeight | undefined>((earlier, later) => (earlier ? merge(earlier, later, carry) : later), undefined)

/** The parts of each bucket, merged by the model. @param begins Where one of them begins @param length Of them, in milliseconds */
function expectedParts(samples: readonly Measured[], begins: number, length: number, carry: number): Parts[] {
  const byBucket = Map.groupBy(inOrder(samples), ({ time }) => begins + Math.floor((time - begins) / length) * length)
  return [...byBucket].map(([bucket, within]) => {
    const parts = mergedOf(within, carry)
    if (!parts) throw new Error('a bucket without samples')
    const { firstAt, lastAt, last, area, covered } = parts
    return unsigned({
      bucket: new Date(bucket),
      first_at: new Date(firstAt),
      last_at: new Date(lastAt),
      area: area / 1000,
      covered: covered / 1000,
      carries: last !== null,
    })
  })
}

/** What stands from one moment to another, by a look at each quarter of a second. */
function lookedAt(samples: readonly Measured[], from: number, to: number, carry: number): { mean: number | null; coverage: number } {
  const all = inOrder(samples)
  let [area, covered, place] = [0, 0, -1]
  for (let at = from; at < to; at += 250) {
    while ((all[place + 1]?.time ?? Infinity) <= at) place += 1
    const standing = all[place]
    if (!standing || standing.value === null || at - standing.time >= carry) continue
    area += standing.value
    covered += 1
  }
  return { mean: covered === 0 ? null : area / covered, coverage: (covered * 250) / (to - from) }
}

/** Quarters of a second and whole numbers, of which sums and products are exact. */
const measurements = fc.uniqueArray(
  fc.record({
    time: fc.integer({ min: 0, max: 4 * 3 * 3600 }).map((quarter) => midnight - 1.5 * HOUR + quarter * 250),
    value: fc.option(fc.integer({ min: -50, max: 50 }), { freq: 5 }),
  }),
  { minLength: 2, maxLength: 80, selector: ({ time }) => time },
)
const history = fc.record({
  samples: measurements,
  carry: fc.constantFrom(undefined, 20, 300, 3000),
  /** Which batch a sample is in; batches come one after the other, in no order of time, with or without a roll-up in between. */
  batches: fc.array(fc.nat({ max: 4 }), { minLength: 80, maxLength: 80 }),
  between: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
})

describe('roll-ups and what is read of them', () => {
  it('are the same for any order and number of late batches: what the model makes of the samples', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ samples, carry, batches, between }) => {
        const device = await buildDevice(server, tenant, { x: carry === undefined ? {} : { stale_seconds: carry } })
        for (const [batch, rollsUp] of between.entries()) {
          const some = samples.filter((_, place) => batches[place] === batch)
          if (some.length > 0) await send(device, some)
          if (rollsUp) await rollUp()
        }
        await rollUp()
        const carryMs = (carry ?? 600) * 1000
        const { x } = device.series
        expect(await partsOf(x, 'minutes')).toEqual(expectedParts(samples, midnight, MINUTE, carryMs))
        expect(await partsOf(x, 'hours')).toEqual(expectedParts(samples, midnight, HOUR, carryMs))
        expect(await partsOf(x, 'days')).toEqual(expectedParts(samples, midnight, DAY_MS, carryMs))
        await expectReads(samples, { series: String(x), carryMs })
      }),
      { numRuns: amount({ quick: 6, ci: 10, touched: 20, thorough: 100 }) },
    )
  })

  /** Statistics, summaries and stretches, from samples and from roll-ups. */
  async function expectReads(samples: readonly Measured[], point: { series: string; carryMs: number }): Promise<void> {
    const near = (value: number | null) => (value === null ? null : Number(value.toFixed(6)) + 0)
    const range = rangeInMillis({ from: midnight - HOUR, to: midnight + HOUR })
    const within = samples.filter(({ time }) => time >= range.from && time < range.to)
    const usable = within.flatMap(({ value }) => value ?? [])
    const sampleMean = usable.length === 0 ? null : usable.reduce((sum, value) => sum + value, 0) / usable.length
    const wanted = lookedAt(samples, range.from, range.to, point.carryMs)
    for (const most of [1000, 120, 2]) {
      const found = (await inTenant((tx) => readStatistics(tx, [{ ...point, holdMs: null }], range, most))).get(point.series)
      if (within.length === 0) expect(found).toBeUndefined()
      else
        expect([near(found?.mean ?? null), near(found?.coverage ?? null), near(found?.sampleMean ?? null)], `${most} at most`).toEqual([
          near(wanted.mean ?? sampleMean),
          near(wanted.coverage),
          near(sampleMean),
        ])
    }
    const hours = await inTenant((tx) => readSummary(tx, { ...point, ...range }, 'hour'))
    const stretches = await inTenant((tx) => readHistory(tx, { ...point, ...range }, 24))
    const read: [readonly (Stretch & { coverage?: number | null })[], number][] = [
      [hours, HOUR],
      [stretches.stretches, 10 * MINUTE],
    ]
    for (const [found, length] of read) {
      const begins = [...new Set(within.map(({ time }) => Math.floor(time / length) * length))].sort((one, other) => one - other)
      expect(found.map(({ time }) => time)).toEqual(begins)
      for (const { time, mean, coverage, low } of found) {
        const looked = lookedAt(samples, time, time + length, point.carryMs)
        if (looked.mean !== null) expect(near(mean)).toBe(near(looked.mean))
        else expect(mean === null).toBe(low === null)
        if (coverage !== undefined) expect(near(coverage)).toBe(near(looked.coverage))
      }
    }
  }
})

describe('the refill', () => {
  const LEVELS = ['minutes', 'hours', 'days'] as const
  const allParts = (series: number | undefined) => Promise.all(LEVELS.map((level) => partsOf(series, level)))
  const emptied = async (series: readonly (number | undefined)[]) => {
    for (const level of LEVELS)
      await rows(
        `update sample_${level} set first_at = null, last_at = null, area = null, covered = null, carries = null where series = any($1)`,
        [series],
      )
  }
  const samples = Array.from({ length: 90 }, (_, index) => ({
    time: midnight - HOUR + index * 97_000,
    value: index % 11 === 0 ? null : (index * 37) % 41,
  }))
  /** The 39th of them. */
  const LOST = midnight + 86_000
  const UNKNOWN = { first_at: null, last_at: null, area: null, covered: null, carries: null }
  /** Until the work is done: it is scheduled again as long as something is left. */
  const worked = async (payload: object) => {
    const { transactions, scheduler } = server.services
    // In an installation it is the platform's; a test has none, and it is the same work.
    await transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      scheduler.schedule(tx, { kind: REFILL, key: 'all', dueAt: new Date(), payload }),
    )
    await expect.poll(() => rows('select 1 from scheduled_work where kind = $1', [REFILL]), { timeout: 30_000 }).toEqual([])
  }

  it('gives older roll-ups what samples and lower levels still tell, goes on where it was interrupted, and leaves the rest unknown', async () => {
    const devices = []
    for (const values of [{}, { stale_seconds: 60 }, {}, {}]) devices.push(await buildDevice(server, tenant, { x: values }))
    for (const device of devices) await send(device, samples)
    await rollUp()
    const [usual, brief, gone, coarse] = devices.map(({ series }) => series['x'])
    const before = await Promise.all([usual, brief, gone, coarse].map(allParts))
    await emptied([usual, brief, gone, coarse])
    // Of one, a sample is no longer kept; of another, all minutes are.
    await rows('delete from samples where series = $1 and time = $2', [gone, new Date(LOST)])
    await rows('delete from sample_minutes where series = $1', [coarse])

    let cursor = await server.services.transactions.inPlatform('a test', (tx) => firstCursor(tx, millis(midnight + 2 * DAY_MS)))
    for (let step = 0; step < 8; step += 1) cursor = (await refillStep(server.services.transactions, cursor, 1)) ?? cursor
    await worked({ cursor })

    expect(await allParts(usual)).toEqual(before[0])
    expect(await allParts(brief)).toEqual(before[1])
    expect(before[1]).not.toEqual(before[0])
    const isTouched = ({ bucket }: Parts, length: number) => bucket.getTime() === Math.floor(LOST / length) * length
    const [minutes = [], hours = [], days = []] = before[2] ?? []
    expect(await allParts(gone)).toEqual([
      minutes.map((parts) => (isTouched(parts, MINUTE) ? { ...parts, ...UNKNOWN } : parts)),
      hours.map((parts) => (isTouched(parts, HOUR) ? { ...parts, ...UNKNOWN } : parts)),
      days.map((parts) => (parts.bucket.getTime() === midnight ? { ...parts, ...UNKNOWN } : parts)),
    ])
    expect(await allParts(coarse)).toEqual([[], ...(before[3] ?? []).slice(1)])

    // Figures of a part that is not known say so, and are those of the samples.
    const point = { series: String(gone), carryMs: 600_000 }
    const read = await inTenant((tx) =>
      readSummary(tx, { ...point, ...rangeInMillis({ from: midnight - HOUR, to: midnight + HOUR }) }, 'hour'),
    )
    expect(read.map(({ coverage, mean, sampleMean }) => [coverage === null, mean === sampleMean])).toEqual([
      [false, false],
      [true, true],
    ])
    const { stretches } = await inTenant((tx) =>
      readHistory(tx, { ...point, ...rangeInMillis({ from: midnight - HOUR, to: midnight + HOUR }) }, 4),
    )
    expect(stretches.map(({ isOfSamples }) => isOfSamples)).toEqual([undefined, true])
    const whole = await inTenant((tx) =>
      readStatistics(tx, [{ ...point, holdMs: null }], rangeInMillis({ from: midnight - HOUR, to: midnight + HOUR }), 2),
    )
    expect(whole.get(point.series)).toMatchObject({ coverage: null })
  })
})

describe('how long a value is carried on', () => {
  it.each([
    ['ten minutes where nothing is said', {}, 600],
    ['the stale time', { stale_seconds: 90 }, 90],
    ['1.2 times the usual longest interval of a deadband', { deadband: 5 }, 720],
    ['1.2 times its own, where the stale time is shorter', { deadband: 5, max_interval_seconds: 200, stale_seconds: 60 }, 240],
    ['the stale time, where that is longer', { deadband: 5, max_interval_seconds: 200, stale_seconds: 1000 }, 1000],
    ['not by a longest interval without a deadband', { max_interval_seconds: 1000 }, 600],
  ])('is %s', async (_, values, seconds) => {
    const device = await buildDevice(server, tenant, { x: values })
    const from = midnight + 18 * HOUR
    // In one message, so that a deadband keeps both: they are further apart than any of these.
    await send(device, [
      { time: from, value: 10 },
      { time: from + 2 * HOUR, value: 100 },
    ])
    await rollUp()
    expect(await partsOf(device.series['x'], 'days')).toMatchObject([{ area: 10 * seconds, covered: seconds, carries: true }])
  })
})

describe('numbers whose product with a time is none', () => {
  it('are figures as before, have no part in weighted means, and keep no roll-up from being worked out', async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    const from = midnight + 16 * HOUR
    await send(device, [
      { time: from, value: 1e308 },
      { time: from + 10_000, value: 4 },
      { time: from + 20_000, value: null },
    ])
    await rollUp()
    const series = String(device.series['x'])
    expect(await partsOf(device.series['x'], 'days')).toMatchObject([{ area: 40, covered: 10, carries: false }])
    const [hour] = await inTenant((tx) =>
      readSummary(tx, { series, carryMs: 600_000, ...rangeInMillis({ from, to: from + HOUR }) }, 'hour'),
    )
    expect(hour).toMatchObject({ high: 1e308, mean: 4, sampleMean: 5e307, coverage: 10 / 3600 })
  })
})

describe('the example of GE Historian', () => {
  it('comes to 31.38 where the samples alone say 36.25, of three quarters of the time', async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    const from = midnight + 14 * HOUR
    const tag2 = [
      { time: from, value: 30 },
      { time: from + 60_000, value: 40 },
      { time: from + 70_000, value: 50 },
      { time: from + 75_000, value: null },
      { time: from + 105_000, value: 25 },
    ]
    await send(device, tag2)
    await rollUp()
    const series = String(device.series['x'])
    for (const most of [1000, 4]) {
      const found = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
        readStatistics(tx, [{ series, holdMs: null, carryMs: 600_000 }], rangeInMillis({ from, to: from + 120_000 }), most),
      )
      const { mean, coverage, sampleMean, basis } = found.get(series) ?? expect.fail('no statistics')
      expect([basis, coverage, sampleMean]).toEqual([most === 4 ? 'minute' : 'raw', 0.75, 36.25])
      expect(mean).toBeCloseTo(31.389, 3)
    }
    const parts = carriedTo(mergedOf(tag2, 600_000) ?? expect.fail('no samples'), from + 120_000, 600_000)
    expect(meanOf(parts)).toBeCloseTo(31.389, 3)
  })
})
