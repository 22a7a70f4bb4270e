/** What the page of collectors is told: a tenant of its own devices and buses, the operator of the server, and nobody of another tenant's hosts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildPlatform, buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, buildPolledDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const PATH = '/api/acquisition/collector/queryCollector'

interface Answer {
  mqtt: { state: string; port: number | null; connections: number }
  http: { perMinute: number }
  push: { devices: number; seen: number; error: { code: string; at: string | null; device: string | null } | null }
  modbus: {
    state: string
    devices: number
    error: { code: string; device: string | null; at: string | null } | null
    total: number
    buses: { host: string | null; port: number | null; state: string; devices: number; away: number[] }[]
  }
  simulator: { state: string } | null
  queue: { values: number } | null
  allowed: string[]
}

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let operator: Client
let device: BuiltDevice
beforeAll(async () => {
  server = await startServer({ mqttPort: 0, polling: true })
  const reader = { roleDescription: '', menus: [], hiddenButtons: [] }
  tenant = await buildTenant(server, {
    roles: [
      {
        ...reader,
        roleName: 'h',
        roleCode: 'HIDES',
        urls: [PATH.slice(4)],
        hiddenFields: [{ menu: 'devices', fields: ['modbusHost', 'deviceCode'] }],
      },
      { ...reader, roleName: 'n', roleCode: 'NOTHING', urls: [], hiddenFields: [] },
    ],
    users: [buildUser({ username: 'hides', roles: ['HIDES'] }), buildUser({ username: 'nothing', roles: ['NOTHING'] })],
  })
  other = await buildTenant(server)
  const platform = await buildPlatform(server)
  ;[admin, operator] = [await tenant.signIn('admin'), await platform.signIn('admin')]
  device = await buildDevice(server, tenant)
  await buildDevice(server, tenant)
  await buildDevice(server, other)
  // Neither may be asked: both stand at the server itself.
  await buildPolledDevice(
    server,
    tenant,
    { host: '127.0.0.21', port: 5021, unit: 1 },
    { v: { register_kind: 'holding', register_address: 0, register_format: 'uint16' } },
  )
  await buildPolledDevice(
    server,
    other,
    { host: '127.0.0.22', port: 5022, unit: 2 },
    { v: { register_kind: 'holding', register_address: 0, register_format: 'uint16' } },
  )
})
afterAll(() => server.stop())

const asked = async (client: Client) => (await client.get<Answer>(PATH)).data
async function push(body: unknown): Promise<number> {
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/acquisition/push',
    headers: {
      authorization: `Basic ${Buffer.from(`${device.name}:${device.secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    payload: JSON.stringify(body),
  })
  return statusCode
}

it('is for those who are signed in and may', async () => {
  expect(await call(server.url, 'GET', PATH)).toMatchObject({ http: 401 })
  expect(await (await tenant.signIn('nothing')).get(PATH)).toMatchObject({ http: 403 })
})

describe('a tenant', () => {
  it('sees what its devices send and what was wrong with it last', async () => {
    expect(await push({ temperature: 1, humidity: 2 })).toBe(200)
    expect(await push({ temperature: 'warm', humidity: 3 })).toBe(200)
    await server.services.acquisition.states.flush()
    expect(await asked(admin)).toMatchObject({
      mqtt: { state: 'listening', connections: 0 },
      http: { perMinute: 3 },
      push: { devices: 2, seen: 1, error: { code: 'not-a-number', at: 'temperature', device: device.code } },
      queue: null,
      simulator: null,
    })
  })

  it('sees the buses its devices stand on, how they are, and no other tenant’s', async () => {
    await expect
      .poll(async () => (await asked(admin)).modbus.buses, { timeout: 15_000 })
      .toMatchObject([{ host: '127.0.0.21', port: 5021, state: 'refused', devices: 1 }])
    await server.services.acquisition.states.flush()
    const answer = await asked(admin)
    expect(answer.modbus).toMatchObject({ state: 'polling', devices: 1, total: 1, error: { code: 'address', at: '127.0.0.21:5021' } })
    expect(JSON.stringify(answer)).not.toContain('127.0.0.22')
  })

  it('is offered the import of history where its role may', async () => {
    expect([(await asked(admin)).allowed, (await asked(await tenant.signIn('hides'))).allowed]).toEqual([['import'], []])
  })

  it('is not told what its role hides', async () => {
    const answer = await asked(await tenant.signIn('hides'))
    expect(answer.modbus).toMatchObject({ buses: [{ host: null, port: 5021 }], error: { code: 'address', at: null, device: null } })
    expect(JSON.stringify(answer)).not.toContain('127.0.0.21')
    expect(JSON.stringify(answer)).not.toContain(device.code)
  })
})

it('tells the operator of everything that comes in, by number alone', async () => {
  // What came before may lie more than a minute back.
  expect(await push({ temperature: 1, humidity: 2 })).toBe(200)
  const answer = await asked(operator)
  expect(answer.http.perMinute).toBeGreaterThanOrEqual(2)
  expect(answer).toMatchObject({
    queue: { values: 0 },
    modbus: { total: 2, buses: [], error: { code: 'address', at: null, device: null } },
  })
  expect(answer.push.devices).toBeGreaterThanOrEqual(3)
  for (const word of ['127.0.0.2', device.code]) expect(JSON.stringify(answer)).not.toContain(word)
})
