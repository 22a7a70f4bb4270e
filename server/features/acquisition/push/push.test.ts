/** Readings over HTTP: who may send them, what becomes of them, and what is said about them. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantId } from '../../../../model/brands.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, changeDevice, samplesOf, stateOf } from '../../../../tests/support/devices.ts'
import { dump } from '../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { hashDeviceSecret, newDeviceSecret } from '../../../acquisition/index.ts'

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  ;[tenant, other] = [await buildTenant(server), await buildTenant(server)]
})
afterAll(() => server.stop())

const basic = ({ name, secret }: Pick<BuiltDevice, 'name' | 'secret'>) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
interface Answer {
  http: number
  message: string
  data: { stored: number; repeated: number; refused: number; refusals: { code: string; at: string; message: string }[] }
  errors?: { field: string; message: string }[]
  retryAfter: string | null
}

async function push(
  device: Pick<BuiltDevice, 'name' | 'secret'>,
  body: unknown,
  { key, headers = {}, language = 'en' }: { key?: string; headers?: Record<string, string>; language?: string } = {},
): Promise<Answer> {
  const answer = await fetch(`${server.url}/api/acquisition/push${key === undefined ? '' : `?key=${key}`}`, {
    method: 'POST',
    headers: { authorization: basic(device), 'content-type': 'application/json', 'accept-language': language, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as never) : JSON.stringify(body),
  })
  return {
    http: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    ...((await answer.json()) as Omit<Answer, 'http' | 'retryAfter'>),
  }
}

describe('pushing', () => {
  it('stores one value, an object, values with times, and many of them; scaled, and with their quality', async () => {
    const device = await buildDevice(server, tenant, {
      temperature: { scale: 0.1, value_offset: -40, range_high: 100 },
      door: { retention: 'long' },
    })
    const now = Date.now()
    expect(await push(device, '650', { key: 'temperature', headers: { 'content-type': 'text/plain' } })).toMatchObject({
      http: 200,
      data: { stored: 1, refused: 0 },
    })
    expect(await push(device, { ts: now - 60_000, values: { temperature: 600, door: true } })).toMatchObject({
      http: 200,
      data: { stored: 2 },
    })
    expect(
      await push(device, [
        { ts: now - 50_000, values: { temperature: 2000 } },
        { ts: now - 40_000, values: { temperature: null, door: false } },
      ]),
    ).toMatchObject({ http: 200, data: { stored: 3 } })
    const stored = await samplesOf(server, device.series['temperature'] as number)
    expect(stored.slice(0, 3)).toEqual([
      { time: now - 60_000, value: 20, quality: 192, reason: 0, retention: 2 },
      { time: now - 50_000, value: 160, quality: 64, reason: 1, retention: 2 },
      { time: now - 40_000, value: null, quality: 0, reason: 4, retention: 2 },
    ])
    expect(stored[3]).toMatchObject({ value: 25, quality: 192 })
    expect((await samplesOf(server, device.series['door'] as number)).map(({ value, retention }) => [value, retention])).toEqual([
      [1, 3],
      [0, 3],
    ])
  })

  it('stores the same value once, and values without a time all', async () => {
    const device = await buildDevice(server, tenant)
    const ts = Date.now() - 1000
    for (const stored of [1, 0, 0])
      expect(await push(device, { ts, values: { temperature: 1 } })).toMatchObject({
        http: 200,
        data: { stored, corrected: 0, repeated: 1 - stored },
      })
    expect(await push(device, { ts, values: { temperature: 3 } })).toMatchObject({
      http: 200,
      data: { stored: 1, corrected: 1, repeated: 0 },
    })
    expect(await samplesOf(server, device.series['temperature'] as number)).toHaveLength(1)
    await Promise.all(Array.from({ length: 20 }, () => push(device, '5', { key: 'humidity' })))
    expect(await samplesOf(server, device.series['humidity'] as number)).toHaveLength(20)
  })

  it('stores nothing within the deadband of what it has stored, but knows it as the newest', async () => {
    const device = await buildDevice(server, tenant, { temperature: { deadband: 0.5 } })
    const now = Date.now()
    expect(await push(device, { ts: now - 3000, values: { temperature: 20 } })).toMatchObject({
      http: 200,
      data: { stored: 1, repeated: 0 },
    })
    expect(await push(device, { ts: now - 2000, values: { temperature: 20.4 } })).toMatchObject({
      http: 200,
      data: { stored: 0, repeated: 1, refused: 0 },
    })
    await server.services.acquisition.states.flush()
    const newest = await server.database.asOwner(
      async (client) =>
        (await client.query('select value from point_states where series = $1', [device.series['temperature']])).rows as {
          value: number
        }[],
    )
    expect(newest).toEqual([{ value: 20.4 }])
    expect(await push(device, { ts: now - 1000, values: { temperature: 20.6 } })).toMatchObject({
      http: 200,
      data: { stored: 1, repeated: 0 },
    })
    expect((await samplesOf(server, device.series['temperature'] as number)).map(({ value }) => value)).toEqual([20, 20.6])
  })

  it('stores the rest of what is partly wrong, and names what was', async () => {
    const device = await buildDevice(server, tenant)
    const answer = await push(device, { ts: Date.now(), values: { temperature: 1, pressure: 3, humidity: '60' } }, { language: 'zh-CN' })
    expect(answer).toMatchObject({
      http: 200,
      data: {
        stored: 1,
        refused: 2,
        refusals: [
          { code: 'not-a-number', at: 'values.humidity' },
          { code: 'unknown-point', at: 'pressure', message: '设备上没有名为“pressure”的测点' },
        ],
      },
    })
    await server.services.acquisition.states.flush()
    expect(await dump(server)).toMatch(new RegExp(`device_states .*${device.id}.*not-a-number,values.humidity,.*,1,1,2\\)`))
  })

  it('names what is wrong where nothing can be stored', async () => {
    const device = await buildDevice(server, tenant)
    for (const [body, field] of [
      ['{', 'body'],
      ['', 'body'],
      ['12', 'body'],
      ['[3]', '[0]'],
      ['{"temperature":"1"}', 'temperature'],
      ['{"nothing":1}', 'nothing'],
      ['{"ts":1,"values":{"temperature":1}}', 'ts'],
    ] as const) {
      expect(await push(device, body), body).toMatchObject({ http: 422, errors: [{ field, message: expect.stringMatching(/\S/) }] })
    }
    expect(await push(device, { ts: Date.now() + 90_000_000, values: { temperature: 1 } })).toMatchObject({
      http: 422,
      errors: [{ field: 'temperature' }],
    })
    expect(await push(device, { ts: Date.UTC(2001, 1), values: { temperature: 1 } })).toMatchObject({
      http: 422,
      errors: [{ field: 'temperature' }],
    })
    expect(await samplesOf(server, device.series['temperature'] as number)).toEqual([])
  })

  it('stores values at the time that is told beside them, and none whose time cannot be read', async () => {
    const device = await buildDevice(server, tenant, { temperature: {}, time: {} })
    const at = Math.floor(Date.now() / 1000) * 1000 - 600_000
    expect(await push(device, { timestamp: at / 1000, temperature: 1 })).toMatchObject({ http: 200, data: { stored: 1, refused: 0 } })
    expect(await push(device, [{ ts: new Date(at + 1000).toISOString(), temperature: 2, time: 5 }])).toMatchObject({
      http: 200,
      data: { stored: 2, refused: 0 },
    })
    expect(await push(device, { ts: '2026-01-01 12:00', temperature: 3 })).toMatchObject({
      http: 422,
      errors: [{ field: 'ts', message: expect.stringContaining('ts is not a time') as string }],
    })
    expect((await samplesOf(server, device.series['temperature'] as number)).map(({ time, value }) => [time - at, value])).toEqual([
      [0, 1],
      [1000, 2],
    ])
    expect((await samplesOf(server, device.series['time'] as number)).map(({ time, value }) => [time - at, value])).toEqual([[1000, 5]])
  })

  it('is answered in a moment, and so is everybody else, whatever the body is made of', async () => {
    const device = await buildDevice(server, tenant)
    const hostile = gzipSync(`NaN"${'\\"'.repeat(4_000_000)}`)
    const start = performance.now()
    const [answer, health] = await Promise.all([
      push(device, hostile, { headers: { 'content-encoding': 'gzip' } }),
      fetch(`${server.url}/healthz`),
    ])
    expect([answer.http, health.status]).toEqual([422, 200])
    // A fifth of a second at most on a machine of its own; quadratic work took a minute for a fortieth of this.
    expect(performance.now() - start).toBeLessThan(5000)
  })

  it('half a character in a key keeps nobody’s state from being written', async () => {
    const [device, neighbour] = [await buildDevice(server, tenant), await buildDevice(server, other)]
    expect(await push(device, '{"\\ud800":1}')).toMatchObject({ http: 422 })
    expect(await push(neighbour, { nothing: 1 })).toMatchObject({ http: 422 })
    expect(await stateOf(server, device.id)).toEqual({ seen: true, error: 'unknown-point', detail: '\ufffd' })
    expect(await stateOf(server, neighbour.id)).toEqual({ seen: true, error: 'unknown-point', detail: 'nothing' })
  })

  it('takes compressed bodies, and no bomb', async () => {
    const device = await buildDevice(server, tenant)
    const gzip = { 'content-encoding': 'gzip' }
    expect(await push(device, gzipSync(JSON.stringify({ temperature: 3 })), { headers: gzip })).toMatchObject({
      http: 200,
      data: { stored: 1 },
    })
    expect(await push(device, gzipSync(Buffer.alloc(200 * 1024 ** 2, 32)), { headers: gzip })).toMatchObject({ http: 413 })
    expect(await push(device, '{"temperature": 3}', { headers: gzip })).toMatchObject({ http: 422, errors: [{ field: 'body' }] })
    expect(await push(device, 'x', { headers: { 'content-encoding': 'br' } })).toMatchObject({
      http: 415,
      message: 'The Content-Encoding may be gzip or be left out',
    })
    expect(await push(device, 'temperature=3', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })).toMatchObject({
      http: 415,
      message: 'The Content-Type has to be application/json, text/plain, text/csv',
    })
    expect(await push(device, `{"temperature": ${'1'.repeat(1024 ** 2)}}`)).toMatchObject({ http: 413 })
    expect(await samplesOf(server, device.series['temperature'] as number)).toHaveLength(1)
  })
})

describe('a device', () => {
  it('is let in by its own name and secret alone, and told nothing of others', async () => {
    const [device, foreign] = [await buildDevice(server, tenant), await buildDevice(server, other)]
    const refused = async (name: string, secret: string) =>
      expect(await push({ name, secret }, { temperature: 1 }), `${name} ${secret}`).toMatchObject({
        http: 401,
        message: 'The device is unknown, disabled, or its secret is wrong',
      })
    await refused(device.name, newDeviceSecret())
    await refused(device.name, '')
    await refused(device.name, foreign.secret)
    await refused(`${other.code}/${device.code}`, device.secret)
    await refused(`${tenant.code}/${foreign.code}`, foreign.secret)
    await refused(device.code, device.secret)
    await refused(`${tenant.code}/#`, device.secret)
    const admin = await tenant.signIn('admin')
    const answer = await fetch(`${server.url}/api/acquisition/push`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(401)
    expect((await fetch(`${server.url}/api/admin/sysuser/querySysUser`, { headers: { authorization: basic(device) } })).status).toBe(401)
  })

  it('writes under its own points, whatever keys others have', async () => {
    const [device, foreign] = [await buildDevice(server, tenant, { mine: {} }), await buildDevice(server, other, { theirs: {} })]
    expect(await push(device, { mine: 1, theirs: 2 })).toMatchObject({ data: { stored: 1, refused: 1 } })
    expect(await samplesOf(server, foreign.series['theirs'] as number)).toEqual([])
    const read = (tenantId: TenantId) =>
      server.services.transactions.inTenant(
        { tenantId },
        async (tx) =>
          (await tx.all({
            compile: () => ({
              sql: 'select series::int from samples',
              parameters: [],
              query: undefined as never,
              queryId: undefined as never,
            }),
          })) as { series: number }[],
        'read',
      )
    expect((await read(tenant.id)).map(({ series }) => series)).toContain(device.series['mine'])
    expect(await read(other.id)).toEqual([])
  })

  it('is shut out at once when it is disabled, given another secret, polled instead, or its tenant is gone', async () => {
    const device = await buildDevice(server, tenant)
    const is = async (http: number, secret = device.secret) =>
      expect((await push({ ...device, secret }, { temperature: 1 })).http).toBe(http)
    await is(200)
    await changeDevice(server, device, { device_status: 0 })
    await is(401)
    await changeDevice(server, device, { device_status: 1 })
    await is(200)
    const next = newDeviceSecret()
    await changeDevice(server, device, { secret_hash: hashDeviceSecret(next) })
    await is(401)
    await is(200, next)
    await changeDevice(server, device, { connection: 'modbus' })
    await is(401, next)
  })

  it('that keeps failing is not looked at for a while; another behind the same address is', async () => {
    const [device, neighbour] = [await buildDevice(server, tenant), await buildDevice(server, tenant)]
    const wrong = { name: device.name, secret: 'wrong' }
    for (let times = 0; times < 10; times += 1) expect((await push(wrong, { temperature: 1 })).http).toBe(401)
    expect(await push(device, { temperature: 1 })).toMatchObject({ http: 429, retryAfter: '60' })
    expect((await push(neighbour, { temperature: 1 })).http).toBe(200)
  })
})

describe('an address', () => {
  // Requests of this test come from an address of their own: what is counted here is nothing to the other tests.
  const from = async (device: Pick<BuiltDevice, 'name' | 'secret'>): Promise<number> =>
    (
      await server.app.inject({
        method: 'POST',
        url: '/api/acquisition/push',
        remoteAddress: '203.0.113.7',
        headers: { authorization: basic(device), 'content-type': 'application/json' },
        payload: '{"temperature":1}',
      })
    ).statusCode

  it('from which a hundred unknown names have come lets in devices with the right secret, of whichever tenant, and no other', async () => {
    const [device, known] = [await buildDevice(server, other), await buildDevice(server, tenant)]
    expect(await from(known)).toBe(200)
    for (let times = 0; times < 100; times += 1) expect(await from({ name: `${tenant.code}/nobody-${times}`, secret: 'wrong' })).toBe(401)
    expect(await from({ name: `${tenant.code}/nobody`, secret: 'wrong' })).toBe(429)
    expect([await from(known), await from(device), await from({ ...device, secret: known.secret }), await from(device)]).toEqual([
      200, 200, 429, 200,
    ])
  })

  it('that says a wrong secret is named where the device is looked at', async () => {
    const device = await buildDevice(server, tenant)
    expect(await from({ ...device, secret: 'wrong' })).toBe(429)
    expect(await stateOf(server, device.id)).toEqual({ seen: false, error: 'credentials', detail: '203.0.113.7' })
  })
})

describe('too much', () => {
  it('answers 429 and when to come back, stores nothing of it, and harms no other tenant', async () => {
    const [device, neighbour, probe] = [
      await buildDevice(server, await buildTenant(server)),
      await buildDevice(server, other),
      await buildDevice(server, await buildTenant(server)),
    ]
    // More than a tenant may send at once, and as much again.
    const burst = () =>
      push(
        probe,
        Array.from({ length: 25 }, (_, index) => ({ ts: Date.now() - index, values: { temperature: index } })),
      )
    const bursts = async () => [(await burst()).http, (await burst()).http]
    const { settings } = server.services
    const before = settings.ofPlatform.bind(settings)
    settings.ofPlatform = async () => ({ ...(await before()), 'acquisition.pointsPerSecond': 10 })
    try {
      // What may be sent is remembered for a second.
      await expect.poll(bursts, { timeout: 10_000 }).toContain(429)
      const now = Date.now()
      const many = Array.from({ length: 20 }, (_, index) => ({ ts: now - index, values: { temperature: index } }))
      const answers = [
        await push(device, many),
        await push(
          device,
          many.map(({ values, ts }) => ({ ts: ts - 1000, values })),
        ),
      ]
      expect(answers.map(({ http }) => http)).toEqual([200, 429])
      expect(Number(answers[1]?.retryAfter)).toBeGreaterThan(0)
      expect((await push(neighbour, { temperature: 1 })).http).toBe(200)
      expect(await samplesOf(server, device.series['temperature'] as number)).toHaveLength(20)
    } finally {
      settings.ofPlatform = before
      await expect.poll(bursts, { timeout: 10_000 }).toEqual([200, 200])
    }
  })
})
