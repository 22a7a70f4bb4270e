/** Late samples in hours and minutes whose parts are no longer kept. What has to come out is what a twin of the point has, of which nothing was thrown away. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import type { BuiltDevice } from '../../tests/support/devices.ts'
import { buildDevice } from '../../tests/support/devices.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { DAY_MS } from './partitions.ts'
import { parsePayload } from './payload.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

const MINUTE = 60_000
/** The day before yesterday, ten o'clock UTC. */
const HOUR_AT = Math.floor(Date.now() / DAY_MS - 2) * DAY_MS + 10 * 60 * MINUTE
/** The first fifty minutes of it, in whole seconds, whose sums are exact in whichever order. */
const EARLY = Array.from({ length: 55 }, (_, index) => ({ ts: HOUR_AT + index * 54_000, values: { x: (index * 37) % 41 } }))

const rows = <Row>(sql: string, values: unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(sql, values)).rows as Row[])
async function send({ name }: BuiltDevice, payload: unknown): Promise<void> {
  const { registry, ingest } = server.services.acquisition
  const device = await registry.find(name)
  if (!device) throw new Error('the device is not known')
  await ingest.accept(device, parsePayload(JSON.stringify(payload)), 10)
  const until = new Date(Date.now() + 2 * DAY_MS)
  for (let rounds = 0; rounds < 4; rounds += 1) await server.services.acquisition.rollups.work(until)
}

interface Rollup {
  low: number
  high: number
  first: number
  last: number
  count: number
  covered: number
}
const rollups = (device: BuiltDevice, level: 'minutes' | 'hours' | 'days') =>
  rows<Rollup>(
    `select bucket, low, high, total, first, last, count, valued, good, first_at, last_at, area, covered, carries from sample_${level} where series = $1 order by bucket`,
    [device.series['x']],
  )
const forget = (device: BuiltDevice, ...tables: string[]) =>
  Promise.all(tables.map((table) => rows(`delete from ${table} where series = $1`, [device.series['x']])))

async function twins(): Promise<[whole: BuiltDevice, thinned: BuiltDevice]> {
  const [whole, thinned] = [await buildDevice(server, tenant, { x: {} }), await buildDevice(server, tenant, { x: {} })]
  for (const device of [whole, thinned]) await send(device, EARLY)
  expect(await rollups(whole, 'hours')).toMatchObject([{ count: 55 }])
  return [whole, thinned]
}
const sendBoth = async (devices: readonly BuiltDevice[], payload: unknown) => {
  for (const device of devices) await send(device, payload)
}

it('an hour whose minutes are gone is worked out from its samples', async () => {
  const [whole, thinned] = await twins()
  await forget(thinned, 'sample_minutes')
  await sendBoth([whole, thinned], { ts: HOUR_AT + 12 * MINUTE, values: { x: -5 } })
  expect(await rollups(thinned, 'minutes')).toHaveLength(1)
  expect(await rollups(thinned, 'hours')).toEqual(await rollups(whole, 'hours'))
  expect(await rollups(thinned, 'days')).toEqual(await rollups(whole, 'days'))
  expect(await rollups(thinned, 'days')).toMatchObject([{ count: 56, low: -5 }])
})

it('what comes behind an hour of which nothing is left is joined to it, once', async () => {
  const [whole, thinned] = await twins()
  await forget(thinned, 'sample_minutes', 'samples')
  for (const minute of [52, 57]) await sendBoth([whole, thinned], { ts: HOUR_AT + minute * MINUTE, values: { x: 100 + minute } })
  expect(await rollups(whole, 'hours')).toMatchObject([{ count: 57, high: 157, last: 157 }])
  expect(await rollups(thinned, 'hours')).toEqual(await rollups(whole, 'hours'))
  expect(await rollups(thinned, 'days')).toEqual(await rollups(whole, 'days'))
})

it('what comes among it widens the range of values and takes nothing away', async () => {
  const [whole, thinned] = await twins()
  const [before] = await rollups(thinned, 'hours')
  await forget(thinned, 'sample_minutes', 'samples')
  for (const value of [500, 600]) await sendBoth([whole, thinned], { ts: HOUR_AT + 12 * MINUTE + value, values: { x: value } })
  expect(await rollups(thinned, 'hours')).toEqual([{ ...before, high: 600 }])
  expect(await rollups(thinned, 'days')).toMatchObject([{ count: 55, high: 600 }])
})

it('a minute whose samples are gone keeps what it has, and so does its hour', async () => {
  const [whole, thinned] = await twins()
  await forget(thinned, 'samples')
  await sendBoth([whole, thinned], { ts: HOUR_AT + 9 * MINUTE + 59_000, values: { x: 700 } })
  for (const level of ['minutes', 'hours', 'days'] as const)
    expect(await rollups(thinned, level), level).toEqual(await rollups(whole, level))
})
