/** A forgotten password: what a mail brings, what its link is good for, and what nobody learns. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import { CHARACTERS, captchaOf, makeKnown } from '../../../../tests/support/captcha.ts'
import { call, requestToken } from '../../../../tests/support/client.ts'
import type { Mailbox } from '../../../../tests/support/ports.ts'
import { openMailbox } from '../../../../tests/support/ports.ts'
import { dump } from '../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { answerText } from '../../../../tests/support/wire.ts'
import { wirePassword } from '../../../identity/index.ts'

let server: TestServer
let mailbox: Mailbox
let tenant: BuiltTenant
const run = unique()
const address = (name: string) => `${name}.${run}@example.com`
const people = ['forgetful', 'again', 'old', 'off', 'locked', 'shared', 'race', 'history', 'mover', 'asker']
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.port, trustProxy: 1, publicUrl: 'https://console.example.com/' })
  tenant = await buildTenant(server, {
    users: people.map((username) => buildUser({ username, email: address(username), status: username === 'off' ? 0 : 1 })),
  })
})
beforeEach(() => server.database.asOwner((owner) => owner.query('delete from attempts')))
afterAll(async () => {
  await server.stop()
  await mailbox.close()
})

let addresses = 0
const elsewhere = () => ({ 'x-forwarded-for': `10.3.${(addresses += 1) >> 8}.${addresses & 255}` })
async function ask(email: string, tenantCode?: string, headers: Record<string, string> = elsewhere()) {
  return call(server.url, 'POST', '/api/account/sysuserdetail/retrievePassword', {
    body: { ...(await captchaOf(server)), email, ...(tenantCode === undefined ? {} : { tenantCode }) },
    headers,
  })
}
const query = (token: string) =>
  call<{ username: string; tenantName: string }>(server.url, 'POST', '/api/account/sysuserdetail/queryPasswordLink', { body: { token } })
const reset = (token: string, password: string) =>
  call(server.url, 'POST', '/api/account/sysuserdetail/resetForgottenPassword', { body: { token, newPassword: wirePassword(password) } })
async function tokenFor(name: string): Promise<string> {
  expect((await ask(address(name))).http).toBe(200)
  const { text } = await mailbox.mailTo(address(name))
  return /https:\/\/console\.example\.com\/forgotpassword#([\w-]{43})/.exec(text)?.[1] ?? 'no link'
}
const answered = () =>
  expect
    .poll(() => server.database.asOwner(async (owner) => (await owner.query('select 1 from entry_requests')).rows.length), {
      timeout: 10_000,
    })
    .toBe(0)

describe('a link', () => {
  it('leads to a new password, once, and ends every session', async () => {
    const elsewhereSignedIn = await tenant.signIn('forgetful')
    const token = await tokenFor('forgetful')
    const { text, from } = await mailbox.mailTo(address('forgetful'))
    expect([from, text]).toEqual(['no-reply@example.com', expect.stringContaining(`forgetful of ${tenant.canary} tenant`)])
    // The mail itself waits in the outbox until the mail server's answer to it is written down.
    await expect.poll(() => dump(server), { timeout: 10_000, message: 'it is kept as a hash' }).not.toContain(token)
    expect(await query(token)).toMatchObject({
      http: 200,
      data: {
        username: 'forgetful',
        tenantName: `${tenant.canary} tenant`,
        tenantCode: tenant.code,
        password: { minLength: 6, needs: [] },
      },
    })
    expect((await reset(token, 'another-horse')).http).toBe(200)
    expect((await elsewhereSignedIn.get('/api/uaa/users/getSysUser')).http).toBe(401)
    expect((await requestToken(server.url, tenant.code, 'forgetful', PASSWORD)).http).toBe(401)
    expect((await requestToken(server.url, tenant.code, 'forgetful', 'another-horse')).http).toBe(200)
    for (const answer of [await query(token), await reset(token, 'third-horse')]) expect(answer).toMatchObject({ http: 422, data: null })
  })

  it('is used by one of many at once', async () => {
    const token = await tokenFor('race')
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => reset(token, `horse-number-${index}`)))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  })

  it('is worth nothing after half an hour, once there is a newer one, or when the account is out of use', async () => {
    const token = await tokenFor('old')
    const minutes = (count: number) =>
      server.database.asOwner((owner) => owner.query('update one_time_secrets set expires_at = now() + make_interval(mins => $1)', [count]))
    await minutes(-1)
    expect((await reset(token, 'another-horse')).http).toBe(422)
    await minutes(30)
    await server.database.asOwner((owner) => owner.query('update users set status = 0 where id = $1', [tenant.users['old']]))
    expect((await reset(token, 'another-horse')).http).toBe(422)
    const first = await tokenFor('again')
    const before = mailbox.mails.length
    await ask(address('again'))
    await expect.poll(() => mailbox.mails.length, { timeout: 10_000 }).toBe(before + 1)
    expect((await reset(first, 'another-horse')).http).toBe(422)
    const {
      rows: [row],
    } = await server.database.asOwner((owner) =>
      owner.query<{ minutes: string }>(
        'select round(extract(epoch from expires_at - now()) / 60) as minutes from one_time_secrets where user_id = $1',
        [tenant.users['again']],
      ),
    )
    expect(Number(row?.minutes)).toBe(30)
  })

  it('takes no password of before, and opens an account that wrong guesses had locked', async () => {
    const token = await tokenFor('history')
    expect(await reset(token, PASSWORD), 'the link stays good').toMatchObject({ http: 422, errors: [{ field: 'newPassword' }] })
    for (const weak of ['', '12345678', 'history123'])
      expect(await reset(token, weak), weak).toMatchObject({ http: 422, errors: [{ field: 'newPassword' }] })
    expect((await reset(token, 'another-horse')).http).toBe(200)
    const link = await tokenFor('locked')
    for (let index = 0; index < 6; index += 1) await requestToken(server.url, tenant.code, 'locked', 'wrong')
    expect((await requestToken(server.url, tenant.code, 'locked', PASSWORD)).http).toBe(429)
    expect((await reset(link, 'another-horse')).http).toBe(200)
    expect((await requestToken(server.url, tenant.code, 'locked', 'another-horse')).http).toBe(200)
  })

  it('comes for each account of a mailbox, and for one when the tenant is named', async () => {
    const second = await buildTenant(server, { users: [buildUser({ username: 'elsewhere', email: address('shared') })] })
    const mails = () => mailbox.mails.filter(({ to }) => to.includes(address('shared')))
    await ask(address('SHARED'))
    await expect.poll(() => mails().length, { timeout: 10_000 }).toBe(2)
    await ask(address('shared'), second.code)
    await expect.poll(() => mails().length, { timeout: 10_000 }).toBe(3)
    expect(mails()[2]?.text).toContain('elsewhere')
  })
})

describe("an address of one's own", () => {
  const OWN = '/api/account/sysuserdetail'
  const mailsTo = (to: string) => mailbox.mails.filter((mail) => mail.to.includes(to))
  const codeIn = async (to: string, after = 0) => {
    await expect.poll(() => mailsTo(to).length, { timeout: 10_000 }).toBeGreaterThan(after)
    return /\b\d{6}\b/.exec(mailsTo(to).at(-1)?.text ?? '')?.[0] ?? ''
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it('counts once the code that was sent there came back; the former one is told, and its links are dead', async () => {
    const client = await tenant.signIn('mover')
    const next = address('moved')
    const link = await tokenFor('mover')
    expect((await client.put(`${OWN}/updateSysUserDetail`, { email: next, nickname: 'Moved' })).http).toBe(200)
    const code = await codeIn(next)
    const email = async () => (await client.get<{ email: string; nickname: string }>('/api/uaa/users/getSysUser')).data
    expect(await email()).toMatchObject({ email: address('mover'), nickname: 'Moved' })
    expect((await client.get(`${OWN}/queryPendingContact`)).data).toEqual([{ contact: 'email', address: next }])
    expect(await dump(server)).not.toContain(`,${code},`)
    await ask(next)
    await answered()
    expect(mailsTo(next), 'no link goes there yet').toHaveLength(1)
    const confirm = (otp: string, as = client) => as.put(`${OWN}/confirmContact`, { contact: 'email', otp })
    for (const otp of [wrong(code), '', 'x']) expect(await confirm(otp)).toMatchObject({ http: 422, errors: [{ field: 'otp' }] })
    expect((await confirm(code, await tenant.signIn('admin'))).http, 'of somebody else').toBe(422)
    expect((await confirm(code)).http).toBe(200)
    expect(await email()).toMatchObject({ email: next })
    expect((await confirm(code)).http, 'once').toBe(422)
    expect((await query(link)).http, 'the link that lies in the former mailbox').toBe(422)
    await expect.poll(() => mailsTo(address('mover')).at(-1)?.text, { timeout: 10_000 }).toContain('was changed')
    await ask(next)
    await expect.poll(() => mailsTo(next).at(-1)?.text, { timeout: 10_000 }).toContain('/forgotpassword#')
  })

  it('bears five tries and half an hour, and nobody is mailed without end', async () => {
    const client = await tenant.signIn('mover')
    const next = address('guessed')
    const confirm = (otp: string) => client.put(`${OWN}/confirmContact`, { contact: 'email', otp })
    await client.put(`${OWN}/updateSysUserDetail`, { email: next })
    const code = await codeIn(next)
    for (let index = 0; index < 5; index += 1) expect((await confirm(wrong(code))).http).toBe(422)
    expect((await confirm(code)).http).toBe(422)
    await client.put(`${OWN}/updateSysUserDetail`, { email: next })
    const second = await codeIn(next, 1)
    await server.database.asOwner((owner) => owner.query('update pending_contacts set expires_at = now()'))
    expect((await confirm(second)).http).toBe(422)
    expect((await client.put(`${OWN}/updateSysUserDetail`, { email: next })).http).toBe(200)
    expect((await client.put(`${OWN}/updateSysUserDetail`, { email: next })).http, 'three an hour').toBe(429)
  })

  it('that somebody else has is asked for alike: its owner is told, and only who reads there learns it', async () => {
    const asker = await tenant.signIn('asker')
    const free = await asker.put(`${OWN}/updateSysUserDetail`, { email: address('unknown') })
    await codeIn(address('unknown'))
    const before = mailsTo(address('shared')).length
    const taken = await asker.put(`${OWN}/updateSysUserDetail`, { email: address('shared') })
    expect(answerText(taken)).toEqual(answerText(free))
    expect(taken.http).toBe(200)
    const code = await codeIn(address('shared'), before)
    expect(mailsTo(address('shared')).at(-1)?.text).toContain('account asker')
    expect(await asker.put(`${OWN}/confirmContact`, { contact: 'email', otp: wrong(code) })).toMatchObject({ http: 422 })
    expect(await asker.put(`${OWN}/confirmContact`, { contact: 'email', otp: code })).toMatchObject({
      http: 409,
      errors: [{ field: 'email' }],
    })
  })
})

describe('nobody learns', () => {
  it('whether an address is known: the answer is the same, and what is done before it as well', async () => {
    const before = mailbox.mails.length
    const answers = [await ask(address('nobody')), await ask(address('off')), await ask(address('shared'), `t${unique()}`)]
    expect(new Set([await ask(address('shared'), tenant.code), ...answers].map(answerText)).size).toBe(1)
    await expect.poll(() => mailbox.mails.length, { timeout: 10_000 }).toBe(before + 1)
    await answered()
    expect(mailbox.mails.length).toBe(before + 1)
  })

  it('a link by guessing: a hundred an hour from one place', async () => {
    expect((await query('x'.repeat(43))).http).toBe(422)
    await server.database.asOwner((owner) => owner.query("update attempts set count = 100 where counted_for like 'link-address%'"))
    expect((await query('x'.repeat(43))).http).toBe(429)
  })
})

describe('mails are not for bombing', () => {
  it('a mailbox gets three an hour, known or not, and an address asks twenty times', async () => {
    for (const email of [address('nobody'), address('shared')]) {
      const http: number[] = []
      for (let index = 0; index < 4; index += 1) http.push((await ask(email)).http)
      expect(http).toEqual([200, 200, 200, 429])
    }
    const from = { 'x-forwarded-for': '192.0.2.9' }
    const answers = await Promise.all(Array.from({ length: 22 }, (_, index) => ask(address(`many-${index}`), undefined, from)))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(20)
  })

  it('needs an image that was copied', async () => {
    expect(
      await call(server.url, 'POST', '/api/account/sysuserdetail/retrievePassword', {
        body: { email: address('shared') },
        headers: elsewhere(),
      }),
    ).toMatchObject({ http: 422, errors: [{ field: 'key' }] })
    const key = 'never-was-an-image'
    expect(
      await call(server.url, 'POST', '/api/account/sysuserdetail/retrievePassword', {
        body: { email: address('shared'), key, charCaptcha: 'AAAAA' },
        headers: elsewhere(),
      }),
    ).toMatchObject({ http: 422, errors: [{ field: 'charCaptcha' }] })
  })

  it('takes email and characters alone from a browser that was given its image without a key', async () => {
    const image = await fetch(`${server.url}/api/account/captcha/generateImageCaptcha`)
    const [cookie = ''] = image.headers.getSetCookie()
    expect(cookie).toMatch(/^captcha=[\w-]{43}; Path=\/api; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/)
    const [pair = ''] = cookie.split(';')
    await makeKnown(server, pair.slice('captcha='.length))
    const as = (path: string, query: Record<string, string>, headers: Record<string, string>) =>
      call(server.url, 'POST', `/api/account/sysuserdetail/${path}`, { query, headers: { ...elsewhere(), ...headers } })
    expect(await as('compareCaptcha', { charCaptcha: CHARACTERS }, {}), 'of another browser').toMatchObject({
      http: 422,
      errors: [{ field: 'key' }],
    })
    expect((await as('compareCaptcha', { charCaptcha: CHARACTERS }, { cookie: pair })).http).toBe(200)
    expect((await as('retrievePassword', { email: address('shared'), charCaptcha: CHARACTERS }, { cookie: `other=1; ${pair}` })).http).toBe(
      200,
    )
    expect((await as('retrievePassword', { email: address('shared'), charCaptcha: CHARACTERS }, { cookie: pair })).http, 'once').toBe(422)
  })

  it('takes a key such as Math.random() makes, and says of one that is too short that it is', async () => {
    const key = '0.8123456789012345'
    expect((await fetch(`${server.url}/api/account/captcha/generateImageCaptcha?key=${key}`)).status).toBe(200)
    await makeKnown(server, key)
    const compare = (given: string) =>
      call(server.url, 'POST', '/api/account/sysuserdetail/compareCaptcha', {
        query: { charCaptcha: CHARACTERS, key: given },
        headers: elsewhere(),
      })
    expect((await compare(key)).http).toBe(200)
    expect(await compare('0.81')).toMatchObject({ http: 422, errors: [{ field: 'key', message: 'key must have 10 characters or more' }] })
    expect(await compare('')).toMatchObject({ http: 422, errors: [{ field: 'key' }] })
  })
})
