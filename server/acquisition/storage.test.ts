/** What becomes of samples: roll-ups, newest values, partitions, and tenants that go. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { millis } from '../../model/brands.ts'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import type { BuiltDevice } from '../../tests/support/devices.ts'
import { buildDevice, samplesOf } from '../../tests/support/devices.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { build } from '../kernel/database/sql.ts'
import { eraseTenant } from '../tenancy/index.ts'
import { dropCorrections } from './corrections.ts'
import { DAY_MS } from './partitions.ts'
import { parsePayload } from './payload.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

const HOUR = 3_600_000
const rows = <Row>(sql: string, values: unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(sql, values)).rows as Row[])
/** By the device's name, as a collector would. */
async function send({ name }: BuiltDevice, payload: unknown): Promise<void> {
  const { registry, ingest } = server.services.acquisition
  const device = await registry.find(name)
  if (!device) throw new Error('the device is not known')
  await ingest.accept(device, parsePayload(JSON.stringify(payload)), 10)
}
/** Everything that is due within two days from now. */
const rollUp = async () => {
  const { rollups } = server.services.acquisition
  const until = new Date(Date.now() + 2 * DAY_MS)
  for (let rounds = 0; rounds < 4; rounds += 1) await rollups.work(until)
}

interface Bucket {
  bucket: Date
  low: number | null
  high: number | null
  total: number | null
  first: number | null
  last: number | null
  count: number
  valued: number
  good: number
}
const buckets = (level: 'minutes' | 'hours' | 'days', series: number | undefined) =>
  rows<Bucket>(`select * from sample_${level} where series = $1 order by bucket`, [series])

/** The same, worked out here and plainly. */
function expected(samples: readonly { ts: number; value: number | null; good?: boolean }[], from: number, length: number) {
  const within = samples.filter(({ ts }) => ts >= from && ts < from + length).sort((a, b) => a.ts - b.ts)
  const valued = within.flatMap(({ value }) => (value === null ? [] : [value]))
  return {
    bucket: new Date(from),
    low: Math.min(...valued),
    high: Math.max(...valued),
    total: valued.reduce((sum, value) => sum + value, 0),
    first: valued[0],
    last: valued.at(-1),
    count: within.length,
    valued: valued.length,
    good: within.filter(({ value, good = true }) => value !== null && good).length,
  }
}

describe('roll-ups', () => {
  it('are what the samples say, whatever order they come in, late and twice', async () => {
    const device = await buildDevice(server, tenant, { x: { range_high: 90 } })
    const day = Math.floor((Date.now() - 3 * DAY_MS) / DAY_MS) * DAY_MS + 16 * HOUR // begins a day in the zone of the server, Asia/Shanghai
    // Whole numbers, so that their sum does not depend on the order.
    const samples = Array.from({ length: 300 }, (_, index) => ({
      ts: day + 2 * HOUR + index * 31_000,
      value: index % 17 === 0 ? null : (index * 37) % 101,
      good: (index * 37) % 101 <= 90,
    }))
    const shuffled = [...samples].sort((a, b) => ((a.ts * 7919) % 1013) - ((b.ts * 7919) % 1013))
    const message = (part: readonly { ts: number; value: number | null }[]) => part.map(({ ts, value }) => ({ ts, values: { x: value } }))
    await send(device, message(shuffled.slice(0, 100)))
    await rollUp()
    await send(device, message(shuffled.slice(50, 250)))
    await send(device, message(shuffled.slice(200)))
    await rollUp()
    const { x } = device.series
    const minutes = [...new Set(samples.map(({ ts }) => Math.floor(ts / 60_000) * 60_000))].sort()
    // What means are weighted by has tests of its own (time-weight.test.ts).
    const plain = (found: Bucket[]) =>
      found.map(({ bucket, low, high, total, first, last, count, valued, good }) => ({
        bucket,
        low,
        high,
        total,
        first,
        last,
        count,
        valued,
        good,
      }))
    const finite = (each: ReturnType<typeof expected>) =>
      each.valued === 0 ? { ...each, low: null, high: null, total: null, first: null, last: null } : each
    expect(plain(await buckets('minutes', x))).toEqual(minutes.map((from) => finite(expected(samples, from, 60_000))))
    const hours = [...new Set(samples.map(({ ts }) => Math.floor(ts / HOUR) * HOUR))].sort()
    expect(plain(await buckets('hours', x))).toEqual(hours.map((from) => expected(samples, from, HOUR)))
    expect(plain(await buckets('days', x))).toEqual([expected(samples, day, DAY_MS)])
    expect(await rows('select 1 from sample_touches where tenant_id = $1', [tenant.id])).toEqual([])
  })

  it('touch nothing but what samples came for', async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    const start = Math.floor((Date.now() - 5 * HOUR) / HOUR) * HOUR
    await send(
      device,
      Array.from({ length: 10 }, (_, index) => ({ ts: start + index * 60_000, values: { x: index } })),
    )
    await rollUp()
    // A figure that no samples gave: it stays, except where a sample comes late.
    await rows('update sample_minutes set low = -999 where series = $1', [device.series['x']])
    await send(device, { ts: start + 4 * 60_000 + 1, values: { x: 50 } })
    await rollUp()
    expect((await buckets('minutes', device.series['x'])).map(({ low }) => low)).toEqual([
      -999, -999, -999, -999, 4, -999, -999, -999, -999, -999,
    ])
  })
})

describe('a value for a moment that has one', () => {
  const receiptOf = async ({ name }: BuiltDevice, payload: unknown) => {
    const { registry, ingest } = server.services.acquisition
    const device = await registry.find(name)
    if (!device) throw new Error('the device is not known')
    const { stored, corrected, repeated } = await ingest.accept(device, parsePayload(JSON.stringify(payload)), 10)
    return [stored, corrected, repeated]
  }
  const kept = (series: number | undefined) =>
    rows<{ value: number | null; quality: number; device_id: string }>(
      'select value, quality, device_id from sample_corrections where series = $1 order by id',
      [series],
    )
  const values = async (series: number | undefined) => (await samplesOf(server, series as number)).map(({ value }) => value)

  it('is a repetition if it is the same, within a message as well, and is counted as such', async () => {
    const device = await buildDevice(server, tenant, { x: {}, y: {} })
    const ts = Date.now()
    const message = [
      { ts, values: { x: 1, y: null } },
      { ts, values: { x: 1 } },
      { ts: ts + 1, values: { x: 2 } },
    ]
    expect(await receiptOf(device, message)).toEqual([3, 0, 1])
    expect(await receiptOf(device, message)).toEqual([0, 0, 4])
    expect(
      await receiptOf(device, [
        { ts: ts + 1, values: { x: 2 } },
        { ts: ts + 2, values: { x: 3 } },
      ]),
    ).toEqual([1, 0, 1])
    expect(await values(device.series['x'])).toEqual([1, 2, 3])
    expect(await kept(device.series['x'])).toEqual([])
  })

  it('replaces another one, which is kept, and with it all that was made of it', async () => {
    const device = await buildDevice(server, tenant, { x: { range_high: 90 } })
    const { x } = device.series
    const minute = Math.floor((Date.now() - 2 * HOUR) / 60_000) * 60_000
    expect(
      await receiptOf(device, [
        { ts: minute, values: { x: 95 } },
        { ts: minute + 1000, values: { x: 5 } },
      ]),
    ).toEqual([2, 0, 0])
    await rollUp()
    expect(
      await receiptOf(device, [
        { ts: minute, values: { x: 7 } },
        { ts: minute, values: { x: 8 } },
      ]),
    ).toEqual([2, 2, 0])
    // Sent again as a whole, it ends where it stands.
    expect(
      await receiptOf(device, [
        { ts: minute, values: { x: 7 } },
        { ts: minute, values: { x: 8 } },
      ]),
    ).toEqual([0, 0, 2])
    expect(await receiptOf(device, { ts: minute, values: { x: null } })).toEqual([1, 1, 0])
    expect(await receiptOf(device, { ts: minute, values: { x: 9 } })).toEqual([1, 1, 0])
    expect(await values(x)).toEqual([9, 5])
    expect(await kept(x)).toEqual(
      [95, 7, 8, null].map((value) => ({ value, quality: value === 95 ? 64 : value === null ? 0 : 192, device_id: device.id })),
    )
    await rollUp()
    expect(await buckets('minutes', x)).toMatchObject([{ low: 5, high: 9, total: 14, first: 9, last: 5, count: 2, valued: 2, good: 2 }])
    expect(await buckets('hours', x)).toMatchObject([{ low: 5, high: 9, total: 14, count: 2 }])
  })

  it('may come twice in the message that is the first to say anything, and is the newest value then', async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    const ts = Date.now()
    expect(
      await receiptOf(device, [
        { ts, values: { x: 1 } },
        { ts, values: { x: 2 } },
        { ts, values: { x: 2 } },
      ]),
    ).toEqual([2, 1, 1])
    await server.services.acquisition.states.flush()
    const newest = () => rows<{ value: number }>('select value from point_states where series = $1', [device.series['x']])
    expect([await values(device.series['x']), await newest()]).toEqual([[2], [{ value: 2 }]])
    expect(await receiptOf(device, { ts, values: { x: 3 } })).toEqual([1, 1, 0])
    await server.services.acquisition.states.flush()
    expect([await values(device.series['x']), await newest()]).toEqual([[3], [{ value: 3 }]])
    expect((await kept(device.series['x'])).map(({ value }) => value)).toEqual([1, 2])
  })

  it('is corrected once by each of many that come at the same time, and nothing of it is lost', async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    const ts = Date.now() - 1000
    const receipts = await Promise.all(Array.from({ length: 30 }, (_, value) => receiptOf(device, { ts, values: { x: value } })))
    expect(receipts.every(([stored]) => stored === 1)).toBe(true)
    const [standing] = await values(device.series['x'])
    expect(
      [...(await kept(device.series['x'])).map(({ value }) => value), standing].sort((one, other) => Number(one) - Number(other)),
    ).toEqual(Array.from({ length: 30 }, (_, value) => value))
  })

  it('goes with the samples that are no longer kept', async () => {
    const device = await buildDevice(server, tenant, { brief: { retention: 'short' }, usual: {} })
    const ts = Date.now() - 12 * DAY_MS
    for (const value of [1, 2]) await send(device, { ts, values: { brief: value, usual: value } })
    await dropCorrections(server.services.transactions, { 1: 13, 2: 400 })
    expect(await kept(device.series['brief'])).toHaveLength(1)
    await dropCorrections(server.services.transactions, { 1: 11, 2: 400 })
    expect([await kept(device.series['brief']), (await kept(device.series['usual'])).length]).toEqual([[], 1])
  })
})

describe('the newest value', () => {
  it('is told soon, is not a late one, and is made up for when a killed server had not told it', async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    const state = async () =>
      (await rows<{ value: number }>('select value from point_states where series = $1', [device.series['x']]))[0]?.value
    const now = Date.now()
    await send(device, { ts: now, values: { x: 3 } })
    await send(device, { ts: now - 5000, values: { x: 2 } })
    await expect.poll(state, { timeout: 5000 }).toBe(3)
    await send(device, { ts: now + HOUR, values: { x: 9 } })
    await server.services.acquisition.states.flush()
    expect(await state(), 'a clock that is ahead').toBe(3)
    await rows('delete from point_states where series = $1', [device.series['x']])
    await rollUp()
    expect(await state()).toBe(3)
  })
})

describe('partitions', () => {
  const names = async () =>
    (
      await rows<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits join pg_class on pg_class.oid = inhrelid where relkind in ('r', 'p') order by 1`,
      )
    ).map(({ name }) => name)
  const day = (parent: string, time: number) => `${parent}_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`
  const days = { 'acquisition.shortDays': 30, 'acquisition.standardDays': 400, 'acquisition.longDays': 3660, 'acquisition.minuteDays': 400 }

  it('are made for today and the days to come, and for late samples when those come', async () => {
    const device = await buildDevice(server, tenant, { x: { retention: 'short' } })
    for (const parent of ['samples_short', 'samples_standard', 'samples_long'])
      expect(await names()).toEqual(expect.arrayContaining([day(parent, Date.now()), day(parent, Date.now() + 2 * DAY_MS)]))
    const late = Date.now() - 20 * DAY_MS
    expect(await names()).not.toContain(day('samples_short', late))
    await send(device, { ts: late, values: { x: 1 } })
    expect(await names()).toContain(day('samples_short', late))
    expect(await samplesOf(server, device.series['x'] as number)).toMatchObject([{ value: 1, reason: 3 }])
  })

  it('go when everything in them is too old, with what they hold, and no others', async () => {
    const device = await buildDevice(server, tenant, { brief: { retention: 'short' }, usual: {} })
    const now = Date.now()
    for (const back of [25, 10, 9]) await send(device, { ts: now - back * DAY_MS, values: { brief: back, usual: back } })
    const { partitions } = server.services.acquisition
    const before = await names()
    const dropped = await partitions.maintain({ ...days, 'acquisition.shortDays': 9 }, millis(now))
    expect(dropped).toEqual(expect.arrayContaining([day('samples_short', now - 25 * DAY_MS), day('samples_short', now - 10 * DAY_MS)]))
    expect(dropped.every((name) => name.startsWith('samples_short_'))).toBe(true)
    expect((await samplesOf(server, device.series['brief'] as number)).map(({ value }) => value)).toEqual([9])
    expect(await samplesOf(server, device.series['usual'] as number)).toHaveLength(3)
    expect(new Set(before)).toEqual(new Set([...(await names()), ...dropped]))
    // And what comes for a day that was dropped finds a new one.
    await send(device, { ts: now - 10 * DAY_MS, values: { brief: 11 } })
    expect((await samplesOf(server, device.series['brief'] as number)).map(({ value }) => value)).toEqual([11, 9])
  })

  it('may be dropped by another server while this one believes in them', async () => {
    const device = await buildDevice(server, tenant, { x: { retention: 'short' } })
    const ts = Date.now() - 15 * DAY_MS
    await send(device, { ts, values: { x: 1 } })
    await rows(`drop table ${day('samples_short', ts)}`)
    await send(device, { ts, values: { x: 2 } })
    expect((await samplesOf(server, device.series['x'] as number)).map(({ value }) => value)).toEqual([2])
  })

  it('cannot be read past their table, by a tenant or by the platform', async () => {
    const part = day('samples_standard', Date.now())
    for (const role of ['outstation_tenant', 'outstation_platform']) {
      await expect(
        server.database.asOwner(async (client) => {
          await client.query('begin')
          try {
            await client.query(`set local role ${role}`)
            return await client.query(`select * from ${part}`)
          } finally {
            await client.query('rollback')
          }
        }),
        role,
      ).rejects.toThrow('permission denied')
    }
  })
})

describe('a tenant that is erased', () => {
  it('leaves no sample behind, while its devices go on sending and others are not held up', async () => {
    const going = await buildTenant(server)
    const [device, neighbour] = [await buildDevice(server, going, { x: {} }), await buildDevice(server, tenant, { x: {} })]
    const { registry, ingest } = server.services.acquisition
    const known = await registry.find(device.name)
    if (!known) throw new Error('the device is not known')
    await send(device, { x: 1 })
    const { transactions, invalidations } = server.services
    const sending = (async () => {
      for (let count = 0; count < 60; count += 1) await ingest.accept(known, parsePayload('{"x":1}'), 10).catch(() => undefined)
    })()
    await transactions.inPlatform('a test erases a tenant', async (tx) => {
      await tx.run(build.updateTable('tenants').set({ marked_at: new Date() }).where('id', '=', going.id))
    })
    await transactions.inPlatform('a test erases a tenant', (tx) => eraseTenant(tx, invalidations, going.id))
    await sending
    await server.services.acquisition.rollups.work(new Date(Date.now() + 2 * DAY_MS))
    await server.services.acquisition.states.flush()
    await send(neighbour, { x: 1 })
    for (const table of [
      'samples',
      'sample_minutes',
      'sample_hours',
      'sample_days',
      'sample_touches',
      'point_states',
      'device_states',
      'sample_corrections',
    ]) {
      expect(await rows(`select 1 from ${table} where tenant_id = $1`, [going.id]), table).toEqual([])
    }
  })
})
