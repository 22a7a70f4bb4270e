/** How a device is connected: who may know, and whether the words are right. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { clientWith } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, changeDevice, sendReadings } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const PATH = '/api/acquisition/device/queryDeviceState'
interface State {
  state: string
  seen: number | null
  expectedSeconds: number
  messages: number
  readings: number
  refused: number
  error: { code: string; at: string; time: number } | null
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  const role = { roleName: 'r', roleDescription: '', menus: [], hiddenButtons: [], urls: ['/acquisition/device/queryDeviceState'] }
  tenant = await buildTenant(server, {
    roles: [
      {
        ...role,
        roleCode: 'BLIND',
        hiddenFields: [
          { menu: 'points', fields: ['pointKey'] },
          { menu: 'devices', fields: ['deviceStatus', 'pollSeconds'] },
        ],
      },
    ],
    users: [buildUser({ username: 'blind', roles: ['BLIND'] }), buildUser({ username: 'other', roles: ['ROLE_AUDITOR'] })],
  })
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const stateOf = async ({ id }: BuiltDevice, client = admin) => (await client.get<State>(PATH, { id })).data

it('is told to those who may call it, of their own devices', async () => {
  const device = await buildDevice(server, tenant)
  expect((await clientWith(server.url, '').get(PATH, { id: device.id })).http).toBe(401)
  expect((await (await tenant.signIn('other')).get(PATH, { id: device.id })).http).toBe(403)
  expect((await (await (await buildTenant(server)).signIn('admin')).get(PATH, { id: device.id })).http).toBe(404)
  expect((await admin.get(PATH, { id: 'x' })).http).toBe(422)
  expect(await stateOf(device)).toEqual({
    state: 'never',
    seen: null,
    expectedSeconds: 300,
    messages: 0,
    readings: 0,
    refused: 0,
    error: null,
  })
})

it('knows of a message as soon as that was answered', async () => {
  const device = await buildDevice(server, tenant, { a: {} })
  for (const messages of [1, 2, 3]) {
    await sendReadings(server, device, [{ key: 'a', time: Date.now(), value: messages }])
    expect(await stateOf(device)).toMatchObject({ state: 'online', messages, readings: messages })
  }
})

it('counts what the device sent, and names what was wrong last', async () => {
  const device = await buildDevice(server, tenant, { a: {} })
  const before = Date.now()
  await sendReadings(server, device, [
    { key: 'a', time: before, value: 1 },
    { key: 'b', time: before, value: 1 },
  ])
  await sendReadings(server, device, [{ key: 'a', time: before + 1, value: 2 }])
  await server.services.acquisition.states.flush()
  const state = await stateOf(device)
  expect(state).toMatchObject({ state: 'online', messages: 2, readings: 2, refused: 1, error: { code: 'unknown-point', at: 'b' } })
  for (const time of [state.seen, state.error?.time]) expect(Math.abs(Number(time) - before)).toBeLessThan(60_000)
  // Whoever does not see the keys of points is not told one this way.
  expect((await stateOf(device, await tenant.signIn('blind'))).error).toMatchObject({ code: 'unknown-point', at: '' })
})

it('says late, then silent, by the shortest time of its points; and that it is out of use', async () => {
  const device = await buildDevice(server, tenant, { a: { stale_seconds: 60 }, b: { stale_seconds: 100 }, c: {} })
  await sendReadings(server, device, [{ key: 'a', time: Date.now(), value: 1 }])
  await server.services.acquisition.states.flush()
  for (const [seconds, state] of [
    [50, 'online'],
    [70, 'late'],
    [590, 'late'],
    [610, 'silent'],
  ] as const) {
    await server.database.asOwner((owner) =>
      owner.query("update device_states set seen_at = now() - $2 * interval '1 second' where device_id = $1", [device.id, seconds]),
    )
    expect(await stateOf(device), String(seconds)).toMatchObject({ state, expectedSeconds: 60 })
  }
  await changeDevice(server, device, { device_status: 0 })
  expect((await stateOf(device)).state).toBe('disabled')
  // What is made of fields that a role hides is hidden from it as well.
  expect(await stateOf(device, await tenant.signIn('blind'))).toMatchObject({ state: 'silent', expectedSeconds: null })
})

it('expects a polled device within three polls', async () => {
  const device = await buildDevice(server, tenant, { a: { stale_seconds: 3600 } })
  await changeDevice(server, device, { connection: 'modbus' })
  expect((await stateOf(device)).expectedSeconds).toBe(30)
  await server.database.asOwner((owner) => owner.query('update devices set poll_seconds = 20 where id = $1', [device.id]))
  expect((await stateOf(device)).expectedSeconds).toBe(60)
})
