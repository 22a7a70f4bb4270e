/** Signing people in to an application by OpenID Connect, with an unmodified library (openid-client, jose). */
import { join } from 'node:path'
import { createLocalJWKSet, createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import type { JSONWebKeySet } from 'jose'
import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../model/index.ts'
import { expiredIdentity, openSecretCipher, openSigningKeys } from '../server/identity/index.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { call, clientWith } from './support/client.ts'
import { manualClock } from './support/clock.ts'
import { hiderOf, hiding } from './support/hiding.ts'
import type { Application } from './support/oauth.ts'
import { REDIRECT, addApplication, allow, ask, question, request, tokensOf } from './support/oauth.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'

const USERINFO = '/api/uaa/oauth/userinfo'
const JWKS = '/api/uaa/oauth/jwks'
const DAY = 86_400_000

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let editor: Client
let application: Application
const me = buildUser({ username: 'me', nickname: 'Mei Lin', roles: ['ROLE_EDITOR'] })
const shy = buildUser({ username: 'shy', roles: [hiderOf(users, 'mobile')] })
beforeAll(async () => {
  server = await startServer()
  // The port is only known now; an operator writes the address into PUBLIC_URL.
  server.services.config.publicUrl = server.url
  tenant = await buildTenant(server, { users: [me, shy], roles: [hiding(users, 'mobile')] })
  ;[admin, editor] = await Promise.all([tenant.signIn('admin'), tenant.signIn('me')])
  application = await addApplication(admin, { authScope: 'openid profile email phone', tokenSeconds: 300 })
})
afterAll(() => server.stop())

/** As a library begins that is told the issuer and nothing else. */
const discover = ({ clientId, secret }: Application) =>
  oauth.discovery(new URL(server.url), clientId, undefined, oauth.ClientSecretPost(secret), {
    // The signature is verified as well, with the keys that are published.
    execute: [oauth.allowInsecureRequests, oauth.enableNonRepudiationChecks],
  })

/** The callback of an application that `person` lets in, and what the library checks it by. */
async function signIn(configuration: oauth.Configuration, person: Client, scope: string) {
  const [pkceCodeVerifier, expectedNonce, expectedState] = [oauth.randomPKCECodeVerifier(), oauth.randomNonce(), oauth.randomState()]
  const address = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri: REDIRECT,
    scope,
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const { data } = await allow(person, Object.fromEntries(address.searchParams))
  return { back: new URL(data.redirect), checks: { pkceCodeVerifier, expectedNonce, expectedState } }
}

const errorIn = (redirect: string | null) => new URL(redirect ?? 'http://none').searchParams.get('error')
const keys = async () => (await call<JSONWebKeySet>(server.url, 'GET', JWKS)).data

describe('signing in', () => {
  it('gives a signed token of who it is and when they signed in, and userinfo tells what the scopes name', async () => {
    const configuration = await discover(application)
    const { back, checks } = await signIn(configuration, editor, 'openid profile email phone')
    const tokens = await oauth.authorizationCodeGrant(configuration, back, { ...checks, maxAge: 300 })
    const claims = tokens.claims()
    const now = Math.floor(Date.now() / 1000)
    expect(claims).toEqual({
      iss: server.url,
      sub: tenant.users['me'],
      aud: application.clientId,
      iat: expect.any(Number),
      exp: (claims?.iat ?? 0) + 300,
      auth_time: expect.any(Number),
      nonce: checks.expectedNonce,
    })
    for (const time of [claims?.iat, claims?.auth_time]) expect(Math.abs(Number(time) - now)).toBeLessThan(60)
    const known = {
      sub: tenant.users['me'],
      name: me.nickname,
      preferred_username: 'me',
      roles: ['ROLE_EDITOR'],
      email: me.email,
      phone_number: `+${me.prefix}${me.mobile}`,
    }
    expect(await oauth.fetchUserInfo(configuration, tokens.access_token, String(claims?.sub))).toMatchObject(known)
    expect(await clientWith(server.url, tokens.access_token).post(USERINFO, {})).toMatchObject({ http: 200, data: known })
    const next = await oauth.refreshTokenGrant(configuration, tokens.refresh_token ?? '')
    expect(next.id_token, 'whoever refreshes has not signed in').toBeUndefined()
  })

  it('is refused by the library where the nonce is not its own, and the token is good for nobody else and not for ever', async () => {
    const configuration = await discover(application)
    const { back, checks } = await signIn(configuration, editor, 'openid')
    await expect(oauth.authorizationCodeGrant(configuration, back, { ...checks, expectedNonce: 'another' })).rejects.toThrow()
    const { id_token: token = '' } = await tokensOf(server.url, editor, application, { scope: 'openid' })
    const published = createRemoteJWKSet(new URL(JWKS, server.url))
    const wanted = { issuer: server.url, audience: application.clientId }
    expect((await jwtVerify(token, published, wanted)).payload.sub).toBe(tenant.users['me'])
    await expect(jwtVerify(token, published, { ...wanted, audience: `${tenant.code}.other` })).rejects.toMatchObject({ claim: 'aud' })
    await expect(jwtVerify(token, published, { ...wanted, currentDate: new Date(Date.now() + 301_000) })).rejects.toMatchObject({
      code: 'ERR_JWT_EXPIRED',
    })
    const forged = `${token.slice(0, -8)}${token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA'}`
    await expect(jwtVerify(forged, published, wanted)).rejects.toMatchObject({ code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' })
  })

  it('needs the scope: without it there is neither token nor userinfo', async () => {
    const tokens = await tokensOf(server.url, editor, application, { scope: 'profile' })
    expect(tokens.id_token).toBeUndefined()
    const refused = await clientWith(server.url, tokens.access_token).get(USERINFO)
    expect(refused.http).toBe(403)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="outstation", error="insufficient_scope", scope="openid"')
    const machine = await addApplication(admin, {
      authType: 'client_credentials',
      authScope: 'openid',
      roleId: [tenant.roles['ROLE_EDITOR']],
    })
    const own = await request(server.url, machine, { grant_type: 'client_credentials' })
    expect(own.data.id_token).toBeUndefined()
    expect((await clientWith(server.url, own.data.access_token).get(USERINFO)).http, 'a machine is nobody').toBe(403)
  })
})

describe('userinfo', () => {
  it.each([
    ['openid', ['sub']],
    ['openid email', ['email', 'sub']],
    ['openid profile', ['name', 'preferred_username', 'roles', 'sub']],
  ])('tells of %s no more than that', async (scope, names) => {
    const tokens = await tokensOf(server.url, editor, application, { scope })
    const { data } = await clientWith(server.url, tokens.access_token).get<object>(USERINFO)
    expect(Object.keys(data).sort()).toEqual(names)
  })

  it('tells nothing that the roles of the person hide', async () => {
    const tokens = await tokensOf(server.url, await tenant.signIn('shy'), application)
    const { data } = await clientWith(server.url, tokens.access_token).get<object>(USERINFO)
    expect(data).toMatchObject({ email: shy.email })
    expect(data).not.toHaveProperty('phone_number')
  })

  it('is of a tenant: the same name elsewhere is somebody else, and an application lets in nobody from there', async () => {
    const other = await buildTenant(server, { users: [buildUser({ username: 'me', roles: ['ROLE_EDITOR'] })] })
    const [boss, namesake] = await Promise.all([other.signIn('admin'), other.signIn('me')])
    const theirs = await addApplication(boss, { authScope: 'openid' })
    const { id_token: token = '' } = await tokensOf(server.url, namesake, theirs)
    const { payload } = await jwtVerify(token, createLocalJWKSet(await keys()), { audience: theirs.clientId })
    expect(payload.sub).toBe(other.users['me'])
    expect(payload.sub).not.toBe(tenant.users['me'])
    expect((await ask(namesake, question(application.clientId, { scope: 'openid' }))).http).toBe(404)
    expect((await allow(namesake, question(application.clientId, { scope: 'openid' }))).http).toBe(404)
  })
})

describe('what an application may ask of a sign-in', () => {
  it('that nobody is asked anything: then somebody has to have let it in before', async () => {
    const another = await addApplication(admin, { authScope: 'openid' })
    const silent = question(another.clientId, { prompt: 'none' })
    expect(errorIn((await ask(editor, silent)).data.redirect)).toBe('consent_required')
    await tokensOf(server.url, editor, another)
    expect((await ask(editor, silent)).data).toMatchObject({ redirect: null, remembered: true })
  })

  it('that it is of late: then whoever signed in long ago signs in again, and cannot go round it', async () => {
    const person = await tenant.signIn('me')
    const since = (changes: Record<string, string>) => question(application.clientId, changes)
    expect((await ask(person, since({ prompt: 'login' }))).data, 'just now').toMatchObject({ signInAgain: false })
    await server.database.asOwner((owner) =>
      owner.query("update sessions set created_at = created_at - interval '10 minutes', confirmed_at = null where user_id = $1", [
        tenant.users['me'],
      ]),
    )
    for (const late of [{ prompt: 'login' }, { max_age: '300' }]) {
      expect((await ask(person, since(late))).data, JSON.stringify(late)).toMatchObject({ signInAgain: true, application: null })
      expect(errorIn((await allow(person, since(late))).data.redirect)).toBe('login_required')
    }
    expect(errorIn((await ask(person, since({ prompt: 'none', max_age: '300' }))).data.redirect)).toBe('login_required')
    expect((await ask(person, since({ max_age: '900' }))).data).toMatchObject({ signInAgain: false })
  })

  it.each([
    [{ request: 'x.y.z' }, 'request_not_supported'],
    [{ request_uri: 'https://app.example.com/request' }, 'request_uri_not_supported'],
    [{ max_age: '-1' }, 'invalid_request'],
    [{ prompt: 'none login' }, 'invalid_request'],
  ])('%o is told to be wrong', async (changes, error) => {
    expect(errorIn((await ask(editor, question(application.clientId, changes))).data.redirect)).toBe(error)
  })
})

it('the metadata is the same for both kinds of clients and names every scope; what else is well known is not here', async () => {
  const [plain, connect] = await Promise.all(
    ['oauth-authorization-server', 'openid-configuration'].map((name) => call(server.url, 'GET', `/.well-known/${name}`)),
  )
  expect(plain).toMatchObject({ ...connect, headers: expect.anything() })
  const given = await admin.get<{ value: string }[]>('/api/uaa/appclient/queryAppClientScope')
  expect(connect?.['scopes_supported']).toEqual(expect.arrayContaining(given.data.map(({ value }) => value)))
  expect((await call(server.url, 'GET', '/.well-known/webfinger')).http).toBe(404)
})

it('a key signs for three months, is published until its last token has run out, and is worth nothing without the data directory', async () => {
  const { transactions, config } = server.services
  const clock = manualClock()
  const cipher = (folder: string) => openSecretCipher(join(config.dataDir, folder))
  const signing = openSigningKeys(transactions, cipher('one'), clock)
  const keyOf = async (issuer = signing) => decodeProtectedHeader(await issuer.sign({ sub: 'x' })).kid
  const names = async () => (await signing.published()).map(({ kid }) => kid)
  const first = await keyOf()
  expect(await keyOf(openSigningKeys(transactions, cipher('one'), clock)), 'another server signs with the same').toBe(first)
  expect(await keyOf(openSigningKeys(transactions, cipher('two'), clock)), 'stolen rows sign nothing').not.toBe(first)
  expect(JSON.stringify(await keys())).not.toMatch(/"(d|p|q|dp|dq|qi)":/)
  await clock.advance(89 * DAY)
  expect(await keyOf()).toBe(first)
  await clock.advance(2 * DAY)
  const second = await keyOf()
  expect(second).not.toBe(first)
  expect(await names()).toEqual(expect.arrayContaining([first, second]))
  await clock.advance(2 * DAY)
  expect(await names()).not.toContain(first)
  await server.database.asOwner((owner) =>
    owner.query("update signing_keys set created_at = created_at - interval '93 days' where id = $1", [first]),
  )
  await expiredIdentity(transactions)()
  const { rows } = await server.database.asOwner((owner) =>
    owner.query('select id from signing_keys where id = any($1)', [[first, second]]),
  )
  expect(rows).toEqual([{ id: second }])
})
