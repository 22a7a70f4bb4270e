/** Open pages follow what changes: what they are told, when their socket ends, and what a socket cannot be used for. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildPlatform, buildTenant, newUser } from '../../tests/support/builders.ts'
import type { Client, TokenAnswer } from '../../tests/support/client.ts'
import { postForm } from '../../tests/support/client.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startSecond, startServer } from '../../tests/support/server.ts'
import type { Listening } from '../../tests/support/socket.ts'
import { listen as listenTo } from '../../tests/support/socket.ts'
import { hashToken } from '../identity/index.ts'

const UPDATE = '/api/admin/sysuser/updateSysUser'
const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
const open: Listening[] = []
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})
afterAll(() => server.stop())

async function listen(token?: string, headers?: Record<string, string>, url = server.url): Promise<Listening> {
  const socket = await listenTo(url, token, headers)
  open.push(socket)
  return socket
}

async function newcomer(role = 'ROLE_VIEWER'): Promise<{ id: string; client: Client }> {
  const values = newUser(tenant, { roleId: [tenant.roles[role]] })
  const { data } = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', values)
  return { id: data.id, client: await tenant.signIn(String(values['username'])) }
}

const hasReceivedChange = ({ received }: Listening) => received.some(({ kind }) => kind === 'authority-changed')
const refresh = (token: string) =>
  postForm<TokenAnswer>(server.url, '/api/uaa/oauth/token', { grant_type: 'refresh_token', client_id: 'ui', refresh_token: token })
/** Long enough for something that must not come. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 300))

describe('a page is told', () => {
  it('that its rights have changed, and only then', async () => {
    const { id, client } = await newcomer()
    const [mine, theirs, elsewhere] = [
      await listen(client.token),
      await listen(admin.token),
      await listen((await other.signIn('admin')).token),
    ]
    await admin.put(UPDATE, { id, roleId: [tenant.roles['ROLE_OPERATOR']] })
    expect(await mine.until(hasReceivedChange)).toBeLessThan(1000)
    expect(mine.received.at(-1)?.stamp).not.toBe(mine.received[0]?.stamp)
    await admin.put(UPDATE, { id, nickname: 'Somebody else' })
    // Grants of a role it does not hold.
    await admin.put('/api/admin/sysrole/updateSysRole', { id: tenant.roles['ROLE_STAFFING'], roleDescription: 'other' })
    await quiet()
    expect(mine.received.filter(({ kind }) => kind === 'authority-changed')).toHaveLength(1)
    expect(theirs.received.filter(({ kind }) => kind !== 'news').map(({ kind }) => kind)).toEqual(['ready'])
    expect(elsewhere.received.map(({ kind }) => kind)).toEqual(['ready'])
  })

  it.each([
    ['a URL', '/api/admin/sysurl/authorizeUrlToRole', 'urlId'],
    ['a menu', '/api/admin/sysmenu/authorizeMenuToRole', 'menuId'],
  ])('that a role has lost %s', async (_name, path, list) => {
    const { client } = await newcomer('ROLE_AUDITOR')
    const mine = await listen(client.token)
    const [table, column] = list === 'urlId' ? ['role_urls', 'url_id'] : ['role_menus', 'menu_id']
    const held = await server.database.asOwner(async (owner) =>
      (
        await owner.query<{ id: string }>(`select ${column} as id from ${table} where role_id = $1`, [tenant.roles['ROLE_AUDITOR']])
      ).rows.map((row) => row.id),
    )
    expect(await admin.post(path, { roleId: tenant.roles['ROLE_AUDITOR'], [list]: held.slice(0, 1) })).toMatchObject({ http: 200 })
    expect(await mine.until(hasReceivedChange)).toBeLessThan(1000)
  })

  it('which button and which field a role hides', async () => {
    const { client } = await newcomer('ROLE_STAFFING')
    const mine = await listen(client.token)
    expect(
      await admin.post('/api/admin/sysmenu/authorizeMenuDataToRole', {
        roleCode: 'ROLE_STAFFING',
        menuCode: 'sysuser',
        dataField: 'email',
      }),
    ).toMatchObject({ http: 200 })
    expect(await mine.until(hasReceivedChange)).toBeLessThan(1000)
    mine.received.length = 0
    expect(
      await admin.post('/api/admin/sysmenu/authorizeMenuButtonToRole', { roleCode: 'ROLE_STAFFING', menuButton: ['sysuser:delete'] }),
    ).toMatchObject({ http: 200 })
    expect(await mine.until(hasReceivedChange)).toBeLessThan(1000)
  })

  it('what the operator changes: the package of its tenant, what is in it, the catalogue; and is ended with the tenant', async () => {
    const [operator, own] = [await (await buildPlatform(server)).signIn('admin'), await buildTenant(server)]
    const mine = await listen((await own.signIn('admin')).token)
    const {
      data: { urls },
    } = await operator.get<{ urls: { id: string; url: string }[] }>('/api/admin/syspackage/queryCatalogueSysPackage')
    const {
      data: { id },
    } = await operator.post<{ id: string }>('/api/admin/syspackage/addSysPackage', { packageName: 'live' })
    const { data: menus } = await operator.get<{ list: { id: string }[] }>('/api/admin/sysmenu/querySysMenu', { menuCode: 'sysorg' })
    const changes = [
      () => operator.put('/api/admin/systenant/updateSysTenant', { id: own.id, packageId: id }),
      () => operator.post('/api/admin/syspackage/authorizeSysPackage', { id, menuId: [], urlId: [urls[0]?.id] }),
      () => operator.put('/api/admin/sysmenu/updateSysMenu', { id: menus.list[0]?.id, menuStatus: 0 }),
    ]
    for (const change of changes) {
      mine.received.length = 0
      expect(await change()).toMatchObject({ http: 200 })
      expect(await mine.until(hasReceivedChange)).toBeLessThan(1000)
    }
    expect((await operator.put('/api/admin/systenant/updateSysTenant', { id: own.id, status: 0 })).http).toBe(200)
    expect(await mine.until((socket) => socket.code() !== undefined)).toBeLessThan(1000)
  })

  it('of a job by an invalidation alone, its owner and nobody else: no session is read again for it', async () => {
    const [mine, theirs] = [await listen(admin.token), await listen((await newcomer()).client.token)]
    await quiet()
    const { jobs, transactions, invalidations, sessions } = server.services
    const caller = { tenantId: tenant.id, userId: tenant.users['admin'] as string, active: [] } as never
    const readings = vi.spyOn(sessions, 'lease')
    mine.received.length = 0
    const id = await transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      jobs.enqueue(tx, caller, 'en', { kind: 'nobody takes it', title: 'x', input: {} }),
    )
    await transactions.inTenant({ tenantId: tenant.id }, (tx) => jobs.cancel(tx, caller, id))
    await mine.until(({ received }) => received.filter(({ kind, topic }) => kind === 'news' && topic === 'jobs').length === 2)
    await quiet()
    expect(readings).toHaveBeenCalledTimes(0)
    expect(theirs.received.map(({ kind }) => kind)).toEqual(['ready'])
    // Whatever may change what somebody may do is read again, and so it would have been seen.
    await transactions.inTenant({ tenantId: tenant.id }, (tx) => invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id }))
    await expect.poll(() => readings.mock.calls.length).toBeGreaterThanOrEqual(2)
    readings.mockRestore()
  })

  it('that somebody came or went, if it may list who is online', async () => {
    const [mine, theirs] = [await listen(admin.token), await listen((await newcomer()).client.token)]
    mine.received.length = 0
    await tenant.signIn('viewer')
    await mine.until(({ received }) => received.some(({ kind, topic }) => kind === 'news' && topic === 'sessions'))
    await quiet()
    expect(theirs.received.map(({ kind }) => kind)).toEqual(['ready'])
  })
})

describe('a socket ends within a second', () => {
  it.each<[string, number, (id: string, client: Client) => Promise<{ http: number }>]>([
    ['signed out', 4012, (_id, client) => client.post('/api/uaa/users/signOut')],
    ['disabled', 4008, (id) => admin.put(UPDATE, { id, status: 0 })],
    ['deleted', 4008, (id) => admin.post('/api/admin/sysuser/deleteSysUser', { id })],
    ['given a new password', 4012, (id) => admin.post('/api/admin/sysuser/resetPassword', { id })],
  ])('of a user who is %s', async (_name, code, act) => {
    const { id, client } = await newcomer()
    const [one, two] = [await listen(client.token), await listen(client.token)]
    expect((await act(id, client)).http).toBe(200)
    for (const socket of [one, two]) expect(await socket.until((each) => each.code() !== undefined)).toBeLessThan(1000)
    expect([one.code(), two.code()]).toEqual([code, code])
  })

  it('when its token expires, unless it names another in time', async () => {
    const { client } = await newcomer()
    await server.database.asOwner((owner) =>
      owner.query("update sessions set access_expires_at = now() + interval '700 milliseconds' where access_hash = $1", [
        hashToken(client.token),
      ]),
    )
    const socket = await listen(client.token)
    await socket.until(({ received }) => received.some(({ kind }) => kind === 'authenticate'))
    await socket.until((each) => each.code() !== undefined, 3000)
    expect(socket.code()).toBe(4014)
  })

  it("when the tenant's time has come", async () => {
    const late = await buildTenant(server)
    const client = await late.signIn('viewer')
    await server.database.asOwner((owner) =>
      owner.query("update tenants set expires_at = now() + interval '600 milliseconds' where id = $1", [late.id]),
    )
    const socket = await listen(client.token)
    await socket.until((each) => each.code() !== undefined, 3000)
    expect(socket.code()).toBe(4008)
  })
})

describe('a token that is renewed', () => {
  it('is asked for, and the socket goes on with the new one', async () => {
    const { id, client } = await newcomer()
    const socket = await listen(client.token)
    const next = await refresh(client.refreshToken)
    await socket.until(({ received }) => received.some(({ kind }) => kind === 'authenticate'))
    socket.name(next.data.access_token)
    await socket.until(({ received }) => received.filter(({ kind }) => kind === 'ready').length === 2)
    await admin.put(UPDATE, { id, roleId: [tenant.roles['ROLE_OPERATOR']] })
    await socket.until(hasReceivedChange)
    expect(socket.code()).toBeUndefined()
  })

  it('replaced by somebody else leaves the socket with nothing to say', async () => {
    const { id, client } = await newcomer()
    const socket = await listen(client.token)
    await refresh(client.refreshToken)
    await socket.until(({ received }) => received.some(({ kind }) => kind === 'authenticate'))
    // The next change is judged by the token it has, which is good for nothing any more.
    await admin.put(UPDATE, { id, roleId: [tenant.roles['ROLE_OPERATOR']] })
    await socket.until((each) => each.code() !== undefined)
    expect(socket.code()).toBe(4012)
    expect(hasReceivedChange(socket)).toBe(false)
  })
})

describe('without a token', () => {
  it.each([
    ['none', 'x'.repeat(43)],
    ['not its own', 'null'],
  ])('that is one the socket ends: %s', async (_name, token) => {
    const socket = await listen()
    socket.name(token)
    await socket.until((each) => each.code() !== undefined)
    expect(socket.code()).toBe(4008)
    expect(socket.received).toEqual([])
  })

  it('a socket is told nothing, a cookie and a header are none', async () => {
    const socket = await listen(undefined, { cookie: `token=${admin.token}`, authorization: `Bearer ${admin.token}` })
    await admin.put('/api/admin/sysrole/updateSysRole', { id: tenant.roles['ROLE_ADMIN'], roleDescription: 'all' })
    await tenant.signIn('viewer')
    await quiet()
    expect(socket.received).toEqual([])
  })

  it.each([
    ['no JSON', 'hello'],
    ['another key', '{"token":"x","more":1}'],
    ['no text', '{"token":1}'],
    ['bytes', Buffer.from('{}')],
  ])('%s ends it', async (_name, text) => {
    const socket = await listen()
    socket.send(text)
    await socket.until((each) => each.code() !== undefined)
    expect(socket.code()).toBe(4003)
  })

  it('too much at once ends it', async () => {
    const socket = await listen()
    socket.send(JSON.stringify({ token: 'x'.repeat(5000) }))
    await socket.until((each) => each.code() !== undefined)
    const busy = await listen(admin.token)
    for (let index = 0; index < 40; index += 1) busy.name(admin.token)
    await busy.until((each) => each.code() !== undefined)
    expect(busy.code()).toBe(4003)
  })

  it('a page of another origin is refused before the upgrade', async () => {
    await expect(listen(undefined, { origin: 'https://evil.example' })).rejects.toThrow('403')
    await expect(listen(undefined, { origin: 'null' })).rejects.toThrow('403')
    const { host } = new URL(server.url)
    for (const origin of [`http://${host}`, new URL(server.services.config.publicUrl).origin])
      expect((await listen(undefined, { origin })).code()).toBeUndefined()
  })

  it('it is a socket and nothing else', async () => {
    expect((await admin.get('/api/events')).http).toBe(404)
  })
})

it('a session has room for a limited number of pages', async () => {
  const { client } = await newcomer()
  const sockets = await Promise.all(Array.from({ length: 20 }, () => listen(client.token)))
  expect(sockets.every((socket) => socket.code() === undefined)).toBe(true)
  expect((await listen(client.token)).code()).toBe(4002)
})

describe.runIf(onPostgres)('two servers on one database', () => {
  let second: TestServer
  beforeAll(async () => {
    second = await startSecond(server)
  })
  afterAll(() => second.stop())

  it('what one does, the pages of the other are told within a second', async () => {
    const times: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const { id, client } = await newcomer()
      const there = await listen(client.token, {}, second.url)
      const start = performance.now()
      await admin.put(UPDATE, { id, roleId: [tenant.roles['ROLE_OPERATOR']] })
      await there.until(hasReceivedChange)
      await admin.put(UPDATE, { id, status: 0 })
      await there.until((each) => each.code() !== undefined)
      times.push(performance.now() - start)
      expect(there.code()).toBe(4008)
    }
    expect(Math.max(...times)).toBeLessThan(1000)
  })

  it('a session ended at one is ended at the other', async () => {
    const { client } = await newcomer()
    const there = await listen(client.token, {}, second.url)
    await client.post('/api/uaa/users/signOut')
    await there.until((each) => each.code() !== undefined)
    expect(there.code()).toBe(4012)
  })

  it('what was missed while the link was down is made up for', async () => {
    const { id, client } = await newcomer()
    const there = await listen(client.token, {}, second.url)
    // The listening connection of the second server is cut; what happens meanwhile, nobody tells it.
    await server.database.asOwner(async (owner) => {
      await owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
      )
    })
    await admin.put(UPDATE, { id, roleId: [tenant.roles['ROLE_OPERATOR']] })
    await there.until(hasReceivedChange, 5000)
  })
})
