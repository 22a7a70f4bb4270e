/** Codes, PKCE and the address to return to: what is tried against OAuth servers (RFC 9700), tried against ours. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appClients } from '../model/index.ts'
import { hashToken } from '../server/identity/secrets.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { call, clientWith } from './support/client.ts'
import type { Application } from './support/oauth.ts'
import { REDIRECT, addApplication, allow, ask, codeFor, exchange, newProof, question, request } from './support/oauth.ts'
import { dump } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { pathsOf } from './support/values.ts'
import { answerText } from './support/wire.ts'

const ME = '/api/uaa/users/getSysUser'
const paths = pathsOf(appClients)

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let editor: Client
let stranger: Client
beforeAll(async () => {
  server = await sharedServer()
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
    users: [buildUser({ username: 'clerk', roles: ['CLERK'] }), buildUser({ username: 'leaver', roles: ['ROLE_EDITOR'] })],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  editor = await tenant.signIn('editor')
  stranger = await other.signIn('admin')
})
afterAll(() => server.stop())

const as = (token: string) => clientWith(server.url, token)
const errorIn = (redirect: string) => new URL(redirect).searchParams.get('error')
const refresh = (application: Application, refresh_token: string, more: Record<string, string> = {}) =>
  request(server.url, application, { grant_type: 'refresh_token', refresh_token, ...more })

describe('a code', () => {
  it('used twice ends what it opened', async () => {
    const application = await addApplication(admin)
    const code = await codeFor(editor, application.clientId)
    const first = await exchange(server.url, application, code)
    expect((await as(first.data.access_token).get(ME)).http).toBe(200)
    expect(await exchange(server.url, application, code)).toMatchObject({ http: 400, error: 'invalid_grant', data: null })
    expect((await as(first.data.access_token).get(ME)).http).toBe(401)
    expect((await refresh(application, first.data.refresh_token)).http).toBe(400)
  })

  it('used many times at once gives tokens once at most, and they are worth nothing', async () => {
    const application = await addApplication(admin)
    const code = await codeFor(editor, application.clientId)
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(server.url, application, code)))
    const won = answers.filter(({ http }) => http === 200)
    expect(won).toHaveLength(1)
    expect((await as(won[0]?.data.access_token ?? '').get(ME)).http).toBe(401)
  })

  it('is kept as a hash, for a minute, and is of no use afterwards', async () => {
    const application = await addApplication(admin)
    const code = await codeFor(editor, application.clientId)
    expect(await dump(server)).not.toContain(code.code)
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ seconds: number }>(
        'select extract(epoch from expires_at - now())::int as seconds from authorization_codes where hash = $1',
        [hashToken(code.code)],
      ),
    )
    expect(rows[0]?.seconds).toBeGreaterThan(50)
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60)
    await server.database.asOwner((owner) =>
      owner.query('update authorization_codes set expires_at = now() where hash = $1', [hashToken(code.code)]),
    )
    expect(await exchange(server.url, application, code)).toMatchObject({ http: 400, error: 'invalid_grant' })
  })

  it.each<[string, Record<string, string>]>([
    ['another address', { redirect_uri: `${REDIRECT}/` }],
    ['another port', { redirect_uri: 'https://app.example.com:8443/callback' }],
    ['a wrong verifier', { code_verifier: newProof().verifier }],
    ['a verifier that is none', { code_verifier: 'x' }],
    ['the challenge as verifier', { code_verifier: 'challenge' }],
  ])('with %s is refused, and is used up', async (_name, changes) => {
    const application = await addApplication(admin)
    const code = await codeFor(editor, application.clientId)
    const wrong = changes['code_verifier'] === 'challenge' ? { code_verifier: code.challenge } : changes
    expect(await exchange(server.url, application, code, wrong)).toMatchObject({ http: 400, error: 'invalid_grant' })
    expect((await exchange(server.url, application, code)).http).toBe(400)
  })

  it('of one application is nothing to another', async () => {
    const [application, thief] = [await addApplication(admin), await addApplication(admin)]
    const foreign = await addApplication(stranger)
    const code = await codeFor(editor, application.clientId)
    for (const one of [thief, foreign]) expect(await exchange(server.url, one, code)).toMatchObject({ http: 400, error: 'invalid_grant' })
    expect((await exchange(server.url, application, code)).http).toBe(200)
  })

  it('dies with the password, the consent and the account it stands on', async () => {
    const application = await addApplication(admin)
    const leaver = await tenant.signIn('leaver')
    const id = tenant.users['leaver']
    const withdrawn = await codeFor(leaver, application.clientId)
    expect((await leaver.post('/api/uaa/oauth/deleteConsent', { id: application.id })).http).toBe(200)
    expect((await exchange(server.url, application, withdrawn)).http).toBe(400)
    const disabled = await codeFor(leaver, application.clientId)
    await admin.put('/api/admin/sysuser/updateSysUser', { id, status: 0 })
    await admin.put('/api/admin/sysuser/updateSysUser', { id, status: 1 })
    expect((await exchange(server.url, application, disabled)).http).toBe(400)
  })
})

describe('PKCE', () => {
  it.each(['public', 'confidential'])('is needed of a %s client, and is S256', async (clientType) => {
    const open = await addApplication(admin, { clientType })
    const { code_challenge: _, code_challenge_method: __, ...without } = question(open.clientId)
    for (const parameters of [
      without,
      { ...without, code_challenge: 'a'.repeat(43) },
      { ...without, code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
      { ...without, code_challenge_method: 'S256' },
      { ...question(open.clientId), code_challenge: 'short' },
    ]) {
      expect(errorIn((await allow(editor, parameters)).data.redirect)).toBe('invalid_request')
      expect(errorIn((await ask(editor, parameters)).data.redirect ?? '')).toBe('invalid_request')
    }
  })

  it('cannot be left out at the second step, nor be added there', async () => {
    const application = await addApplication(admin)
    const form = { grant_type: 'authorization_code', redirect_uri: REDIRECT }
    const guarded = await codeFor(editor, application.clientId)
    expect(await request(server.url, application, { ...form, code: guarded.code })).toMatchObject({ http: 400, error: 'invalid_grant' })
    for (const verifier of [newProof().verifier, undefined]) {
      // One that was given before a challenge was required.
      const { code } = await codeFor(editor, application.clientId)
      await server.database.asOwner((owner) =>
        owner.query('update authorization_codes set challenge = null where hash = $1', [hashToken(code)]),
      )
      expect(
        await request(server.url, application, { ...form, code, ...(verifier === undefined ? {} : { code_verifier: verifier }) }),
      ).toMatchObject({ http: 400, error: 'invalid_grant' })
    }
  })
})

describe('the address to return to', () => {
  it('is a registered one, letter by letter, or nobody is sent anywhere', async () => {
    const application = await addApplication(admin, { fallbackUrl: `${REDIRECT} http://127.0.0.1/callback http://localhost:9000/callback` })
    const tried = [
      '',
      'https://evil.example.com/callback',
      `${REDIRECT}/`,
      `${REDIRECT}?x=1`,
      `${REDIRECT}#x`,
      `${REDIRECT}/../evil`,
      'https://app.example.com',
      'https://app.example.com/callback/..',
      'https://app.example.com:443/callback',
      'https://app.example.com.evil.example/callback',
      'https://app.example.com@evil.example/callback',
      'https://evil.example\\@app.example.com/callback',
      'https://APP.example.com/callback',
      'http://app.example.com/callback',
      '//app.example.com/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      ` ${REDIRECT}`,
      `${REDIRECT}%0d%0ax`,
      'https://app.example.com/call%62ack',
      'http://127.0.0.1.evil.example/callback',
      'http://127.0.0.1:9@evil.example/callback',
      'http://127.0.0.1:1/other',
      'https://127.0.0.1/callback',
      'http://localhost:9001/callback',
      'http://2130706433/callback',
      'http://127.1/callback',
    ]
    for (const redirect_uri of tried) {
      for (const answer of [
        await ask(editor, question(application.clientId, { redirect_uri })),
        await allow(editor, question(application.clientId, { redirect_uri })),
        await allow(editor, question(application.clientId, { redirect_uri, scope: 'x', response_type: 'x' })),
      ]) {
        expect(answer, redirect_uri).toMatchObject({ http: 400, code: 400, data: null })
        expect(answerText(answer)).not.toContain('evil')
      }
    }
    for (const redirect_uri of [
      REDIRECT,
      'http://127.0.0.1/callback',
      'http://127.0.0.1:51000/callback',
      'http://localhost:9000/callback',
    ]) {
      expect(
        (await allow(editor, question(application.clientId, { redirect_uri }))).data.redirect.startsWith(`${redirect_uri}?code=`),
        redirect_uri,
      ).toBe(true)
    }
    const twice = await call(
      server.url,
      'GET',
      `/api/uaa/oauth/authorize?${new URLSearchParams(question(application.clientId)).toString()}&redirect_uri=https://evil.example.com`,
      { headers: { authorization: `Bearer ${editor.token}` } },
    )
    expect(twice).toMatchObject({ http: 422, data: null })
  })

  it.each([
    'http://app.example.com/cb',
    'https://app.example.com/cb#x',
    'https://user@app.example.com/cb',
    'https://*.example.com/cb',
    'javascript:alert(1)',
    'myapp://cb',
    'https://',
    'app.example.com/cb',
    'https://app.example.com/ü',
  ])('cannot be registered as %s', async (fallbackUrl) => {
    const values = {
      clientCode: 'x1',
      clientDescription: 'x',
      clientType: 'public',
      authType: 'authorization_code',
      authScope: 'profile',
      tokenSeconds: 600,
      refreshSeconds: 600,
      firstParty: 0,
      status: 1,
    }
    expect(await admin.post(paths.add, { ...values, fallbackUrl: `${REDIRECT}\n${fallbackUrl}` })).toMatchObject({
      http: 422,
      errors: [{ field: 'fallbackUrl' }],
    })
  })

  it('gets the state back as it was, and the name of who answers', async () => {
    const application = await addApplication(admin, { fallbackUrl: 'https://app.example.com/cb?kept=1' })
    const state = 'a&b=c#d ü"<script>'
    const back = new URL(
      (await allow(editor, question(application.clientId, { state, redirect_uri: 'https://app.example.com/cb?kept=1' }))).data.redirect,
    )
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      kept: '1',
      state,
      iss: server.services.config.publicUrl,
      code: expect.any(String),
    })
    expect(back.hash).toBe('')
  })
})

describe('consent', () => {
  it('is asked in words, remembered for what was allowed, and listed for whoever gave it', async () => {
    const application = await addApplication(admin, { authScope: 'profile admin.sysuser' })
    const viewer = await tenant.signIn('viewer')
    const asked = await ask(viewer, question(application.clientId, { scope: 'profile' }))
    expect(asked.data).toMatchObject({
      remembered: false,
      application: {
        clientId: application.clientId,
        redirectHost: 'app.example.com',
        scopes: [{ scope: 'profile', text: expect.stringMatching(/\S/) }],
      },
    })
    expect(errorIn((await allow(viewer, question(application.clientId, { scope: 'profile' }), false)).data.redirect)).toBe('access_denied')
    expect((await ask(viewer, question(application.clientId, { scope: 'profile' }))).data.remembered, 'a refusal is no consent').toBe(false)
    await allow(viewer, question(application.clientId, { scope: 'profile' }))
    expect((await ask(viewer, question(application.clientId, { scope: 'profile' }))).data.remembered).toBe(true)
    expect((await ask(viewer, question(application.clientId))).data.remembered, 'more is asked again').toBe(false)
    expect((await ask(viewer, question(application.clientId, { scope: 'profile', prompt: 'consent' }))).data.remembered).toBe(false)
    const mine = await viewer.get<{ id: string; scopes: unknown[] }[]>('/api/uaa/oauth/queryConsent')
    expect(mine.data[0]).toMatchObject({ id: application.id, scopes: [{ scope: 'profile' }] })
    expect((await (await tenant.signIn('clerk')).get<unknown[]>('/api/uaa/oauth/queryConsent')).data).toEqual([])
  })

  it('is given by whoever is signed in, in a call that no other site can make', async () => {
    const application = await addApplication(admin)
    const body = { ...question(application.clientId), allow: true }
    for (const headers of [{}, { cookie: `token=${editor.token}` }])
      expect((await call(server.url, 'POST', '/api/uaa/oauth/authorize', { body, headers })).http).toBe(401)
    const page = await fetch(`${server.url}/api/uaa/oauth/authorize`, { headers: { authorization: `Bearer ${editor.token}` } })
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})
