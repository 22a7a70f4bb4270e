import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Answer, Client, TokenAnswer } from '../../../../tests/support/client.ts'
import { call, clientWith, postForm, requestToken } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { codeAt, stepAt, wirePassword } from '../../../identity/index.ts'

const ME = '/api/uaa/users/getSysUser'
const OWN = '/api/account/secondfactor'
const TOKEN = '/api/uaa/oauth/token'
const RESET = '/api/admin/sysuser/resetSecondFactor'

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  const people = Array.from({ length: 12 }, (_, index) => buildUser({ username: `person${index}`, roles: ['ROLE_VIEWER'] }))
  tenant = await buildTenant(server, { users: people })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const people = Array.from({ length: 12 }, (_, index) => `person${index}`).values()
const somebody = () => people.next().value as string

const unbase32 = (text: string) => {
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** An app, and its present code. What was taken before is forgotten, since the test cannot wait until the next one comes. */
function appOf(secret: string) {
  const key = unbase32(secret)
  const code = () => codeAt(key, stepAt(Date.now()))
  return { key, code, next: async () => (await asOwner('update totp_secrets set last_step = 0'), code()) }
}

interface Enrolled {
  client: Client
  app: ReturnType<typeof appOf>
  recoveryCodes: string[]
}

async function enrol(username: string): Promise<Enrolled> {
  const client = await tenant.signIn(username)
  const {
    data: { secret },
  } = await client.post<{ secret: string }>(`${OWN}/addTotp`, {})
  const app = appOf(secret)
  const answer = await client.post<{ recoveryCodes: string[] }>(`${OWN}/enableTotp`, { otp: await app.next() })
  expect(answer.http).toBe(200)
  return { client, app, recoveryCodes: answer.data.recoveryCodes }
}

const second = (form: Record<string, string>) =>
  postForm<TokenAnswer>(server.url, TOKEN, { client_id: 'ui', scope: 'ui', grant_type: 'second-step', ...form })
const ticketOf = async (username: string) => String((await requestToken(server.url, tenant.code, username, PASSWORD))['mfa_token'])
const signedIn = ({ data }: Answer<TokenAnswer>) => clientWith(server.url, data.access_token, data.refresh_token)
const asOwner = (sql: string, values: unknown[] = []) => server.database.asOwner((owner) => owner.query(sql, values))
/** As if everybody had signed in an hour ago. */
const age = () => asOwner("update sessions set created_at = created_at - interval '1 hour', confirmed_at = null")
const policy = async (value: string) => {
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/admin/sysparam/querySysParam', { paramKey: 'signIn.secondFactor' })
  expect(await admin.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue: value })).toMatchObject({ http: 200 })
}

describe('an authenticator app', () => {
  it('counts from its first code on, ends the other sessions, and stands between password and token', async () => {
    const name = somebody()
    const before = await tenant.signIn(name)
    const { client, app, recoveryCodes } = await enrol(name)
    expect(recoveryCodes).toHaveLength(10)
    expect((await client.get(ME)).http).toBe(200)
    expect(await before.get(ME)).toMatchObject({ http: 401 })
    const asked = await requestToken(server.url, tenant.code, name, PASSWORD)
    expect(asked).toMatchObject({
      http: 401,
      error: 'mfa_required',
      totp: true,
      passkey: null,
      data: null,
      mfa_token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(JSON.stringify(asked)).not.toContain('access_token')
    const answer = await second({ mfa_token: String(asked['mfa_token']), otp: await app.next() })
    expect(answer.http).toBe(200)
    expect((await signedIn(answer).get(ME)).http).toBe(200)
  })

  it('has each code taken once, and each ticket', async () => {
    const name = somebody()
    const { app } = await enrol(name)
    const code = await app.next()
    const [one, two] = [await ticketOf(name), await ticketOf(name)]
    const racing = await Promise.all([second({ mfa_token: one, otp: code }), second({ mfa_token: two, otp: code })])
    expect(racing.map(({ http }) => http).sort(), 'of two at once one is first').toEqual([200, 401])
    expect(await second({ mfa_token: two, otp: code })).toMatchObject({ http: 401, error: 'invalid_grant' })
    await asOwner('update totp_secrets set last_step = 0')
    const used = racing[0]?.http === 200 ? one : two
    expect(await second({ mfa_token: used, otp: codeAt(app.key, stepAt(Date.now())) }), 'the ticket is used up').toMatchObject({
      http: 401,
    })
  })

  it('is not taken into use by a wrong code, nor twice', async () => {
    const name = somebody()
    const client = await tenant.signIn(name)
    await client.post(`${OWN}/addTotp`, {})
    expect(await client.post(`${OWN}/enableTotp`, { otp: '000000' })).toMatchObject({ http: 422, errors: [{ field: 'otp' }] })
    expect((await requestToken(server.url, tenant.code, name, PASSWORD)).http).toBe(200)
    const {
      data: { secret },
    } = await client.post<{ secret: string }>(`${OWN}/addTotp`, {})
    expect((await client.post(`${OWN}/enableTotp`, { otp: await appOf(secret).next() })).http).toBe(200)
    expect(await client.post(`${OWN}/addTotp`, {})).toMatchObject({ http: 409 })
  })

  it('is guessed at no more often than a password, whatever the password does to its counter', async () => {
    const name = somebody()
    await enrol(name)
    const answers: number[] = []
    for (let guess = 0; guess < 8; guess += 1)
      answers.push((await second({ mfa_token: await ticketOf(name), otp: String(100_000 + guess) })).http)
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    await asOwner('delete from attempts')
  })

  it('leaves its secret in no readable column', async () => {
    const { app } = await enrol(somebody())
    const { rows } = await asOwner("select encode(sealed_secret, 'hex') as hex from totp_secrets")
    for (const { hex } of rows as { hex: string }[]) expect(hex).not.toContain(app.key.toString('hex'))
  })
})

describe('a recovery code', () => {
  it('signs in once, however it is typed, and is replaced by new ones', async () => {
    const name = somebody()
    const {
      client,
      recoveryCodes: [first = '', next = ''],
    } = await enrol(name)
    expect((await second({ mfa_token: await ticketOf(name), otp: first.toLowerCase().replaceAll('-', ' ') })).http).toBe(200)
    expect((await second({ mfa_token: await ticketOf(name), otp: first })).http).toBe(401)
    expect((await client.get<{ recoveryCodes: number }>(`${OWN}/querySecondFactor`)).data.recoveryCodes).toBe(9)
    const { data } = await client.post<{ recoveryCodes: string[] }>(`${OWN}/updateRecoveryCodes`, {})
    expect((await second({ mfa_token: await ticketOf(name), otp: next })).http, 'an old one').toBe(401)
    expect((await second({ mfa_token: await ticketOf(name), otp: data.recoveryCodes[0] ?? '' })).http).toBe(200)
    await asOwner('delete from attempts')
  })

  it('is good for its owner alone', async () => {
    const [one, two] = [somebody(), somebody()]
    const {
      recoveryCodes: [code = ''],
    } = await enrol(one)
    await enrol(two)
    expect((await second({ mfa_token: await ticketOf(two), otp: code })).http).toBe(401)
    await asOwner('delete from attempts')
  })
})

describe('the ticket', () => {
  it('is no token, ends with the password it was given for, and after a while', async () => {
    const name = somebody()
    const { client, app } = await enrol(name)
    const ticket = await ticketOf(name)
    expect((await clientWith(server.url, ticket).get(ME)).http).toBe(401)
    const changed = wirePassword(`other-${unique()}`)
    expect(
      (
        await client.put('/api/account/sysuserdetail/updatePassword', {
          id: tenant.users[name],
          password: wirePassword(PASSWORD),
          newPassword: changed,
        })
      ).http,
    ).toBe(200)
    expect((await second({ mfa_token: ticket, otp: await app.next() })).http).toBe(401)
    await asOwner('update factor_challenges set expires_at = now()')
    const late = String(
      (
        await postForm(server.url, TOKEN, {
          client_id: 'ui',
          grant_type: 'password',
          type: 'account',
          tenantCode: tenant.code,
          username: name,
          password: changed,
        })
      )['mfa_token'],
    )
    await asOwner('update factor_challenges set expires_at = now()')
    expect((await second({ mfa_token: late, otp: await app.next() })).http).toBe(401)
    expect((await second({ mfa_token: 'nonsense', otp: '123456' })).http).toBe(401)
  })
})

describe("changing one's factors", () => {
  it('asks once more who one is: for the password, or for a factor where there is one', async () => {
    const name = somebody()
    const client = await tenant.signIn(name)
    await age()
    expect(await client.post(`${OWN}/addTotp`, {})).toMatchObject({ http: 403 })
    expect(await client.post(`${OWN}/confirmIdentity`, { password: wirePassword('wrong') })).toMatchObject({
      http: 422,
      errors: [{ field: 'password' }],
    })
    expect((await client.post(`${OWN}/confirmIdentity`, { password: wirePassword(PASSWORD) })).http).toBe(200)
    const {
      data: { secret },
    } = await client.post<{ secret: string }>(`${OWN}/addTotp`, {})
    const app = appOf(secret)
    expect((await client.post(`${OWN}/enableTotp`, { otp: await app.next() })).http).toBe(200)
    await age()
    expect(await client.post(`${OWN}/deleteTotp`, {})).toMatchObject({ http: 403 })
    expect(
      (await client.post(`${OWN}/confirmIdentity`, { password: wirePassword(PASSWORD) })).http,
      'the password is not enough any more',
    ).toBe(422)
    expect((await client.post(`${OWN}/confirmIdentity`, { otp: await app.next() })).http).toBe(200)
    const elsewhere = await second({ mfa_token: await ticketOf(name), otp: await app.next() })
    expect((await client.post(`${OWN}/deleteTotp`, {})).http).toBe(200)
    expect((await signedIn(elsewhere).get(ME)).http, 'other sessions end at once').toBe(401)
    expect((await requestToken(server.url, tenant.code, name, PASSWORD)).http, 'nothing more is asked').toBe(200)
  })

  it('a role switch is no proof of who one is', async () => {
    await age()
    const acting = await (
      await tenant.signIn('editor')
    ).post<TokenAnswer>('/api/account/sysuserdetail/switchRole', { roleCode: 'ROLE_EDITOR' })
    await asOwner("update sessions set created_at = created_at - interval '1 hour' where parent_id is null")
    expect(await clientWith(server.url, acting.data.access_token).post(`${OWN}/addTotp`, {})).toMatchObject({ http: 403 })
  })

  it('is for people signed in', async () => {
    for (const path of [
      'addTotp',
      'enableTotp',
      'confirmIdentity',
      'deleteTotp',
      'updateRecoveryCodes',
      'queryPasskeyOptions',
      'addPasskey',
      'deletePasskey',
    ]) {
      expect(await call(server.url, 'POST', `${OWN}/${path}`, { body: {} }), path).toMatchObject({ http: 401, code: 50008 })
    }
  })
})

describe('what the tenant decides', () => {
  it('required: whoever has no factor enrols before anything else, in open sessions too', async () => {
    const [editor, enrolled] = [await tenant.signIn('editor'), await enrol(somebody())]
    await policy('administrators')
    expect((await editor.get('/api/admin/sysuser/querySysUser')).http).toBe(200)
    expect(await admin.get('/api/admin/sysuser/querySysUser'), 'the administrator who required it').toMatchObject({ http: 403 })
    expect((await admin.get<{ mustEnrol: boolean }>(ME)).data.mustEnrol).toBe(true)
    await admin.post(`${OWN}/confirmIdentity`, { password: wirePassword(PASSWORD) })
    const app = appOf((await admin.post<{ secret: string }>(`${OWN}/addTotp`, {})).data.secret)
    expect((await admin.post(`${OWN}/enableTotp`, { otp: await app.next() })).http).toBe(200)
    expect((await admin.get('/api/admin/sysuser/querySysUser')).http).toBe(200)
    expect(await admin.post(`${OWN}/deleteTotp`, {}), 'and stays so').toMatchObject({ http: 409 })
    await policy('everybody')
    expect(await editor.get('/api/admin/sysuser/querySysUser')).toMatchObject({ http: 403 })
    expect((await enrolled.client.get('/api/admin/sysuser/querySysUser')).http).toBe(200)
    for (const path of ['/api/account/sysuserdetail/querySession', '/api/account/sysuserdetail/queryPlace', '/api/uaa/oauth/queryConsent'])
      expect((await editor.get(path)).http, path).toBe(403)
    await policy('allowed')
    expect((await editor.get('/api/admin/sysuser/querySysUser')).http).toBe(200)
    expect((await admin.post(`${OWN}/deleteTotp`, {})).http).toBe(200)
  })

  it('off: nothing is asked and nothing can be set up', async () => {
    const name = somebody()
    const { client } = await enrol(name)
    await policy('off')
    expect((await requestToken(server.url, tenant.code, name, PASSWORD)).http).toBe(200)
    expect(await client.post(`${OWN}/addTotp`, {})).toMatchObject({ http: 409 })
    await policy('allowed')
    expect((await requestToken(server.url, tenant.code, name, PASSWORD)).http).toBe(401)
    expect((await admin.put('/api/admin/sysparam/updateSysParam', { id: 'x', paramValue: 'sometimes' })).http).toBe(422)
  })
})

describe('an administrator resets', () => {
  it('the factors of somebody else, whose sessions end, and it stands in the log', async () => {
    const { client, app } = await enrol('viewer')
    expect(await (await tenant.signIn('editor')).post(RESET, { id: tenant.users['viewer'] })).toMatchObject({ http: 403 })
    expect(await (await other.signIn('admin')).post(RESET, { id: tenant.users['viewer'] })).toMatchObject({ http: 404 })
    expect(await admin.post(RESET, { id: tenant.users['admin'] })).toMatchObject({ http: 409 })
    expect((await client.get(ME)).http).toBe(200)
    expect(await admin.post(RESET, { id: tenant.users['viewer'] })).toMatchObject({ http: 200, data: { removed: true } })
    expect((await client.get(ME)).http).toBe(401)
    expect((await requestToken(server.url, tenant.code, 'viewer', PASSWORD)).http).toBe(200)
    await server.services.journal.flush()
    const { rows } = await asOwner(
      "select parameters, result from logs where url = '/admin/sysuser/resetSecondFactor' and result = 'ok' and tenant_id = $1",
      [tenant.id],
    )
    expect(rows).toEqual([{ parameters: { id: tenant.users['viewer'] }, result: 'ok' }])
    const { rows: logged } = await asOwner("select string_agg(parameters::text, ' ') as text from logs")
    expect((logged as { text: string }[])[0]?.text).not.toContain(app.code())
  })
})
