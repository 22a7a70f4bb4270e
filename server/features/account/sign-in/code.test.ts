/** Signing in by SMS: who is sent a code, what it is good for, and what nobody learns. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, unique, uniqueMobile } from '../../../../tests/support/builders.ts'
import type { TokenAnswer } from '../../../../tests/support/client.ts'
import { call, clientWith, postForm, requestToken } from '../../../../tests/support/client.ts'
import type { Gateway } from '../../../../tests/support/ports.ts'
import { openGateway } from '../../../../tests/support/ports.ts'
import { dump } from '../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { answerText } from '../../../../tests/support/wire.ts'
import { codeAt, stepAt } from '../../../identity/index.ts'

const TOKEN = '/api/uaa/oauth/token'
let server: TestServer
let gateway: Gateway
let tenant: BuiltTenant
const numbers = {
  reader: uniqueMobile(),
  twice: uniqueMobile(),
  off: uniqueMobile(),
  shared: uniqueMobile(),
  tried: uniqueMobile(),
  late: uniqueMobile(),
  race: uniqueMobile(),
  both: uniqueMobile(),
}
beforeAll(async () => {
  gateway = await openGateway()
  server = await startServer({ sms: gateway.port, trustProxy: 1 })
  tenant = await buildTenant(server, {
    users: Object.entries(numbers).map(([username, mobile]) => buildUser({ username, mobile, status: username === 'off' ? 0 : 1 })),
  })
})
beforeEach(() => server.database.asOwner((owner) => owner.query('delete from attempts')))
afterAll(async () => {
  await server.stop()
  await gateway.close()
})

/** What an authenticator app shows now for a secret in base 32. */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return codeAt(Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))), stepAt(Date.now()))
}

let addresses = 0
const elsewhere = () => ({ 'x-forwarded-for': `10.2.${(addresses += 1) >> 8}.${addresses & 255}` })
const ask = (
  mobile: string,
  tenantCode: string | undefined = tenant.code,
  headers: Record<string, string> = elsewhere(),
  prefix?: string,
) =>
  call<{ seconds: number }>(server.url, 'GET', '/api/account/captcha/getSmsCaptcha', {
    query: { mobile, ...(prefix === undefined ? {} : { prefix }), ...(tenantCode === undefined ? {} : { tenantCode }) },
    headers,
  })
const enter = (mobile: string, smsCaptcha: string, tenantCode = tenant.code, prefix?: string) =>
  postForm<TokenAnswer>(
    server.url,
    TOKEN,
    {
      scope: 'ui',
      grant_type: 'mobile',
      client_id: 'ui',
      type: 'mobile',
      tenantCode,
      mobile,
      smsCaptcha,
      ...(prefix === undefined ? {} : { prefix }),
    },
    elsewhere(),
  )
const codeFor = async (mobile: string, after = 0) => (await gateway.smsTo(mobile, after)).code
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
/** Waits until everything that was asked for is answered. */
const answered = () =>
  expect
    .poll(() => server.database.asOwner(async (owner) => (await owner.query('select 1 from entry_requests')).rows.length), {
      timeout: 10_000,
    })
    .toBe(0)

describe('a code', () => {
  it('is sent to the number of an account, and signs it in once', async () => {
    expect(await ask(numbers.reader)).toMatchObject({ http: 200, data: { seconds: 60 } })
    const { to, text, code } = await gateway.smsTo(numbers.reader)
    expect(to).toBe(`86${numbers.reader}`)
    expect(code).toMatch(/^\d{6}$/)
    expect(text).toContain(code)
    expect(text).toContain(tenant.canary)
    // Erased once the gateway has answered.
    await expect.poll(() => dump(server), { message: 'stands nowhere', timeout: 10_000 }).not.toContain(`,${code},`)
    const answer = await enter(numbers.reader, code)
    expect(answer).toMatchObject({ http: 200, token_type: 'Bearer', scope: 'ui' })
    expect(
      (await clientWith(server.url, answer.data.access_token).get<{ username: string }>('/api/uaa/users/getSysUser')).data.username,
    ).toBe('reader')
    expect(await enter(numbers.reader, code), 'used').toMatchObject({ http: 401, error: 'invalid_grant' })
  })

  it('signs in one of many who come with it at once', async () => {
    await ask(numbers.race)
    const code = await codeFor(numbers.race)
    const answers = await Promise.all(Array.from({ length: 6 }, () => enter(numbers.race, code)))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  })

  it('is worth nothing once a newer one was sent, and after five minutes', async () => {
    await ask(numbers.twice)
    const first = await codeFor(numbers.twice)
    await server.database.asOwner((owner) => owner.query('delete from attempts'))
    await ask(numbers.twice)
    const second = await codeFor(numbers.twice, 1)
    if (first !== second) expect((await enter(numbers.twice, first)).http).toBe(401)
    await server.database.asOwner((owner) => owner.query("update one_time_secrets set expires_at = now() - interval '1 second'"))
    expect((await enter(numbers.twice, second)).http).toBe(401)
  })

  it('is given up after five tries, wherever they come from', async () => {
    await ask(numbers.tried)
    const code = await codeFor(numbers.tried)
    for (let index = 0; index < 5; index += 1) {
      expect((await enter(numbers.tried, other(code))).http).toBe(401)
      // As if the lock of the account were no hindrance: the code has a count of its own.
      await server.database.asOwner((owner) => owner.query('delete from attempts'))
    }
    expect((await enter(numbers.tried, code)).http).toBe(401)
  })

  it('is guessed as seldom as a password', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => enter(numbers.late, String(index).padStart(6, '0'))))
    expect(answers.filter(({ http }) => http === 401)).toHaveLength(5)
    expect(answers.filter(({ http }) => http === 429)).toHaveLength(35)
  })

  it('is another one in each tenant that has the number, and good in that one alone', async () => {
    const second = await buildTenant(server, { users: [buildUser({ username: 'shared', mobile: numbers.shared })] })
    await ask(numbers.shared, '')
    await gateway.smsTo(numbers.shared, 1)
    await answered()
    const sent = gateway.taken.filter(({ to }) => to.endsWith(numbers.shared))
    expect(sent).toHaveLength(2)
    const codeIn = (at: BuiltTenant) => sent.find(({ text }) => text.includes(at.canary))?.code ?? ''
    expect((await enter(numbers.shared, codeIn(second))).http).toBe(401)
    expect((await enter(numbers.shared, codeIn(second), second.code)).http).toBe(200)
    expect((await enter(numbers.shared, codeIn(tenant))).http).toBe(200)
  })
})

describe('two telephones with the same digits', () => {
  const home = (mobile: string) => gateway.taken.filter(({ to }) => to === `86${mobile}`)
  const abroad = (mobile: string) => gateway.taken.filter(({ to }) => to === `43${mobile}`)
  const nameOf = async (answer: { data: TokenAnswer }) =>
    (await clientWith(server.url, answer.data.access_token).get<{ username: string }>('/api/uaa/users/getSysUser')).data.username

  it("somebody who gives himself the digits of another tenant's administrator is not sent that one's code", async () => {
    const mobile = uniqueMobile()
    const victim = await buildTenant(server, { users: [buildUser({ username: 'victim', mobile })] })
    const attacker = await tenant.signIn('viewer')
    expect((await attacker.put('/api/account/sysuserdetail/updateSysUserDetail', { prefix: '43', mobile })).http).toBe(200)
    expect(
      (
        await attacker.put('/api/account/sysuserdetail/confirmContact', {
          contact: 'mobile',
          otp: (await gateway.smsTo(`43${mobile}`)).code,
        })
      ).http,
    ).toBe(200)
    gateway.taken.length = 0
    await server.database.asOwner((owner) => owner.query('delete from attempts'))
    expect((await ask(mobile, '')).http).toBe(200)
    await answered()
    await gateway.smsTo(mobile, 1)
    expect([home(mobile).length, abroad(mobile).length]).toEqual([1, 1])
    const [read = { code: '' }, unread = { code: '' }] = [abroad(mobile)[0], home(mobile)[0]]
    // By chance once in a million runs.
    expect(read.code).not.toBe(unread.code)
    for (const prefix of [undefined, '86', '43', '+43'])
      expect((await enter(mobile, read.code, victim.code, prefix)).http, prefix ?? 'without').toBe(401)
    expect(await nameOf(await enter(mobile, read.code, tenant.code, '43'))).toBe('viewer')
    expect(await nameOf(await enter(mobile, unread.code, victim.code))).toBe('victim')
  })

  it("within a tenant: each has the number, is asked for by it, and is opened by no other one's code", async () => {
    const mobile = uniqueMobile()
    const both = await buildTenant(server, {
      users: [
        buildUser({ username: 'inside', mobile }),
        buildUser({ username: 'outside', prefix: '43', mobile }),
        buildUser({ username: 'far', prefix: '65', mobile: mobile.slice(1) }),
        buildUser({ username: 'farther', prefix: '1', mobile: mobile.slice(1) }),
      ],
    })
    await ask(mobile, both.code, elsewhere(), '43')
    await answered()
    await gateway.smsTo(mobile)
    expect([home(mobile).length, abroad(mobile).length]).toEqual([0, 1])
    const code = abroad(mobile)[0]?.code ?? ''
    for (const prefix of [undefined, '86', '65']) expect((await enter(mobile, code, both.code, prefix)).http, prefix ?? 'without').toBe(401)
    expect(await nameOf(await enter(mobile, code, both.code, '43'))).toBe('outside')
    await server.database.asOwner((owner) => owner.query('delete from attempts'))
    await ask(mobile, both.code)
    await answered()
    await gateway.smsTo(mobile, 1)
    expect([home(mobile).length, abroad(mobile).length], 'without a calling code: the one at home').toEqual([1, 1])
    expect(await nameOf(await enter(mobile, home(mobile)[0]?.code ?? '', both.code))).toBe('inside')
    await ask(mobile.slice(1), both.code)
    await answered()
    expect(
      gateway.taken.some(({ to }) => to === `65${mobile.slice(1)}` || to === `1${mobile.slice(1)}`),
      'of two abroad neither is meant',
    ).toBe(false)
  })

  it('whoever is the only one with the digits is meant without a calling code as well', async () => {
    const mobile = uniqueMobile()
    const only = await buildTenant(server, {
      users: [buildUser({ username: 'only', prefix: '43', mobile }), buildUser({ username: 'gone', prefix: '65', mobile, status: 0 })],
    })
    await ask(mobile, only.code)
    const { to, code } = await gateway.smsTo(mobile)
    expect(to).toBe(`43${mobile}`)
    expect(await nameOf(await enter(mobile, code, only.code))).toBe('only')
  })

  it('a code is bound to the number it was sent to', async () => {
    const [mobile, next] = [uniqueMobile(), uniqueMobile()]
    const at = await buildTenant(server, { users: [buildUser({ username: 'mover', mobile })] })
    await ask(mobile, at.code)
    const { code } = await gateway.smsTo(mobile)
    await server.database.asOwner((owner) => owner.query('update users set mobile = $1 where mobile = $2', [next, mobile]))
    expect((await enter(next, code, at.code)).http).toBe(401)
  })
})

it('a code is one thing: whoever has a second factor is asked for that as well, and the code is used up', async () => {
  await ask(numbers.both)
  const code = await codeFor(numbers.both)
  const {
    data: { access_token: token },
  } = await requestToken(server.url, tenant.code, 'both', PASSWORD)
  const client = clientWith(server.url, token)
  const {
    data: { secret },
  } = await client.post<{ secret: string }>('/api/account/secondfactor/addTotp', {})
  expect((await client.post('/api/account/secondfactor/enableTotp', { otp: codeOf(secret) })).http).toBe(200)
  expect(await enter(numbers.both, code)).toMatchObject({ http: 401, error: 'mfa_required', mfa_token: expect.any(String), data: null })
  expect(await enter(numbers.both, code)).toMatchObject({ http: 401, error: 'invalid_grant' })
})

describe('nobody learns', () => {
  it('from asking whether a number has an account, and none is sent where there is none', async () => {
    const before = gateway.taken.length
    const answers = [
      await ask(uniqueMobile()),
      await ask(numbers.off),
      await ask(numbers.reader, `t${unique()}`),
      await ask(uniqueMobile(), `t${unique()}`),
    ]
    const known = await ask(numbers.late)
    expect(new Set([known, ...answers].map(answerText)).size).toBe(1)
    await gateway.smsTo(numbers.late)
    await answered()
    expect(gateway.taken.length - before).toBe(1)
  })

  it('from a wrong code whether there is one', async () => {
    await ask(numbers.reader)
    await answered()
    const answers = [
      await enter(numbers.reader, '000000'),
      await enter(numbers.tried, '000000'),
      await enter(uniqueMobile(), '000000'),
      await enter(numbers.off, '000000'),
      await enter(numbers.reader, '000000', `t${unique()}`),
    ]
    expect(answers[0]).toMatchObject({ http: 401, error: 'invalid_grant' })
    expect(new Set(answers.map(answerText)).size).toBe(1)
  })

  it('what is sent where the tenant does not want it', async () => {
    await server.database.asOwner((owner) =>
      owner.query("update parameters set param_value = 'false' where tenant_id = $1 and param_key = 'signIn.sms'", [tenant.id]),
    )
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      server.services.invalidations.publish(tx, { kind: 'parameters-changed', tenantId: tenant.id }),
    )
    const before = gateway.taken.length
    expect((await ask(numbers.race)).http).toBe(200)
    await answered()
    expect(gateway.taken.length).toBe(before)
    await server.database.asOwner((owner) =>
      owner.query("update parameters set param_value = 'true' where tenant_id = $1 and param_key = 'signIn.sms'", [tenant.id]),
    )
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      server.services.invalidations.publish(tx, { kind: 'parameters-changed', tenantId: tenant.id }),
    )
  })
})

describe('messages are not for bombing', () => {
  it('a number gets one a minute, known or not, whoever asks', async () => {
    for (const mobile of [numbers.race, uniqueMobile()]) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(mobile)))
      expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
      const refused = answers.find(({ http }) => http === 429)
      expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
  })

  it("and nobody uses up the day of somebody's number by asking too fast", async () => {
    const mobile = uniqueMobile()
    const fast: number[] = []
    for (let index = 0; index < 15; index += 1) fast.push((await ask(mobile)).http)
    expect(fast).toEqual([200, ...Array.from({ length: 14 }, () => 429)])
    await server.database.asOwner((owner) => owner.query("delete from attempts where counted_for like 'sms-minute%'"))
    expect((await ask(mobile)).http).toBe(200)
  })

  it('a number gets ten a day, an address twenty an hour, a tenant a thousand', async () => {
    const mobile = uniqueMobile()
    const daily: number[] = []
    for (let index = 0; index < 11; index += 1) {
      daily.push((await ask(mobile)).http)
      await server.database.asOwner((owner) => owner.query("delete from attempts where counted_for like 'sms-minute%'"))
    }
    expect(daily).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    const from = { 'x-forwarded-for': '192.0.2.9' }
    const hourly = await Promise.all(Array.from({ length: 25 }, () => ask(uniqueMobile(), tenant.code, from)))
    expect(hourly.filter(({ http }) => http === 200)).toHaveLength(20)
    await server.database.asOwner((owner) => owner.query("update attempts set count = 1000 where counted_for like 'sms-tenant%'"))
    expect((await ask(uniqueMobile())).http).toBe(429)
    expect((await ask(uniqueMobile(), `t${unique()}`)).http).toBe(200)
  })

  it('a number is a number', async () => {
    for (const mobile of ['', 'x', '1234', '1'.repeat(16), '+8613912345678']) expect((await ask(mobile)).http, mobile).toBe(422)
    for (const prefix of ['0', '259', '999', '1242', '86 ', 'x'])
      expect((await ask(uniqueMobile(), tenant.code, elsewhere(), prefix)).http, prefix).toBe(prefix === '86 ' ? 200 : 422)
  })
})
