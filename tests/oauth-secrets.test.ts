/** Secrets of applications: who learns them, who guesses them, and who else could use them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appClients } from '../model/index.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { call, clientWith, postForm } from './support/client.ts'
import type { Application } from './support/oauth.ts'
import { TOKEN, addApplication, allow, ask, basic, question, request, tokensOf } from './support/oauth.ts'
import { dump } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { absentId, pathsOf } from './support/values.ts'
import { answerText } from './support/wire.ts'

const ME = '/api/uaa/users/getSysUser'
const paths = pathsOf(appClients)
const INTROSPECT = '/api/uaa/oauth/introspect'
const REVOKE = '/api/uaa/oauth/revoke'

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let editor: Client
let stranger: Client
beforeAll(async () => {
  // Behind a proxy, so that guesses can come from many addresses.
  server = await startServer({ trustProxy: 1 })
  tenant = await buildTenant(server, {
    roles: [
      {
        roleCode: 'CLERK',
        roleName: 'clerk',
        roleDescription: '',
        menus: ['appclient'],
        urls: ['/uaa/appclient/*'],
        hiddenButtons: [],
        hiddenFields: [],
      },
    ],
    users: [buildUser({ username: 'clerk', roles: ['CLERK'] })],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  editor = await tenant.signIn('editor')
  stranger = await other.signIn('admin')
})
afterAll(() => server.stop())

const as = (token: string) => clientWith(server.url, token)
const forget = () => server.database.asOwner((owner) => owner.query('delete from attempts'))
const introspect = async (application: Application, token: string) =>
  (await postForm(server.url, INTROSPECT, { token }, basic(application)))['active']
const machine = (changes: Record<string, unknown> = {}) =>
  addApplication(admin, { authType: 'client_credentials', authScope: '*', roleId: [tenant.roles['ROLE_EDITOR']], ...changes })

describe('the secret', () => {
  it('is told once, and stands nowhere', async () => {
    const application = await addApplication(admin)
    expect(application.secret).toMatch(/^outstation_[\w-]{43}$/)
    const { data } = await admin.post<{ clientSecret: string }>('/api/uaa/appclient/resetAppClientSecret', { id: application.id })
    const stored = await dump(server)
    for (const secret of [application.secret, data.clientSecret]) {
      expect(stored).not.toContain(secret)
      expect(answerText(await admin.get(paths.query, { pageSize: 1000 }))).not.toContain(secret)
    }
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ line: string }>("select c::text as line from changes c where row_id = $1 and table_name = 'app_client_secrets'", [
        application.id,
      ]),
    )
    expect(rows.length, 'that it was changed is kept').toBeGreaterThanOrEqual(2)
    expect(rows.map(({ line }) => line).join()).not.toMatch(/hash/)
    expect(
      await request(server.url, application, { grant_type: 'refresh_token', refresh_token: 'x' }),
      'the old one is worth nothing',
    ).toMatchObject({ http: 401, error: 'invalid_client' })
    expect(
      await request(server.url, { ...application, secret: data.clientSecret }, { grant_type: 'refresh_token', refresh_token: 'x' }),
    ).toMatchObject({ http: 400, error: 'invalid_grant' })
  })

  it('is not guessed: five guesses from one place, and nobody is locked out', async () => {
    const application = await machine()
    const guess = (secret: string, address: string) =>
      request(server.url, { ...application, secret }, { grant_type: 'client_credentials' }, { 'x-forwarded-for': address })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(`guess-${index}`, '192.0.2.1')))
    expect(answers.filter(({ http }) => http === 401)).toHaveLength(5)
    expect(answers.filter(({ http }) => http === 429)).toHaveLength(35)
    expect((await guess(application.secret, '192.0.2.1')).http, 'the right one, which nobody guesses, is taken').toBe(200)
    expect((await guess(application.secret, '192.0.2.2')).http).toBe(200)
    const many = await Promise.all(Array.from({ length: 30 }, () => guess(application.secret, '192.0.2.3')))
    expect(many.map(({ http }) => http)).toEqual(many.map(() => 200))
    await forget()
  })

  it('tells nobody which clients exist, and is taken once and not from an address', async () => {
    const application = await addApplication(admin)
    const asked = (id: string, secret: string | undefined, path = TOKEN) =>
      postForm(server.url, path, {
        grant_type: 'refresh_token',
        refresh_token: 'x',
        token: 'x',
        client_id: id,
        ...(secret === undefined ? {} : { client_secret: secret }),
      })
    for (const path of [TOKEN, REVOKE, INTROSPECT]) {
      const answers = [
        await asked(application.clientId, 'wrong', path),
        await asked(application.clientId, undefined, path),
        await asked(`${tenant.code}.nobody`, 'wrong', path),
        await asked('nobody.at-all', undefined, path),
        await asked('x', 'x', path),
        await asked(application.clientId.toUpperCase(), application.secret, path),
      ]
      expect(new Set(answers.map(answerText)).size, path).toBe(1)
      expect(answers[0]).toMatchObject({ http: 401, error: 'invalid_client', data: null })
      await forget()
    }
    const refused = await request(server.url, { ...application, secret: 'wrong' }, { grant_type: 'refresh_token', refresh_token: 'x' })
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic/)
    expect(
      (await request(server.url, application, { grant_type: 'refresh_token', refresh_token: 'x', client_secret: application.secret })).http,
      'twice',
    ).toBe(401)
    expect(
      (
        await postForm(server.url, `${TOKEN}?client_secret=${application.secret}`, {
          grant_type: 'refresh_token',
          refresh_token: 'x',
          client_id: application.clientId,
        })
      ).http,
      'in an address',
    ).toBe(401)
    await forget()
  })

  it('is nothing a public client has: it gets no token of its own, and no look at those of others', async () => {
    const open = await addApplication(admin, { clientType: 'public' })
    const tokens = await tokensOf(server.url, editor, await addApplication(admin))
    expect(await postForm(server.url, INTROSPECT, { client_id: open.clientId, token: tokens.access_token })).toMatchObject({
      http: 401,
      error: 'invalid_client',
    })
    expect(
      await admin.put(paths.update, { id: open.id, authType: 'client_credentials', roleId: [tenant.roles['ROLE_VIEWER']] }),
    ).toMatchObject({ http: 422, errors: [{ field: 'authType' }] })
    expect((await admin.post('/api/uaa/appclient/resetAppClientSecret', { id: open.id })).http).toBe(409)
    expect(await admin.put(paths.update, { id: open.id, authType: 'password' })).toMatchObject({
      http: 422,
      errors: [{ field: 'authType' }],
    })
  })
})

describe('another tenant', () => {
  it('has no application of ours, and ours is nobody there', async () => {
    const foreign = await addApplication(stranger)
    const nobody = question(`${other.code}.nobody`)
    for (const answer of [await ask(editor, question(foreign.clientId)), await allow(editor, question(foreign.clientId))])
      expect(answer).toMatchObject({ http: 404, data: null })
    expect(answerText(await ask(editor, question(foreign.clientId)))).toBe(answerText(await ask(editor, nobody)))
    for (const path of ['resetAppClientSecret', 'revokeAppClientToken']) {
      expect(answerText(await admin.post(`/api/uaa/appclient/${path}`, { id: foreign.id }))).toBe(
        answerText(await admin.post(`/api/uaa/appclient/${path}`, { id: absentId() })),
      )
    }
    expect(answerText(await editor.post('/api/uaa/oauth/deleteConsent', { id: foreign.id }))).toBe(
      answerText(await editor.post('/api/uaa/oauth/deleteConsent', { id: absentId() })),
    )
  })

  it('learns nothing about our tokens and cannot end them', async () => {
    const [application, beside, foreign] = [await addApplication(admin), await addApplication(admin), await addApplication(stranger)]
    const tokens = await tokensOf(server.url, editor, application)
    expect(await introspect(foreign, tokens.access_token)).toBe(false)
    expect(await introspect(foreign, tokens.refresh_token)).toBe(false)
    expect(await introspect(beside, tokens.access_token), 'within the tenant it can be asked').toBe(true)
    for (const one of [foreign, beside]) {
      for (const token of [tokens.access_token, tokens.refresh_token])
        expect((await postForm(server.url, REVOKE, { token }, basic(one))).http).toBe(200)
    }
    expect((await as(tokens.access_token).get(ME)).http).toBe(200)
    for (const token of [admin.token, admin.refreshToken, 'x'])
      expect(await introspect(application, token), "our own console is nobody's business").toBe(false)
    expect((await admin.get(ME)).http).toBe(200)
  })
})

describe('administrators', () => {
  it('give a client no role they could not give a user, and borrow none from one', async () => {
    const clerk = await tenant.signIn('clerk')
    const strong = await machine({ roleId: [tenant.roles['ROLE_ADMIN']] })
    const weak = await addApplication(clerk)
    const values = { authType: 'client_credentials', roleId: [tenant.roles['ROLE_EDITOR']] }
    expect(await clerk.put(paths.update, { id: weak.id, ...values })).toMatchObject({ http: 403, errors: [{ field: 'roleId' }] })
    await expect(addApplication(clerk, values)).rejects.toThrow('403')
    for (const change of [{ clientDescription: 'x' }, { fallbackUrl: 'https://evil.example.com' }, { authScope: '*' }, { roleId: [] }]) {
      expect((await clerk.put(paths.update, { id: strong.id, ...change })).http, JSON.stringify(change)).toBe(403)
    }
    expect((await clerk.post('/api/uaa/appclient/resetAppClientSecret', { id: strong.id })).http).toBe(403)
    expect((await request(server.url, strong, { grant_type: 'client_credentials' })).http, 'the secret is still the old one').toBe(200)
  })

  it('need the permission for each call', async () => {
    const application = await addApplication(admin)
    for (const path of ['resetAppClientSecret', 'revokeAppClientToken']) {
      expect((await editor.post(`/api/uaa/appclient/${path}`, { id: application.id })).http, path).toBe(403)
      expect((await call(server.url, 'POST', `/api/uaa/appclient/${path}`, { body: { id: application.id } })).http, path).toBe(401)
    }
  })
})
