/** Registering by oneself: what it takes, who decides, and what somebody who waits can do (nothing). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, unique, uniqueMobile } from '../../../../tests/support/builders.ts'
import { captchaOf } from '../../../../tests/support/captcha.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call, requestToken, signIn } from '../../../../tests/support/client.ts'
import type { Mailbox } from '../../../../tests/support/ports.ts'
import { openMailbox } from '../../../../tests/support/ports.ts'
import { dump } from '../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { absentId } from '../../../../tests/support/values.ts'
import { answerText } from '../../../../tests/support/wire.ts'
import { wirePassword } from '../../../identity/index.ts'

const REGISTER = '/api/account/sysuserdetail/registerAccount'
const LIST = '/api/admin/sysregistration/querySysRegistration'
const APPROVE = '/api/admin/sysregistration/approveSysRegistration'
const REFUSE = '/api/admin/sysregistration/refuseSysRegistration'

interface Listed {
  list: { id: string; username: string; registrationState: string }[]
  total: number
}

let server: TestServer
let mailbox: Mailbox
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let stranger: Client
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ trustProxy: 1, mail: mailbox.port })
  tenant = await buildTenant(server)
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  stranger = await other.signIn('admin')
  await setOpen(admin, 'true')
})
beforeEach(() => server.database.asOwner((owner) => owner.query('delete from attempts')))
afterAll(async () => {
  await server.stop()
  await mailbox.close()
})

async function setOpen(client: Client, value: string): Promise<void> {
  const { data } = await client.get<{ list: { id: string }[] }>('/api/admin/sysparam/querySysParam', { paramKey: 'register.open' })
  expect((await client.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue: value })).http).toBe(200)
}

let addresses = 0
const elsewhere = () => ({ 'x-forwarded-for': `10.4.${(addresses += 1) >> 8}.${addresses & 255}` })
function newcomer(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const username = `new-${unique()}`
  return {
    tenantCode: tenant.code,
    username,
    nickname: `Nick ${username}`,
    password: wirePassword(PASSWORD),
    email: `${username}@example.com`,
    prefix: '86',
    mobile: uniqueMobile(),
    ...changes,
  }
}
const register = async (values: Record<string, unknown>, headers = elsewhere()) =>
  call(server.url, 'POST', REGISTER, { body: { ...(await captchaOf(server)), ...values }, headers })
const idOf = async (username: unknown) => (await admin.get<Listed>(LIST, { username: String(username) })).data.list[0]?.id as string
const given = () => ({ roleId: [tenant.roles['ROLE_VIEWER']], orgId: tenant.organisations['branch'] })
const asked = ({ username, nickname, email, prefix, mobile }: Record<string, unknown>) => ({ username, nickname, email, prefix, mobile })

describe('registering', () => {
  it('waits for an administrator, opens nothing until then, and everything the roles give afterwards', async () => {
    const values = newcomer()
    expect(await register(values)).toMatchObject({ http: 200, data: { state: 'pending' } })
    const pending = await requestToken(server.url, tenant.code, String(values['username']), PASSWORD)
    expect(pending).toMatchObject({ http: 401, error: 'invalid_grant' })
    expect(pending.message).toMatch(/waiting for approval/)
    expect(
      (await requestToken(server.url, tenant.code, String(values['username']), 'wrong')).message,
      'only whoever knows the password is told',
    ).not.toBe(pending.message)
    expect((await admin.get<Listed>('/api/admin/sysuser/querySysUser', { username: String(values['username']) })).data.total).toBe(0)

    const id = await idOf(values['username'])
    const approved = await admin.post<{ id: string }>(APPROVE, { id, ...asked(values), ...given() })
    expect(approved).toMatchObject({ http: 200, data: { id: expect.any(String) } })
    const client = await signIn(server.url, tenant.code, String(values['username']), PASSWORD)
    expect((await client.get<{ roles: string[] }>('/api/uaa/users/getSysUser')).data.roles).toEqual(['ROLE_VIEWER'])
    expect((await admin.get<Listed>(LIST, { username: String(values['username']) })).data.list[0]).toMatchObject({
      registrationState: 'approved',
      decidedBy: 'admin',
    })
    expect((await mailbox.mailTo(String(values['email']))).text).toContain(tenant.code)
    expect(await admin.post(APPROVE, { id, ...asked(newcomer()), ...given() }), 'once').toMatchObject({ http: 409 })
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ hash: string | null }>('select password_hash as hash from registrations where id = $1', [id]),
    )
    expect(rows, 'the hash of the password goes with the decision').toEqual([{ hash: null }])
  })

  it('asks for no right: what is claimed is read over', async () => {
    const values = newcomer({ roleId: [tenant.roles['ROLE_ADMIN']], orgId: tenant.organisations['root'], status: 1 })
    expect((await register(values)).http).toBe(200)
    expect(await dump(server)).not.toMatch(new RegExp(`registrations .*${tenant.roles['ROLE_ADMIN']}`))
    expect(await register(newcomer({ tenantId: other.id }))).toMatchObject({ http: 422, errors: [{ field: 'tenantId' }] })
    expect(await register(newcomer({ registrationState: 'approved' }))).toMatchObject({ http: 422 })
  })

  it('follows the rules of the form of users', async () => {
    const wrong: [string, unknown][] = [
      ['username', 'ab'],
      ['username', 'a b c'],
      ['username', 'x'.repeat(65)],
      ['password', 'plain'],
      ['password', wirePassword('')],
      ['password', wirePassword('P@ssw0rd')],
      ['email', 'nobody'],
      ['prefix', 'x'],
      ['mobile', '123'],
      ['mobile', '12345678901'],
      ['nickname', 'x'.repeat(65)],
    ]
    for (const [field, value] of wrong)
      expect(await register(newcomer({ [field]: value })), `${field} = ${String(value)}`).toMatchObject({ http: 422, errors: [{ field }] })
    expect(await call(server.url, 'POST', REGISTER, { body: newcomer(), headers: elsewhere() }), 'an image has to be copied').toMatchObject(
      { http: 422, errors: [{ field: 'key' }] },
    )
  })

  it('is closed until a tenant opens it; one that is closed, gone or unknown is all one', async () => {
    const marked = await buildTenant(server)
    await setOpen(await marked.signIn('admin'), 'true')
    await server.database.asOwner((owner) => owner.query('update tenants set marked_at = now() where id = $1', [marked.id]))
    const answers = [
      await register(newcomer({ tenantCode: other.code })),
      await register(newcomer({ tenantCode: `t${unique()}` })),
      await register(newcomer({ tenantCode: marked.code })),
    ]
    expect(answers[0]).toMatchObject({ http: 403, errors: [{ field: 'tenantCode' }] })
    expect(new Set(answers.map(answerText)).size).toBe(1)
    const open = async (tenantCode: string) =>
      (await call(server.url, 'GET', '/api/account/sysuserdetail/queryRegistration', { query: { tenantCode } })).data
    expect(await open(tenant.code)).toEqual({ open: true, password: { minLength: 6, needs: [] } })
    for (const code of [other.code, marked.code, `t${unique()}`]) expect(await open(code)).toEqual({ open: false, password: null })
  })

  it('tells nobody which names and addresses are taken', async () => {
    const { data } = await admin.get<{ list: Record<string, unknown>[] }>('/api/admin/sysuser/querySysUser', { username: 'viewer' })
    const { username, email, mobile } = data.list[0] ?? {}
    const answers = [
      await register(newcomer()),
      await register(newcomer({ username })),
      await register(newcomer({ email })),
      await register(newcomer({ mobile })),
    ]
    expect(new Set(answers.map(answerText)).size).toBe(1)
    // The user of that name signs in as before, and what waits under it does not.
    expect((await requestToken(server.url, tenant.code, 'viewer', PASSWORD)).http).toBe(200)
    const taken = await idOf('viewer')
    expect(await admin.post(APPROVE, { id: taken, ...asked(newcomer({ username: 'viewer' })), ...given() })).toMatchObject({
      http: 409,
      errors: [{ field: 'username' }],
    })
    expect((await admin.post(APPROVE, { id: taken, ...asked(newcomer()), ...given() })).http, 'with another name it goes').toBe(200)
  })

  it('is not for flooding: ten from an address, two hundred for a tenant', async () => {
    const from = { 'x-forwarded-for': '192.0.2.9' }
    const answers = await Promise.all(Array.from({ length: 12 }, () => register(newcomer(), from)))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(10)
    await server.database.asOwner((owner) => owner.query("update attempts set count = 200 where counted_for like 'register-tenant%'"))
    expect((await register(newcomer())).http).toBe(429)
  })
})

describe('deciding', () => {
  it('is for the tenant alone', async () => {
    const values = newcomer()
    await register(values)
    const id = await idOf(values['username'])
    expect((await stranger.get<Listed>(LIST, { pageSize: 1000 })).data.total).toBe(0)
    const own = { roleId: [other.roles['ROLE_VIEWER']], orgId: other.organisations['branch'] }
    const foreign = [
      await stranger.post(APPROVE, { id, ...asked(values), ...own }),
      await stranger.post(REFUSE, { id: [id] }),
      await stranger.post('/api/admin/sysregistration/deleteSysRegistration', { id: [id] }),
    ]
    const nobodys = [
      await stranger.post(APPROVE, { id: absentId(), ...asked(values), ...own }),
      await stranger.post(REFUSE, { id: [absentId()] }),
      await stranger.post('/api/admin/sysregistration/deleteSysRegistration', { id: [absentId()] }),
    ]
    expect(foreign.map(answerText)).toEqual(nobodys.map(answerText))
    expect(foreign.map(({ http }) => http)).toEqual([404, 404, 404])
    expect((await admin.get<Listed>(LIST, { username: String(values['username']) })).data.list[0]).toMatchObject({
      registrationState: 'pending',
    })
  })

  it('needs its right, and gives nobody more than the one who decides has', async () => {
    const values = newcomer()
    await register(values)
    const id = await idOf(values['username'])
    const viewer = await tenant.signIn('viewer')
    for (const [path, body] of [
      [APPROVE, { id, ...asked(values), ...given() }],
      [REFUSE, { id: [id] }],
    ] as const)
      expect((await viewer.post(path, body)).http).toBe(403)
    const urls = await server.database.asOwner(async (owner) =>
      (
        await owner.query<{ id: string }>(
          "select url_id as id from role_urls where role_id = $1 union select id from urls where url like '/admin/sysregistration/%'",
          [tenant.roles['ROLE_EDITOR']],
        )
      ).rows.map((row) => row.id),
    )
    await admin.post('/api/admin/sysurl/authorizeUrlToRole', { roleId: tenant.roles['ROLE_EDITOR'], urlId: urls })
    const editor = await tenant.signIn('editor')
    expect(await editor.post(APPROVE, { id, ...asked(values), ...given(), roleId: [tenant.roles['ROLE_ADMIN']] })).toMatchObject({
      http: 403,
      errors: [{ field: 'roleId' }],
    })
    expect(
      await admin.post(APPROVE, { id, ...asked(values), roleId: [other.roles['ROLE_VIEWER']], orgId: tenant.organisations['branch'] }),
    ).toMatchObject({ http: 422, errors: [{ field: 'roleId' }] })
    expect((await editor.post(APPROVE, { id, ...asked(values), ...given() })).http).toBe(200)
  })

  it('counts for the quota of users when it is approved, not before', async () => {
    const {
      rows: [row],
    } = await server.database.asOwner((owner) =>
      owner.query<{ used: string }>('select count(*) as used from users where tenant_id = $1', [tenant.id]),
    )
    const set = (quota: number | null) =>
      server.database.asOwner((owner) => owner.query('update tenants set user_quota = $2 where id = $1', [tenant.id, quota]))
    await set(Number(row?.used))
    const values = newcomer()
    expect((await register(values)).http).toBe(200)
    const id = await idOf(values['username'])
    expect(await admin.post(APPROVE, { id, ...asked(values), ...given() })).toMatchObject({ http: 409, data: null })
    await set(Number(row?.used) + 1)
    expect((await admin.post(APPROVE, { id, ...asked(values), ...given() })).http).toBe(200)
    await set(null)
  })

  it('refuses with a reason, which is told; who was refused stays outside', async () => {
    const values = newcomer()
    await register(values)
    const id = await idOf(values['username'])
    expect(await admin.post(REFUSE, { id: [id], reason: 'not one of ours' })).toMatchObject({ http: 200, data: { refused: 1 } })
    expect((await mailbox.mailTo(String(values['email']))).text).toContain('not one of ours')
    expect((await requestToken(server.url, tenant.code, String(values['username']), PASSWORD)).message).not.toMatch(/approval/)
    expect(await admin.post(REFUSE, { id: [id] })).toMatchObject({ http: 409 })
    expect(await admin.post(APPROVE, { id, ...asked(values), ...given() })).toMatchObject({ http: 409 })
  })
})
