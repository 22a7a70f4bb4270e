import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, newUser } from '../../../../tests/support/builders.ts'
import { call, requestToken } from '../../../../tests/support/client.ts'
import { eventsOf, wantEvents } from '../../../../tests/support/events.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { wirePassword } from '../../../identity/index.ts'
import { buildFor } from '../../../kernel/database/sql.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

it('that was disabled, and enabled again, is told of in the log of events, once each and of no other change', async () => {
  wantEvents(server, ['user-disabled', 'user-enabled'])
  const own = await buildTenant(server)
  const [admin, id] = [await own.signIn('admin'), own.users['viewer'] as string]
  const update = (changes: object) => admin.put('/api/admin/sysuser/updateSysUser', { id, ...changes })
  for (const changes of [{ status: 0 }, { status: 0 }, { nickname: 'another' }, { status: 1 }])
    expect((await update(changes)).http).toBe(200)
  const payload = { by: own.users['admin'] }
  // What the database says of people who are no longer there to be asked (migrations/0090) stands beside.
  const ofUsers = async () => (await eventsOf(server, own.id)).filter(({ kind }) => kind !== 'people-changed')
  expect(await ofUsers()).toEqual([
    { kind: 'user-disabled', subject: id, payload },
    { kind: 'user-enabled', subject: id, payload },
  ])
  expect((await admin.put('/api/admin/sysuser/updateSysUser', { id: own.users['admin'], status: 0 })).http).not.toBe(200)
  expect(await ofUsers()).toHaveLength(2)
})

it('that an administrator added chooses a password before anything else, unless the tenant has it otherwise', async () => {
  const ME = '/api/uaa/users/getSysUser'
  for (const [own, mustChange] of [
    [await buildTenant(server, { parameters: {} }), true],
    [await buildTenant(server, { parameters: { 'password.changeFirst': 'false' } }), false],
  ] as const) {
    const admin = await own.signIn('admin')
    const values = newUser(own, { roleId: [own.roles['ROLE_ADMIN']] })
    const { data } = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', values)
    const added = await own.signIn(String(values['username']))
    expect((await added.get(ME)).data).toMatchObject({ mustChangePassword: mustChange })
    expect(await added.get('/api/admin/sysuser/querySysUser')).toMatchObject({ http: mustChange ? 403 : 200 })
    if (!mustChange) continue
    const change = { id: data.id, password: wirePassword(PASSWORD), newPassword: wirePassword('another-horse') }
    expect((await added.put('/api/account/sysuserdetail/updatePassword', change)).http).toBe(200)
    expect((await added.get('/api/admin/sysuser/querySysUser')).http, 'at once, in the same session').toBe(200)
  }
})

describe('users', () => {
  it('refuses who is not signed in', async () => {
    const answer = await call(server.url, 'GET', '/api/admin/sysuser/querySysUser')
    expect(answer).toMatchObject({ http: 401, code: 50008, status: 401, data: null })
  })

  it('refuses a role without the permission', async () => {
    const viewer = await tenant.signIn('viewer')
    const answer = await viewer.post('/api/admin/sysuser/addSysUser', newUser(tenant))
    expect(answer.http).toBe(403)
    const admin = await tenant.signIn('admin')
    const { data } = await admin.get<{ total: number }>('/api/admin/sysuser/querySysUser')
    expect(data.total).toBe(3)
  })

  it('adds a user who can sign in, and never gives the password away', async () => {
    const admin = await tenant.signIn('admin')
    const values = newUser(tenant)
    for (const weak of ['', 'a', '123456', String(values['username']), `${tenant.code}123`, String(values['mobile']).slice(-8)])
      expect(await admin.post('/api/admin/sysuser/addSysUser', { ...values, password: wirePassword(weak) }), weak).toMatchObject({
        http: 422,
        errors: [{ field: 'password' }],
      })
    const added = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', values)
    expect(added).toMatchObject({ http: 200, code: 200, message: 'success' })
    const found = await admin.get<{ list: Record<string, unknown>[] }>('/api/admin/sysuser/querySysUser', { id: added.data.id })
    expect(found.data.list[0]).toMatchObject({
      id: added.data.id,
      username: values['username'],
      roleId: tenant.roles['ROLE_OPERATOR'],
      orgIdCn: `${tenant.canary} branch`,
    })
    expect(JSON.stringify(found)).not.toMatch(/password|argon2/i)
    expect((await requestToken(server.url, tenant.code, String(values['username']), PASSWORD)).http).toBe(200)
    await admin.post(`/api/admin/sysuser/deleteSysUser?id=${added.data.id}`)
  })

  it('says that a change is not allowed before what it would meet, and keeps nothing of it', async () => {
    const editor = await tenant.signIn('editor')
    const admin = await tenant.signIn('admin')
    const rowOf = async (name: string) =>
      (await admin.get<{ list: Record<string, unknown>[] }>('/api/admin/sysuser/querySysUser', { id: tenant.users[name] ?? '' })).data
        .list[0]
    const [before, viewer] = [await rowOf('admin'), await rowOf('viewer')]
    for (const change of [{ nickname: 'borrowed' }, { email: viewer?.['email'] }, { prefix: '86', mobile: '13800000000' }])
      expect(
        await editor.put('/api/admin/sysuser/updateSysUser', { id: tenant.users['admin'], ...change }),
        JSON.stringify(change),
      ).toMatchObject({
        http: 403,
      })
    expect(await rowOf('admin')).toEqual(before)
    expect(await editor.put('/api/admin/sysuser/updateSysUser', { id: tenant.users['viewer'], email: before?.['email'] })).toMatchObject({
      http: 409,
    })
  })

  it('asks anew what somebody may do whose roles, or what these grant, are others than when a change of them was allowed', async () => {
    const own = await buildTenant(server)
    const [admin, editor] = [await own.signIn('admin'), await own.signIn('editor')]
    const id = own.users['viewer'] as string
    const rename = (nickname: string, more: object = {}) => editor.put('/api/admin/sysuser/updateSysUser', { id, nickname, ...more })
    const found = async () =>
      (await admin.get<{ list: { nickname: string; version: number }[] }>('/api/admin/sysuser/querySysUser', { id })).data.list[0]
    for (const nickname of ['one', 'two', 'three']) {
      expect((await rename(nickname)).http).toBe(200)
      expect((await found())?.nickname).toBe(nickname)
    }
    const version = (await found())?.version as number
    expect((await rename('late', { version: version - 1 })).http).toBe(409)
    expect((await rename('four', { version })).http).toBe(200)
    expect((await editor.put('/api/admin/sysuser/updateSysUser', { id: randomUUID(), nickname: 'nobody' })).http).toBe(404)
    const give = async (...roles: string[]) =>
      expect((await admin.put('/api/admin/sysuser/updateSysUser', { id, roleId: roles.map((role) => own.roles[role]) })).http).toBe(200)
    await give('ROLE_VIEWER', 'ROLE_ADMIN')
    expect(await rename('borrowed')).toMatchObject({ http: 403 })
    await give('ROLE_VIEWER')
    expect((await rename('five')).http).toBe(200)
    // The role itself comes to grant everything.
    const { transactions, invalidations } = server.services
    await transactions.inTenant({ tenantId: own.id }, async (tx) => {
      const statement = sql`insert into role_urls (tenant_id, role_id, url_id) select ${own.id}::uuid, ${own.roles['ROLE_VIEWER']}::uuid, id from urls where not platform_only on conflict do nothing`
      await tx.run({ compile: () => statement.compile(buildFor) })
      await invalidations.publish(tx, { kind: 'grants-changed', tenantId: own.id })
    })
    expect(await rename('borrowed')).toMatchObject({ http: 403 })
    expect((await found())?.nickname).toBe('five')
  })

  it('judges a rule over two fields when a change names one of them, by the row as it stands', async () => {
    const admin = await tenant.signIn('admin')
    const foreign = newUser(tenant, { prefix: '1', mobile: '5550100' })
    const { data } = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', foreign)
    for (const change of [{ prefix: '86' }, { prefix: '86', nickname: 'x' }])
      expect(await admin.put('/api/admin/sysuser/updateSysUser', { id: data.id, ...change })).toMatchObject({
        http: 422,
        errors: [{ field: 'mobile' }],
      })
    expect(await admin.put('/api/admin/sysuser/updateSysUser', { id: data.id, nickname: 'x' })).toMatchObject({ http: 200 })
    await admin.post(`/api/admin/sysuser/deleteSysUser?id=${data.id}`)
  })
})
