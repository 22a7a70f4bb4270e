/** Who sees some devices is told of these alone without having asked: values as they are stored, and notifications of alarms. And whoever looks as such a role sees what it sees. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { resources } from '../model/index.ts'
import { administrator } from '../seeds/roles.ts'
import { build } from '../server/kernel/database/sql.ts'
import { buildRule, measure } from './support/alarms.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser, unique } from './support/builders.ts'
import type { Client, TokenAnswer } from './support/client.ts'
import { clientWith } from './support/client.ts'
import type { BuiltDevice } from './support/devices.ts'
import { buildDevice, pointsOf } from './support/devices.ts'
import { eventsRead } from './support/events.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import type { Listening } from './support/socket.ts'
import { listen } from './support/socket.ts'
import { pathsOf } from './support/values.ts'

interface Placed {
  readonly site: string
  readonly device: BuiltDevice
  readonly point: string
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let ned: Client
let own: Placed
let other: Placed
const open: Listening[] = []

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [{ ...administrator, roleCode: 'SCOPED', roleName: 'scoped', roleDescription: '' }],
    users: [buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] })],
  })
  admin = await tenant.signIn('admin')
  ;[own, other] = [await place(), await place()]
  const scopes = [{ table: '', kind: 'some', sites: [own.site] }]
  const given = await admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['SCOPED'], scopes })
  expect(given, JSON.stringify(given)).toMatchObject({ http: 200 })
  ned = await tenant.signIn('ned')
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})
afterAll(() => server.stop())

async function place(): Promise<Placed> {
  const code = unique()
  const { data } = await admin.post<{ id: string }>('/api/acquisition/site/addSite', { siteCode: code, siteName: code })
  const device = await buildDevice(server, tenant)
  await move(device, data.id)
  return { site: data.id, device, point: (await pointsOf(server, device))['temperature'] as string }
}

async function move(device: BuiltDevice, siteId: string): Promise<void> {
  const moved = await admin.put('/api/acquisition/device/updateDevice', { id: device.id, siteId })
  expect(moved, JSON.stringify(moved)).toMatchObject({ http: 200 })
}

async function watching(as: Client): Promise<Listening> {
  const socket = await listen(server.url, as.token)
  open.push(socket)
  socket.send(JSON.stringify({ points: [own.point, other.point] }))
  return socket
}
const received = ({ received: messages }: Listening) =>
  messages.flatMap(({ kind, list }) => (kind === 'values' ? (list ?? []) : [])).map(([point, , value]) => [point, value])
const hasReceived = (point: string, value: number) => (socket: Listening) =>
  received(socket).some((one) => one[0] === point && one[1] === value)
/** Longer than from one push to the next. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 700))

it('values come over the socket of the points that are seen, and of no others', async () => {
  const [narrow, wide] = [await watching(ned), await watching(admin)]
  await measure(server, other.device, { temperature: 1 })
  await measure(server, own.device, { temperature: 2 })
  await wide.until(hasReceived(other.point, 1), 3000)
  await narrow.until(hasReceived(own.point, 2), 3000)
  await quiet()
  expect(new Set(received(narrow).map(([point]) => point))).toEqual(new Set([own.point]))
})

it('and no longer once the device has moved away, in a socket that stays open', async () => {
  const [narrow, wide] = [await watching(ned), await watching(admin)]
  await measure(server, own.device, { temperature: 3 })
  await narrow.until(hasReceived(own.point, 3), 3000)
  await move(own.device, other.site)
  await quiet()
  narrow.received.length = 0
  await measure(server, own.device, { temperature: 4 })
  await wide.until(hasReceived(own.point, 4), 3000)
  await quiet()
  expect(received(narrow)).toEqual([])
  await move(own.device, own.site)
})

it('notifications of alarms come from the devices that are seen, whichever role the rule names', async () => {
  const named = { own: `own ${unique()}`, other: `other ${unique()}` }
  for (const [which, { device }] of Object.entries({ own, other })) {
    const rule = await buildRule(server, device, { rule_name: named[which as 'own' | 'other'] })
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      tx.run(
        build
          .insertInto('alarm_rule_roles')
          .values(['SCOPED', 'ROLE_ADMIN'].map((code) => ({ tenant_id: tenant.id, rule_id: rule, role_id: tenant.roles[code] as string }))),
      ),
    )
    await measure(server, device, { temperature: 30 })
  }
  await eventsRead(server, tenant.id)
  const mine = async (client: Client) =>
    JSON.stringify((await client.get('/api/notification/notification/queryMyNotification', { pageSize: 100 })).data)
  const [all, some] = [await mine(admin), await mine(ned)]
  for (const name of Object.values(named)) expect(all).toContain(name)
  expect(some).toContain(named.own)
  expect(some).not.toContain(named.other)
  const { unread } = (await ned.get<{ unread: number }>('/api/notification/notification/queryMyNotification')).data
  expect(unread).toBe(1)
})

it('who looks as a role sees the rows that the role sees, and changes none', async () => {
  const { data } = await admin.post<TokenAnswer>('/api/admin/sysrole/previewRole', { roleId: tenant.roles['SCOPED'] })
  const preview = clientWith(server.url, data.access_token, data.refresh_token)
  const idsOf = async (client: Client) =>
    (await client.get<{ list: { id: string }[] }>(pathsOf(resources.devices).query, { pageSize: 100 })).data.list.map(({ id }) => id)
  expect((await idsOf(admin)).sort()).toEqual([own.device.id, other.device.id].sort())
  expect(await idsOf(preview)).toEqual([own.device.id])
  const scope = async (client: Client, id: string) =>
    (await client.get<{ list: unknown[] }>(pathsOf(resources.sites).query, { id })).data.list.length
  expect([await scope(preview, own.site), await scope(preview, other.site)]).toEqual([1, 0])
  expect((await preview.put(pathsOf(resources.devices).update, { id: own.device.id, deviceName: 'x' })).http).toBe(403)
})
