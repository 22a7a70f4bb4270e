/** An application written with an unmodified standard library (openid-client) gets along with this server. */
import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from './support/builders.ts'
import { PASSWORD, buildTenant } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { call } from './support/client.ts'
import type { Application } from './support/oauth.ts'
import { REDIRECT, addApplication, allow, ask } from './support/oauth.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'

const USERS = '/api/admin/sysuser/querySysUser'
const ME = '/api/uaa/users/getSysUser'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let editor: Client
beforeAll(async () => {
  server = await startServer()
  // The port is only known now; an operator writes the address into PUBLIC_URL.
  server.services.config.publicUrl = server.url
  tenant = await buildTenant(server)
  ;[admin, editor] = await Promise.all([tenant.signIn('admin'), tenant.signIn('editor')])
})
afterAll(() => server.stop())

function discover({ clientId, secret }: Application, way: oauth.ClientAuth): Promise<oauth.Configuration> {
  return oauth.discovery(new URL(server.url), clientId, secret || undefined, way, {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  })
}

const read = async (configuration: oauth.Configuration, token: string, path: string) => {
  // The library throws what carries a challenge.
  const response = await oauth.fetchProtectedResource(configuration, token, new URL(path, server.url), 'GET').catch((error: unknown) => {
    if (error instanceof oauth.WWWAuthenticateChallengeError) return error.response
    throw error
  })
  return { http: response.status, body: (await response.json()) as { data: Record<string, unknown> } }
}

/** What the browser does: from the address the library makes, over the consent page, back to the application. */
async function throughTheBrowser(person: Client, address: URL): Promise<URL> {
  expect(address.origin + address.pathname).toBe(`${server.url}/oauth/authorize`)
  const parameters = Object.fromEntries(address.searchParams)
  expect(await ask(person, parameters)).toMatchObject({ http: 200, data: { redirect: null, remembered: false } })
  return new URL((await allow(person, parameters)).data.redirect)
}

describe.each([
  ['Basic', oauth.ClientSecretBasic],
  ['post', oauth.ClientSecretPost],
] as const)('a client with a secret, by %s', (_name, way) => {
  it('acts for itself, within its roles and its scope', async () => {
    const application = await addApplication(admin, {
      authType: 'client_credentials',
      authScope: 'admin.sysuser.read',
      roleId: [tenant.roles['ROLE_EDITOR']],
      tokenSeconds: 90,
    })
    const configuration = await discover(application, way(application.secret))
    const tokens = await oauth.clientCredentialsGrant(configuration)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 90, scope: 'admin.sysuser.read' })
    expect(tokens.refresh_token).toBeUndefined()
    expect(await read(configuration, tokens.access_token, USERS)).toMatchObject({ http: 200, body: { data: { total: 3 } } })
    expect((await read(configuration, tokens.access_token, '/api/admin/sysrole/querySysRole')).http).toBe(403)
    const seen = await oauth.tokenIntrospection(configuration, tokens.access_token)
    expect(seen).toMatchObject({
      active: true,
      client_id: application.clientId,
      sub: application.id,
      scope: 'admin.sysuser.read',
      token_type: 'Bearer',
      iss: server.url,
    })
    expect(Math.abs((seen.exp ?? 0) - Date.now() / 1000 - 90)).toBeLessThan(10)
    await oauth.tokenRevocation(configuration, tokens.access_token)
    expect((await read(configuration, tokens.access_token, USERS)).http).toBe(401)
    expect(await oauth.tokenIntrospection(configuration, tokens.access_token)).toMatchObject({ active: false })
  })

  it('acts for somebody who let it in, and goes on with its refresh token', async () => {
    const application = await addApplication(admin, { tokenSeconds: 120 })
    const configuration = await discover(application, way(application.secret))
    const pkceCodeVerifier = oauth.randomPKCECodeVerifier()
    const expectedState = oauth.randomState()
    const address = oauth.buildAuthorizationUrl(configuration, {
      redirect_uri: REDIRECT,
      scope: 'profile admin.sysuser.read',
      state: expectedState,
      code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const back = await throughTheBrowser(editor, address)
    expect(back.origin + back.pathname).toBe(REDIRECT)
    const tokens = await oauth.authorizationCodeGrant(configuration, back, { pkceCodeVerifier, expectedState })
    expect(tokens).toMatchObject({ expires_in: 120, scope: 'profile admin.sysuser.read', refresh_token: expect.any(String) })
    expect(await read(configuration, tokens.access_token, ME)).toMatchObject({ http: 200, body: { data: { username: 'editor' } } })
    expect(await oauth.tokenIntrospection(configuration, tokens.refresh_token ?? '')).toMatchObject({
      active: true,
      username: 'editor',
      sub: tenant.users['editor'],
    })

    const next = await oauth.refreshTokenGrant(configuration, tokens.refresh_token ?? '')
    expect(next.access_token).not.toBe(tokens.access_token)
    expect((await read(configuration, tokens.access_token, ME)).http, 'the old one is replaced').toBe(401)
    expect((await read(configuration, next.access_token, ME)).http).toBe(200)

    const less = await oauth.refreshTokenGrant(configuration, next.refresh_token ?? '', { scope: 'profile' })
    expect(less.scope).toBe('profile')
    expect((await read(configuration, less.access_token, ME)).http).toBe(200)
    expect((await read(configuration, less.access_token, USERS)).http, 'it asked for less').toBe(403)
    const all = await oauth.refreshTokenGrant(configuration, less.refresh_token ?? '')
    expect((await read(configuration, all.access_token, USERS)).http, 'what was granted is still there').toBe(200)

    await oauth.tokenRevocation(configuration, all.refresh_token ?? '')
    expect((await read(configuration, all.access_token, ME)).http).toBe(401)
    await expect(oauth.refreshTokenGrant(configuration, all.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    })
  })
})

it('a client without a secret signs people in with PKCE', async () => {
  const application = await addApplication(admin, { clientType: 'public', fallbackUrl: 'http://127.0.0.1/callback', authScope: 'profile' })
  expect(application.secret).toBe('')
  const configuration = await discover(application, oauth.None())
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier()
  // A program on somebody's computer listens on whatever port is free (RFC 8252, section 7.3).
  const address = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri: 'http://127.0.0.1:51004/callback',
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const back = await throughTheBrowser(editor, address)
  expect(back.port).toBe('51004')
  const tokens = await oauth.authorizationCodeGrant(configuration, back, { pkceCodeVerifier })
  expect(await read(configuration, tokens.access_token, ME)).toMatchObject({ body: { data: { username: 'editor' } } })
  const next = await oauth.refreshTokenGrant(configuration, tokens.refresh_token ?? '')
  await oauth.tokenRevocation(configuration, next.access_token)
  expect((await read(configuration, next.access_token, ME)).http).toBe(401)
})

it('a first-party client takes names and plain passwords', async () => {
  const application = await addApplication(admin, { authType: 'password,refresh_token', firstParty: 1 })
  const configuration = await discover(application, oauth.ClientSecretBasic(application.secret))
  const tokens = await oauth.genericGrantRequest(configuration, 'password', { username: 'editor', password: PASSWORD, scope: 'profile' })
  expect(await read(configuration, tokens.access_token, ME)).toMatchObject({ body: { data: { username: 'editor' } } })
  await expect(oauth.genericGrantRequest(configuration, 'password', { username: 'editor', password: 'wrong' })).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

it('the library is told what went wrong in the words of the standard', async () => {
  const application = await addApplication(admin)
  const configuration = await discover(application, oauth.ClientSecretPost(application.secret))
  await expect(oauth.clientCredentialsGrant(configuration)).rejects.toMatchObject({ error: 'unauthorized_client', status: 400 })
  await expect(oauth.genericGrantRequest(configuration, 'urn:ietf:params:oauth:grant-type:device_code', {})).rejects.toMatchObject({
    error: 'unsupported_grant_type',
    status: 400,
  })
  await expect(oauth.refreshTokenGrant(configuration, 'x')).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
  const wrong = await discover({ ...application, secret: 'wrong' }, oauth.ClientSecretPost('wrong'))
  await expect(oauth.refreshTokenGrant(wrong, 'x')).rejects.toMatchObject({ error: 'invalid_client', status: 401 })
  const denied = new URL(
    (
      await allow(
        editor,
        {
          response_type: 'code',
          client_id: application.clientId,
          redirect_uri: REDIRECT,
          state: 's',
          code_challenge: 'a'.repeat(43),
          code_challenge_method: 'S256',
        },
        false,
      )
    ).data.redirect,
  )
  await expect(oauth.authorizationCodeGrant(configuration, denied, { expectedState: 's' })).rejects.toMatchObject({
    error: 'access_denied',
  })
})

it('the discovery document names what is there, and everything it names is there', async () => {
  const { http, ...metadata } = await call(server.url, 'GET', '/.well-known/oauth-authorization-server')
  expect(http).toBe(200)
  expect(metadata).toMatchObject({
    issuer: server.url,
    authorization_endpoint: `${server.url}/oauth/authorize`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
  })
  for (const name of ['token_endpoint', 'revocation_endpoint', 'introspection_endpoint']) {
    expect((await fetch(String(metadata[name]), { method: 'POST', body: new URLSearchParams({ client_id: 'nobody' }) })).status, name).toBe(
      401,
    )
  }
})
