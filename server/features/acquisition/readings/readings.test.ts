/** Reading what was measured: who may, and whether it is all there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { millis } from '../../../../model/brands.ts'
import { startOf } from '../../../../model/zone.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { build } from '../../../kernel/database/sql.ts'

const BASE = '/api/acquisition/reading'
const DAY_MS = 86_400_000
interface Stretch {
  time: number
  low: number | null
  high: number | null
  mean: number | null
  count: number
  good: number
}

const blind = {
  roleCode: 'BLIND',
  roleName: 'BLIND',
  roleDescription: '',
  menus: 'all',
  urls: 'all',
  hiddenButtons: ['trends:export'],
  hiddenFields: [
    { menu: 'points', fields: ['pointName', 'unit', 'displayUnit', 'decimals', 'stateTexts'] },
    { menu: 'devices', fields: ['deviceCode'] },
  ],
} as const

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  ;[tenant, other] = [
    await buildTenant(server, { roles: [blind], users: [buildUser({ username: 'blind', roles: ['BLIND'] })] }),
    await buildTenant(server),
  ]
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

async function pointOf({ tenantId, id }: BuiltDevice, key: string): Promise<string> {
  const point = await server.services.transactions.inTenant(
    { tenantId },
    (tx) => tx.first(build.selectFrom('points').select('id').where('device_id', '=', id).where('point_key', '=', key)),
    'read',
  )
  return point?.id as string
}

async function send({ name }: BuiltDevice, readings: readonly { key: string; time: number; value: number | undefined }[]): Promise<void> {
  const { registry, ingest } = server.services.acquisition
  const device = await registry.find(name)
  if (!device) throw new Error('the device is not known')
  await ingest.accept(device, { readings: readings.map((each) => ({ ...each, time: millis(each.time) })), faults: [] }, 100)
}

/** Noon of the last Sunday of October before today: the day on which Europe's clocks go back. Readings are kept for longer than a year. */
function lastOctoberSunday(): number {
  const now = new Date()
  const of = (year: number) => {
    const last = Date.UTC(year, 9, 31, 12)
    return last - new Date(last).getUTCDay() * DAY_MS
  }
  const recent = of(now.getUTCFullYear())
  return recent < now.getTime() - 3 * DAY_MS ? recent : of(now.getUTCFullYear() - 1)
}

const history = async (pointId: string, from: number, to: number, points = 2000) =>
  (await admin.get<{ resolution: string; list: Stretch[] }>(`${BASE}/queryReadingHistory`, { pointId, from, to, points })).data

describe('the newest values', () => {
  it('are those of the points that were asked for', async () => {
    const device = await buildDevice(server, tenant, { a: {}, b: {}, silent: {} })
    const now = Date.now()
    await send(device, [
      { key: 'a', time: now, value: 1 },
      { key: 'b', time: now - 1000, value: undefined },
    ])
    await server.services.acquisition.states.flush()
    const [a, b] = [await pointOf(device, 'a'), await pointOf(device, 'b')]
    const { data } = await admin.get<{ list: { pointId: string }[] }>(`${BASE}/queryLatestReading`, { deviceId: device.id })
    expect(data.list.sort((one, two) => (one.pointId > two.pointId ? 1 : -1))).toEqual(
      [
        { pointId: a, time: now, value: 1, quality: 192, reason: 'none' },
        { pointId: b, time: now - 1000, value: null, quality: 0, reason: 'no-value' },
      ].sort((one, two) => (one.pointId > two.pointId ? 1 : -1)),
    )
    expect((await admin.get<{ list: unknown[] }>(`${BASE}/queryLatestReading`, { pointId: a })).data.list).toHaveLength(1)
    expect((await admin.get<{ list: unknown[] }>(`${BASE}/queryLatestReading`)).data.list).toEqual([])
  })
})

describe('a trend', () => {
  interface Trend {
    timeZone: string
    from: number
    to: number
    list: { pointId: string; resolution: string; list: Stretch[] }[]
  }
  const TREND = `${BASE}/queryReadingTrend`

  it('gives each point what its own history gives, in the order they were asked for, and leaves out what is not there', async () => {
    const written = { decimals: 1, state_texts: '0=Stopped, 1=Running' }
    const device = await buildDevice(server, tenant, { a: written, b: written })
    const to = Date.now()
    const from = to - 60_000
    await send(device, [
      { key: 'a', time: from + 1000, value: 1 },
      { key: 'a', time: from + 3000, value: undefined },
      { key: 'b', time: from + 2000, value: -2 },
    ])
    const [a, b] = [await pointOf(device, 'a'), await pointOf(device, 'b')]
    const absent = '00000000-0000-7000-8000-000000000000'
    const named = (key: string) => ({
      deviceId: device.id,
      deviceCode: device.code,
      pointName: key,
      pointKey: key,
      unit: null,
      displayUnit: null,
      decimals: 1,
      stateTexts: '0=Stopped, 1=Running',
      staleSeconds: null,
      deadband: null,
      maxIntervalSeconds: null,
      rangeLow: null,
      rangeHigh: null,
    })
    const { data } = await admin.get<Trend>(TREND, { pointId: [b, absent, a].join(','), from, to })
    expect(data).toEqual({
      timeZone: 'Asia/Shanghai',
      from,
      to,
      allowed: ['export'],
      list: [
        {
          pointId: b,
          point: named('b'),
          resolution: 'raw',
          width: 0,
          list: [{ time: from + 2000, low: -2, high: -2, mean: -2, count: 1, good: 1 }],
        },
        {
          pointId: a,
          point: named('a'),
          resolution: 'raw',
          width: 0,
          list: [
            { time: from + 1000, low: 1, high: 1, mean: 1, count: 1, good: 1 },
            { time: from + 3000, low: null, high: null, mean: null, count: 1, good: 0 },
          ],
        },
      ],
    })
    const last = (await admin.get<Trend>(TREND, { pointId: a, last: 3_600_000 })).data
    expect([last.to - last.from, last.to >= to, last.list[0]?.list.length]).toEqual([3_600_000, true, 2])
    expect((await admin.get<Trend>(TREND, { last: 1000 })).data).toMatchObject({ timeZone: 'Asia/Shanghai', list: [] })
  })

  it('tells what a role sees of its points, and whether it may export', async () => {
    const device = await buildDevice(server, tenant, { a: { decimals: 1, state_texts: '0=Stopped' } })
    const pointId = await pointOf(device, 'a')
    const { data } = await (
      await tenant.signIn('blind')
    ).get<{ allowed: string[]; list: { point: object }[] }>(TREND, { pointId, last: 1000 })
    expect([data.allowed, data.list[0]?.point]).toEqual([
      [],
      { deviceId: device.id, pointKey: 'a', staleSeconds: null, deadband: null, maxIntervalSeconds: null, rangeLow: null, rangeHigh: null },
    ])
  })

  it("is nobody else's, and is refused where the range makes no sense", async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    await send(device, [{ key: 'x', time: Date.now(), value: 1 }])
    const pointId = await pointOf(device, 'x')
    const stranger = await other.signIn('admin')
    expect((await stranger.get<Trend>(TREND, { pointId, last: 60_000 })).data.list).toEqual([])
    const now = Date.now()
    const many = Array.from({ length: 17 }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`).join(',')
    for (const wrong of [
      { pointId },
      { pointId, from: now },
      { pointId, from: now, to: now - 1 },
      { pointId, from: now - 1, to: now, last: 1000 },
      { pointId: many, last: 1000 },
      { pointId, last: 0 },
    ]) {
      expect(await admin.get(TREND, wrong), JSON.stringify(wrong)).toMatchObject({ http: 422 })
    }
  })
})

describe('history', () => {
  it('is raw where it is short, and loses no peak where it is long, rolled up or not', async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    const point = await pointOf(device, 'x')
    const to = Date.now()
    const from = to - 2 * 3_600_000
    const samples = Array.from({ length: 7000 }, (_, index) => ({ key: 'x', time: from + index * 1000, value: 20 + (index % 10) }))
    const peaks = [1234, 4321, 6999]
    for (const at of peaks) samples[at] = { key: 'x', time: from + at * 1000, value: 500 + at }
    await send(device, samples)
    const short = await history(point, from, from + 600_000)
    expect([short.resolution, short.list.length]).toEqual(['raw', 600])
    expect(short.list[3]).toEqual({ time: from + 3000, low: 23, high: 23, mean: 23, count: 1, good: 1 })
    for (const isRolledUp of [false, true]) {
      if (isRolledUp)
        for (let rounds = 0; rounds < 3; rounds += 1) await server.services.acquisition.rollups.work(new Date(to + 2 * DAY_MS))
      for (const [points, resolution] of [
        [2000, 'raw'],
        [100, 'minute'],
        [4, 'hour'],
      ] as const) {
        // Minutes that nobody has rolled up yet cannot be read; in a running server they are at most three minutes old.
        if (!isRolledUp && resolution !== 'raw') continue
        const found = await history(point, from, to, points)
        expect([found.resolution, found.list.length <= points / 2], `${points} points`).toEqual([resolution, true])
        expect(found.list.reduce((sum, { count }) => sum + count, 0)).toBe(7000)
        expect(Math.max(...found.list.map(({ high }) => high as number))).toBe(500 + 6999)
        if (points >= 100) for (const at of peaks) expect(found.list.map(({ high }) => high)).toContain(500 + at)
      }
    }
    const { data } = await admin.get<{ list: Stretch[] }>(`${BASE}/queryReadingSummary`, {
      pointId: point,
      from: from - DAY_MS,
      to,
      period: 'month',
    })
    expect(data.list.reduce((sum, { count }) => sum + count, 0)).toBe(7000)
  })

  it.each(['Europe/Berlin', 'Asia/Kolkata'])('has the hours and days of %s, whatever the zone of the server', async (zone) => {
    const there = await buildTenant(server, { parameters: { 'time.zone': zone } })
    const client = await there.signIn('admin')
    const device = await buildDevice(server, there, { x: {} })
    // A reading at half past each hour of the clock, from 22:30 before the last Sunday of October to 01:30 after it.
    const sunday = lastOctoberSunday()
    const from = startOf(zone, sunday, 'day')
    const to = startOf(zone, sunday, 'day', 1)
    const times = Array.from({ length: (to - from) / 3_600_000 + 4 }, (_, index) => from + (index - 2) * 3_600_000 + 1_800_000)
    await send(
      device,
      times.map((time, index) => ({ key: 'x', time, value: index })),
    )
    for (let rounds = 0; rounds < 3; rounds += 1) await server.services.acquisition.rollups.work(new Date(Date.now() + 2 * DAY_MS))
    const points = await server.services.transactions.inTenant({ tenantId: there.id }, (tx) =>
      tx.all(build.selectFrom('points').select('id')),
    )
    const summary = async (period: string) =>
      (await client.get<{ list: Stretch[] }>(`${BASE}/queryReadingSummary`, { pointId: points[0]?.id ?? '', from, to, period })).data.list
    const hours = (to - from) / 3_600_000
    expect(hours).toBe(zone === 'Europe/Berlin' ? 25 : 24)
    const mean = (hours + 3) / 2
    expect(await summary('day')).toEqual([
      // Each stands for ten minutes of its hour, the last one of the day before for none of this.
      { time: from, low: 2, high: hours + 1, mean, sampleMean: mean, coverage: 1 / 6, count: hours, good: hours },
    ])
    expect((await summary('hour')).map(({ time, count }) => [time, count])).toEqual(
      Array.from({ length: hours }, (_, index) => [from + index * 3_600_000, 1]),
    )
  })

  it("is nobody else's", async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    await send(device, [{ key: 'x', time: Date.now(), value: 1 }])
    await server.services.acquisition.states.flush()
    const point = await pointOf(device, 'x')
    const stranger = await other.signIn('admin')
    const range = { pointId: point, from: Date.now() - DAY_MS, to: Date.now() + 1000 }
    expect((await stranger.get(`${BASE}/queryReadingHistory`, range)).http).toBe(404)
    expect((await stranger.get(`${BASE}/queryReadingSummary`, { ...range, period: 'day' })).http).toBe(404)
    for (const asked of [{ pointId: point }, { deviceId: device.id }])
      expect((await stranger.get<{ list: unknown[] }>(`${BASE}/queryLatestReading`, asked)).data.list).toEqual([])
  })

  it('is refused in words where the range makes no sense', async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    const pointId = await pointOf(device, 'x')
    const now = Date.now()
    for (const wrong of [
      { pointId, from: now, to: now - 1 },
      { pointId, from: 'x', to: now },
      { pointId: 'x', from: now - 1, to: now },
      { pointId, from: now - 1, to: now, points: 2001 },
    ]) {
      expect(await admin.get(`${BASE}/queryReadingHistory`, wrong)).toMatchObject({ http: 422 })
    }
    expect(await admin.get(`${BASE}/queryReadingSummary`, { pointId, from: now - 100 * DAY_MS, to: now, period: 'hour' })).toMatchObject({
      http: 422,
    })
  })
})
