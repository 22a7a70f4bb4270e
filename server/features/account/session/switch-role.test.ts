/** Sessions beside a session: one role of several, or the look of a role; and the way back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client, TokenAnswer } from '../../../../tests/support/client.ts'
import { clientWith, postForm } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { features } from '../../../modules.ts'
import { hashToken, wirePassword } from '../../../identity/index.ts'

const ME = '/api/uaa/users/getSysUser'
const USERS = '/api/admin/sysuser/querySysUser'
const SWITCH = '/api/account/sysuserdetail/switchRole'
const LEAVE = '/api/account/sysuserdetail/leaveRole'
const PREVIEW = '/api/admin/sysrole/previewRole'
const UPDATE = '/api/admin/sysuser/updateSysUser'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    users: [
      buildUser({ username: 'both', roles: ['ROLE_EDITOR', 'ROLE_VIEWER'] }),
      buildUser({ username: 'deputy', roles: ['ROLE_ADMIN', 'ROLE_EDITOR'] }),
    ],
  })
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

interface Me {
  roles: string[]
  acting: string | null
  heldRoles: { code: string }[]
  sessionId: string
}
const me = async (client: Client) => (await client.get<Me>(ME)).data
const refresh = (token: string) =>
  postForm<TokenAnswer>(server.url, '/api/uaa/oauth/token', { grant_type: 'refresh_token', client_id: 'ui', refresh_token: token })

async function go(client: Client, path: string, body: object = {}): Promise<Client> {
  const answer = await client.post<TokenAnswer>(path, body)
  expect(answer, path).toMatchObject({ http: 200, token_type: 'Bearer', data: { access_token: answer['access_token'] } })
  return clientWith(server.url, answer.data.access_token, answer.data.refresh_token)
}

describe('a role switch', () => {
  it('gives a token that begins with the role and may do what the role may', async () => {
    const whole = await tenant.signIn('both')
    const viewer = await go(whole, SWITCH, { roleCode: 'ROLE_VIEWER' })
    expect(viewer.token).toMatch(/^ROLE_VIEWER-token/)
    expect(await me(viewer)).toMatchObject({
      roles: ['ROLE_VIEWER'],
      acting: 'role',
      heldRoles: [{ code: 'ROLE_EDITOR' }, { code: 'ROLE_VIEWER' }],
      sessionId: (await me(whole)).sessionId,
    })
    expect(await viewer.post('/api/account/sysuserdetail/queryCurrentAuthority')).toMatchObject({
      http: 200,
      currentAuthority: ['ROLE_VIEWER'],
    })
    const { data } = await viewer.get<{ fields: string[]; allowed: string[] }>(USERS)
    expect(data.fields).not.toContain('mobile')
    expect(data.allowed).not.toContain('add')
    // The header narrows and never widens, here as well.
    expect((await viewer.get<typeof data>(USERS, {}, { rolecode: 'ROLE_EDITOR' })).http).toBe(403)
    expect((await viewer.put(UPDATE, { id: tenant.users['viewer'], nickname: 'x' })).http).toBe(403)
    expect((await whole.get<typeof data>(USERS)).data.allowed).toContain('add')
  })

  it('is to a role one holds, and to no other', async () => {
    const whole = await tenant.signIn('both')
    for (const roleCode of ['ROLE_ADMIN', 'ROLE_NOBODY', 'role_viewer'])
      expect(await whole.post(SWITCH, { roleCode }), roleCode).toMatchObject({ http: 403, errors: [{ field: 'roleCode' }] })
    expect(await whole.post(SWITCH, {})).toMatchObject({ http: 422, errors: [{ field: 'roleCode' }] })
    expect(await whole.post(LEAVE, {}), 'there is nothing to leave').toMatchObject({ http: 409 })
  })

  it('goes on from one role to the next, and back to all of them', async () => {
    const whole = await tenant.signIn('both')
    const viewer = await go(whole, SWITCH, { roleCode: 'ROLE_VIEWER' })
    const editor = await go(viewer, SWITCH, { roleCode: 'ROLE_EDITOR' })
    expect(await me(editor)).toMatchObject({ roles: ['ROLE_EDITOR'], acting: 'role' })
    expect(await viewer.get(ME), 'the role before is left').toMatchObject({ http: 401, code: 50012 })
    const back = await go(editor, LEAVE)
    expect(await me(back)).toMatchObject({ roles: ['ROLE_EDITOR', 'ROLE_VIEWER'], acting: null, sessionId: (await me(back)).sessionId })
    for (const old of [editor, whole]) expect(await old.get(ME)).toMatchObject({ http: 401, code: 50012 })
    expect((await refresh(back.refreshToken)).http).toBe(200)
  })

  it('keeps its role when it is refreshed, and cannot be refreshed by what was left', async () => {
    const whole = await tenant.signIn('both')
    const viewer = await go(whole, SWITCH, { roleCode: 'ROLE_VIEWER' })
    const next = await refresh(viewer.refreshToken)
    expect(next.data.access_token).toMatch(/^ROLE_VIEWER-token/)
    const renewed = clientWith(server.url, next.data.access_token, next.data.refresh_token)
    expect((await me(renewed)).roles).toEqual(['ROLE_VIEWER'])
    const back = await go(renewed, LEAVE)
    expect(await refresh(whole.refreshToken), 'given up when the session was returned to').toMatchObject({ http: 401, code: 50012 })
    expect((await back.get(ME)).http, 'used twice, so it ends the session').toBe(401)
  })

  it('ends with the session it came from, and signing out of it ends that one', async () => {
    const whole = await tenant.signIn('both')
    const viewer = await go(whole, SWITCH, { roleCode: 'ROLE_VIEWER' })
    expect((await whole.post('/api/uaa/users/signOut')).http).toBe(200)
    expect((await viewer.get(ME)).http).toBe(401)
    expect((await refresh(viewer.refreshToken)).http).toBe(401)
    const again = await tenant.signIn('both')
    const editor = await go(again, SWITCH, { roleCode: 'ROLE_EDITOR' })
    expect((await editor.post('/api/uaa/users/signOut')).http).toBe(200)
    for (const client of [editor, again]) expect((await client.get(ME)).http).toBe(401)
  })

  it('loses the role as soon as its user does, and can still be left', async () => {
    const deputy = await go(await tenant.signIn('deputy'), SWITCH, { roleCode: 'ROLE_ADMIN' })
    expect((await deputy.get(USERS)).http).toBe(200)
    expect((await admin.put(UPDATE, { id: tenant.users['deputy'], roleId: [tenant.roles['ROLE_EDITOR']] })).http).toBe(200)
    expect((await deputy.get(USERS)).http).toBe(403)
    expect((await me(deputy)).roles).toEqual([])
    expect((await me(await go(deputy, LEAVE))).roles).toEqual(['ROLE_EDITOR'])
    await admin.put(UPDATE, { id: tenant.users['deputy'], roleId: [tenant.roles['ROLE_ADMIN'], tenant.roles['ROLE_EDITOR']] })
  })

  it('lasts no longer than the session it came from', async () => {
    const whole = await tenant.signIn('both')
    // As if the sign-in had been nearly twelve hours ago.
    await server.database.asOwner(async (owner) => {
      const {
        rows: [session],
      } = await owner.query<{ id: string }>(
        "update sessions set expires_at = now() + interval '700 milliseconds' where access_hash = $1 returning id",
        [hashToken(whole.token)],
      )
      await owner.query("update refresh_tokens set expires_at = now() + interval '700 milliseconds' where session_id = $1", [session?.id])
    })
    const viewer = await go(whole, SWITCH, { roleCode: 'ROLE_VIEWER' })
    // Sessions end by the clock of the database, which is nobody's to set.
    await expect.poll(async () => (await viewer.get(ME)).http, { timeout: 10_000 }).toBe(401)
    for (const client of [viewer, whole]) {
      expect(await client.get(ME)).toMatchObject({ http: 401 })
      expect((await refresh(client.refreshToken)).http, 'however often it is refreshed').toBe(401)
    }
  })

  it('keeps the session it came from when the password is changed in it', async () => {
    const whole = await tenant.signIn('both')
    const viewer = await go(whole, SWITCH, { roleCode: 'ROLE_VIEWER' })
    const elsewhere = await tenant.signIn('both')
    const [password, newPassword] = [wirePassword(PASSWORD), wirePassword('another-horse')]
    expect(
      await viewer.put('/api/account/sysuserdetail/updatePassword', { id: tenant.users['both'], password, newPassword: wirePassword('') }),
    ).toMatchObject({ http: 422, errors: [{ field: 'newPassword' }] })
    expect((await viewer.put('/api/account/sysuserdetail/updatePassword', { id: tenant.users['both'], password, newPassword })).http).toBe(
      200,
    )
    expect((await elsewhere.get(ME)).http).toBe(401)
    expect((await me(await go(viewer, LEAVE))).roles).toHaveLength(2)
  })
})

describe('a preview', () => {
  const preview = (client: Client, role: string) => client.post<TokenAnswer>(PREVIEW, { roleId: tenant.roles[role] })

  it('shows what the role sees, and changes nothing by any call', async () => {
    const viewer = await go(admin, PREVIEW, { roleId: tenant.roles['ROLE_STAFFING'] })
    expect(viewer.token).toMatch(/^ROLE_STAFFING-token/)
    expect(await me(viewer)).toMatchObject({ roles: ['ROLE_STAFFING'], acting: 'preview', id: tenant.users['admin'] })
    expect((await viewer.get(USERS)).http).toBe(200)
    expect((await viewer.get('/api/admin/sysrole/querySysRole')).http, 'the role has no such right').toBe(403)
    const open = [
      '/uaa/users/getSysUser',
      '/account/sysuserdetail/queryCurrentAuthority',
      '/uaa/users/signOut',
      '/account/sysuserdetail/leaveRole',
      // A picture stands in a screen that is looked at; it tells nobody more than that.
      '/screen/screen/downloadScreenPicture',
    ]
    const others = features
      .flatMap(({ routes }) => routes)
      .filter(
        ({ access, method, path }) =>
          access !== 'public' &&
          access !== 'machine' &&
          !open.includes(path) &&
          (method !== 'GET' || /\/(export|download)[^/]*$/i.test(path)),
      )
    expect(others.length).toBeGreaterThan(20)
    for (const { method, path } of others) {
      const answer =
        method === 'GET'
          ? await viewer.get(`/api${path}`)
          : method === 'PUT'
            ? await viewer.put(`/api${path}`, {})
            : await viewer.post(`/api${path}`, {})
      expect(answer, path).toMatchObject({ http: 403, code: 403, data: null })
    }
    // Where devices come in, no session is known at all.
    for (const { path } of features.flatMap(({ routes }) => routes).filter(({ access }) => access === 'machine'))
      expect((await viewer.post(`/api${path}`, {})).http, path).toBe(401)
    expect((await me(await go(viewer, LEAVE))).roles).toEqual(['ROLE_ADMIN'])
    admin = await tenant.signIn('admin')
  })

  it('is of a role that may do nothing the caller may not, and needs its own right', async () => {
    const editor = await tenant.signIn('editor')
    expect(await preview(editor, 'ROLE_VIEWER')).toMatchObject({ http: 403 })
    expect(await admin.post(PREVIEW, { roleId: tenant.users['admin'] })).toMatchObject({ http: 404 })
    const staffing = await tenant.signIn('deputy')
    // With the editor's role alone the administrator's cannot be looked at, whatever URL is granted.
    await admin.post('/api/admin/sysurl/authorizeUrlToRole', {
      roleId: tenant.roles['ROLE_EDITOR'],
      urlId: await urlIds('ROLE_EDITOR', '/admin/sysrole/previewRole'),
    })
    const narrowed = await go(staffing, SWITCH, { roleCode: 'ROLE_EDITOR' })
    expect(await preview(narrowed, 'ROLE_ADMIN')).toMatchObject({ http: 403 })
    expect((await preview(narrowed, 'ROLE_VIEWER')).http).toBe(200)
  })

  it('shows nothing any more once the role may do more than its viewer', async () => {
    const editor = await tenant.signIn('editor')
    const looking = await go(editor, PREVIEW, { roleId: tenant.roles['ROLE_VIEWER'] })
    expect((await looking.get(USERS)).http).toBe(200)
    await admin.post('/api/admin/sysurl/authorizeUrlToRole', {
      roleId: tenant.roles['ROLE_VIEWER'],
      urlId: await urlIds('ROLE_VIEWER', '/admin/sysuser/deleteSysUser'),
    })
    expect((await looking.get(USERS)).http).toBe(403)
    expect((await looking.post(LEAVE, {})).http).toBe(200)
  })

  /** The URLs a role has, and one more. */
  async function urlIds(role: string, more: string): Promise<string[]> {
    return server.database.asOwner(async (owner) =>
      (
        await owner.query<{ id: string }>(
          'select url_id as id from role_urls where role_id = $1 union select id from urls where url = $2',
          [tenant.roles[role], more],
        )
      ).rows.map(({ id }) => id),
    )
  }
})
