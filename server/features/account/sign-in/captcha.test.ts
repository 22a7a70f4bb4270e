/** After some wrong passwords an image has to be copied as well, by people; the limit of guesses stays what it is. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, unique } from '../../../../tests/support/builders.ts'
import { captchaOf } from '../../../../tests/support/captcha.ts'
import { postForm } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { answerText } from '../../../../tests/support/wire.ts'
import { wirePassword } from '../../../identity/index.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
})
beforeEach(() => server.database.asOwner((owner) => owner.query('delete from attempts')))
afterAll(() => server.stop())

async function attempt(username: string, password: string, captcha?: { key: string; charCaptcha: string }) {
  return postForm(server.url, '/api/uaa/oauth/token', {
    grant_type: 'password',
    client_id: 'ui',
    type: 'account',
    tenantCode: tenant.code,
    username,
    password: wirePassword(password),
    ...(captcha ? { captchaKey: captcha.key, charCaptcha: captcha.charCaptcha } : {}),
  })
}
async function fail(username: string, times: number) {
  const answers = []
  for (let index = 0; index < times; index += 1) answers.push(await attempt(username, 'wrong'))
  return answers
}

describe('after three wrong passwords', () => {
  it('the right one is not looked at without the characters of an image, and lets in with them', async () => {
    const answers = await fail('admin', 3)
    expect(answers.map((answer) => answer['captcha'])).toEqual([undefined, undefined, true])
    expect(await attempt('admin', PASSWORD)).toMatchObject({
      http: 401,
      captcha: true,
      error: 'invalid_grant',
      errors: [{ field: 'charCaptcha' }],
    })
    expect((await attempt('admin', PASSWORD, await captchaOf(server))).http).toBe(200)
    expect((await attempt('admin', PASSWORD)).http, 'the count begins anew').toBe(200)
  })

  it('wrong characters let nobody in, an image is good for one attempt, and each has taken its place', async () => {
    await fail('admin', 3)
    const captcha = await captchaOf(server)
    expect(await attempt('admin', PASSWORD, { ...captcha, charCaptcha: 'WRONG' })).toMatchObject({
      http: 422,
      captcha: true,
      errors: [{ field: 'charCaptcha' }],
    })
    expect((await attempt('admin', PASSWORD, captcha)).http).toBe(422)
    expect(await attempt('admin', PASSWORD), 'the sixth').toMatchObject({ http: 429, captcha: true })
    expect((await attempt('admin', PASSWORD, await captchaOf(server))).http, 'goes on with an image that was read').toBe(200)
  })

  it('whoever cannot read it waits', async () => {
    await fail('admin', 3)
    const { key } = await captchaOf(server, { secondsAgo: 31 })
    expect((await attempt('admin', PASSWORD, { key, charCaptcha: '' })).http).toBe(200)
  })

  it('nothing tells whether there is such an account', async () => {
    const [known, unknown] = [await fail('viewer', 6), await fail(`nobody-${unique()}`, 6)]
    expect(known.map(answerText)).toEqual(unknown.map(answerText))
  })
})

it('a tenant says after how many', async () => {
  const admin = await tenant.signIn('admin')
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/admin/sysparam/querySysParam', { paramKey: 'signIn.captchaAfter' })
  const set = (value: string) => admin.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue: value })
  await set('1')
  expect((await fail('editor', 1))[0]).toMatchObject({ captcha: true })
  expect((await attempt('editor', PASSWORD)).http).toBe(401)
  await server.database.asOwner((owner) => owner.query('delete from attempts'))
  await set('0')
  expect((await fail('editor', 4)).some((answer) => 'captcha' in answer)).toBe(false)
  expect((await attempt('editor', PASSWORD)).http).toBe(200)
})
