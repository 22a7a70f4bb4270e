/** Readings as files: every row of them, nothing that is hidden, nothing that computes, and no connection for whoever hangs up. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { millis } from '../../../../model/brands.ts'
import { style } from '../../../../model/workbook-parts.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { readWorksheet, rowsOfFile, unzip } from '../../../../tests/support/files.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { XLSX } from '../../../documents/index.ts'
import { build } from '../../../kernel/database/sql.ts'

const EXPORT = '/api/acquisition/reading/exportReading'
const DAY_MS = 86_400_000
const role = (roleCode: string, changes: Partial<RoleSeed>): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls: 'all',
  hiddenButtons: [],
  hiddenFields: [],
  ...changes,
})

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  const roles = [
    role('BLIND', {
      hiddenFields: [
        { menu: 'points', fields: ['pointName', 'unit'] },
        { menu: 'devices', fields: ['deviceCode'] },
      ],
    }),
    role('READER', { urls: ['/acquisition/reading/queryReadingTrend'] }),
  ]
  tenant = await buildTenant(server, {
    roles,
    users: [buildUser({ username: 'blind', roles: ['BLIND'] }), buildUser({ username: 'reader', roles: ['READER'] })],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

/** Beijing keeps no summer time: eight hours ahead all year. */
const shanghai = (moment: number) => new Date(moment + 8 * 3_600_000).toISOString().replace('T', ' ').slice(0, 23)

async function idsOf({ tenantId, id }: BuiltDevice): Promise<Record<string, string>> {
  const rows = await server.services.transactions.inTenant(
    { tenantId },
    (tx) => tx.all(build.selectFrom('points').select(['id', 'point_key']).where('device_id', '=', id)),
    'read',
  )
  return Object.fromEntries(rows.map((row) => [row.point_key, row.id]))
}

async function send({ name }: BuiltDevice, readings: readonly { key: string; time: number; value: number | undefined }[]): Promise<void> {
  const { registry, ingest } = server.services.acquisition
  const device = await registry.find(name)
  if (!device) throw new Error('the device is not known')
  for (let at = 0; at < readings.length; at += 5000)
    await ingest.accept(
      device,
      { readings: readings.slice(at, at + 5000).map((each) => ({ ...each, time: millis(each.time) })), faults: [] },
      100,
    )
}

interface Asked {
  pointId: string | string[]
  from: number
  to: number
  detail?: string
  format?: string
}

async function csvOf(client: Client, asked: Asked, language = 'en'): Promise<string[]> {
  const response = await fetch(`${server.url}${EXPORT}`, {
    method: 'POST',
    body: JSON.stringify({ detail: 'raw', format: 'csv', ...asked }),
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', 'accept-language': language },
  })
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
  expect([response.status, response.headers.get('content-type'), text.slice(0, 1)], text).toEqual([
    200,
    'text/csv; charset=utf-8',
    '\ufeff',
  ])
  return text.slice(1).split('\r\n').slice(0, -1)
}

describe('single samples', () => {
  it('are all there, once, over many pages, point by point, by the clock of the tenant', async () => {
    const device = await buildDevice(server, tenant, { a: {}, b: { range_high: 50 } })
    const now = Math.floor(Date.now() / 1000) * 1000
    const from = now - 3_600_000
    const samples = Array.from({ length: 11_003 }, (_, index) => ({ key: 'a', time: from + index * 100, value: index / 8 }))
    await send(device, samples)
    await send(device, [
      { key: 'b', time: now - 3000, value: -1.5 },
      { key: 'b', time: now - 2000, value: 51 },
      { key: 'b', time: now - 1000, value: undefined },
    ])
    // One in the second page of rows is corrected, one in the first of the other point was no value before.
    const seventh = samples[7000] as (typeof samples)[number]
    await send(device, [{ ...seventh, value: -5 }])
    await send(device, [seventh, { key: 'b', time: now - 1000, value: 4 }])
    const ids = await idsOf(device)
    const rows = await csvOf(admin, { pointId: [ids['b'] as string, ids['a'] as string], from, to: now })
    expect(rows[0]).toBe('Device,Point,Key,Unit,Time,Value,Quality,Reason,Earlier value')
    expect(rows.slice(1, 11_004)).toEqual(
      samples.map(
        ({ time, value }, index) => `${device.code},a,a,,${shanghai(time)},${value},Good,Sent later,${index === 7000 ? '-5' : ''}`,
      ),
    )
    expect(rows.slice(11_004)).toEqual([
      `${device.code},b,b,,${shanghai(now - 3000)},-1.5,Good,,`,
      `${device.code},b,b,,${shanghai(now - 2000)},51,Uncertain,Outside of its range,`,
      `${device.code},b,b,,${shanghai(now - 1000)},4,Good,,none`,
    ])
    // Up to the end, and without it.
    expect(await csvOf(admin, { pointId: ids['a'] as string, from, to: from + 100 })).toHaveLength(2)
  })

  it('stand in the unit in which the point is shown, their figures too, for whoever sees which unit that is', async () => {
    const device = await buildDevice(server, tenant, { a: { unit: '°C', display_unit: '°F' } })
    const now = Math.floor(Date.now() / 1000) * 1000
    await send(device, [
      { key: 'a', time: now - 3000, value: 20 },
      { key: 'a', time: now - 2000, value: 21.5 },
      { key: 'a', time: now - 1000, value: undefined },
    ])
    await send(device, [{ key: 'a', time: now - 3000, value: 22 }])
    const [pointId] = Object.values(await idsOf(device)) as [string]
    const asked = { pointId, from: now - 5000, to: now }
    const cells = (rows: readonly string[], from: number) => rows.slice(1).map((row) => row.split(',').slice(from))
    expect(cells(await csvOf(admin, asked), 3).map(([unit, , value, , , earlier]) => [unit, value, earlier])).toEqual([
      ['°F', '71.6', '68'],
      ['°F', '70.7', ''],
      ['°F', '', ''],
    ])
    // Lowest, highest, both means (each of the two values stands for a second), and the deviation, to which the beginning of the scale makes no difference.
    expect(cells(await csvOf(admin, { ...asked, detail: 'statistics' }), 3)[0]?.slice(0, 6)).toEqual([
      '°F',
      '70.7',
      '71.6',
      '71.15',
      '71.15',
      '0.636396103068',
    ])
    expect(cells(await csvOf(await tenant.signIn('blind'), asked), 1)[0]?.[1]).toBe('22')
  })

  it('are the same in a workbook', async () => {
    const device = await buildDevice(server, tenant, { a: {} })
    const from = Date.now() - 60_000
    await send(device, [
      { key: 'a', time: from, value: 1.25 },
      { key: 'a', time: from + 5, value: -2 },
    ])
    const ids = await idsOf(device)
    const response = await fetch(`${server.url}${EXPORT}`, {
      method: 'POST',
      body: JSON.stringify({ pointId: ids['a'], from, to: from + 10, detail: 'raw', format: 'xlsx' }),
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'accept-language': 'en' },
    })
    expect(response.headers.get('content-type')).toBe(XLSX)
    const bytes = Buffer.from(await response.arrayBuffer())
    const { rows: cells } = readWorksheet((await unzip(bytes)).get('xl/worksheets/sheet1.xml') as string)
    expect(cells.slice(1).map((row) => row.find(({ style: shown }) => shown === style.moment)?.type)).toEqual(['n', 'n'])
    const rows = JSON.stringify(await rowsOfFile(bytes, XLSX))
    for (const text of [shanghai(from), shanghai(from + 5), '1.25', '-2', device.code]) expect(rows).toContain(text)
  })

  it('never become a formula, in no language and by no name', async () => {
    const device = await buildDevice(server, tenant, { a: {} })
    const now = Date.now()
    await send(device, [{ key: 'a', time: now - 1000, value: -7 }])
    const [id] = Object.values(await idsOf(device)) as [string]
    for (const [name, escaped] of [
      ['=1+1', `'=1+1`],
      ['@SUM(A1)', `'@SUM(A1)`],
      ['+a', `'+a`],
      ['-2', `'-2`],
      ['＝1', `'＝1`],
      ['=a,"b"', `"'=a,""b"""`],
      ['a, b', '"a, b"'],
    ] as const) {
      await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
        tx.run(build.updateTable('points').set({ point_name: name, unit: name }).where('id', '=', id)),
      )
      const [, row] = await csvOf(admin, { pointId: id, from: now - 2000, to: now }, 'zh-CN')
      expect(row).toBe(`${device.code},${escaped},a,${escaped},${shanghai(now - 1000)},-7,良好,,`)
    }
  })
})

describe('figures', () => {
  it('of minutes, hours and days are those of their samples, rolled up or not, each bucket once', async () => {
    const device = await buildDevice(server, tenant, { a: {} })
    const [id] = Object.values(await idsOf(device)) as [string]
    // Midnight in Shanghai, five days ago: past one page of minutes.
    const begin = Math.floor((Date.now() - 5 * DAY_MS + 8 * 3_600_000) / DAY_MS) * DAY_MS - 8 * 3_600_000
    const times = Array.from({ length: 4 * 48 }, (_, index) => begin + index * 1_800_000)
    await send(
      device,
      times.map((time, index) => ({ key: 'a', time, value: index })),
    )
    for (let rounds = 0; rounds < 3; rounds += 1) await server.services.acquisition.rollups.work(new Date(Date.now() + 2 * DAY_MS))
    const asked = { pointId: id, from: begin + 60_000, to: begin + 4 * DAY_MS - 1 }
    const minutes = await csvOf(admin, { ...asked, from: begin, detail: 'minute' })
    expect(minutes[0]).toBe(
      'Device,Point,Key,Unit,Time,Lowest,Highest,Average (time-weighted),Average of samples,Values,Good values,Coverage (%)',
    )
    expect(minutes.slice(1)).toEqual(
      times.map((time, index) => `${device.code},a,a,,${shanghai(time).slice(0, 19)},${index},${index},${index},${index},1,1,100`),
    )
    const hours = await csvOf(admin, { ...asked, detail: 'hour' })
    expect(hours.slice(1)).toEqual(
      Array.from(
        { length: 96 },
        (_, hour) =>
          `${device.code},a,a,,${shanghai(begin + hour * 3_600_000).slice(0, 19)},${hour * 2},${hour * 2 + 1},${hour * 2 + 0.5},${hour * 2 + 0.5},2,2,33.33`,
      ),
    )
    const days = await csvOf(admin, { ...asked, detail: 'day' })
    expect(days.slice(1)).toEqual(
      [0, 1, 2, 3].map(
        (day) =>
          `${device.code},a,a,,${shanghai(begin + day * DAY_MS).slice(0, 19)},${day * 48},${day * 48 + 47},${day * 48 + 23.5},${day * 48 + 23.5},48,48,33.33`,
      ),
    )
  })
})

describe('who may', () => {
  it('is whoever was granted it, of their own tenant alone', async () => {
    const device = await buildDevice(server, tenant, { a: {} })
    const [pointId] = Object.values(await idsOf(device)) as [string]
    const asked = { pointId, from: Date.now() - DAY_MS, to: Date.now(), detail: 'raw', format: 'csv' }
    expect(await call(server.url, 'POST', EXPORT, { body: asked })).toMatchObject({ http: 401 })
    expect(await (await tenant.signIn('reader')).post(EXPORT, asked)).toMatchObject({ http: 403 })
    expect(await (await other.signIn('admin')).post(EXPORT, asked)).toMatchObject({ http: 404, data: null })
    const [own] = Object.values(await idsOf(await buildDevice(server, other, { a: {} }))) as [string]
    expect(await (await other.signIn('admin')).post(EXPORT, { ...asked, pointId: [own, pointId] })).toMatchObject({ http: 404 })
  })

  it('is not told what their roles hide', async () => {
    const device = await buildDevice(server, tenant, { secretkey: {} })
    const now = Date.now()
    await send(device, [{ key: 'secretkey', time: now - 1000, value: 3 }])
    const [pointId] = Object.values(await idsOf(device)) as [string]
    expect(await csvOf(await tenant.signIn('blind'), { pointId, from: now - 2000, to: now })).toEqual([
      'Key,Time,Value,Quality,Reason,Earlier value',
      `secretkey,${shanghai(now - 1000)},3,Good,,`,
    ])
  })
})

describe('bounds', () => {
  it('are told in the language of whoever asks', async () => {
    const device = await buildDevice(server, tenant, { a: {} })
    const [pointId] = Object.values(await idsOf(device)) as [string]
    const to = Date.now()
    const ids = Object.values(
      await idsOf(await buildDevice(server, tenant, Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`p${index}`, {}])))),
    )
    const many = { pointId: ids, from: to - 4 * 366 * DAY_MS, to, detail: 'minute', format: 'xlsx' }
    expect(await admin.post(EXPORT, many, { 'accept-language': 'zh-CN' })).toMatchObject({
      http: 422,
      message: expect.stringMatching(/6324480.*5000000/) as string,
    })
    for (const wrong of [
      { from: to, to: to - 1 },
      { from: to - 6 * 366 * DAY_MS },
      { detail: 'second' },
      { format: 'pdf' },
      { pointId: [] },
      { pointId: Array.from({ length: 101 }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`) },
    ]) {
      expect(
        await admin.post(EXPORT, { pointId, from: to - 1, to, detail: 'raw', format: 'csv', ...wrong }),
        JSON.stringify(wrong),
      ).toMatchObject({ http: 422 })
    }
  })

  it('whoever reads slowly or hangs up holds no connection, and is not read for', async () => {
    const device = await buildDevice(server, tenant, { a: {} })
    const [pointId] = Object.values(await idsOf(device)) as [string]
    const to = Date.now()
    const from = to - 3_600_000
    // What it is stored in is there after it.
    await send(device, [{ key: 'a', time: from, value: 0 }])
    await server.database.asOwner((client) =>
      client.query(
        `
      insert into samples (tenant_id, series, time, value, quality, reason, retention)
      select $1, $2, to_timestamp($3::float8 / 1000) + n * interval '9 milliseconds', n, 192, 0, 2 from generate_series(1, 390000) as n`,
        [tenant.id, device.series['a'], from],
      ),
    )
    const { pool } = server.database
    let taken = 0
    const count = () => {
      taken += 1
    }
    pool.on('acquire', count)
    const asked = request(`${server.url}${EXPORT}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    })
    asked.on('error', () => undefined)
    asked.end(JSON.stringify({ pointId, from, to, detail: 'raw', format: 'csv' }))
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    response.pause()
    const rest = async () => {
      for (let before = -1; before !== taken;) {
        before = taken
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      return taken
    }
    const idle = () => expect.poll(() => pool.totalCount - pool.idleCount + pool.waitingCount, { timeout: 10_000 }).toBe(0)
    const whileWaiting = await rest()
    expect(whileWaiting).toBeLessThan(390_000 / 5000)
    await idle()
    asked.destroy()
    // The server has work of its own now and then; the rest of the file would be dozens of pages.
    expect((await rest()) - whileWaiting).toBeLessThan(15)
    await idle()
    pool.off('acquire', count)
    expect((await admin.get('/api/acquisition/reading/queryReadingTrend', { pointId, last: 1000 })).http).toBe(200)
  }, 60_000)
})
