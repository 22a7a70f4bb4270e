/** What points come to in a range: as whoever works it out by hand from the samples would. */
import { rangeInMillis } from '../../../../model/brands.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { millis } from '../../../../model/brands.ts'
import type { PointStatistics } from '../../../../model/contract/acquisition/trend-statistics.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { readStatistics } from '../../../acquisition/index.ts'

const PATH = '/api/account/trend/queryTrendStatistics'
const SECOND = 1000
const MINUTE = 60 * SECOND
/** A whole minute, long ago enough that nothing of it moves. */
const begin = Math.floor((Date.now() - 4 * 60 * MINUTE) / MINUTE) * MINUTE
const values = [4, 8, 15, 16, 23, 42]

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let device: BuiltDevice
let points: Record<string, string>

beforeAll(async () => {
  server = await sharedServer()
  const none = {
    roleCode: 'NONE',
    roleName: 'NONE',
    roleDescription: '',
    menus: 'all',
    urls: [],
    hiddenButtons: [],
    hiddenFields: [],
  } as const
  tenant = await buildTenant(server, { roles: [none], users: [buildUser({ username: 'none', roles: ['NONE'] })] })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant, { known: { stale_seconds: 60 }, free: {}, silent: {} })
  const { data } = await admin.get<{ list: { id: string; pointKey: string }[] }>('/api/acquisition/point/queryPoint', {
    deviceId: device.id,
  })
  points = Object.fromEntries(data.list.map(({ pointKey, id }) => [pointKey, id]))
  const { registry, ingest } = server.services.acquisition
  const stored = await registry.find(device.name)
  if (!stored) throw new Error('the device is not known')
  const readings = ['known', 'free'].flatMap((key) =>
    values.map((value, index) => ({ key, value, time: millis(begin + index * 2 * MINUTE) })),
  )
  await ingest.accept(
    stored,
    { readings: [...readings, { key: 'known', value: undefined, time: millis(begin + 30 * SECOND) }], faults: [] },
    1000,
  )
}, 120_000)
afterAll(() => server.stop())

const asked = (more: object = {}) => ({
  pointId: Object.values(points).join(','),
  from: String(begin),
  to: String(begin + 20 * MINUTE),
  ...more,
})

it('are those of all samples, of several points at once, and time counts until a value is stale', async () => {
  const { data, http } = await admin.get<{ list: PointStatistics[] }>(PATH, asked())
  expect(http).toBe(200)
  const of = (key: string) => data.list.find(({ pointId }) => pointId === points[key])
  expect(of('silent')).toBeUndefined()
  const sampleMean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - sampleMean) ** 2, 0) / (values.length - 1))
  const free = of('free')
  expect(free).toMatchObject({ basis: 'raw', count: 6, good: 6, low: 4, high: 42, median: 15.5, p05: 5, p95: 37.25 })
  expect(free?.sampleMean).toBeCloseTo(sampleMean, 9)
  // Two minutes of each, and of the last one the ten minutes for which a value stands where nobody has said.
  expect(free?.mean).toBeCloseTo((2 * (4 + 8 + 15 + 16 + 23) + 10 * 42) / 20, 9)
  expect(free?.coverage).toBeCloseTo(1, 9)
  expect(free?.deviation).toBeCloseTo(deviation, 9)
  // Nobody has said how long a value stands for: until the next one.
  expect(free?.goodShare).toBe(1)
  // A minute of each value, half a one of the first, which a missing value followed.
  expect(of('known')).toMatchObject({ count: 7, good: 6 })
  expect(of('known')?.goodShare).toBeCloseTo(5.5 / 20, 9)
  expect(of('known')?.coverage).toBeCloseTo(5.5 / 20, 9)
  expect(of('known')?.mean).toBeCloseTo((0.5 * 4 + 8 + 15 + 16 + 23 + 42) / 5.5, 9)
})

it('are made of roll-ups where there are too many samples, with the same extremes, mean and counts', async () => {
  await server.services.acquisition.rollups.work(new Date(Date.now() + 60 * MINUTE))
  const series = String(device.series['free'])
  const range = rangeInMillis({ from: begin, to: begin + 20 * MINUTE })
  const found = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    Promise.all([20, 5].map((most) => readStatistics(tx, [{ series, holdMs: null, carryMs: 600_000 }], range, most))),
  )
  const [raw, rolledUp] = found.map((one) => one.get(series))
  expect([raw?.basis, rolledUp?.basis]).toEqual(['raw', 'hour'])
  const { low, high, mean, sampleMean, coverage, count, good } = raw ?? {}
  expect(rolledUp).toMatchObject({ low, high, mean, sampleMean, coverage, count, good })
})

it('are for those who may read trends, of their tenant, and stand in a file', async () => {
  expect((await (await tenant.signIn('none')).get(PATH, asked())).http).toBe(403)
  expect((await (await other.signIn('admin')).get<{ list: unknown[] }>(PATH, asked())).data.list).toEqual([])
  const body = { pointId: Object.values(points), from: begin, to: begin + 20 * MINUTE, detail: 'statistics', format: 'csv' }
  const file = await fetch(`${server.url}/api/acquisition/reading/exportReading`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(body),
  })
  expect(file.status).toBe(200)
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('Std. deviation')
  expect(lines.find((line) => line.includes(',free,'))).toMatch(/,4,42,27\.6,18,.*,5,15\.5,37\.25,6,6,100,100,Single values$/)
})
