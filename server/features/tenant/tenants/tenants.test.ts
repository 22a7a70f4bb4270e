/** The operator's desk: who may use it, and what it does to the tenants. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asTenantId } from '../../../kernel/database/as-tenant-id.ts'
import { ADMINISTRATOR } from '../../../../model/authority/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildPlatform, buildTenant, newUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call, requestToken, signIn } from '../../../../tests/support/client.ts'
import { fingerprint, tenantTables } from '../../../../tests/support/rows.ts'
import { eventsOf, wantEvents } from '../../../../tests/support/events.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { features } from '../../../modules.ts'
import { wirePassword } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'

const PATH = '/api/admin/systenant'
const USERS = '/api/admin/sysuser/querySysUser'

let server: TestServer
let platform: BuiltTenant
let tenant: BuiltTenant
let operator: Client
beforeAll(async () => {
  server = await startServer()
  platform = await buildPlatform(server)
  tenant = await buildTenant(server)
  operator = await platform.signIn('admin')
})
afterAll(() => server.stop())

interface Listed {
  list: (Record<string, unknown> & { id: string; version: number })[]
  total: number
  allowed: string[]
}
interface Added {
  id: string
  username: string
  password: string
  tenantCode: string
}

const newTenant = (changes: Record<string, unknown> = {}) => ({
  tenantCode: `n${unique()}`,
  tenantName: `New ${unique()}`,
  status: 1,
  ...changes,
})
const add = (changes: Record<string, unknown> = {}) => operator.post<Added>(`${PATH}/addSysTenant`, newTenant(changes))
const rowOf = async (id: string) => (await operator.get<Listed>(`${PATH}/querySysTenant`, { id })).data.list[0]
const update = (id: string, changes: Record<string, unknown>) => operator.put(`${PATH}/updateSysTenant`, { id, ...changes })
const mark = (id: string | string[], flag = 1) => operator.put(`${PATH}/updateSysTenantByMark`, { id, mark: flag })

it('that was disabled, and enabled again, is told of in its own log, once each', async () => {
  wantEvents(server, ['tenant-disabled', 'tenant-enabled'])
  const { data } = await add()
  for (const status of [0, 0, 1]) expect((await update(data.id, { status })).http).toBe(200)
  await update(data.id, { tenantName: 'another name' })
  expect(await eventsOf(server, asTenantId(data.id))).toEqual([
    { kind: 'tenant-disabled', subject: data.id, payload: {} },
    { kind: 'tenant-enabled', subject: data.id, payload: {} },
  ])
})

describe('who may', () => {
  const routes = features.flatMap(({ routes }) => routes).filter(({ path }) => /^\/admin\/(systenant|syspackage|isolation)\//.test(path))

  it('nobody who is not signed in', async () => {
    expect(routes.length).toBeGreaterThanOrEqual(10)
    for (const { method, path } of routes) {
      expect(await call(server.url, method, `/api${path}`, method === 'GET' ? {} : { body: {} }), path).toMatchObject({
        http: 401,
        code: 50008,
        data: null,
      })
    }
  })

  it('no administrator of a tenant, not even with the URLs and menus planted in the role', async () => {
    await server.services.transactions.inPlatform('a test plants grants', async (tx) => {
      const [urls, menus] = [
        await tx.all(build.selectFrom('urls').select('id').where('platform_only', '=', true)),
        await tx.all(build.selectFrom('menus').select('id').where('menu_code', 'in', ['tenant', 'systenant'])),
      ]
      const owner = { tenant_id: tenant.id, role_id: tenant.roles[ADMINISTRATOR] as string }
      await tx.run(
        build
          .insertInto('role_urls')
          .values(urls.map(({ id }) => ({ ...owner, url_id: id })))
          .onConflict((conflict) => conflict.doNothing()),
      )
      await tx.run(
        build
          .insertInto('role_menus')
          .values(menus.map(({ id }) => ({ ...owner, menu_id: id })))
          .onConflict((conflict) => conflict.doNothing()),
      )
      await server.services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id })
    })
    const admin = await tenant.signIn('admin')
    for (const { method, path } of routes) {
      const answer = await call(server.url, method, `/api${path}`, {
        ...(method === 'GET' ? {} : { body: {} }),
        headers: { authorization: `Bearer ${admin.token}` },
      })
      expect(answer, path).toMatchObject({ http: 403, code: 403, data: null })
    }
    const authority = await admin.post('/api/account/sysuserdetail/queryCurrentAuthority', {})
    expect(JSON.stringify(authority)).not.toContain('systenant')
  })

  it('not every role of the platform, but its administrator', async () => {
    expect((await (await platform.signIn('viewer')).get(`${PATH}/querySysTenant`)).http).toBe(403)
    const { data } = await operator.get<Listed>(`${PATH}/querySysTenant`, { pageSize: 100 })
    expect(data.list.map((row) => row['tenantCode'])).toEqual(expect.arrayContaining([platform.code, tenant.code]))
    expect(data.allowed).toEqual(expect.arrayContaining(['add', 'delete', 'query', 'update']))
  })
})

describe('the list', () => {
  it('counts what a tenant uses at this moment', async () => {
    expect(await rowOf(tenant.id)).toMatchObject({
      usedUsers: 3,
      usedStorage: 0,
      usedPoints: 0,
      usedEntries: 0,
      userQuota: null,
      packageId: null,
      markedAt: null,
      status: 1,
    })
    const admin = await tenant.signIn('admin')
    const {
      data: { id },
    } = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', newUser(tenant))
    expect((await rowOf(tenant.id))?.['usedUsers']).toBe(4)
    await admin.post(`/api/admin/sysuser/deleteSysUser?id=${id}`)
    expect((await rowOf(tenant.id))?.['usedUsers']).toBe(3)
  })

  it('filters and sorts by what it shows', async () => {
    const code = `f${unique()}`
    await add({ tenantCode: code, expiresAt: '2031-01-01 00:00:00' })
    const found = (query: Record<string, string>) =>
      operator.get<Listed>(`${PATH}/querySysTenant`, query).then(({ data }) => data.list.map((row) => row['tenantCode']))
    expect(await found({ tenantCode: code })).toEqual([code])
    expect(await found({ tenantCode: code, expiresAtEnd: '2030-01-01 00:00:00' })).toEqual([])
    expect(await found({ tenantCode: code, expiresAtStart: '2030-01-01 00:00:00', sorter: 'expiresAt_descend' })).toEqual([code])
  })
})

describe('exports', () => {
  it('have the rows and the usage of the list, in all three forms, for the operator alone', async () => {
    for (const verb of ['export', 'exportWord', 'exportPDF']) {
      const ask = (client: Client) =>
        fetch(`${server.url}${PATH}/${verb}SysTenant`, {
          method: 'POST',
          headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
          body: '{}',
        })
      const response = await ask(operator)
      expect(response.status, verb).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000)
      expect((await ask(await tenant.signIn('admin'))).status).toBe(403)
    }
  })
})

describe('a new tenant', () => {
  it('has an administrator who signs in with the password told once, and works', async () => {
    const { http, data } = await add({ tenantName: 'Harbour Works', tenantEmail: 'it@harbour.example' })
    expect(http).toBe(200)
    expect(data).toMatchObject({ username: 'admin', password: expect.stringMatching(/^[A-Za-z0-9]{16}$/) })
    const admin = await signIn(server.url, data.tenantCode, data.username, data.password)
    const me = await admin.get<{ tenantName: string; roles: string[] }>('/api/uaa/users/getSysUser')
    expect(me.data).toMatchObject({ tenantName: 'Harbour Works', roles: [ADMINISTRATOR] })
    const stored = await server.services.transactions.inTenant(
      { tenantId: asTenantId(data.id) },
      (tx) => tx.all(build.selectFrom('users').select(['must_change_password', 'email'])),
      'read',
    )
    expect(stored).toEqual([{ must_change_password: 1, email: 'it@harbour.example' }])
    expect(JSON.stringify(await rowOf(data.id))).not.toContain(data.password)
    const changes = await server.services.transactions.inTenant(
      { tenantId: platform.id },
      (tx) => tx.all(build.selectFrom('changes').selectAll().where('row_id', '=', data.id)),
      'read',
    )
    expect(changes).toMatchObject([{ verb: 'add', table_name: 'tenants', user_id: platform.users['admin'] }])
  })

  it('begins with the standard roles, in the language of who makes it, or with the administrator alone', async () => {
    const rolesOf = (id: string) =>
      server.services.transactions.inTenant(
        { tenantId: asTenantId(id) },
        (tx) => tx.all(build.selectFrom('roles').select(['role_code', 'role_name']).orderBy('role_code')),
        'read',
      )
    const english = await operator.post<Added>(`${PATH}/addSysTenant`, newTenant(), { 'accept-language': 'en' })
    expect(await rolesOf(english.data.id)).toHaveLength(6)
    expect(await rolesOf(english.data.id)).toContainEqual({ role_code: 'ROLE_EDITOR', role_name: 'Editor' })
    const chinese = await operator.post<Added>(`${PATH}/addSysTenant`, newTenant({ template: 'bare' }), { 'accept-language': 'zh-TW' })
    expect(await rolesOf(chinese.data.id)).toEqual([{ role_code: ADMINISTRATOR, role_name: '管理員' }])
    const { transactions, config } = server.services
    const zones = await Promise.all([english, chinese].map(({ data }) => transactions.timeZoneOf(asTenantId(data.id))))
    expect(zones).toEqual([config.timeZone, 'Asia/Taipei'])
  })

  it('can copy the structure of another, which stays as it was; people are not copied', async () => {
    const root = tenant.organisations['root'] ?? ''
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      tx.run(
        build
          .insertInto('process_models')
          .values({ tenant_id: tenant.id, id: randomUUID(), key: 'copied', name: 'c', category: 'c', org_id: root, xml: `<a>${root}</a>` }),
      ),
    )
    const before = await fingerprint(server, tenant.id)
    const { http, data } = await add({ template: 'copy', copyFrom: tenant.id, adminUsername: 'chief', adminEmail: 'chief@copy.example' })
    expect(http).toBe(200)
    expect(await fingerprint(server, tenant.id)).toBe(before)
    // A drawn process names the organisations of the copy, and not those that it was drawn in.
    const model = await server.services.transactions.inTenant({ tenantId: asTenantId(data.id) }, (tx) =>
      tx.first(build.selectFrom('process_models').select(['org_id', 'xml', 'model_version'])),
    )
    expect(model).toMatchObject({ xml: `<a>${model?.org_id ?? ''}</a>`, model_version: 0 })
    expect(model?.org_id).not.toBe(root)
    const structure = (id: string) =>
      server.services.transactions.inTenant(
        { tenantId: asTenantId(id) },
        async (tx) => ({
          organisations: await tx.all(
            build
              .selectFrom('organisations as o')
              .leftJoin('organisations as p', 'p.id', 'o.parent_id')
              .select(['o.org_name', 'p.org_name as parent'])
              .orderBy('o.org_name'),
          ),
          posts: await tx.all(build.selectFrom('posts').select('post_code')),
          grants: await tx.all(
            build
              .selectFrom('role_urls')
              .innerJoin('roles', 'roles.id', 'role_id')
              .innerJoin('urls', 'urls.id', 'url_id')
              .select(['role_code', 'url'])
              .where('platform_only', '=', false)
              .orderBy('role_code')
              .orderBy('url'),
          ),
          fields: await tx.all(
            build
              .selectFrom('role_hidden_fields')
              .innerJoin('roles', 'roles.id', 'role_id')
              .select(['role_code', 'field'])
              .orderBy('role_code')
              .orderBy('field'),
          ),
        }),
        'read',
      )
    expect(await structure(data.id)).toEqual(await structure(tenant.id))
    const people = await server.services.transactions.inTenant(
      { tenantId: asTenantId(data.id) },
      (tx) => tx.all(build.selectFrom('users').select('username')),
      'read',
    )
    expect(people).toEqual([{ username: 'chief' }])
    const chief = await signIn(server.url, data.tenantCode, 'chief', data.password)
    expect((await chief.get(USERS)).http, 'before the password was changed').toBe(403)
    const {
      data: { id },
    } = await chief.get<{ id: string }>('/api/uaa/users/getSysUser')
    expect(
      (
        await chief.put('/api/account/sysuserdetail/updatePassword', {
          id,
          password: wirePassword(data.password),
          newPassword: wirePassword('another-one'),
        })
      ).http,
    ).toBe(200)
    expect((await (await signIn(server.url, data.tenantCode, 'chief', 'another-one')).get(USERS)).http).toBe(200)
  })

  it.each([
    ['a code somebody has, in any case', () => ({ tenantCode: tenant.code.toUpperCase() }), 409, 'tenantCode'],
    ['a code with blanks', () => ({ tenantCode: 'a b' }), 422, 'tenantCode'],
    ['no name', () => ({ tenantName: '' }), 422, 'tenantName'],
    ['a package that is not there', () => ({ packageId: '00000000-0000-7000-8000-000000000000' }), 422, 'packageId'],
    ['a quota of nothing', () => ({ userQuota: 0 }), 422, 'userQuota'],
    ['a wrong mobile number', () => ({ adminMobile: '123456' }), 422, 'mobile'],
    ['a copy of nobody', () => ({ template: 'copy' }), 422, 'copyFrom'],
    [
      'a copy of a tenant that is not there',
      () => ({ template: 'copy', copyFrom: '00000000-0000-7000-8000-000000000000' }),
      422,
      'copyFrom',
    ],
    ['a key nobody may write', () => ({ markedAt: '2030-01-01 00:00:00' }), 422, 'markedAt'],
  ])('is refused with %s, and nothing is stored by halves', async (_name, changes, http, field) => {
    const tables = ['tenants', 'organisations', 'roles', 'users'] as const
    const counts = () =>
      Promise.all(
        tables.map((table) =>
          server.services.transactions
            .inPlatform('a test counts', (tx) => tx.all(build.selectFrom(table).select('id')), 'read')
            .then((rows) => rows.length),
        ),
      )
    const before = await counts()
    expect(await add(changes())).toMatchObject({ http, errors: [{ field }] })
    expect(await counts()).toEqual(before)
  })

  it('cannot be a copy of the platform', async () => {
    expect((await add({ template: 'copy', copyFrom: platform.id })).http).toBe(409)
  })
})

describe('a tenant that is disabled, expired or marked', () => {
  it.each([
    ['disabled', (id: string) => update(id, { status: 0 }), (id: string) => update(id, { status: 1 })],
    ['expired', (id: string) => update(id, { expiresAt: '2020-01-01 00:00:00' }), (id: string) => update(id, { expiresAt: null })],
    ['marked', (id: string) => mark(id), (id: string) => mark(id, 0)],
  ])('%s: its people are out with the next request and come in again afterwards', async (_name, shut, open) => {
    const own = await buildTenant(server)
    const client = await own.signIn('viewer')
    expect((await client.get(USERS)).http).toBe(200)
    expect((await shut(own.id)).http).toBe(200)
    expect((await client.get(USERS)).http).toBe(401)
    expect(await requestToken(server.url, own.code, 'viewer', 'correct-horse')).toMatchObject({ http: 401 })
    const refreshed = await call(server.url, 'POST', '/api/uaa/oauth/token', {
      body: { grant_type: 'refresh_token', refresh_token: client.refreshToken, client_id: 'ui' },
    })
    expect(refreshed.http).toBe(401)
    expect((await open(own.id)).http).toBe(200)
    expect((await client.get(USERS)).http, 'the old session stays ended').toBe(401)
    expect((await (await own.signIn('viewer')).get(USERS)).http).toBe(200)
  })

  it('can be marked together with others, all or none', async () => {
    const [one, two] = [await add(), await add()]
    expect((await mark([one.data.id, '00000000-0000-7000-8000-000000000000'])).http).toBe(404)
    expect((await rowOf(one.data.id))?.['markedAt']).toBeNull()
    expect(await mark([one.data.id, two.data.id])).toMatchObject({ http: 200, data: { marked: 2 } })
    expect((await rowOf(two.data.id))?.['markedAt']).toMatch(/^\d{4}-/)
  })
})

describe('the platform tenant', () => {
  it('can be neither disabled, limited, renamed, marked nor erased', async () => {
    for (const changes of [{ status: 0 }, { expiresAt: '2040-01-01 00:00:00' }, { userQuota: 5 }, { tenantCode: 'other' }]) {
      expect((await update(platform.id, changes)).http, JSON.stringify(changes)).toBe(409)
    }
    expect((await mark(platform.id)).http).toBe(409)
    expect((await operator.post(`${PATH}/deleteSysTenant`, { id: platform.id, tenantCode: platform.code })).http).toBe(409)
    expect((await update(platform.id, { tenantContact: 'Night desk', status: 1, tenantCode: platform.code })).http).toBe(200)
  })
})

describe('the code of a tenant', () => {
  it('changes while nobody has used it, and not afterwards', async () => {
    const { data } = await add()
    const code = `r${unique()}`
    expect((await update(data.id, { tenantCode: code })).http).toBe(200)
    expect((await requestToken(server.url, code, data.username, data.password)).http).toBe(200)
    expect(await update(data.id, { tenantCode: `s${unique()}` })).toMatchObject({ http: 409, errors: [{ field: 'tenantCode' }] })
    expect((await update(data.id, { tenantCode: code, tenantName: 'Kept' })).http, 'the same code is no change').toBe(200)
  })
})

describe('quotas', () => {
  it("hold on every way to add a user, name themselves in the caller's language, and let nobody slip through at once", async () => {
    const own = await buildTenant(server)
    const admin = await own.signIn('admin')
    expect((await update(own.id, { userQuota: 5 })).http).toBe(200)
    const racing = await Promise.all(
      Array.from({ length: 6 }, () => admin.post('/api/admin/sysuser/addSysUser', newUser(own), { 'accept-language': 'en' })),
    )
    expect(racing.map((answer) => answer.http).sort()).toEqual([200, 200, 409, 409, 409, 409])
    expect(racing.find((answer) => answer.http === 409)?.message).toContain('5 users')
    expect((await admin.post('/api/admin/sysuser/addSysUser', newUser(own), { 'accept-language': 'zh-CN' })).message).toContain('5 个用户')
    expect(await rowOf(own.id)).toMatchObject({ usedUsers: 5, userQuota: 5 })
    // Also past the calls: the table itself refuses.
    const [kept] = await server.services.transactions.inTenant(
      { tenantId: own.id },
      (tx) => tx.all(build.selectFrom('users').selectAll().limit(1)),
      'read',
    )
    const plant = build
      .insertInto('users')
      .values({ ...kept, id: '00000000-0000-7000-8000-00000000000a', username: 'x', email: 'x@x.example', mobile: '13900000001' } as never)
    await expect(server.services.transactions.inTenant({ tenantId: own.id }, (tx) => tx.run(plant))).rejects.toMatchObject({
      code: 'OQ001',
    })
    await expect(server.services.transactions.inPlatform('a test plants a user', (tx) => tx.run(plant))).rejects.toMatchObject({
      code: 'OQ001',
    })
    expect((await update(own.id, { userQuota: null })).http).toBe(200)
    expect((await admin.post('/api/admin/sysuser/addSysUser', newUser(own))).http).toBe(200)
  })
})

describe('erasing', () => {
  it('needs the mark and the code, deletes every row of the tenant in every table, and nothing of others', async () => {
    const own = await buildTenant(server)
    const admin = await own.signIn('admin')
    await admin.post('/api/admin/sysuser/addSysUser', newUser(own))
    const others = [tenant.id, await buildTenant(server).then(({ id }) => id)]
    const before = await Promise.all(others.map((id) => fingerprint(server, id)))
    const erase = (tenantCode: string) => operator.post<{ rows: number }>(`${PATH}/deleteSysTenant`, { id: own.id, tenantCode })
    const rowsLeft = async () => {
      const counts: Record<string, number> = {}
      const tables = await tenantTables(server)
      await server.database.asOwner(async (client) => {
        for (const table of tables)
          counts[table] = Number((await client.query(`select count(*) as n from ${table} where tenant_id = '${own.id}'`)).rows[0].n)
        counts['tenants'] = Number((await client.query(`select count(*) as n from tenants where id = '${own.id}'`)).rows[0].n)
      })
      return counts
    }
    const full = await rowsLeft()
    expect(full).toMatchObject({ users: 4, tenants: 1 })
    expect(full['changes']).toBeGreaterThan(0)

    expect((await erase(own.code)).http, 'without the mark').toBe(409)
    await mark(own.id)
    expect(await erase('wrong'), 'with another code').toMatchObject({ http: 422, errors: [{ field: 'tenantCode' }] })
    expect((await rowsLeft())['users']).toBe(4)
    const { http, data } = await erase(own.code)
    expect(http).toBe(200)
    expect(data.rows).toBeGreaterThan(20)
    expect(Object.entries(await rowsLeft()).filter(([, count]) => count > 0)).toEqual([])
    expect(await Promise.all(others.map((id) => fingerprint(server, id)))).toEqual(before)
    expect((await erase(own.code)).http).toBe(404)
    expect((await requestToken(server.url, own.code, 'admin', 'correct-horse')).http).toBe(401)
    expect((await admin.get(USERS)).http).toBe(401)
    const history = await server.services.transactions.inTenant(
      { tenantId: platform.id },
      (tx) => tx.all(build.selectFrom('changes').select(['verb', 'before']).where('row_id', '=', own.id).orderBy('position')),
      'read',
    )
    expect(history.at(-1)).toMatchObject({ verb: 'delete', before: { tenant_code: own.code } })
  })

  it('goes through with a tenant that was made from the template and worked in', async () => {
    const { data } = await add()
    await signIn(server.url, data.tenantCode, data.username, data.password)
    await mark(data.id)
    expect((await operator.post(`${PATH}/deleteSysTenant`, { id: data.id, tenantCode: data.tenantCode })).http).toBe(200)
  })
})

describe('networks of Modbus devices', () => {
  const given = async (id: string) => (await rowOf(id))?.['modbusNetworks']
  const change = (id: string, modbusNetworks: string | null) => update(id, { modbusNetworks })
  const field = 'modbusNetworks'

  it('are given by the operator, one a line, to one tenant alone', async () => {
    const {
      data: { id },
    } = await add({ modbusNetworks: '10.66.0.0/16:502,1502 127.0.0.1:15020' })
    expect(await given(id)).toBe('10.66.0.0/16:502,1502\n127.0.0.1:15020')
    const other = newTenant()
    for (const [wanted, has] of [
      ['10.66.3.0/24', '10.66.0.0/16:502,1502'],
      ['10.0.0.0/8:1500-1510', '10.66.0.0/16:502,1502'],
      ['10.67.0.1\n127.0.0.1:15020', '127.0.0.1:15020'],
    ] as const) {
      const entry = wanted.split('\n').at(-1)
      const refused = {
        http: 422,
        errors: [
          {
            field,
            message: `Networks of Modbus devices: ${entry} overlaps with ${has} of the tenant ${String((await rowOf(id))?.['tenantName'])}`,
          },
        ],
      }
      expect(await operator.post(`${PATH}/addSysTenant`, { ...other, modbusNetworks: wanted }), wanted).toMatchObject(refused)
      expect(await change(tenant.id, wanted), wanted).toMatchObject(refused)
    }
    // Another port of the same addresses, and its own once more.
    expect(await change(tenant.id, '10.66.0.0/16:503')).toMatchObject({ http: 200 })
    expect(await change(id, '10.66.0.0/16:502,1502')).toMatchObject({ http: 200 })
    for (const each of [id, tenant.id]) expect(await change(each, null)).toMatchObject({ http: 200 })
    expect(await given(id)).toBeNull()
  })

  it("are never what would lead to the server, its link or a cloud's metadata; what is wrong is named", async () => {
    for (const entry of ['0.0.0.0/0', '127.0.0.0/8', '169.254.169.254', '224.0.0.0/4', '[fe80::/10]:502', '::/0', '2002::/16']) {
      expect(await change(tenant.id, `10.66.0.0/16\n${entry}`), entry).toMatchObject({
        http: 422,
        errors: [{ field, message: expect.stringContaining(`${entry} is never reachable`) as string }],
      })
    }
    for (const entry of ['10.66.0.1/16', 'plc.example.com', '10.66.0.1:70000']) {
      expect(await change(tenant.id, `10.66.0.0/16\n${entry}`), entry).toMatchObject({
        http: 422,
        errors: [{ field, message: expect.stringContaining(`“${entry}” is not a network`) as string }],
      })
    }
  })

  it('are not for a tenant to give to itself, and it is told of its own', async () => {
    expect(await change(tenant.id, '10.66.0.0/16')).toMatchObject({ http: 200 })
    const admin = await tenant.signIn('admin')
    expect((await admin.put(`${PATH}/updateSysTenant`, { id: tenant.id, modbusNetworks: '0.0.0.1/32' })).http).toBe(403)
    expect((await admin.get('/api/acquisition/device/queryNetworks')).data).toEqual({ networks: ['10.66.0.0/16'] })
    expect((await operator.get('/api/acquisition/device/queryNetworks')).data).toEqual({ networks: [] })
    expect((await (await tenant.signIn('viewer')).get('/api/acquisition/device/queryNetworks')).data, 'who may not change devices').toEqual(
      { networks: [] },
    )
  })
})
