/** Secrets are planted in requests of every kind, those that fail included: none may be found in a log or in a table. */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword, wirePassword } from '../server/identity/secrets.ts'
import type { BuiltTenant } from './support/builders.ts'
import { PASSWORD, buildTenant, newUser } from './support/builders.ts'
import type { TokenAnswer } from './support/client.ts'
import { call, clientWith, postForm } from './support/client.ts'
import { dump } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { send } from './support/wire.ts'

const TOKEN = '/api/uaa/oauth/token'
let logs = ''
const secrets = new Map<string, string>()
/** A new secret that will be searched for, under a name for the report. */
function plant(name: string): string {
  const secret = `${name.replace(/\W/g, '')}${randomBytes(12).toString('hex')}`
  secrets.set(name, secret)
  return secret
}
function plantTokens(name: string, { access_token: access, refresh_token: refresh }: TokenAnswer): TokenAnswer {
  secrets.set(`access token of ${name}`, access)
  secrets.set(`refresh token of ${name}`, refresh)
  return { access_token: access, refresh_token: refresh } as TokenAnswer
}
/** 32 hexadecimal digits, as passwords travel. */
function plantPassword(name: string): string {
  const password = randomBytes(16).toString('hex')
  secrets.set(name, password)
  return password
}

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer(
    {},
    {
      write: (line: string) => {
        logs += line
      },
    },
  )
  tenant = await buildTenant(server)
  secrets.set('the plain password', PASSWORD)
  secrets.set('the password on the wire', wirePassword(PASSWORD))
  await ask()
})
afterAll(() => server.stop())

const form = (changes: Record<string, string>) => ({
  grant_type: 'password',
  client_id: 'ui',
  type: 'account',
  tenantCode: tenant.code,
  username: 'admin',
  password: wirePassword(PASSWORD),
  ...changes,
})
const search = (values: Record<string, string>) => new URLSearchParams(values).toString()

async function ask(): Promise<void> {
  // Signing in, in every form, rightly and wrongly.
  const signedIn = plantTokens('admin', (await postForm<TokenAnswer>(server.url, TOKEN, form({}))).data)
  plantTokens('a query string', (await call<TokenAnswer>(server.url, 'POST', `${TOKEN}?${search(form({}))}`)).data)
  await call(server.url, 'POST', `${TOKEN}?${search(form({ username: 'nobody', password: plant('wrong password in a query') }))}`)
  await call(server.url, 'POST', TOKEN, { body: form({ username: 'nobody2', password: plant('wrong password in JSON') }) })
  await call(server.url, 'POST', TOKEN, {
    body: form({ tenantCode: 'none', password: plant('password for no tenant') }),
    headers: { authorization: `Basic ${Buffer.from(`ui:${plant('client secret')}`).toString('base64')}` },
  })
  await postForm(server.url, TOKEN, { ...form({}), grant_type: 'refresh_token', refresh_token: plant('made-up refresh token') })
  for (let index = 0; index < 7; index += 1)
    await postForm(server.url, TOKEN, form({ username: 'guessed', password: plant(`guess ${index}`) }))
  const renewed = plantTokens(
    'a renewal',
    (
      await postForm<TokenAnswer>(server.url, TOKEN, {
        grant_type: 'refresh_token',
        client_id: 'ui',
        refresh_token: signedIn.refresh_token,
      })
    ).data,
  )

  // Calls with the token, and with tokens that are none.
  const admin = clientWith(server.url, renewed.access_token)
  const users = '/api/admin/sysuser/querySysUser'
  const { data: added } = await admin.post<{ id: string }>(
    '/api/admin/sysuser/addSysUser',
    newUser(tenant, { password: plantPassword('password of a new user') }),
  )
  await admin.post('/api/admin/sysuser/addSysUser', newUser(tenant, { password: plant('password in the wrong form') }))
  await admin.post(
    '/api/admin/sysuser/addSysUser',
    newUser(tenant, { password: plantPassword('password of a refused user'), username: 'admin' }),
  )
  await admin.put('/api/admin/sysuser/updateSysUser', { id: added.id, password: plantPassword('password where none is taken') })
  await call(server.url, 'GET', users, { headers: { authorization: `Bearer ${plant('made-up token')}` } })
  await call(server.url, 'GET', users, { headers: { cookie: `token=${plant('token in a cookie')}`, rolecode: plant('role header') } })
  await call(server.url, 'GET', `${users}?access_token=${plant('token in a query')}`)
  await admin.put(
    `/api/account/sysuserdetail/updatePassword?${search({ id: tenant.users['admin'] as string, password: plantPassword('wrong old password'), newPassword: plantPassword('new password in a query') })}`,
  )
  const changed = plantPassword('new password')
  await admin.put('/api/account/sysuserdetail/updatePassword', {
    id: tenant.users['admin'],
    password: wirePassword(PASSWORD),
    newPassword: changed,
  })
  plantTokens('the new password', (await postForm<TokenAnswer>(server.url, TOKEN, form({ password: changed }))).data)

  // Requests that cannot be read, or find nothing.
  const authorization = { authorization: `Bearer ${renewed.access_token}`, 'content-type': 'application/json' }
  await send(server.url, 'POST', TOKEN, { body: `{"password":"${plant('password in broken JSON')}"`, headers: authorization })
  await send(server.url, 'POST', TOKEN, {
    body: JSON.stringify({ password: `${plant('password in a large body')}${'x'.repeat(1_100_000)}` }),
    headers: authorization,
  })
  await send(server.url, 'POST', TOKEN, {
    body: plant('password in plain text'),
    headers: { ...authorization, 'content-type': 'text/plain' },
  })
  await call(server.url, 'GET', `/api/${plant('path of nothing')}?password=${plant('query of nothing')}`, { headers: authorization })
  await call(server.url, 'GET', `/api/%zz${plant('damaged path')}?password=${plant('query of a damaged path')}`, { headers: authorization })
  await call(server.url, 'POST', '/api/uaa/users/signOut', { headers: { authorization: `Bearer ${signedIn.access_token}` } })
  await rawly(`GET ${TOKEN}?password=${plant('query of no HTTP')} HTTP/9.9\r\nAuthorization: Bearer ${plant('token of no HTTP')}\r\n\r\n`)
  await rawly(
    `POST ${TOKEN} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${renewed.access_token}\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n${plant('body of no HTTP')}`,
  )

  // Faults of the server: what the database says about them goes to the log.
  await server.database.asOwner((client) =>
    client.query('alter table users rename column nickname to gone; alter table users rename column password_hash to gone_too'),
  )
  await admin.get(users, { username: plant('filter of a failing list') })
  expect(
    await admin.post('/api/admin/sysuser/addSysUser', newUser(tenant, { password: plantPassword('password of a failing addition') })),
  ).toMatchObject({ http: 500 })
  expect(await postForm(server.url, TOKEN, form({ password: plantPassword('password of a failing sign-in') }))).toMatchObject({ http: 500 })
  await server.database.asOwner((client) =>
    client.query('alter table users rename column gone to nickname; alter table users rename column gone_too to password_hash'),
  )
}

function rawly(bytes: string): Promise<void> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.end(bytes))
    socket
      .on('error', () => resolve())
      .on('close', () => resolve())
      .resume()
  })
}

/** Which of the planted secrets occur in a text; also in the forms encoders give them. */
function found(text: string): string[] {
  return [...secrets]
    .filter(([, secret]) =>
      [secret, Buffer.from(secret).toString('base64').replace(/=+$/, ''), Buffer.from(secret).toString('hex')].some((form) =>
        text.includes(form),
      ),
    )
    .map(([name]) => name)
}

describe('planted secrets', () => {
  it('were planted, and the logs were kept', () => {
    expect(secrets.size).toBeGreaterThan(35)
    for (const secret of secrets.values()) expect(secret.length).toBeGreaterThanOrEqual(PASSWORD.length)
    const lines = logs
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: string; req?: { path: string }; res?: { status: number } })
    expect(lines.length).toBeGreaterThan(30)
    expect(new Set(lines.map((line) => line.req?.path))).toContain(TOKEN)
    expect(lines.map((line) => line.res?.status)).toEqual(expect.arrayContaining([200, 401, 404, 429, 500]))
    expect(lines.some((line) => line.level === 'error')).toBe(true)
    expect(found(`x${secrets.get('new password')}x`)).toEqual(['new password'])
  })

  it('are in no log', () => expect(found(logs)).toEqual([]))

  it('are in no table', async () => {
    const tables = await dump(server)
    expect(tables).toContain('$argon2id$')
    expect(tables).toContain(tenant.canary)
    expect(found(tables)).toEqual([])
  })

  it('a proxy that was not named is told of, once', async () => {
    for (let index = 0; index < 3; index += 1) await call(server.url, 'GET', '/healthz', { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(
      logs
        .split('\n')
        .filter((line) => line.includes('TRUST_PROXY'))
        .map((line) => (JSON.parse(line) as { level: string }).level),
    ).toEqual(['warn'])
  })

  it('are told by no failure of the server', async () => {
    expect(logs).not.toMatch(/authorization|cookie|rolecode/i)
    // What is kept of a password does not contain it.
    expect(await hashPassword(secrets.get('new password') as string)).not.toContain(secrets.get('new password'))
  })
})
