import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticator } from '../../../../tests/support/authenticator.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client, TokenAnswer } from '../../../../tests/support/client.ts'
import { call, clientWith, postForm, requestToken } from '../../../../tests/support/client.ts'
import { addApplication, request } from '../../../../tests/support/oauth.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { relyingParty, wirePassword } from '../../../identity/index.ts'

const ME = '/api/uaa/users/getSysUser'
const OWN = '/api/account/secondfactor'
const TOKEN = '/api/uaa/oauth/token'
const [ORIGIN, ID] = ['https://console.example.com', 'console.example.com']

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
beforeAll(async () => {
  server = await startServer({ publicUrl: `${ORIGIN}/` })
  tenant = await buildTenant(server, {
    users: Array.from({ length: 8 }, (_, index) => buildUser({ username: `person${index}`, roles: ['ROLE_VIEWER'] })),
  })
  other = await buildTenant(server)
})
afterAll(() => server.stop())

const people = Array.from({ length: 8 }, (_, index) => `person${index}`).values()
const somebody = () => people.next().value as string
const device = (origin = ORIGIN, id = ID) => authenticator(origin, id)
type Device = ReturnType<typeof device>
type Lies = Parameters<Device['get']>[1]

const options = (client: Client) => client.post<Record<string, unknown>>(`${OWN}/queryPasskeyOptions`, {}).then(({ data }) => data)
const keep = (client: Client, credential: string, passkeyName = 'key') =>
  client.post<{ id: string; recoveryCodes: string[] }>(`${OWN}/addPasskey`, { passkeyName, credential })

async function enrol(username: string): Promise<{ client: Client; key: Device; id: string }> {
  const client = await tenant.signIn(username)
  const key = device()
  const { http, data } = await keep(client, key.create(await options(client)))
  expect(http).toBe(200)
  return { client, key, id: data.id }
}

const asked = (tenantCode = tenant.code) =>
  call<Record<string, unknown>>(server.url, 'POST', '/api/uaa/oauth/queryPasskeyOptions', { body: { tenantCode } }).then(({ data }) => data)
const token = (form: Record<string, string>) => postForm<TokenAnswer>(server.url, TOKEN, { client_id: 'ui', scope: 'ui', ...form })
const enter = (assertion: string, tenantCode = tenant.code) => token({ grant_type: 'passkey', tenantCode, assertion })
const asOwner = (sql: string, values: unknown[] = []) => server.database.asOwner((owner) => owner.query(sql, values))

describe('a passkey', () => {
  it('signs in instead of password and code', async () => {
    const { key, client } = await enrol(somebody())
    const answer = await enter(key.get(await asked()))
    expect(answer.http).toBe(200)
    expect((await clientWith(server.url, answer.data.access_token).get<{ id: string }>(ME)).data.id).toBe(
      (await client.get<{ id: string }>(ME)).data.id,
    )
    expect((await client.get<{ passkeys: unknown[] }>(`${OWN}/querySecondFactor`)).data).toMatchObject({
      passkeyOrigin: ORIGIN,
      recoveryCodes: 10,
      passkeys: [{ name: 'key', lastUsedTime: expect.stringMatching(/^\d{4}-/) }],
    })
  })

  it('is asked for as the second step, and answers for its owner alone', async () => {
    const [name, name2] = [somebody(), somebody()]
    const [mine, theirs] = [await enrol(name), await enrol(name2)]
    const step = async () => {
      const answer = await requestToken(server.url, tenant.code, name, PASSWORD)
      expect(answer).toMatchObject({
        http: 401,
        error: 'mfa_required',
        totp: false,
        passkey: { rpId: ID, userVerification: 'required', challenge: answer['mfa_token'], allowCredentials: [{ type: 'public-key' }] },
      })
      return { ticket: String(answer['mfa_token']), passkey: answer['passkey'] as Record<string, unknown> }
    }
    const second = ({ ticket, passkey }: Awaited<ReturnType<typeof step>>, key: Device, lies?: Lies) =>
      token({ grant_type: 'second-step', mfa_token: ticket, assertion: key.get(passkey, lies) })
    expect((await second(await step(), theirs.key)).http).toBe(401)
    const right = await step()
    expect((await second(right, mine.key)).http).toBe(200)
    expect((await second(right, mine.key)).http, 'once').toBe(401)
    const [one, two] = [await step(), await requestToken(server.url, tenant.code, name2, PASSWORD)]
    expect(
      (await token({ grant_type: 'second-step', mfa_token: String(two['mfa_token']), assertion: mine.key.get(one.passkey) })).http,
      "another person's ticket",
    ).toBe(401)
    expect((await enter(mine.key.get((await step()).passkey))).http, 'a signature for the second step is none for the first').toBe(401)
  })

  it.each<[string, Lies]>([
    ['another origin', { origin: 'https://console.example.com.evil.example' }],
    ['the right name without encryption', { origin: 'http://console.example.com' }],
    ['another server', { rpId: 'evil.example' }],
    ['nobody verified', { unverified: true }],
    ['a challenge that was never given', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('is not believed with %s', async (_what, lies) => {
    const client = await tenant.signIn('editor')
    expect(await keep(client, device().create(await options(client), lies))).toMatchObject({ http: 422, errors: [{ field: 'credential' }] })
    const { key } = await enrol('viewer')
    expect((await enter(key.get(await asked(), lies))).http).toBe(401)
    await asOwner('delete from passkeys where user_id = $1', [tenant.users['viewer']])
  })

  it('whatever the request says about where it came from', async () => {
    const { key } = await enrol(somebody())
    const headers = { host: 'evil.example', origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
    const { data } = await call<Record<string, unknown>>(server.url, 'POST', '/api/uaa/oauth/queryPasskeyOptions', {
      body: { tenantCode: tenant.code },
      headers,
    })
    expect(data['rpId']).toBe(ID)
    const answer = await postForm(
      server.url,
      TOKEN,
      { client_id: 'ui', grant_type: 'passkey', tenantCode: tenant.code, assertion: key.get(data, { origin: 'https://evil.example' }) },
      headers,
    )
    expect(answer.http).toBe(401)
  })

  it('has each challenge answered once, and a copy of it is noticed by its counter', async () => {
    const { key } = await enrol(somebody())
    const challenge = await asked()
    const signed = key.get(challenge)
    const racing = await Promise.all([enter(signed), enter(signed)])
    expect(racing.map(({ http }) => http).sort()).toEqual([200, 401])
    expect((await enter(key.get(challenge))).http, 'signed anew').toBe(401)
    expect((await enter(key.get(await asked(), { counter: 1 }))).http, 'a counter that goes back').toBe(401)
    const late = await asked()
    await asOwner('update factor_challenges set expires_at = now()')
    expect((await enter(key.get(late))).http).toBe(401)
  })

  it('belongs to its tenant; of another, or of none, no more is told', async () => {
    const { key } = await enrol(somebody())
    expect((await enter(key.get(await asked(other.code)), other.code)).http).toBe(401)
    const absent = await asked('no-such-tenant')
    expect(Object.keys(absent)).toEqual(Object.keys(await asked()))
    expect(await enter(key.get(absent), 'no-such-tenant')).toMatchObject({ http: 401, error: 'invalid_grant' })
    expect((await enter(key.get(await asked()))).http).toBe(200)
  })

  it('does not let in who is disabled, and ends with what it was', async () => {
    const name = somebody()
    const { key, id, client } = await enrol(name)
    await asOwner('update users set status = 0 where id = $1', [tenant.users[name]])
    expect((await enter(key.get(await asked()))).http).toBe(401)
    await asOwner('update users set status = 1 where id = $1', [tenant.users[name]])
    const stranger = await tenant.signIn('admin')
    for (const [path, body] of [
      ['deletePasskey', { id }],
      ['updatePasskey', { id, passkeyName: 'mine' }],
    ] as const) {
      expect(
        await (path === 'updatePasskey' ? stranger.put(`${OWN}/${path}`, body) : stranger.post(`${OWN}/${path}`, body)),
        path,
      ).toMatchObject({ http: 404 })
    }
    expect((await client.put(`${OWN}/updatePasskey`, { id, passkeyName: 'Laptop' })).http).toBe(200)
    expect((await client.post(`${OWN}/deletePasskey`, { id })).http).toBe(200)
    expect((await enter(key.get(await asked()))).http).toBe(401)
    expect((await requestToken(server.url, tenant.code, name, PASSWORD)).http, 'and with it the second step').toBe(200)
  })

  it('several are kept of one person, each once', async () => {
    const name = somebody()
    const { client, key } = await enrol(name)
    expect((await keep(client, key.create(await options(client)))).http, 'the same device').toBe(422)
    const second = await keep(client, device().create(await options(client)), 'Telephone')
    expect(second).toMatchObject({ http: 200, data: { recoveryCodes: [] } })
    expect(
      (await client.get<{ passkeys: { name: string }[] }>(`${OWN}/querySecondFactor`)).data.passkeys.map((passkey) => passkey.name),
    ).toEqual(['key', 'Telephone'])
    for (const nonsense of ['', '{}', 'null', '[]', '{"response":{}}', '{"response":{"clientDataJSON":"e30"}}'])
      expect((await keep(client, nonsense)).http, nonsense).toBe(422)
    await asOwner("update sessions set created_at = created_at - interval '1 hour'")
    expect((await client.post(`${OWN}/queryPasskeyOptions`, {})).http).toBe(403)
    expect(
      (
        await client.post(`${OWN}/confirmIdentity`, {
          assertion: key.get((await client.post<object>(`${OWN}/queryConfirmOptions`, {})).data),
        })
      ).http,
    ).toBe(200)
    expect((await client.post(`${OWN}/queryPasskeyOptions`, {})).http).toBe(200)
  })
})

describe('programs that ask for the password', () => {
  it('do not go round the second step', async () => {
    const admin = await tenant.signIn('admin')
    const application = await addApplication(admin, { authType: 'password,refresh_token', firstParty: 1 })
    const name = 'editor'
    const grant = (more: Record<string, string> = {}) =>
      request(server.url, application, { grant_type: 'password', username: name, password: PASSWORD, ...more })
    expect((await grant()).http).toBe(200)
    const client = await tenant.signIn(name)
    const { data } = await keep(client, device().create(await options(client)))
    expect(await grant()).toMatchObject({ http: 401, error: 'mfa_required', data: null })
    expect(await grant({ otp: '123456' })).toMatchObject({ http: 401, error: 'invalid_grant' })
    expect((await grant({ password: wirePassword(PASSWORD), otp: data.recoveryCodes[0] ?? '' })).http).toBe(200)
    expect((await grant({ otp: data.recoveryCodes[0] ?? '' })).http).toBe(401)
  })
})

it('a server without a name has no passkeys, and the machine itself is called localhost', () => {
  expect(relyingParty({ publicUrl: 'https://console.example.com:8443/' })).toEqual({
    id: 'console.example.com',
    origin: 'https://console.example.com:8443',
  })
  expect(relyingParty({ publicUrl: 'http://127.0.0.1:8080' })).toEqual({ id: 'localhost', origin: 'http://localhost:8080' })
  expect(relyingParty({ publicUrl: 'http://[::1]:8080' })).toEqual({ id: 'localhost', origin: 'http://localhost:8080' })
  for (const publicUrl of ['http://192.0.2.7:8080', 'https://[2001:db8::1]']) expect(relyingParty({ publicUrl })).toBeUndefined()
})
