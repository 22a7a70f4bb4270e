/** The door: who gets in, what the others learn, and how often one may guess. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wirePassword } from '../server/identity/secrets.ts'
import type { BuiltTenant } from './support/builders.ts'
import { PASSWORD, buildTenant, buildUser, unique } from './support/builders.ts'
import { captchaOf } from './support/captcha.ts'
import type { Answer, TokenAnswer } from './support/client.ts'
import { call, postForm } from './support/client.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { answerText } from './support/wire.ts'

const TOKEN = '/api/uaa/oauth/token'
let server: TestServer
let tenant: BuiltTenant
let asleep: BuiltTenant
let late: BuiltTenant
beforeAll(async () => {
  // Behind a proxy, so that guesses can come from many addresses.
  server = await startServer({ trustProxy: 1 })
  tenant = await buildTenant(server, {
    users: [buildUser({ username: 'off', status: 0 }), ...Array.from({ length: 7 }, (_, index) => buildUser({ username: `user${index}` }))],
  })
  asleep = await buildTenant(server)
  late = await buildTenant(server)
  await server.database.asOwner(async (client) => {
    await client.query('update tenants set status = 0 where id = $1', [asleep.id])
    await client.query("update tenants set expires_at = now() - interval '1 second' where id = $1", [late.id])
  })
  await withoutImages()
})
afterAll(() => server.stop())

/** The image that is asked for after some wrong passwords is another test's subject. For the tenants there are by now. */
async function withoutImages(): Promise<void> {
  await server.database.asOwner((client) => client.query("update parameters set param_value = '0' where param_key = 'signIn.captchaAfter'"))
}

/** The cookie by which a browser is known the next time. */
const deviceOf = ({ headers }: Answer) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

let addresses = 0
/** A new address for each guess, unless one is named. */
function guess(
  tenantCode: string,
  username: string,
  password: string,
  address?: string,
  more: { cookie?: string; captcha?: { key: string; charCaptcha: string } } = {},
) {
  const from = address ?? `10.${(addresses += 1) >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
  const { cookie, captcha } = more
  const form = {
    scope: 'ui',
    grant_type: 'password',
    client_id: 'ui',
    type: 'account',
    tenantCode,
    username,
    password: wirePassword(password),
    ...(captcha ? { captchaKey: captcha.key, charCaptcha: captcha.charCaptcha } : {}),
  }
  return postForm<TokenAnswer>(server.url, TOKEN, form, { 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) })
}

describe('signing in', () => {
  it('answers in the form of OAuth, at the top and below data', async () => {
    const answer = await guess(tenant.code, 'admin', PASSWORD)
    const tokens = {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: expect.any(Number),
      scope: 'ui',
    }
    expect(answer).toMatchObject({ http: 200, code: 200, status: 200, ...tokens, data: tokens })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await guess(tenant.code, 'ADMIN', PASSWORD)).http, 'names have no case').toBe(200)
    const query = {
      scope: 'ui',
      grant_type: 'password',
      client_id: 'ui',
      type: 'account',
      tenantCode: tenant.code,
      username: 'admin',
      password: wirePassword(PASSWORD),
    }
    expect(await call(server.url, 'POST', TOKEN, { query, headers: { 'x-forwarded-for': '10.9.9.7' } }), 'as a query').toMatchObject({
      http: 200,
      data: tokens,
    })
    expect(await guess(tenant.code, 'admin', PASSWORD)).not.toMatchObject({ access_token: answer['access_token'] })
  })

  it('counts and keeps the address the proxy saw, not one the client claims', async () => {
    expect((await guess(tenant.code, 'admin', PASSWORD, 'claimed by the client, 192.0.2.77')).http).toBe(200)
    const addresses = await server.database.asOwner(async (client) =>
      (await client.query<{ address: string }>('select address from sessions')).rows.map((row) => row.address),
    )
    expect(addresses).toContain('192.0.2.77')
    expect(addresses.join()).not.toContain('claimed')
  })

  it('tells nobody which of tenant, name and password is wrong', async () => {
    const answers = await Promise.all([
      guess(`t${unique()}`, 'admin', PASSWORD),
      guess(tenant.code, `nobody-${unique()}`, PASSWORD),
      guess(tenant.code, 'viewer', 'wrong'),
      guess(tenant.code, 'off', 'wrong'),
      guess(asleep.code, 'admin', 'wrong'),
      guess(asleep.code, `nobody-${unique()}`, PASSWORD),
      guess(late.code, 'admin', 'wrong'),
      guess(tenant.code, `${'x'.repeat(120)}`, PASSWORD),
    ])
    expect(answers[0]).toMatchObject({ http: 401, code: 401, error: 'invalid_grant', error_description: expect.any(String), data: null })
    expect(new Set(answers.map(answerText)).size).toBe(1)
  })

  it('tells only the owner of the password that an account or a tenant is out of use', async () => {
    for (const [code, name] of [
      [tenant.code, 'off'],
      [asleep.code, 'admin'],
      [late.code, 'admin'],
    ] as const) {
      const answer = await guess(code, name, PASSWORD)
      expect(answer).toMatchObject({ http: 401, code: 401, error: 'invalid_grant', data: null })
      expect(answer).not.toHaveProperty('access_token')
    }
  })

  it('takes the plain password as little as a wrong one', async () => {
    const form = { grant_type: 'password', client_id: 'ui', tenantCode: tenant.code, username: 'editor', password: PASSWORD }
    expect((await postForm(server.url, TOKEN, form, { 'x-forwarded-for': '10.9.9.9' })).http).toBe(401)
  })

  it('knows its own client only, and says what is missing', async () => {
    const form = { grant_type: 'password', tenantCode: tenant.code, username: 'admin', password: wirePassword(PASSWORD) }
    const ask = (changes: Record<string, string>, headers = {}) => postForm(server.url, TOKEN, { ...form, ...changes }, headers)
    expect(await ask({})).toMatchObject({ http: 401, error: 'invalid_client' })
    expect(await ask({ client_id: 'other' })).toMatchObject({ http: 401, error: 'invalid_client' })
    expect(await ask({ client_id: 'ui' }, { authorization: `Basic ${Buffer.from('other:x').toString('base64')}` })).toMatchObject({
      http: 401,
      error: 'invalid_client',
    })
    expect(await ask({ client_id: 'ui', grant_type: 'client_credentials' })).toMatchObject({ http: 400, error: 'unsupported_grant_type' })
    expect(await ask({ client_id: 'ui', grant_type: 'refresh_token' })).toMatchObject({
      http: 422,
      error: 'invalid_request',
      errors: [{ field: 'refresh_token' }],
    })
    expect(await postForm(server.url, TOKEN, { grant_type: 'password', client_id: 'ui', username: 'x' })).toMatchObject({
      http: 422,
      errors: [{ field: 'tenantCode' }, { field: 'password' }],
    })
    expect((await ask({}, { authorization: `Basic ${Buffer.from('ui:').toString('base64')}`, 'x-forwarded-for': '10.9.9.8' })).http).toBe(
      200,
    )
    expect((await call(server.url, 'GET', TOKEN)).http).toBe(404)
  })
})

describe('the name of the browser client', () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}`, 'x-forwarded-for': '10.9.8.7' })
  const ways: [string, Record<string, string>, Record<string, string>][] = [
    ['client_id=browser', { client_id: 'browser' }, {}],
    ['client_id=browser with an empty secret', { client_id: 'browser', client_secret: '' }, {}],
    ['Basic browser:', {}, basic('browser:')],
    ['Basic browser: and client_id=browser', { client_id: 'browser' }, basic('browser:')],
    ['Basic browser: and client_id=ui', { client_id: 'ui' }, basic('browser:')],
    [
      'client_id=browser beside a token that is good no more',
      { client_id: 'browser' },
      { authorization: `Bearer ${'x'.repeat(43)}`, 'x-forwarded-for': '10.9.8.7' },
    ],
  ]

  it.each(ways)('may be %s, for a sign-in and to go on, as a form and as a query', async (_way, named, headers) => {
    const form = {
      scope: 'ui',
      grant_type: 'password',
      type: 'account',
      tenantCode: tenant.code,
      username: 'admin',
      password: wirePassword(PASSWORD),
      ...named,
    }
    const first = await postForm<TokenAnswer>(server.url, TOKEN, form, { 'x-forwarded-for': '10.9.8.7', ...headers })
    expect(first, first.message).toMatchObject({ http: 200, data: { scope: 'ui' } })
    expect((await call(server.url, 'POST', TOKEN, { query: form, headers: { 'x-forwarded-for': '10.9.8.7', ...headers } })).http).toBe(200)
    const again = await postForm<TokenAnswer>(
      server.url,
      TOKEN,
      { grant_type: 'refresh_token', refresh_token: first.data.refresh_token, ...named },
      { 'x-forwarded-for': '10.9.8.7', ...headers },
    )
    expect(again).toMatchObject({ http: 200, data: { access_token: expect.any(String) } })
    expect(
      (await call(server.url, 'GET', '/api/uaa/users/getSysUser', { headers: { authorization: `Bearer ${again.data.access_token}` } }))
        .http,
    ).toBe(200)
  })

  it('opens nothing to an application that calls itself otherwise as well', async () => {
    const form = { grant_type: 'password', tenantCode: tenant.code, username: 'admin', password: wirePassword(PASSWORD) }
    expect(await postForm(server.url, TOKEN, { ...form, client_id: `${tenant.code}.browser` }, basic('browser:'))).toMatchObject({
      http: 401,
      error: 'invalid_client',
    })
    expect(await postForm(server.url, TOKEN, { ...form, client_id: `${tenant.code}.browser` })).toMatchObject({
      http: 401,
      error: 'invalid_client',
    })
  })
})

describe('guessing', () => {
  it('looks at five passwords at most, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, index) => guess(tenant.code, 'user0', `guess-${index}`)))
    // A server that is too busy (503) has looked at nothing, either.
    const judged = answers.filter((answer) => answer.http !== 429 && answer.http !== 503)
    expect(judged.length).toBeLessThanOrEqual(5)
    expect(judged.length).toBeGreaterThan(0)
    for (const answer of judged) expect(answer.http).toBe(401)
    for (const answer of answers.filter(({ http }) => http === 429)) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60)
      expect(answer).toMatchObject({ code: 429, error: 'invalid_grant', data: null })
    }
    // The right one is not looked at either, from wherever it comes.
    expect((await guess(tenant.code, 'user0', PASSWORD)).http).toBe(429)
    expect((await guess(tenant.code, 'USER0', PASSWORD)).http, 'nor in capitals').toBe(429)
    expect((await guess(tenant.code, ' user0 ', PASSWORD)).http, 'nor with blanks').toBe(429)
    expect((await guess(tenant.code, 'user1', PASSWORD)).http, 'others are not concerned').toBe(200)
  })

  it('lets in whoever knows the password, however many come at once, even one wrong guess short of the limit', async () => {
    for (let index = 0; index < 4; index += 1) expect((await guess(tenant.code, 'user5', 'wrong')).http).toBe(401)
    const answers = await Promise.all(Array.from({ length: 50 }, () => guess(tenant.code, 'user5', PASSWORD, '192.0.2.50')))
    expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map((answer) => answer['access_token'])).size, 'each with a session of its own').toBe(50)
  })

  it('is cut off among fifty right ones as well: what is wrong is counted in between', async () => {
    const { code } = await buildTenant(server)
    await withoutImages()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => guess(code, 'viewer', index % 4 === 0 ? PASSWORD : `guess-${index}`)),
    )
    const wrong = answers.filter((_, index) => index % 4 !== 0)
    // Between two right ones there is room for five guesses at most: nobody who does not know the password gains by it.
    expect(wrong.every(({ http }) => [401, 429, 503].includes(http))).toBe(true)
    expect(answers.filter((_, index) => index % 4 === 0).every(({ http }) => [200, 429].includes(http))).toBe(true)
  })

  it('begins anew after a right password, and when the time is over', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 4; index += 1) expect((await guess(tenant.code, 'user2', 'wrong')).http).toBe(401)
      expect((await guess(tenant.code, 'user2', PASSWORD)).http).toBe(200)
    }
    for (let index = 0; index < 6; index += 1) await guess(tenant.code, 'user3', 'wrong')
    expect((await guess(tenant.code, 'user3', PASSWORD)).http).toBe(429)
    await server.database.asOwner((client) =>
      client.query("update attempts set window_ends_at = now() - interval '1 second' where counted_for like 'account:%'"),
    )
    expect((await guess(tenant.code, 'user3', PASSWORD)).http).toBe(200)
  })

  it('does not tell by the lock which accounts exist', async () => {
    const series = async (name: string) => {
      const answers: string[] = []
      for (let index = 0; index < 7; index += 1) answers.push(answerText(await guess(tenant.code, name, 'wrong')))
      return answers
    }
    expect(await series('user4')).toEqual(await series(`nobody-${unique()}`))
  })

  it('counts by address', async () => {
    const from = (index: number) => guess(tenant.code, `nobody-${index}-${unique()}`, 'wrong', '192.0.2.7')
    const answers = await Promise.all(Array.from({ length: 110 }, (_, index) => from(index)))
    expect(answers.filter((answer) => answer.http === 401).length).toBe(100)
    expect((await guess(tenant.code, 'user6', PASSWORD, '192.0.2.7')).http).toBe(429)
    expect((await guess(tenant.code, 'user6', PASSWORD, '192.0.2.8')).http).toBe(200)
  })

  it('counts by tenant', async () => {
    const other = await buildTenant(server)
    expect((await guess(tenant.code, 'admin', PASSWORD)).http).toBe(200)
    await server.database.asOwner((client) => client.query("update attempts set count = 2000 where counted_for like 'tenant:%'"))
    expect((await guess(tenant.code, 'admin', PASSWORD)).http).toBe(429)
    expect((await guess(other.code, 'admin', PASSWORD)).http).toBe(200)
  })

  it('from afar locks out no browser that has signed in before; it has a count of its own', async () => {
    const { code } = await buildTenant(server)
    await withoutImages()
    const first = await guess(code, 'viewer', PASSWORD)
    const [given = ''] = first.headers.getSetCookie()
    expect(given).toMatch(/^device=[\w-]+; Path=\/api\/uaa\/oauth; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    const cookie = deviceOf(first)
    const lock = async () => {
      for (let index = 0; index < 6; index += 1) await guess(code, 'viewer', 'wrong', '192.0.2.20')
    }
    const fill = (kind: string, count: number) =>
      server.database.asOwner((client) => client.query('update attempts set count = $2 where counted_for like $1', [`${kind}:%`, count]))
    await lock()
    expect((await guess(code, 'viewer', PASSWORD)).http).toBe(429)
    expect((await guess(code, 'viewer', PASSWORD, '192.0.2.20', { cookie })).http).toBe(200)
    await lock()
    for (const [kind, count] of [
      ['address', 100],
      ['tenant', 2000],
      ['day', 50],
    ] as const)
      await fill(kind, count)
    expect((await guess(code, 'viewer', PASSWORD, '192.0.2.20', { cookie })).http).toBe(200)
    expect((await guess(code, 'admin', PASSWORD, '192.0.2.20', { cookie })).http, 'for that account alone').toBe(429)
    expect(
      (
        await guess(code, 'viewer', PASSWORD, '192.0.2.20', {
          cookie: cookie.slice(0, 20) + (cookie[20] === 'A' ? 'B' : 'A') + cookie.slice(21),
        })
      ).http,
      'not a forged one',
    ).toBe(429)
    const wrong = await Promise.all(Array.from({ length: 30 }, () => guess(code, 'viewer', 'wrong', undefined, { cookie })))
    expect(wrong.filter(({ http }) => http === 401)).toHaveLength(5)
    expect((await guess(code, 'viewer', PASSWORD, undefined, { cookie })).http).toBe(429)
    await server.database.asOwner((client) => client.query('delete from attempts'))
  })

  it('leaves a browser known to several accounts known to each', async () => {
    const { code } = await buildTenant(server)
    await withoutImages()
    const one = deviceOf(await guess(code, 'viewer', PASSWORD))
    const both = deviceOf(await guess(code, 'editor', PASSWORD, undefined, { cookie: one }))
    expect(both.split('.')).toHaveLength(2)
    expect(deviceOf(await guess(code, 'editor', PASSWORD, undefined, { cookie: both })).split('.'), 'each once').toHaveLength(2)
    for (const name of ['viewer', 'editor']) {
      for (let index = 0; index < 6; index += 1) await guess(code, name, 'wrong')
      expect((await guess(code, name, PASSWORD, undefined, { cookie: `other=1; ${both}` })).http).toBe(200)
    }
    for (const cookie of ['device=', 'device=.', 'device=x', `device=${'A'.repeat(67)}`, `device=${'x'.repeat(9000)}`, 'device=%00']) {
      expect((await guess(code, 'admin', 'wrong', undefined, { cookie })).http, cookie.slice(0, 40)).toBe(401)
      expect((await guess(code, 'admin', PASSWORD, undefined, { cookie })).http).toBe(200)
    }
  })

  it('is slowed by images when it is locked: whoever reads one is heard, fifty times a day', async () => {
    const { code } = await buildTenant(server)
    await withoutImages()
    for (let index = 0; index < 5; index += 1) await guess(code, 'viewer', 'wrong')
    expect(await guess(code, 'viewer', PASSWORD)).toMatchObject({ http: 429, captcha: true, error: 'invalid_grant' })
    const waited = await captchaOf(server, { secondsAgo: 31 })
    expect(
      (await guess(code, 'viewer', PASSWORD, undefined, { captcha: { ...waited, charCaptcha: '' } })).http,
      'waiting is not reading',
    ).toBe(429)
    expect(
      (await guess(code, 'viewer', PASSWORD, undefined, { captcha: { ...(await captchaOf(server)), charCaptcha: 'WRONG' } })).http,
    ).toBe(429)
    const captcha = await captchaOf(server)
    expect((await guess(code, 'viewer', 'wrong', undefined, { captcha })).http).toBe(401)
    expect((await guess(code, 'viewer', PASSWORD, undefined, { captcha })).http, 'an image is good once').toBe(429)
    expect((await guess(code, 'viewer', PASSWORD, undefined, { captcha: await captchaOf(server) })).http).toBe(200)
    for (let index = 0; index < 5; index += 1) await guess(code, 'viewer', 'wrong')
    await server.database.asOwner((client) => client.query("update attempts set count = 49 where counted_for like 'image:%'"))
    expect((await guess(code, 'viewer', 'wrong', undefined, { captcha: await captchaOf(server) })).http, 'the fiftieth').toBe(401)
    const last = await guess(code, 'viewer', PASSWORD, undefined, { captcha: await captchaOf(server) })
    expect(last).toMatchObject({ http: 429 })
    expect(last['captcha'], 'no image helps').toBeUndefined()
  })

  it('is bounded for a day: after fifty attempts each needs an image', async () => {
    const { code } = await buildTenant(server)
    await withoutImages()
    let judged = 0
    for (let index = 0; index < 60; index += 1) {
      await server.database.asOwner((client) => client.query("delete from attempts where counted_for like 'account:%'"))
      if ((await guess(code, 'viewer', 'wrong')).http === 401) judged += 1
    }
    expect(judged).toBe(50)
    const refused = await guess(code, 'viewer', PASSWORD)
    expect(refused).toMatchObject({ http: 429, captcha: true })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect((await guess(code, 'viewer', PASSWORD, undefined, { captcha: await captchaOf(server) })).http).toBe(200)
  })

  it('keeps no name in the table of attempts', async () => {
    const rows = await server.database.asOwner((client) => client.query<{ line: string }>('select a::text as line from attempts a'))
    expect(rows.rows.length).toBeGreaterThan(3)
    expect(rows.rows.map((row) => row.line).join('\n')).not.toMatch(new RegExp(`user\\d|nobody|${tenant.code}|192\\.0\\.2`))
  })
})
