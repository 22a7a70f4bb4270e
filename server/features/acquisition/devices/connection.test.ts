/** How a device is connected: what it has to be told, what became of its attempts, and its last messages; for those who may know. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { clientWith } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer, startServer } from '../../../../tests/support/server.ts'
import { readConfig } from '../../../config.ts'
import { expiredConnections, openConnectionLog } from '../../../acquisition/connection-log.ts'

const BASE = '/api/acquisition/device'
const CALLS = ['queryDeviceConnection', 'queryDeviceLog', 'queryDeviceMessages']

interface Message {
  via: string
  text: string
  stored: number
  refused: number
  fault: { code: string; at: string } | null
}
interface Logged {
  time: number
  event: string
  code: string
  place: string
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice

beforeAll(async () => {
  server = await sharedServer()
  const role = {
    roleName: 'r',
    roleDescription: '',
    menus: [],
    hiddenButtons: [],
    urls: ['/acquisition/device/query*', '/acquisition/point/queryPoint', '/acquisition/reading/queryLatestReading'],
  }
  tenant = await buildTenant(server, {
    roles: [
      { ...administrator, roleCode: 'SCOPED', roleName: 'scoped', roleDescription: '' },
      {
        ...role,
        roleCode: 'BLIND',
        hiddenFields: [
          { menu: 'points', fields: ['pointKey'] },
          { menu: 'devices', fields: ['deviceCode'] },
        ],
      },
    ],
    users: [
      buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] }),
      buildUser({ username: 'blind', roles: ['BLIND'] }),
      buildUser({ username: 'other', roles: ['ROLE_AUDITOR'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant, { flow: {}, level: {}, more: {} })
}, 120_000)
afterAll(() => server.stop())

const ask = <Answer>(call: string, as = admin, id = device.id) => as.get<Answer>(`${BASE}/${call}`, { id })
const messagesOf = async (as = admin) => (await ask<{ list: Message[] }>('queryDeviceMessages', as)).data.list
const logOf = async (as = admin) => (await ask<{ list: Logged[] }>('queryDeviceLog', as)).data.list

function send(body: string, secret = device.secret) {
  return fetch(`${server.url}/api/acquisition/push`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${device.name}:${secret}`).toString('base64')}`, 'content-type': 'application/json' },
    body,
  })
}

it.each(CALLS)('%s is for those who may, of their tenant and in their scope', async (call) => {
  expect((await ask(call, clientWith(server.url, ''))).http).toBe(401)
  expect((await ask(call, await tenant.signIn('other'))).http).toBe(403)
  expect((await ask(call, await (await buildTenant(server)).signIn('admin'))).http).toBe(404)
  expect((await ask(call, admin, randomUUID())).http).toBe(404)
  expect((await ask(call)).http).toBe(200)
  const stored = await admin.post('/api/admin/sysrole/authorizeDataScope', {
    roleId: tenant.roles['SCOPED'],
    scopes: [{ table: '', kind: 'own' }],
  })
  expect(stored.http).toBe(200)
  expect((await ask(call, await tenant.signIn('ned'))).http).toBe(404)
})

it('tells as whom it signs in and to which topic it sends, and whose its secret is', async () => {
  const owner = (text: string) => server.database.asOwner((client) => client.query(text, [device.id]))
  const { data } = await ask('queryDeviceConnection')
  expect(data).toMatchObject({ userName: device.name, topic: `d/${device.code}`, secret: 'simulated', points: { length: 2 } })
  await owner('update devices set secret_changed_at = now() where id = $1')
  expect((await ask('queryDeviceConnection')).data).toMatchObject({ secret: 'given' })
  await owner('update devices set secret_changed_at = null where id = $1')
  const other = await buildDevice(server, tenant, { flow: {} })
  await server.database.asOwner((client) => client.query('update devices set secret_hash = null where id = $1', [other.id]))
  expect((await ask('queryDeviceConnection', admin, other.id)).data).toMatchObject({ secret: 'none', points: ['flow'] })
  expect((await ask('queryDeviceConnection', await tenant.signIn('blind'))).data).toMatchObject({ userName: null, topic: null, points: [] })
})

it('tells where devices reach the broker, as the server was told', async () => {
  const { mqttPublic } = server.services.config
  expect(mqttPublic).toEqual({ host: undefined, port: undefined, tls: undefined })
  const behind = await startServer({ mqttPort: 0, mqttPublic: { host: 'mqtt.example.com', port: 443, tls: true } })
  try {
    const own = await buildTenant(behind)
    const { id } = await buildDevice(behind, own, { flow: {} })
    const brokerOf = async () => (await (await own.signIn('admin')).get<object>(`${BASE}/queryDeviceConnection`, { id })).data
    await expect.poll(brokerOf).toMatchObject({ mqtt: { host: 'mqtt.example.com', port: 443, tls: true } })
  } finally {
    await behind.stop()
  }
})

it.each([
  ['MQTT_PUBLIC_HOST', 'mqtt://broker.example.com'],
  ['MQTT_PUBLIC_PORT', '0'],
  ['MQTT_PUBLIC_TLS', 'maybe'],
])('%s=%s stops the start with a sentence that names the variable', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name)
})

it('shows the last messages as they came, with what was wrong, and none to whoever sees no keys', async () => {
  expect((await send('{"flow": 1.5, "nosuch": 2}')).status).toBe(200)
  expect((await send('{"flow": "x"}')).status).toBe(422)
  const [last, before] = await messagesOf()
  expect(last).toMatchObject({ via: 'http', text: '{"flow": "x"}', stored: 0, refused: 1, fault: { code: 'not-a-number', at: 'flow' } })
  expect(before).toMatchObject({
    text: '{"flow": 1.5, "nosuch": 2}',
    stored: 1,
    refused: 1,
    fault: { code: 'unknown-point', at: 'nosuch' },
  })
  expect(await messagesOf(await tenant.signIn('blind'))).toEqual([])
})

it('logs a wrong secret once, however often it is tried', async () => {
  for (let at = 0; at < 3; at += 1) expect((await send('1', 'wrong')).status).toBe(401)
  const refused = (await logOf()).filter(({ code }) => code === 'credentials')
  expect(refused).toMatchObject([{ event: 'refused', place: '127.0.0.1' }])
  expect((await logOf(await tenant.signIn('blind'))).map(({ place }) => place)).toEqual([''])
})

it('keeps the newest of a device within bounds, and nothing for longer than two weeks', async () => {
  const noisy = await buildDevice(server, tenant, { flow: {} })
  let now = Date.now()
  const { services } = server
  const limits = { deviceAtOnce: 5, atOnce: 5000, device: 20, days: 14 }
  const log = openConnectionLog(services.transactions, services.clock, limits, () => now)
  const stored = async () =>
    (
      await server.database.asOwner((client) =>
        client.query<{ place: string }>('select place from device_events where device_id = $1 order by happened_at desc, id desc', [
          noisy.id,
        ]),
      )
    ).rows.map(({ place }) => place)
  for (let at = 0; at < 8; at += 1) log.note(noisy, { event: 'connected', code: 'MQTT 5', place: String(at) })
  await log.flush()
  expect(await stored()).toHaveLength(5)
  for (let at = 10; at < 60; at += 1) {
    now += 1000
    log.note(noisy, { event: 'connected', code: 'MQTT 5', place: String(at) })
    await log.flush()
  }
  const kept = await stored()
  expect(kept[0]).toBe('59')
  expect(kept.length).toBeGreaterThanOrEqual(20)
  expect(kept.length).toBeLessThanOrEqual(25)
  await server.database.asOwner((client) =>
    client.query("update device_events set happened_at = now() - interval '15 days' where device_id = $1 and place <> '59'", [noisy.id]),
  )
  await expiredConnections(services.transactions)()
  expect(await stored()).toEqual(['59'])
})
