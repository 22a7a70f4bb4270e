/** Several rows changed at once, what somebody did taken back, and removed rows brought back: for those alone who may, and never by halves. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { administrator } from '../../../../seeds/roles.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import { buildRule } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, newUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { requestToken } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const ROWS = '/api/admin/rows'

/** May write roles, devices and users, and look at the past; and may not call what else there is. */
const clerkRole: RoleSeed = {
  ...administrator,
  roleCode: 'CLERK',
  roleName: 'clerk',
  roleDescription: '',
  urls: ['/admin/sysrole/*', '/admin/sysuser/*', '/acquisition/device/*', '/acquisition/point/*', '/admin/syslog/query*'],
  hiddenFields: [
    { menu: 'devices', fields: ['serialNumber'] },
    { menu: 'sysuser', fields: ['nickname'] },
  ],
}
/** As much, on the devices of one site. */
const siteRole: RoleSeed = { ...administrator, roleCode: 'ONE_SITE', roleName: 'one site', roleDescription: '' }

/** May do everything with devices, and not look at the past. */
const adderRole: RoleSeed = { ...clerkRole, roleCode: 'ADDER', roleName: 'adder', urls: ['/acquisition/device/*'] }

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let second: Client
let clerk: Client
beforeAll(async () => {
  server = await startServer()
  const users = [
    buildUser({ username: 'second' }),
    buildUser({ username: 'clerk', roles: ['CLERK'] }),
    buildUser({ username: 'keeper', roles: ['ONE_SITE'] }),
    buildUser({ username: 'adder', roles: ['ADDER'] }),
  ]
  tenant = await buildTenant(server, { roles: [clerkRole, siteRole, adderRole], users })
  other = await buildTenant(server)
  ;[admin, second, clerk] = await Promise.all([tenant.signIn('admin'), tenant.signIn('second'), tenant.signIn('clerk')])
})
afterAll(() => server.stop())

type Row = Record<string, unknown> & { id: string; version: number }
const listed = async (client: Client, path: string, query: Record<string, string | number> = {}) =>
  (await client.get<{ list: Row[] }>(path, { pageSize: 1000, ...query })).data.list
const devicesOf = (client = admin) => listed(client, '/api/acquisition/device/queryDevice')
const deviceNow = async (id: string) => (await devicesOf()).find((row) => row.id === id)
const rename = async (client: Client, id: string, deviceName: string) => {
  const answer = await client.put('/api/acquisition/device/updateDevice', { id, deviceName })
  expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200 })
}
const undo = (client: Client, noun: string, id: readonly string[]) => client.post<{ undone: number }>(`${ROWS}/undoRows`, { noun, id })
const bin = async (client: Client, noun: string, keyword = '') =>
  (await client.get<{ list: { id: string; name: string | null; user: string | null }[] }>(`${ROWS}/queryRemovedRows`, { noun, keyword }))
    .data.list
const restore = (client: Client, noun: string, id: readonly string[]) => client.post(`${ROWS}/restoreRows`, { noun, id })

describe('several rows at once', () => {
  let rows: Row[]
  beforeEach(async () => {
    const built = [await buildDevice(server, tenant), await buildDevice(server, tenant), await buildDevice(server, tenant)]
    rows = (await devicesOf()).filter(({ id }) => built.some((device) => device.id === id))
  })
  const change = (client: Client, values: object, of = rows, noun = 'devices') =>
    client.put(`${ROWS}/updateRows`, { noun, rows: of.map(({ id, version }) => ({ id, version })), values })
  const statuses = async () => (await devicesOf()).filter(({ id }) => rows.some((row) => row.id === id)).map((row) => row['deviceStatus'])

  it('are given the same values, which their history knows', async () => {
    expect(await change(admin, { deviceStatus: 0 })).toMatchObject({ http: 200, data: { changed: 3 } })
    expect(await statuses()).toEqual([0, 0, 0])
    const { data } = await admin.get<{ list: { changes: object[] }[] }>('/api/admin/syslog/queryHistory', {
      noun: 'devices',
      id: rows[0]?.id as string,
    })
    expect(data.list[0]?.changes).toMatchObject([{ field: 'deviceStatus', from: 1, to: 0 }])
  })

  it('are changed all or not at all: one that somebody else has changed meanwhile, or that is not there, stops the others', async () => {
    await rename(second, rows[1]?.id as string, 'somebody was faster')
    expect(await change(admin, { deviceStatus: 0 })).toMatchObject({ http: 409 })
    expect(await statuses()).toEqual([1, 1, 1])
    const foreign = await buildDevice(server, other)
    const mixed = [...(await devicesOf()).filter(({ id }) => id === rows[0]?.id), { id: foreign.id, version: 1 }]
    expect(await change(admin, { deviceStatus: 0 }, mixed)).toMatchObject({ http: 404 })
    expect(await statuses()).toEqual([1, 1, 1])
    expect((await devicesOf(await other.signIn('admin'))).find(({ id }) => id === foreign.id)).toMatchObject({ deviceStatus: 1 })
  })

  it('are judged as one is: by the right, by the fields that somebody sees, and by the declaration', async () => {
    expect(await change(await tenant.signIn('viewer'), { deviceStatus: 0 })).toMatchObject({ http: 403 })
    expect(await change(clerk, { serialNumber: 'S1' })).toMatchObject({ http: 422, errors: [{ field: 'serialNumber' }] })
    expect(await change(admin, { deviceStatus: 7 })).toMatchObject({ http: 422, errors: [{ field: 'deviceStatus' }] })
    expect(await change(admin, { nothing: 7 })).toMatchObject({ http: 422 })
    expect(await change(admin, { deviceStatus: 0 }, rows, 'logs')).toMatchObject({ http: 403 })
    expect(await change(admin, { deviceStatus: 0 }, [])).toMatchObject({ http: 422 })
    expect(await statuses()).toEqual([1, 1, 1])
    expect(await change(clerk, { deviceStatus: 0 })).toMatchObject({ http: 200 })
  })

  it('are taken back together', async () => {
    await change(admin, { deviceStatus: 0 })
    expect(
      await undo(
        admin,
        'devices',
        rows.map(({ id }) => id),
      ),
    ).toMatchObject({ http: 200, data: { undone: 3 } })
    expect(await statuses()).toEqual([1, 1, 1])
  })
})

describe('what somebody has done', () => {
  it('is taken back by them, once nobody has touched it since', async () => {
    const { id, code } = await buildDevice(server, tenant)
    await rename(admin, id, 'wrong')
    expect(await undo(second, 'devices', [id]), 'of somebody else').toMatchObject({ http: 409 })
    expect(await undo(admin, 'devices', [id])).toMatchObject({ http: 200 })
    expect(await deviceNow(id)).toMatchObject({ deviceName: code })
    await rename(admin, id, 'again')
    await rename(second, id, 'better')
    expect(await undo(admin, 'devices', [id]), 'changed since').toMatchObject({ http: 409 })
    expect(await deviceNow(id)).toMatchObject({ deviceName: 'better' })
  })

  it('is not taken back later, nor without the right', async () => {
    const { id } = await buildDevice(server, tenant)
    await rename(admin, id, 'long ago')
    await server.database.asOwner((owner) =>
      owner.query("update changes set changed_at = changed_at - interval '31 minutes' where row_id = $1", [id]),
    )
    expect(await undo(admin, 'devices', [id])).toMatchObject({ http: 409 })
    expect(await undo(await tenant.signIn('viewer'), 'devices', [id])).toMatchObject({ http: 403 })
    expect(await undo(await other.signIn('admin'), 'devices', [id])).toMatchObject({ http: 409 })
    expect(await deviceNow(id)).toMatchObject({ deviceName: 'long ago' })
  })

  it('a removal is, with what went with it: points with their readings, rules, and no secret', async () => {
    const device = await buildDevice(server, tenant)
    const rule = await buildRule(server, device, { rule_name: `of ${device.code}` })
    const points = () => listed(admin, '/api/acquisition/point/queryPoint', { deviceId: device.id })
    const [row, before] = [await deviceNow(device.id), await points()]
    expect(before).toHaveLength(2)
    expect(await admin.post(`/api/acquisition/device/deleteDevice?id=${device.id}`)).toMatchObject({ http: 200 })
    expect(await points()).toEqual([])
    expect(await undo(second, 'devices', [device.id])).toMatchObject({ http: 409 })
    expect(await undo(admin, 'devices', [device.id])).toMatchObject({ http: 200, data: { undone: 1 } })
    const back = await deviceNow(device.id)
    expect(back).toMatchObject({ deviceCode: row?.['deviceCode'], deviceName: row?.['deviceName'], deviceStatus: 1 })
    expect((await points()).map((point) => [point.id, point['pointKey']])).toEqual(before.map((point) => [point.id, point['pointKey']]))
    expect(
      (await listed(admin, '/api/acquisition/alarmrule/queryAlarmRule', { ruleName: `of ${device.code}` })).map(({ id }) => id),
    ).toEqual([rule])
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ series: string; secret: string | null }>(
        'select p.series, d.secret_hash as secret from points p join devices d on d.id = p.device_id where d.id = $1 order by p.series',
        [device.id],
      ),
    )
    expect(rows.map(({ series }) => Number(series))).toEqual(Object.values(device.series).sort((a, b) => a - b))
    expect(rows.map(({ secret }) => secret)).toEqual([null, null])
    expect(await admin.post(`/api/acquisition/device/deleteDevice?id=${device.id}`), 'and again').toMatchObject({ http: 200 })
    expect(await deviceNow(device.id)).toBeUndefined()
    expect(await restore(admin, 'devices', [device.id])).toMatchObject({ http: 200 })
    expect(await points()).toHaveLength(2)
  })
})

describe('the recycle bin', () => {
  it('shows what was removed and by whom, and gives a role back with its grants and its scope', async () => {
    const roleCode = `R${unique()}`
    const added = await admin.post<{ id: string }>('/api/admin/sysrole/addSysRole', {
      roleCode,
      roleName: `role ${roleCode}`,
      roleDescription: 'x',
    })
    const { id } = added.data
    await server.database.asOwner(async (owner) => {
      await owner.query('insert into role_urls (tenant_id, role_id, url_id) select $1, $2, id from urls order by url limit 3', [
        tenant.id,
        id,
      ])
      await owner.query("insert into role_scopes (tenant_id, role_id, scoped_table, kind) values ($1, $2, '', 'own')", [tenant.id, id])
    })
    const kept = () =>
      server.database.asOwner(
        async (owner) =>
          (
            await owner.query<{ kept: string }>(
              `select (select count(*) from role_urls where role_id = $1) || ' ' || (select string_agg(kind, ',') from role_scopes where role_id = $1) as kept`,
              [id],
            )
          ).rows[0]?.kept,
      )
    const before = await kept()
    expect(before).toMatch(/^3 own/)
    expect(await admin.post(`/api/admin/sysrole/deleteSysRole?id=${id}`)).toMatchObject({ http: 200 })
    expect(await bin(admin, 'roles', roleCode.toLowerCase())).toMatchObject([{ id, name: `role ${roleCode}`, user: tenant.canary }])
    expect(await bin(clerk, 'roles', roleCode), 'who does not see names').toMatchObject([{ id, user: 'admin' }])
    expect(await bin(admin, 'roles', 'no such name')).toEqual([])
    expect(await bin(await other.signIn('admin'), 'roles')).toEqual([])
    expect(await restore(await other.signIn('admin'), 'roles', [id])).toMatchObject({ http: 404 })
    expect(await restore(admin, 'roles', [id])).toMatchObject({ http: 200, data: { restored: 1 } })
    expect(await kept()).toBe(before)
    expect(await bin(admin, 'roles', roleCode)).toEqual([])
    expect(await restore(admin, 'roles', [id]), 'it is there').toMatchObject({ http: 404 })
  })

  it('gives nobody a role or a user back who may do more than they', async () => {
    const roleCode = `R${unique()}`
    const { id } = (
      await admin.post<{ id: string }>('/api/admin/sysrole/addSysRole', { roleCode, roleName: roleCode, roleDescription: 'x' })
    ).data
    await server.database.asOwner((owner) =>
      owner.query("insert into role_urls (tenant_id, role_id, url_id) select $1, $2, id from urls where url like '%addSysParam'", [
        tenant.id,
        id,
      ]),
    )
    const user = (
      await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', newUser(tenant, { roleId: [tenant.roles['ROLE_EDITOR']] }))
    ).data
    await admin.post(`/api/admin/sysrole/deleteSysRole?id=${id}`)
    await admin.post(`/api/admin/sysuser/deleteSysUser?id=${user.id}`)
    expect(await restore(clerk, 'roles', [id])).toMatchObject({ http: 403 })
    expect(await restore(clerk, 'users', [user.id])).toMatchObject({ http: 403 })
    expect((await bin(admin, 'roles', roleCode)).map((row) => row.id)).toEqual([id])
    expect((await bin(admin, 'users')).map((row) => row.id)).toContain(user.id)
  })

  it('gives a user back with roles, and without the password', async () => {
    const values = newUser(tenant)
    const { id } = (await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', values)).data
    const name = String(values['username'])
    expect(await requestToken(server.url, tenant.code, name, PASSWORD)).toMatchObject({ http: 200 })
    await admin.post(`/api/admin/sysuser/deleteSysUser?id=${id}`)
    expect(await restore(admin, 'users', [id])).toMatchObject({ http: 200 })
    const [user] = await listed(admin, '/api/admin/sysuser/querySysUser', { username: name })
    expect(user).toMatchObject({ id, roleId: tenant.roles['ROLE_OPERATOR'], mobile: values['mobile'], status: 1 })
    expect(await requestToken(server.url, tenant.code, name, PASSWORD)).toMatchObject({ http: 401 })
  })

  it('refuses what has lost its place, and says which field it is', async () => {
    const site = async () =>
      (await admin.post<{ id: string }>('/api/acquisition/site/addSite', { siteCode: unique(), siteName: unique() })).data.id
    const place = await site()
    const { id } = await buildDevice(server, tenant)
    expect(await admin.put('/api/acquisition/device/updateDevice', { id, siteId: place })).toMatchObject({ http: 200 })
    await admin.post(`/api/acquisition/device/deleteDevice?id=${id}`)
    await admin.post(`/api/acquisition/site/deleteSite?id=${place}`)
    expect(await restore(admin, 'devices', [id])).toMatchObject({ http: 422, errors: [{ field: 'siteId' }] })
    expect(await restore(admin, 'sites', [place])).toMatchObject({ http: 200 })
    expect(await restore(admin, 'devices', [id])).toMatchObject({ http: 200 })
    expect(await deviceNow(id)).toMatchObject({ siteId: place })
  })

  it('is for those who see the past, may add, and see all rows; and of nouns that can be brought back', async () => {
    const { id } = await buildDevice(server, tenant)
    await admin.post(`/api/acquisition/device/deleteDevice?id=${id}`)
    await server.database.asOwner((owner) =>
      owner.query("insert into role_scopes (tenant_id, role_id, scoped_table, kind) values ($1, $2, '', 'own')", [
        tenant.id,
        tenant.roles['ONE_SITE'],
      ]),
    )
    expect(await admin.get(`${ROWS}/queryRemovedRows`, { noun: 'parameters' })).toMatchObject({ http: 409 })
    expect(await (await tenant.signIn('viewer')).get(`${ROWS}/queryRemovedRows`, { noun: 'devices' })).toMatchObject({ http: 403 })
    const adder = await tenant.signIn('adder')
    expect(await adder.get(`${ROWS}/queryRemovedRows`, { noun: 'devices' })).toMatchObject({ http: 403 })
    expect(await restore(adder, 'devices', [id])).toMatchObject({ http: 403 })
    const keeper = await tenant.signIn('keeper')
    expect(await bin(keeper, 'devices')).toEqual([])
    expect(await restore(keeper, 'devices', [id])).toMatchObject({ http: 404 })
    expect((await bin(admin, 'devices')).map((row) => row.id)).toContain(id)
  })
})
