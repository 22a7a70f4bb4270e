/** What the token of an application reaches, and how soon it ends with what it stands on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appClients, organisations } from '../model/index.ts'
import en from '../model/labels/en/index.ts'
import { features } from '../server/modules.ts'
import { hashToken } from '../server/identity/secrets.ts'
import { build } from '../server/kernel/database/sql.ts'
import type { BuiltTenant } from './support/builders.ts'
import { PASSWORD, buildTenant, buildUser } from './support/builders.ts'
import type { Client, TokenAnswer } from './support/client.ts'
import { call, clientWith, postForm } from './support/client.ts'
import type { Application } from './support/oauth.ts'
import { TOKEN, addApplication, allow, ask, basic, question, request, tokensOf } from './support/oauth.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { importPath, upload } from './support/uploads.ts'
import { absentId, pathsOf } from './support/values.ts'

const USERS = '/api/admin/sysuser/querySysUser'
const ME = '/api/uaa/users/getSysUser'
const ORGANISATION = '/api/admin/sysorg/addSysOrg'
const paths = pathsOf(appClients)
const INTROSPECT = '/api/uaa/oauth/introspect'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let editor: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    users: [buildUser({ username: 'leaver', roles: ['ROLE_EDITOR'] })],
  })
  admin = await tenant.signIn('admin')
  editor = await tenant.signIn('editor')
})
afterAll(() => server.stop())

const as = (token: string) => clientWith(server.url, token)
const errorIn = (redirect: string) => new URL(redirect).searchParams.get('error')
const refresh = (application: Application, refresh_token: string, more: Record<string, string> = {}) =>
  request(server.url, application, { grant_type: 'refresh_token', refresh_token, ...more })
const introspect = async (application: Application, token: string) =>
  (await postForm(server.url, INTROSPECT, { token }, basic(application)))['active']
async function ownToken(application: Application, more: Record<string, string> = {}): Promise<string> {
  const answer = await request(server.url, application, { grant_type: 'client_credentials', ...more })
  expect(answer, answer.message).toMatchObject({ http: 200 })
  return answer.data.access_token
}
const machine = (changes: Record<string, unknown> = {}) =>
  addApplication(admin, { authType: 'client_credentials', authScope: '*', roleId: [tenant.roles['ROLE_EDITOR']], ...changes })

describe('jobs', () => {
  it('are started by nobody but a person: an application is told to ask for less', async () => {
    const application = await machine({ roleId: [tenant.roles['ROLE_ADMIN']] })
    const large = Buffer.alloc(140 * 1024, 'x')
    const answer = await upload(server.url, { token: await ownToken(application) }, importPath(organisations), large)
    expect(answer).toMatchObject({ http: 422, code: 422, message: expect.stringContaining('only a person can start it') })
    const forPerson = await tokensOf(server.url, admin, await addApplication(admin, { authScope: '*' }))
    expect(await upload(server.url, { token: forPerson.access_token }, importPath(organisations), large)).toMatchObject({ http: 422 })
    const jobs = await server.services.transactions.inTenant(
      { tenantId: tenant.id },
      (tx) => tx.all(build.selectFrom('jobs').select('id')),
      'read',
    )
    expect(jobs).toEqual([])
  })
})

describe('scopes', () => {
  it('cannot be more than the client has, in any way to a token', async () => {
    const application = await addApplication(admin, {
      authType: 'authorization_code,refresh_token,client_credentials,password',
      firstParty: 1,
      roleId: [tenant.roles['ROLE_EDITOR']],
      authScope: 'admin.sysuser.read',
    })
    const tokens = await tokensOf(server.url, editor, application)
    for (const scope of ['*', 'admin.sysuser', 'profile', 'admin.sysuser.read admin.sysorg.read', 'nothing.there', 'x']) {
      expect(errorIn((await allow(editor, question(application.clientId, { scope }))).data.redirect), scope).toBe('invalid_scope')
      for (const form of [
        { grant_type: 'client_credentials' },
        { grant_type: 'password', username: 'editor', password: PASSWORD },
        { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
      ]) {
        expect(await request(server.url, application, { ...form, scope }), `${form.grant_type} ${scope}`).toMatchObject({
          http: 400,
          error: 'invalid_scope',
        })
      }
    }
    expect((await refresh(application, tokens.refresh_token)).http, 'asking for too much has used up nothing').toBe(200)
  })

  it('that were granted bind the refresh token, whatever the client has', async () => {
    const application = await addApplication(admin, { authScope: 'profile admin.sysuser' })
    const tokens = await tokensOf(server.url, editor, application, { scope: 'profile' })
    expect(tokens.scope).toBe('profile')
    expect(await refresh(application, tokens.refresh_token, { scope: 'admin.sysuser' })).toMatchObject({
      http: 400,
      error: 'invalid_scope',
    })
    const next = await refresh(application, tokens.refresh_token)
    expect(next.data.scope).toBe('profile')
    expect((await as(next.data.access_token).get(USERS)).http).toBe(403)
  })

  it('reach what they name and nothing beside it', async () => {
    const reading = as(await ownToken(await machine({ authScope: 'admin.sysorg.read' })))
    expect((await reading.get('/api/admin/sysorg/querySysOrg')).http).toBe(200)
    expect((await reading.get('/api/admin/sysorg/querySysOrgTree')).http).toBe(200)
    expect((await reading.post(ORGANISATION, {})).http, 'it only reads').toBe(403)
    expect((await reading.get(ME)).http).toBe(403)
    const beyond = await reading.get(USERS)
    expect(beyond).toMatchObject({ http: 403, message: expect.stringContaining('admin.sysuser.read') })
    expect(beyond.headers.get('www-authenticate')).toBe('Bearer realm="outstation", error="insufficient_scope", scope="admin.sysuser.read"')
    const writing = as(await ownToken(await machine({ authScope: 'admin.sysorg' })))
    expect((await writing.post(ORGANISATION, { orgName: 'By a machine', orgType: 'team', parentId: '0' })).http).toBe(200)
    const lacking = await writing.post('/api/admin/sysorg/deleteSysOrg', { id: absentId() })
    expect(lacking, 'its role lacks the URL').toMatchObject({ http: 403, message: en['error.permission.denied'] })
    expect(lacking.headers.get('www-authenticate'), 'no scope would help').toBe('Bearer realm="outstation"')
    expect((await as(await ownToken(await machine())).get('/api/admin/sysrole/querySysRole')).http).toBe(200)
  })

  it('that the client loses are lost to its tokens at once, and those that do not exist cannot be given', async () => {
    const application = await machine({ authScope: 'admin.sysuser admin.sysorg.read' })
    const client = as(await ownToken(application))
    expect((await client.get(USERS)).http).toBe(200)
    expect((await admin.put(paths.update, { id: application.id, authScope: 'admin.sysorg.read' })).http).toBe(200)
    expect((await client.get(USERS)).http).toBe(403)
    expect((await client.get('/api/admin/sysorg/querySysOrg')).http).toBe(200)
    for (const authScope of ['admin.nothing', 'uaa.oauth', 'admin.sysuser.write', 'a b', '']) {
      expect(await admin.put(paths.update, { id: application.id, authScope }), authScope).toMatchObject({
        http: 422,
        errors: [{ field: 'authScope' }],
      })
    }
  })
})

describe('the token of an application', () => {
  it('does nothing that people do for themselves, whatever its scope', async () => {
    const application = await addApplication(admin, { authScope: '*' })
    const { access_token: token } = await tokensOf(server.url, editor, application)
    const client = as(token)
    expect((await client.get(ME)).http, 'the token is good').toBe(200)
    const changing = features
      .flatMap(({ routes }) => routes)
      .filter(({ access, method, reads }) => access === 'signed-in' && method !== 'GET' && !reads)
    expect(changing.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/account/sysuserdetail/updatePassword',
        '/account/sysuserdetail/switchRole',
        '/uaa/oauth/authorize',
        '/uaa/oauth/deleteConsent',
        '/uaa/users/signOut',
      ]),
    )
    for (const { method, path } of changing) {
      expect(
        await call(server.url, method, `/api${path}`, { body: {}, headers: { authorization: `Bearer ${token}` } }),
        path,
      ).toMatchObject({ http: 403, code: 403, message: en['error.permission.application'] })
    }
    expect((await client.get('/docs/json')).http).toBe(403)
    expect((await editor.get(ME)).http, 'the person is still signed in').toBe(200)
  })

  it('has no more than the person, and sees no more', async () => {
    const application = await addApplication(admin, { authScope: '*' })
    const viewer = as((await tokensOf(server.url, await tenant.signIn('viewer'), application)).access_token)
    const rows = await viewer.get<{ fields: string[] }>(USERS)
    expect(rows.data.fields).not.toContain('mobile')
    expect((await viewer.post(ORGANISATION, {})).http).toBe(403)
    expect((await viewer.get('/api/admin/sysrole/querySysRole', {}, { rolecode: 'ROLE_ADMIN' })).http).toBe(403)
  })

  it('stays with its own door: our console takes no refresh token of an application, nor the other way round', async () => {
    const application = await addApplication(admin)
    const tokens = await tokensOf(server.url, editor, application)
    expect(
      (await postForm(server.url, TOKEN, { grant_type: 'refresh_token', client_id: 'ui', refresh_token: tokens.refresh_token })).http,
    ).toBe(401)
    const person = await tenant.signIn('viewer')
    expect(await refresh(application, person.refreshToken)).toMatchObject({ http: 400, error: 'invalid_grant' })
    expect((await person.get(ME)).http).toBe(200)
    expect((await as(tokens.access_token).get(ME)).http).toBe(200)
  })

  it('of one application is refreshed by no other, and its second use ends the session', async () => {
    const [application, thief] = [await addApplication(admin), await addApplication(admin)]
    const tokens = await tokensOf(server.url, editor, application)
    expect((await refresh(thief, tokens.refresh_token)).http).toBe(400)
    const next = await refresh(application, tokens.refresh_token)
    expect(next.http).toBe(200)
    expect(await refresh(application, tokens.refresh_token)).toMatchObject({ http: 400, error: 'invalid_grant' })
    expect((await as(next.data.access_token).get(ME)).http).toBe(401)
    expect((await refresh(application, next.data.refresh_token)).http).toBe(400)
  })

  it('lives as long as the row says', async () => {
    const application = await addApplication(admin, { tokenSeconds: 61, refreshSeconds: 62 })
    const tokens = await tokensOf(server.url, editor, application)
    expect(tokens.expires_in).toBe(61)
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ access: number; refresh: number; ends: number }>(
        `select extract(epoch from access_expires_at - now())::int as access,
      extract(epoch from sessions.expires_at - now())::int as ends, extract(epoch from refresh_tokens.expires_at - now())::int as refresh from sessions join refresh_tokens on session_id = id where hash = $1`,
        [hashToken(tokens.refresh_token)],
      ),
    )
    for (const [name, seconds] of Object.entries(rows[0] ?? {})) expect(Math.abs(seconds - 61), name).toBeLessThan(5)
    await server.database.asOwner((owner) =>
      owner.query('update sessions set access_expires_at = now() where access_hash = $1', [hashToken(tokens.access_token)]),
    )
    expect(await as(tokens.access_token).get(ME)).toMatchObject({ http: 401, code: 50014 })
    expect(await introspect(application, tokens.access_token)).toBe(false)
    await server.database.asOwner((owner) =>
      owner.query('update refresh_tokens set expires_at = now() where hash = $1', [hashToken(tokens.refresh_token)]),
    )
    expect(await refresh(application, tokens.refresh_token)).toMatchObject({ http: 400, error: 'invalid_grant' })
  })
})

describe('what it stands on', () => {
  const gone = async (tokens: TokenAnswer, application: Application, why: string) => {
    expect((await as(tokens.access_token).get(ME)).http, why).toBe(401)
    expect((await refresh(application, tokens.refresh_token)).http, why).toBeGreaterThanOrEqual(400)
  }

  it('takes the token with it at once: user, client, consent, tokens revoked by an administrator, deletion', async () => {
    const application = await addApplication(admin)
    const tokens = () => tokensOf(server.url, editor, application)
    const leaver = await tokensOf(server.url, await tenant.signIn('leaver'), application)
    expect((await as(leaver.access_token).get(ME)).http).toBe(200)
    await admin.put('/api/admin/sysuser/updateSysUser', { id: tenant.users['leaver'], status: 0 })
    await gone(leaver, application, 'user disabled')

    let held = await tokens()
    expect((await as(held.access_token).get(ME)).http).toBe(200)
    await admin.put(paths.update, { id: application.id, status: 0 })
    await gone(held, application, 'client disabled')
    expect((await ask(editor, question(application.clientId))).http).toBe(404)
    await admin.put(paths.update, { id: application.id, status: 1 })
    await gone(held, application, 'what was ended does not come back')

    held = await tokens()
    expect((await as(held.access_token).get(ME)).http).toBe(200)
    expect((await editor.post('/api/uaa/oauth/deleteConsent', { id: application.id })).http).toBe(200)
    await gone(held, application, 'consent taken back')
    expect((await ask(editor, question(application.clientId))).data.remembered).toBe(false)

    held = await tokens()
    expect((await as(held.access_token).get(ME)).http).toBe(200)
    expect((await admin.post('/api/uaa/appclient/revokeAppClientToken', { id: application.id })).http).toBe(200)
    await gone(held, application, 'revoked')

    held = await tokens()
    expect((await as(held.access_token).get(ME)).http).toBe(200)
    expect((await admin.post(paths.delete, { id: application.id })).http).toBe(200)
    await gone(held, application, 'deleted')
  })

  it('a disabled tenant has no applications', async () => {
    const third = await buildTenant(server)
    const [boss, person] = [await third.signIn('admin'), await third.signIn('editor')]
    const application = await addApplication(boss, {
      authType: 'authorization_code,refresh_token,client_credentials',
      roleId: [third.roles['ROLE_EDITOR']],
      authScope: '*',
    })
    const [own, tokens] = [await ownToken(application), await tokensOf(server.url, person, application)]
    await server.database.asOwner((owner) => owner.query('update tenants set status = 0 where id = $1', [third.id]))
    await server.services.transactions.inPlatform('a test disables a tenant', (tx) =>
      server.services.invalidations.publish(tx, { kind: 'tenant-changed', tenantId: third.id }),
    )
    for (const token of [own, tokens.access_token]) expect((await as(token).get(USERS)).http).toBe(401)
    expect(await request(server.url, application, { grant_type: 'client_credentials' })).toMatchObject({
      http: 401,
      error: 'invalid_client',
    })
    expect(await refresh(application, tokens.refresh_token)).toMatchObject({ http: 401, error: 'invalid_client' })
  })

  it('roles of a client count at once, and not those of anybody else', async () => {
    const application = await machine()
    const client = as(await ownToken(application))
    expect((await client.get(USERS)).http).toBe(200)
    await admin.put(paths.update, { id: application.id, roleId: [tenant.roles['ROLE_OPERATOR']] })
    expect((await client.get(USERS)).http).toBe(403)
    await admin.put(paths.update, { id: application.id, roleId: [tenant.roles['ROLE_EDITOR']] })
    expect((await client.get(USERS)).http).toBe(200)
    expect(await admin.put(paths.update, { id: application.id, roleId: [] })).toMatchObject({ http: 422, errors: [{ field: 'roleId' }] })
    expect(
      (await admin.post('/api/admin/sysrole/deleteSysRole', { id: tenant.roles['ROLE_EDITOR'] })).http,
      'a role that a client acts in stays',
    ).toBe(409)
  })

  it('what a client does for itself is kept under its own id', async () => {
    const application = await machine({ authScope: 'admin.sysorg' })
    const { data } = await as(await ownToken(application)).post<{ id: string }>(ORGANISATION, {
      orgName: 'Kept',
      orgType: 'team',
      parentId: '0',
    })
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ user_id: string }>('select user_id from changes where row_id = $1', [data.id]),
    )
    expect(rows).toEqual([{ user_id: application.id }])
  })
})
