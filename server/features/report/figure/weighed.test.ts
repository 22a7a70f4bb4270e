/** Measures of readings that depend on how long values stand, against a look at each sample: whatever roll-ups they are made of, in whichever stretches. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bucket } from '../../../../model/figures/document.ts'
import { bucketStart } from '../../../../model/figures/ranges.ts'
import { secondText } from '../../../../model/zone.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { askFigure, expectRows, figuresOf } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { amount } from '../../../../tests/support/thorough.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const ZONE = 'Asia/Shanghai'
/** Midnight in the zone of the server, five days ago. */
const begin = Math.floor((Date.now() + 8 * HOUR) / DAY) * DAY - 8 * HOUR - 5 * DAY
/** For how long values of the points stand: as nobody has said, as their silence is bounded, and as a deadband keeps silent (2 h × 1.2). */
const CARRY = { core: 600_000, surface: 1_800_000, state: 8_640_000 } as const
type Key = keyof typeof CARRY

interface Sample {
  readonly time: number
  readonly value: number | null
}
let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice
const samples: Record<Key, Sample[]> = { core: [], surface: [], state: [] }

/** Numbers without a pattern, the same ones each time. */
function numbers(seed: number): () => number {
  let at = seed
  return () => (at = (at * 48_271) % 2_147_483_647) / 2_147_483_647
}

beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  device = await buildDevice(server, tenant, {
    core: {},
    surface: { stale_seconds: 1800 },
    state: { deadband: 0.5, max_interval_seconds: 7200 },
  })
  const next = numbers(20_261_126)
  const valueOf: Record<Key, () => number> = {
    core: () => next() * 60 - 5,
    surface: () => 15 + next() * 20,
    state: () => Number(next() > 0.5),
  }
  for (const key of Object.keys(CARRY) as Key[])
    for (let time = begin - 3 * HOUR + Math.floor(next() * MINUTE); time < begin + 4 * DAY;) {
      samples[key].push({ time, value: next() < 0.12 ? null : valueOf[key]() })
      // Mostly sooner than a value stands, sometimes much later.
      time += 1000 + Math.floor(next() ** 3 * CARRY[key] * (next() < 0.05 ? 40 : 2.5))
    }
  await sendReadings(
    server,
    device,
    (Object.keys(CARRY) as Key[]).flatMap((key) => samples[key].map(({ time, value }) => ({ key, time, value: value ?? undefined }))),
  )
  const { rollups } = server.services.acquisition
  for (let round = 0; round < 4; round += 1) await rollups.work(new Date(Date.now() + 2 * DAY))
  // As they are stored: a value that hardly differs is not.
  for (const key of Object.keys(CARRY) as Key[])
    samples[key] = await server.database.asOwner(
      async (client) =>
        (
          await client.query<Sample>(
            'select extract(epoch from time)::float8 * 1000 as time, case when quality >= 64 then value end as value from samples where series = $1 order by time',
            [device.series[key]],
          )
        ).rows,
    )
  admin = await tenant.signIn('admin')
}, 240_000)
afterAll(() => server.stop())

interface Stand {
  readonly from: number
  readonly to: number
  readonly value: number
}
/** From when to when each value stood, within a stretch of time. */
const standing = (key: Key, from: number, to: number): Stand[] =>
  samples[key].flatMap(({ time, value }, at) => {
    const until = Math.min(samples[key][at + 1]?.time ?? Infinity, time + CARRY[key], to)
    return value === null || until <= Math.max(time, from) ? [] : [{ from: Math.max(time, from), to: until, value }]
  })
const sum = (parts: readonly number[]) => parts.reduce((all, each) => all + each, 0)
const msOf = (stands: readonly Stand[]) => sum(stands.map((each) => each.to - each.from))
const meanOf = (stands: readonly Stand[]) =>
  stands.length > 0 ? sum(stands.map((each) => each.value * (each.to - each.from))) / msOf(stands) : null
const usable = (key: Key, from: number, to: number) =>
  samples[key].flatMap(({ time, value }) => (value !== null && time >= from && time < to ? [value] : []))
/** The value that stood when one came or at a moment: null for none. */
function stoodAt(key: Key, moment: number, isBefore: boolean): number | null {
  const last = samples[key].findLast(({ time }) => (isBefore ? time < moment : time <= moment))
  return last && last.value !== null && last.time + CARRY[key] >= moment ? last.value : null
}
const excursionsOf = (key: Key, from: number, to: number, beyond: (value: number) => boolean) =>
  samples[key].filter(({ time, value }) => {
    const before = stoodAt(key, time, true)
    return time >= from && time < to && value !== null && beyond(value) && !(before !== null && beyond(before))
  }).length
function maxRateOf(key: Key, from: number, to: number, over: number): number | null {
  const rates = samples[key].flatMap(({ time, value }) => {
    const then = stoodAt(key, time - over * 1000, false)
    return time >= from && time < to && value !== null && then !== null ? [(Math.abs(value - then) * 3600) / over] : []
  })
  return rates.length > 0 ? Math.max(...rates) : null
}

/** Where stretches of a range begin and end. */
function stretches(bucket: Bucket | undefined, from: number, to: number): [number, number][] {
  if (bucket === undefined) return [[from, to]]
  const found: [number, number][] = []
  for (let at = bucketStart(ZONE, from, bucket); at < to; at = bucketStart(ZONE, at, bucket, 1))
    found.push([Math.max(at, from), Math.min(bucketStart(ZONE, at, bucket, 1), to)])
  return found
}
const document = (key: Key, [from, to]: readonly [number, number], bucket: Bucket | undefined, measures: readonly object[]) => ({
  format: 1,
  subject: 'readings',
  time: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
  measures: measures.map((measure) => ({ key, ...measure })),
  ...(bucket ? { dimensions: [{ field: 'time', bucket }] } : {}),
  limit: 50_000,
})
const asked = async (...given: Parameters<typeof document>) => (await figuresOf(admin, document(...given))).rows
const keys = fc.constantFrom<Key>('core', 'surface', 'state')
const ranges = fc
  .tuple(fc.integer({ min: -2 * HOUR, max: 3 * DAY }), fc.integer({ min: 1000, max: 2 * DAY }), fc.constantFrom(1, MINUTE, HOUR))
  .map(([from, length, round]) => [begin + Math.floor(from / round) * round, begin + Math.ceil((from + length) / round) * round] as const)
const buckets = fc.constantFrom<Bucket | undefined>('minute', 'quarter-hour', 'hour', 'day', 'week', undefined)
/** Rows by the text of their stretch, which may be one that no document has a row of. */
const inRows = (
  wanted: readonly [number, number][],
  bucket: Bucket | undefined,
  values: (from: number, to: number) => unknown[],
): (readonly unknown[])[] =>
  wanted.map(([from, to]) => (bucket ? [secondText(ZONE, bucketStart(ZONE, from, bucket)), ...values(from, to)] : values(from, to)))

describe('weighted by time', () => {
  it('means and coverage are those of a look at each sample, to a thousand-millionth', async () => {
    await fc.assert(
      fc.asyncProperty(keys, ranges, buckets, async (key, range, bucket) => {
        const wanted = inRows(stretches(bucket, ...range), bucket, (from, to) => {
          const stands = standing(key, from, to)
          const values = usable(key, from, to)
          return [meanOf(stands) ?? (values.length > 0 ? sum(values) / values.length : null), msOf(stands) / (to - from)]
        })
        expectRows(
          await asked(key, range, bucket, [
            { as: 'mean', of: 'mean' },
            { as: 'coverage', of: 'coverage' },
          ]),
          wanted,
        )
      }),
      { numRuns: amount({ quick: 15, ci: 25, touched: 60, thorough: 300 }) },
    )
  })

  it('durations, excursions and changes as well', async () => {
    await fc.assert(
      fc.asyncProperty(
        keys,
        ranges,
        fc.constantFrom<Bucket | undefined>('quarter-hour', 'hour', 'day', undefined),
        fc.constantFrom(900, 3600),
        async (key, range, bucket, over) => {
          const limit = key === 'state' ? 0.5 : 22.5
          const wanted = inRows(stretches(bucket, ...range), bucket, (from, to) => {
            const stands = standing(key, from, to)
            const seconds = (holds: (value: number) => boolean) =>
              stands.length > 0 ? msOf(stands.filter(({ value }) => holds(value))) / 1000 : null
            const hasAny = stands.length > 0 || usable(key, from, to).length > 0
            return [
              seconds((value) => value > limit),
              seconds((value) => value < limit),
              seconds((value) => value !== 0),
              hasAny ? excursionsOf(key, from, to, (value) => value > limit) : null,
              maxRateOf(key, from, to, over),
              msOf(stands) / (to - from),
            ]
          })
          expectRows(
            await asked(key, range, bucket, [
              { as: 'above', of: 'durationBeyond', limit },
              { as: 'below', of: 'durationBeyond', limit, side: 'below' },
              { as: 'isTrue', of: 'durationTrue' },
              { as: 'excursions', of: 'excursions', limit },
              { as: 'rate', of: 'maxRate', over },
              { as: 'coverage', of: 'coverage' },
            ]),
            wanted,
          )
        },
      ),
      { numRuns: amount({ quick: 10, ci: 15, touched: 40, thorough: 200 }) },
    )
  })

  it('maturity counts what is above the datum, and degree days the days whose mean is', async () => {
    const days = stretches('day', begin + 7 * HOUR, begin + 3 * DAY + 13 * HOUR)
    const range = [begin + 7 * HOUR, begin + 3 * DAY + 13 * HOUR] as const
    // Of the core, values lie on both sides of 10; of the surface none below it.
    for (const [key, datum] of [
      ['core', 10],
      ['surface', 10],
      ['core', -10],
    ] as const) {
      const maturity = (from: number, to: number) =>
        sum(standing(key, from, to).map((each) => Math.max(0, each.value - datum) * (each.to - each.from))) / HOUR
      const degreeDays = (from: number, to: number) => Math.max(0, (meanOf(standing(key, from, to)) ?? 0) - datum) * ((to - from) / DAY)
      const measures = [
        { as: 'maturity', of: 'maturity', datum },
        { as: 'days', of: 'degreeDays', datum },
      ]
      expectRows(await asked(key, range, undefined, measures), [[maturity(...range), sum(days.map((day) => degreeDays(...day)))]])
      expectRows(
        await asked(key, range, 'day', measures),
        inRows(days, 'day', (from, to) => [maturity(from, to), degreeDays(from, to)]),
      )
    }
  })

  it('deviation and percentiles are of single values', async () => {
    const range = [begin, begin + 2 * DAY] as const
    const values = usable('core', ...range).sort((one, other) => one - other)
    const mean = sum(values) / values.length
    const percentile = (share: number) => {
      const at = share * (values.length - 1)
      const [low, high] = [values[Math.floor(at)] as number, values[Math.ceil(at)] as number]
      return low + (high - low) * (at - Math.floor(at))
    }
    expectRows(
      await asked(
        'core',
        range,
        undefined,
        ['deviation', 'p05', 'median', 'p95'].map((of) => ({ as: of, of })),
      ),
      [
        [
          Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1)),
          percentile(0.05),
          percentile(0.5),
          percentile(0.95),
        ],
      ],
    )
  })
})

describe('a document', () => {
  it('has stretches in which nothing came, where it asks how much was covered', async () => {
    const before = begin - 60 * DAY
    const rows = await asked('core', [before, before + 2 * DAY], 'day', [{ as: 'coverage', of: 'coverage' }])
    expect(rows.map(([, coverage]) => coverage)).toEqual([0, 0])
  })

  it('is bounded by its stretches where single values are read, however few there are', async () => {
    const years = document('core', [begin - 5 * 365 * DAY, begin], 'minute', [
      { as: 'median', of: 'median' },
      { as: 'coverage', of: 'coverage' },
    ])
    const refused = await askFigure(admin, years)
    expect(refused).toMatchObject({ http: 422, message: translatorFor('en')('error.figure.as-job') })
  })

  it.each<[string, number, number, object]>([
    ['to come', Date.now() - HOUR, Date.now() + 10 * 365 * DAY, {}],
    ['of no point', begin - 10 * 365 * DAY, begin, { where: { field: 'device.deviceCode', op: 'equals', value: 'nobody' } }],
  ])('is bounded by stretches %s', async (_of, from, to, more) => {
    const minutes = { ...document('core', [from, to], 'minute', [{ as: 'coverage', of: 'coverage' }]), ...more }
    expect(await askFigure(admin, minutes)).toMatchObject({ http: 422, message: translatorFor('en')('error.figure.as-job') })
  })

  it('of no points has no coverage', async () => {
    const where = { field: 'device.deviceCode', op: 'equals', value: 'nobody' }
    const of = (bucket: Bucket | undefined) => document('core', [begin, begin + DAY], bucket, [{ as: 'coverage', of: 'coverage' }])
    expect((await figuresOf(admin, { ...of('day'), where })).rows).toEqual([])
    expect((await figuresOf(admin, { ...of(undefined), where })).rows.flat()).toEqual([null])
  })

  it('puts roll-ups in which it is not known when their values came into the stretches where they begin', async () => {
    const older = await buildDevice(server, tenant, { older: {} })
    const values = [0, 1, 2].flatMap((hour) => [0, 1].map((more) => ({ hour, minute: 10 + more, value: hour * 10 + more })))
    await sendReadings(
      server,
      older,
      values.map(({ hour, minute, value }) => ({ key: 'older', time: begin + hour * HOUR + minute * MINUTE, value })),
    )
    for (let round = 0; round < 4; round += 1) await server.services.acquisition.rollups.work(new Date(Date.now() + 2 * DAY))
    await server.database.asOwner(async (client) => {
      for (const table of ['sample_minutes', 'sample_hours', 'sample_days'])
        await client.query(
          `update ${table} set first_at = null, last_at = null, area = null, covered = null, carries = null where series = $1`,
          [older.series['older']],
        )
    })
    const measures = [
      { as: 'mean', of: 'mean' },
      { as: 'most', of: 'max' },
      { as: 'coverage', of: 'coverage' },
    ]
    const { rows } = await figuresOf(admin, {
      ...document('core', [begin, begin + 3 * HOUR], 'hour', []),
      measures: measures.map((measure) => ({ key: 'older', ...measure })),
    })
    // Of values that stand for an unknown time the mean is that of the samples.
    expect(rows).toEqual(
      inRows(stretches('hour', begin, begin + 3 * HOUR), 'hour', (from) => {
        const hour = (from - begin) / HOUR
        return [hour * 10 + 0.5, hour * 10 + 1, null]
      }),
    )
  })

  it('has one limit or datum for all by a parameter', async () => {
    const plain = document('core', [begin, begin + DAY], undefined, [{ as: 'above', of: 'durationBeyond', limit: 30 }])
    const given = {
      ...plain,
      measures: [{ as: 'above', of: 'durationBeyond', key: 'core', limit: { param: 'most' } }],
      params: [{ name: 'most', kind: 'number', required: true }],
    }
    expect((await figuresOf(admin, given, { most: 30 })).rows).toEqual((await figuresOf(admin, plain)).rows)
    expect(await askFigure(admin, given)).toMatchObject({ http: 422, errors: [{ field: 'params.most' }] })
  })

  it.each<[string, object]>([
    ['measures[0].limit', { of: 'durationBeyond' }],
    ['measures[0].limit', { of: 'mean', limit: 3 }],
    ['measures[0].limit.param', { of: 'excursions', limit: { param: 'none' } }],
    ['measures[0].over', { of: 'maxRate', over: 5 }],
    ['measures[0].datum', { of: 'coverage', datum: 5 }],
    ['dimensions[0].bucket', { of: 'degreeDays' }],
  ])('is told of %s', async (field, measure) => {
    expect(await askFigure(admin, document('core', [begin, begin + DAY], 'hour', [{ as: 'm', ...measure }]))).toMatchObject({
      http: 422,
      errors: [{ field }],
    })
  })
})
