/** A session from its first token to its end, and how soon what changes about its user takes effect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken, wirePassword } from '../server/identity/secrets.ts'
import type { BuiltTenant } from './support/builders.ts'
import { PASSWORD, buildTenant, buildUser, newUser } from './support/builders.ts'
import type { Client, TokenAnswer } from './support/client.ts'
import { call, clientWith, postForm, requestToken } from './support/client.ts'
import type { TestServer } from './support/server.ts'
import { startSecond, startServer } from './support/server.ts'

const ME = '/api/uaa/users/getSysUser'
const USERS = '/api/admin/sysuser/querySysUser'
const UPDATE = '/api/admin/sysuser/updateSysUser'
const AUTHORITY = '/api/account/sysuserdetail/queryCurrentAuthority'
const PASSWORDS = '/api/account/sysuserdetail/updatePassword'
const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

/** A new user of the tenant, signed in. */
async function newcomer(changes: Record<string, unknown> = {}): Promise<{ id: string; username: string; client: Client }> {
  const values = newUser(tenant, { roleId: [tenant.roles['ROLE_VIEWER']], ...changes })
  const { data } = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', values)
  return { id: data.id, username: String(values['username']), client: await tenant.signIn(String(values['username'])) }
}

const refresh = (token: string, url = server.url) =>
  postForm<TokenAnswer>(url, '/api/uaa/oauth/token', { grant_type: 'refresh_token', client_id: 'ui', refresh_token: token })

describe('a token', () => {
  it.each([[''], ['x'], ['x'.repeat(5000)], ['null'], ['ROLE_ADMIN-token'], ['a b']])('that is none (%s) answers 50008', async (token) => {
    expect(await call(server.url, 'GET', ME, { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
      http: 401,
      code: 50008,
      status: 401,
      data: null,
    })
  })

  it('counts in the Authorization header only', async () => {
    for (const headers of [
      { cookie: `token=${admin.token}` },
      { authorization: admin.token },
      { authorization: `Basic ${admin.token}` },
      { token: admin.token },
    ]) {
      expect(await call(server.url, 'GET', ME, { headers })).toMatchObject({ http: 401, code: 50008 })
    }
    for (const name of ['token', 'access_token'])
      expect((await call(server.url, 'GET', ME, { query: { [name]: admin.token } })).http).toBe(401)
    expect(
      (await call(server.url, 'GET', ME, { headers: { authorization: `bearer ${admin.token}` } })).http,
      'the scheme has no case',
    ).toBe(200)
    expect(await call(server.url, 'GET', ME, { headers: { authorization: `Bearer ${admin.refreshToken}` } })).toMatchObject({
      http: 401,
      code: 50008,
    })
  })

  it('that has expired answers 50014, and the session goes on with its refresh token', async () => {
    const { data } = await requestToken(server.url, tenant.code, 'viewer', PASSWORD)
    await server.database.asOwner((client) =>
      client.query("update sessions set access_expires_at = now() - interval '1 second' where access_hash = $1", [
        hashToken(data.access_token),
      ]),
    )
    expect(await clientWith(server.url, data.access_token).get(ME)).toMatchObject({ http: 401, code: 50014, status: 401 })
    const next = await refresh(data.refresh_token)
    expect((await clientWith(server.url, next.data.access_token).get(ME)).http).toBe(200)
  })
})

describe('the API document', () => {
  it('is for whoever is signed in', async () => {
    expect(await call(server.url, 'GET', '/docs/json')).toMatchObject({ http: 401, code: 50008 })
    expect(await (await tenant.signIn('viewer')).get('/docs/json')).toMatchObject({ http: 200, openapi: expect.stringMatching(/^3\.1/) })
  })
})

describe('refreshing', () => {
  it('gives new tokens, and the old access token answers 50012', async () => {
    const { client } = await newcomer()
    expect((await client.get(ME)).http).toBe(200)
    const next = await refresh(client.refreshToken)
    expect(next).toMatchObject({ http: 200, data: { token_type: 'Bearer', expires_in: expect.any(Number) } })
    expect(new Set([client.token, client.refreshToken, next.data.access_token, next.data.refresh_token]).size).toBe(4)
    expect((await clientWith(server.url, next.data.access_token).get(ME)).http).toBe(200)
    expect(await client.get(ME)).toMatchObject({ http: 401, code: 50012 })
  })

  it('with the same token twice ends the session for both', async () => {
    const { client } = await newcomer()
    const next = await refresh(client.refreshToken)
    expect((await clientWith(server.url, next.data.access_token).get(ME)).http).toBe(200)
    expect(await refresh(client.refreshToken)).toMatchObject({ http: 401, code: 50012, data: null })
    expect((await clientWith(server.url, next.data.access_token).get(ME)).http).toBe(401)
    expect((await refresh(next.data.refresh_token)).http).toBe(401)
  })

  it('many times at once lets one through at most, and ends the session', async () => {
    const { client } = await newcomer()
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(client.refreshToken)))
    const won = answers.filter((answer) => answer.http === 200)
    expect(won).toHaveLength(1)
    expect((await clientWith(server.url, won[0]?.data.access_token ?? '').get(ME)).http).toBe(401)
  })

  it('with a token that is none, or is an access token, is refused', async () => {
    for (const token of ['x', admin.token]) expect(await refresh(token)).toMatchObject({ http: 401, code: 50008, data: null })
    expect((await admin.get(ME)).http).toBe(200)
  })

  it('with an expired token is refused', async () => {
    const { client } = await newcomer()
    await server.database.asOwner((owner) =>
      owner.query('update refresh_tokens set expires_at = now() where hash = $1', [hashToken(client.refreshToken)]),
    )
    expect(await refresh(client.refreshToken)).toMatchObject({ http: 401, code: 50014 })
  })
})

describe('the very next request', () => {
  it('after signing out is refused, and so is refreshing', async () => {
    const { client } = await newcomer()
    expect((await client.get(ME)).http).toBe(200)
    expect((await client.post('/api/uaa/users/signOut')).http).toBe(200)
    expect((await client.get(ME)).http).toBe(401)
    expect((await refresh(client.refreshToken)).http).toBe(401)
  })

  it('of a user who was disabled is refused, and stays so', async () => {
    const { id, client } = await newcomer()
    expect((await client.get(ME)).http).toBe(200)
    expect((await admin.put(UPDATE, { id, status: 0 })).http).toBe(200)
    expect((await client.get(ME)).http).toBe(401)
    expect((await refresh(client.refreshToken)).http).toBe(401)
    await admin.put(UPDATE, { id, status: 1 })
    expect((await client.get(ME)).http, 'the old session does not come back').toBe(401)
  })

  it('of a user who was deleted is refused', async () => {
    const { id, client } = await newcomer()
    expect((await client.get(ME)).http).toBe(200)
    expect((await admin.post('/api/admin/sysuser/deleteSysUser', { id })).http).toBe(200)
    expect(await client.get(ME)).toMatchObject({ http: 401, code: 50008 })
    expect((await refresh(client.refreshToken)).http).toBe(401)
  })

  it('of a user who lost or got a role is judged by the new ones', async () => {
    const { id, client } = await newcomer()
    expect((await client.get(USERS)).http).toBe(200)
    await admin.put(UPDATE, { id, roleId: [tenant.roles['ROLE_OPERATOR']] })
    expect((await client.get(USERS)).http).toBe(403)
    await admin.put(UPDATE, { id, roleId: [tenant.roles['ROLE_VIEWER']] })
    expect((await client.get(USERS)).http).toBe(200)
  })

  it('of a user who was renamed knows the new name', async () => {
    const { id, client } = await newcomer()
    expect((await client.get(ME)).http).toBe(200)
    await admin.put(UPDATE, { id, username: `${id.slice(-8)}-renamed` })
    expect((await client.post(AUTHORITY, { username: `${id.slice(-8)}-renamed` })).http).toBe(200)
  })

  it('in a tenant whose time has come is refused', async () => {
    const other = await buildTenant(server)
    await server.database.asOwner((client) =>
      client.query("update tenants set expires_at = now() + interval '900 milliseconds' where id = $1", [other.id]),
    )
    const client = await other.signIn('viewer')
    expect((await client.get(ME)).http).toBe(200)
    // Tenants expire by the clock of the database, which is nobody's to set.
    await expect.poll(() => client.get(ME), { timeout: 10_000 }).toMatchObject({ http: 401, code: 50008 })
    expect((await refresh(client.refreshToken)).http).toBe(401)
  })
})

describe('a new password', () => {
  const [OLD, NEW] = [wirePassword(PASSWORD), wirePassword('another-horse')]

  it('ends the other sessions of the user and keeps this one', async () => {
    const { id, username, client } = await newcomer()
    const elsewhere = await tenant.signIn(username)
    expect((await elsewhere.get(ME)).http).toBe(200)
    expect(
      await call(server.url, 'PUT', `${PASSWORDS}?password=${OLD}&newPassword=${NEW}&id=${id}`, {
        headers: { authorization: `Bearer ${client.token}` },
      }),
    ).toMatchObject({ http: 200, message: 'success', data: null })
    expect((await client.get(ME)).http).toBe(200)
    expect((await elsewhere.get(ME)).http).toBe(401)
    expect((await refresh(elsewhere.refreshToken)).http).toBe(401)
    expect((await requestToken(server.url, tenant.code, username, PASSWORD)).http).toBe(401)
    expect((await requestToken(server.url, tenant.code, username, 'another-horse')).http).toBe(200)
  })

  it('needs the old one, a form, and oneself', async () => {
    const { id, username, client } = await newcomer()
    expect(await client.put(PASSWORDS, { id: tenant.users['viewer'], password: OLD, newPassword: NEW })).toMatchObject({ http: 403 })
    expect(await client.put(PASSWORDS, { id, password: NEW, newPassword: NEW })).toMatchObject({
      http: 422,
      errors: [{ field: 'password' }],
    })
    expect(await client.put(PASSWORDS, { id, password: OLD, newPassword: 'plain' })).toMatchObject({
      http: 422,
      errors: [{ field: 'newPassword' }],
    })
    expect(await client.put(PASSWORDS, { id, newPassword: NEW })).toMatchObject({ http: 422, errors: [{ field: 'password' }] })
    expect((await requestToken(server.url, tenant.code, username, PASSWORD)).http).toBe(200)
  })

  it('leaves nothing behind that the old one opened at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, username, client } = await newcomer()
      const [changed, ...entered] = await Promise.all([
        client.put(PASSWORDS, { id, password: OLD, newPassword: NEW }),
        ...Array.from({ length: 3 }, () => requestToken(server.url, tenant.code, username, PASSWORD)),
      ])
      expect(changed.http).toBe(200)
      const opened = entered.filter(({ http }) => http === 200)
      const afterwards = await Promise.all(opened.map(({ data }) => clientWith(server.url, data.access_token).get(ME)))
      expect(afterwards.map(({ http }) => http)).toEqual(opened.map(() => 401))
    }
  })

  it('is given once, however many ask at the same moment', async () => {
    const { id, client } = await newcomer()
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((name) => client.put(PASSWORDS, { id, password: OLD, newPassword: wirePassword(`${name}-horse`) })),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  })

  it('cannot be reached by guessing the old one', async () => {
    const { id, username, client } = await newcomer()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => client.put(PASSWORDS, { id, password: wirePassword(`guess${index}`), newPassword: NEW })),
    )
    expect(answers.filter((answer) => answer.http !== 429).length).toBe(5)
    expect((await client.put(PASSWORDS, { id, password: OLD, newPassword: NEW })).http).toBe(429)
    expect(
      (await requestToken(server.url, tenant.code, username, PASSWORD)).http,
      'guesses within a session are counted apart: they keep nobody from signing in',
    ).toBe(200)
  })
})

if (!onPostgres)
  process.stdout.write('NOT TESTED HERE: two servers on one database. The embedded engine serves one; set TEST_DATABASE_URL.\n')
describe.runIf(onPostgres)('two servers on one database', () => {
  let second: TestServer
  beforeAll(async () => {
    second = await startSecond(server)
  })
  afterAll(() => second.stop())

  /** Asks until the answer is as expected; what one server does, the other must know within a second. */
  async function within(expected: number, ask: () => Promise<{ http: number }>): Promise<void> {
    const end = Date.now() + 1000
    let http = (await ask()).http
    while (http !== expected && Date.now() < end) http = (await ask()).http
    expect(http).toBe(expected)
  }

  it('a session ended at one ends at the other', async () => {
    for (const end of ['sign-out', 'disable', 'delete'] as const) {
      const { id, client } = await newcomer()
      const there = clientWith(second.url, client.token)
      expect((await there.get(ME)).http).toBe(200)
      if (end === 'sign-out') await client.post('/api/uaa/users/signOut')
      else if (end === 'disable') await admin.put(UPDATE, { id, status: 0 })
      else await admin.post('/api/admin/sysuser/deleteSysUser', { id })
      await within(401, () => there.get(ME))
      expect((await refresh(client.refreshToken, second.url)).http).toBe(401)
    }
  })

  it('roles changed at one are seen at the other', async () => {
    const { id, client } = await newcomer()
    const there = clientWith(second.url, client.token)
    expect((await there.get(USERS)).http).toBe(200)
    await admin.put(UPDATE, { id, roleId: [tenant.roles['ROLE_OPERATOR']] })
    await within(403, () => there.get(USERS))
    await clientWith(second.url, admin.token).put(UPDATE, { id, roleId: [tenant.roles['ROLE_VIEWER']] })
    await within(200, () => client.get(USERS))
  })

  it('a token renewed at one is replaced at the other', async () => {
    const { client } = await newcomer()
    const there = clientWith(second.url, client.token)
    expect((await there.get(ME)).http).toBe(200)
    const next = await refresh(client.refreshToken)
    await within(401, () => there.get(ME))
    expect((await clientWith(second.url, next.data.access_token).get(ME)).http).toBe(200)
  })

  it('guesses are counted together', async () => {
    const { username } = await newcomer()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => requestToken(index % 2 ? server.url : second.url, tenant.code, username, `guess${index}`)),
    )
    expect(answers.filter((answer) => answer.http === 401).length).toBeLessThanOrEqual(5)
    expect((await requestToken(second.url, tenant.code, username, PASSWORD)).http).toBe(429)
  })
})

describe('the list of live sessions', () => {
  it('knows the device that registered', async () => {
    const { client } = await newcomer({ username: buildUser({ username: `device${Date.now()}` }).username })
    const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
    expect((await client.post('/api/admin/sysuser/registerNewSession', {}, { 'user-agent': agent })).http).toBe(200)
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ browser: string; registered: boolean }>(
        'select browser, registered_at is not null as registered from sessions where access_hash = $1',
        [hashToken(client.token)],
      ),
    )
    expect(rows).toEqual([{ browser: 'Chrome 130 · Windows', registered: true }])
  })
})
