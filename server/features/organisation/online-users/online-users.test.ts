import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleSeed } from '../../../../model/tenant/template.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call, requestToken } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { wirePassword } from '../../../identity/index.ts'

const ONLINE = '/api/admin/sysuser/queryOnlineSysUser'
const END = '/api/admin/sysuser/endSession'
const RESET = '/api/admin/sysuser/resetPassword'
const ME = '/api/uaa/users/getSysUser'
const PASSWORDS = '/api/account/sysuserdetail/updatePassword'

/** May see and end sessions and give passwords, and no more than an editor otherwise; does not see numbers. */
const warden: RoleSeed = {
  roleCode: 'WARDEN',
  roleName: 'warden',
  roleDescription: '',
  menus: ['onlinesysuser'],
  urls: ['/admin/sysuser/queryOnlineSysUser', '/admin/sysuser/endSession', '/admin/sysuser/resetPassword'],
  hiddenButtons: [],
  hiddenFields: [
    { menu: 'sysuser', fields: ['mobile'] },
    { menu: 'onlinesysuser', fields: ['browser'] },
  ],
}
const guest: RoleSeed = { ...warden, roleCode: 'GUEST', roleName: 'guest', menus: [], urls: [] }

interface Row {
  id: string
  username: string
  mobile?: string
  signInTime: string
  lastSeenTime: string
  address: string
  roleIdCn?: string
}
interface Listed {
  list: Row[]
  total: number
  fields: string[]
  allowed: string[]
}

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, {
    roles: [warden, guest],
    users: [
      buildUser({ username: 'warden', roles: ['WARDEN'] }),
      ...['one', 'two', 'three'].map((username) => buildUser({ username, roles: ['GUEST'] })),
    ],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const online = async (client: Client, query: Record<string, string | number> = {}) =>
  (await client.get<Listed>(ONLINE, { pageSize: 100, ...query })).data
const of = async (username: string) => (await online(admin, { username })).list

describe('the list of those online', () => {
  it('has a row for each session that can be used, and none for others', async () => {
    const [first, second] = [await tenant.signIn('one'), await tenant.signIn('one')]
    expect(await of('one')).toMatchObject([
      {
        username: 'one',
        status: 1,
        roleIdCn: 'guest',
        address: '127.0.0.1',
        signInTime: expect.stringMatching(/^\d{4}-/),
        lastSeenTime: expect.stringMatching(/^\d{4}-/),
      },
      { username: 'one' },
    ])
    await second.post('/api/uaa/users/signOut')
    expect(await of('one')).toHaveLength(1)
    // A role switch is the same person at the same place.
    await (await tenant.signIn('viewer')).post('/api/account/sysuserdetail/switchRole', { roleCode: 'ROLE_VIEWER' })
    expect(await of('viewer')).toHaveLength(1)
    const { id } = theOnly(await of('viewer'))
    await server.database.asOwner((owner) => owner.query('update sessions set expires_at = now() where id = $1', [id]))
    expect(await of('viewer')).toEqual([])
    expect((await first.get(ME)).http).toBe(200)
  })

  it('is filtered like users, by organisation and role as well, and by where somebody sits', async () => {
    await (await other.signIn('editor')).get(ME)
    await tenant.signIn('editor')
    expect((await online(admin, { orgId: tenant.organisations['branch'] as string })).list.map(({ username }) => username)).toContain(
      'editor',
    )
    expect((await online(admin, { orgId: tenant.organisations['team'] as string, username: 'editor' })).total).toBe(0)
    expect(new Set((await online(admin, { roleId: tenant.roles['ROLE_EDITOR'] as string })).list.map(({ username }) => username))).toEqual(
      new Set(['editor']),
    )
    expect((await online(admin, { address: '127.0.0' })).total).toBeGreaterThan(1)
    expect((await online(admin, { address: '10.' })).total).toBe(0)
    expect(JSON.stringify(await online(admin))).not.toContain(other.canary)
    const sorted = (await online(admin, { sorter: 'lastSeenTime_descend' })).list.map(({ lastSeenTime }) => lastSeenTime)
    expect(sorted).toEqual([...sorted].sort().reverse())
  })

  it('hides what is hidden of users, and what is hidden of itself', async () => {
    const client = await tenant.signIn('warden')
    const { list, fields, allowed } = await online(client)
    expect(allowed).toEqual(expect.arrayContaining(['query', 'terminate']))
    expect(fields).toContain('email')
    for (const name of ['mobile', 'browser']) {
      expect(fields).not.toContain(name)
      for (const row of list) expect(row).not.toHaveProperty(name)
    }
    expect((await online(client, { mobile: '13' })).total, 'nor can it be asked for').toBe(list.length)
    expect(await client.get(ONLINE, { sorter: 'mobile_ascend' })).toMatchObject({ http: 422 })
  })

  it('is for whoever was granted it', async () => {
    expect(await call(server.url, 'GET', ONLINE)).toMatchObject({ http: 401, code: 50008 })
    expect((await (await tenant.signIn('editor')).get(ONLINE)).http).toBe(403)
  })

  it('knows when somebody was seen last, for at most a write a minute', async () => {
    const client = await tenant.signIn('three')
    const [row] = await of('three')
    await server.database.asOwner((owner) =>
      owner.query("update sessions set last_seen_at = now() - interval '1 hour', created_at = now() - interval '1 hour' where id = $1", [
        row?.id,
      ]),
    )
    const before = await server.database.asOwner(
      async (owner) => (await owner.query<{ at: Date }>('select last_seen_at as at from sessions where id = $1', [row?.id])).rows[0]?.at,
    )
    for (let index = 0; index < 20; index += 1) await client.get(ME)
    expect((await of('three'))[0]?.lastSeenTime, 'not with each request').toBe((await of('three'))[0]?.signInTime)
    await server.services.sessions.close() // stores what was noted
    const after = await server.database.asOwner(
      async (owner) => (await owner.query<{ at: Date }>('select last_seen_at as at from sessions where id = $1', [row?.id])).rows[0]?.at,
    )
    expect(after?.getTime()).toBeGreaterThan((before?.getTime() ?? 0) + 3_500_000)
  })
})

describe('ending sessions', () => {
  it("ends them all or none, and nobody else's", async () => {
    const [one, two, theirs] = [await tenant.signIn('one'), await tenant.signIn('two'), await other.signIn('admin')]
    const ids = [...(await of('one')), ...(await of('two'))].map(({ id }) => id)
    const foreign = (await online(theirs)).list[0]?.id as string
    for (const id of [foreign, tenant.users['one'] as string])
      expect(await admin.post(END, { id: [...ids, id] })).toMatchObject({ http: 404, data: null })
    for (const client of [one, two, theirs]) expect((await client.get(ME)).http).toBe(200)
    expect(await admin.post(`${END}?id=${ids.join(',')}`)).toMatchObject({ http: 200, data: { ended: ids.length } })
    for (const client of [one, two]) expect(await client.get(ME)).toMatchObject({ http: 401, code: 50012 })
    expect((await theirs.get(ME)).http).toBe(200)
    expect((await admin.post(END, { id: ids })).http, 'once').toBe(404)
  })

  it('never of somebody who may do more', async () => {
    const client = await tenant.signIn('warden')
    const [row] = await of('admin')
    expect(await client.post(END, { id: [row?.id] })).toMatchObject({ http: 403 })
    expect((await admin.get(ME)).http).toBe(200)
    const one = await tenant.signIn('one')
    expect((await client.post(END, { id: (await of('one')).map(({ id }) => id) })).http).toBe(200)
    expect((await one.get(ME)).http).toBe(401)
  })

  it('of oneself is allowed', async () => {
    const client = await tenant.signIn('warden')
    const { data } = await client.get<{ sessionId: string }>(ME)
    expect((await client.post(END, { id: data.sessionId })).http).toBe(200)
    expect((await client.get(ME)).http).toBe(401)
  })
})

describe('a password that was reset', () => {
  const reset = (client: Client, username: string) => client.post<{ password: string }>(RESET, { id: tenant.users[username] })

  it('is told once, ends the sessions, and is good for nothing but being changed', async () => {
    const before = await tenant.signIn('two')
    const {
      http,
      data: { password },
    } = await reset(admin, 'two')
    expect(http).toBe(200)
    expect(password).toMatch(/^\w{16}$/)
    expect((await before.get(ME)).http).toBe(401)
    expect((await requestToken(server.url, tenant.code, 'two', PASSWORD)).http).toBe(401)
    const rows = await server.database.asOwner(
      async (owner) => (await owner.query<{ line: string }>('select to_jsonb(c)::text as line from changes c')).rows,
    )
    expect(rows.map(({ line }) => line).join()).not.toContain(password)

    const { data } = await requestToken(server.url, tenant.code, 'two', password)
    const headers = { authorization: `Bearer ${data.access_token}` }
    const ask = (method: string, path: string, body?: object) =>
      call<Record<string, unknown>>(server.url, method, path, { headers, ...(body ? { body } : {}) })
    expect((await ask('GET', ME)).data).toMatchObject({ mustChangePassword: true, roles: ['GUEST'] })
    expect((await ask('POST', '/api/account/sysuserdetail/queryCurrentAuthority', {})).data).toMatchObject({
      menu: [],
      currentAuthority: [],
    })
    for (const [method, path] of [
      ['GET', '/api/admin/sysorg/querySysOrg'],
      ['GET', '/docs/json'],
      ['POST', '/api/account/sysuserdetail/switchRole'],
    ] as const) {
      expect(await ask(method, path, method === 'POST' ? { roleCode: 'GUEST' } : undefined), path).toMatchObject({ http: 403, code: 403 })
    }
    const id = tenant.users['two']
    expect(
      (await ask('PUT', PASSWORDS, { id, password: wirePassword(PASSWORD), newPassword: wirePassword('another-horse') })).http,
      'the old one is wrong',
    ).toBe(422)
    expect((await ask('PUT', PASSWORDS, { id, password: wirePassword(password), newPassword: wirePassword('another-horse') })).http).toBe(
      200,
    )
    expect((await ask('GET', ME)).data).toMatchObject({ mustChangePassword: false })
    expect((await ask('GET', '/api/admin/sysorg/querySysOrg')).http, 'at once, in the same session').toBe(200)
    const changed = await server.database.asOwner(
      async (owner) =>
        (
          await owner.query(
            "select must_change_password as must, password_changed_at > now() - interval '1 minute' as lately from users where id = $1",
            [id],
          )
        ).rows,
    )
    expect(changed).toEqual([{ must: 0, lately: true }])
  })

  it('is not of oneself, of somebody who may do more, or of another tenant', async () => {
    const client = await tenant.signIn('warden')
    expect(await reset(client, 'warden')).toMatchObject({ http: 409 })
    expect(await reset(client, 'admin')).toMatchObject({ http: 403 })
    expect((await reset(client, 'three')).http).toBe(200)
    for (const id of [other.users['viewer'], tenant.roles['GUEST']]) expect(await admin.post(RESET, { id })).toMatchObject({ http: 404 })
    expect((await requestToken(server.url, other.code, 'viewer', PASSWORD)).http).toBe(200)
    expect((await (await tenant.signIn('editor')).post(RESET, { id: tenant.users['one'] })).http).toBe(403)
  })
})

/** The one row there is. */
function theOnly(rows: Row[]): Row {
  const [row] = rows
  if (!row || rows.length !== 1) throw new Error(`one row was expected, not ${rows.length}`)
  return row
}
