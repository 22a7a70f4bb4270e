/** The refresh token of the console's pages: in a cookie that no script reads, and of everybody else in the answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REFRESH_BY_COOKIE } from '../../../../model/contract/account/sign-in.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { TokenAnswer } from '../../../../tests/support/client.ts'
import { clientWith, postForm } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { giveRefreshToken, wirePassword } from '../../../identity/index.ts'

const TOKEN = '/api/uaa/oauth/token'
const ME = '/api/uaa/users/getSysUser'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: [buildUser({ username: 'both', roles: ['ROLE_ADMIN', 'ROLE_VIEWER'] })] })
})
afterAll(() => server.stop())

const signIn = (headers: Record<string, string>, username = 'admin', client = 'ui') =>
  postForm<TokenAnswer>(
    server.url,
    TOKEN,
    { grant_type: 'password', type: 'account', client_id: client, tenantCode: tenant.code, username, password: wirePassword(PASSWORD) },
    headers,
  )
const refresh = (headers: Record<string, string>, sent: Record<string, string> = {}) =>
  postForm<TokenAnswer>(server.url, TOKEN, { grant_type: 'refresh_token', client_id: 'ui', ...sent }, headers)
/** The line that sets the cookie, if there is one. */
const setBy = ({ headers }: { headers: Headers }) => headers.getSetCookie().find((line) => line.startsWith('refresh_token='))
const cookieOf = (answer: { headers: Headers }) => (setBy(answer) ?? expect.unreachable('no cookie was set')).split(';')[0] as string
const page = (cookie: string) => ({ cookie, origin: server.url, ...REFRESH_BY_COOKIE })

describe('a page of the console', () => {
  it('is given the refresh token in a cookie for the token endpoint alone, and not in the answer', async () => {
    const answer = await signIn(REFRESH_BY_COOKIE)
    expect(answer.http).toBe(200)
    expect(setBy(answer)).toMatch(/^refresh_token=[\w-]{20,}; Path=\/api\/uaa\/oauth; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    const [, token = '-'] = cookieOf(answer).split('=')
    expect(answer.data.access_token).toBeTruthy()
    expect([answer.data.refresh_token, answer['refresh_token']]).toEqual([undefined, undefined])
    const { headers: _, ...body } = answer
    expect(JSON.stringify(body)).not.toContain(token)
    expect(Number(/Max-Age=(\d+)/.exec(setBy(answer) ?? '')?.[1]), 'as long as the token is good').toBeGreaterThan(3600)
  })

  it('has it over https alone where people use https', () => {
    const lines: string[] = []
    const reply = { header: (_: string, line: string) => lines.push(line) } as unknown as Parameters<typeof giveRefreshToken>[0]['reply']
    giveRefreshToken({ reply, services: { config: { publicUrl: 'https://console.example.com' } } }, 'abc', 60)
    expect(lines).toEqual(['__Secure-refresh_token=abc; Path=/api/uaa/oauth; Max-Age=60; HttpOnly; SameSite=Strict; Secure'])
  })

  it('refreshes with the cookie, which is good once: a second use ends the session', async () => {
    const first = cookieOf(await signIn(REFRESH_BY_COOKIE))
    const renewed = await refresh(page(first))
    expect(renewed.http).toBe(200)
    expect(renewed.data.refresh_token).toBeUndefined()
    const second = cookieOf(renewed)
    expect(second).not.toBe(first)
    const client = clientWith(server.url, renewed.data.access_token)
    expect((await client.get(ME)).http).toBe(200)
    expect((await refresh(page(first))).http).toBe(401)
    expect((await client.get(ME)).http).toBe(401)
    expect((await refresh(page(second))).http).toBe(401)
  })

  it('goes over to the cookie with the token of before', async () => {
    const before = await signIn({})
    const answer = await refresh(REFRESH_BY_COOKIE, { refresh_token: before.data.refresh_token })
    expect(answer).toMatchObject({ http: 200 })
    expect((await refresh(page(cookieOf(answer)))).http).toBe(200)
  })

  it('of another origin is refused, and whoever does not name the header is asked for a token', async () => {
    const cookie = cookieOf(await signIn(REFRESH_BY_COOKIE))
    for (const origin of ['https://elsewhere.example', 'null', `${server.url}0`])
      expect(await refresh({ ...page(cookie), origin }), origin).toMatchObject({ http: 403 })
    expect(await refresh({ cookie, origin: server.url })).toMatchObject({ http: 422, errors: [{ field: 'refresh_token' }] })
    expect(await refresh(REFRESH_BY_COOKIE)).toMatchObject({ http: 422, errors: [{ field: 'refresh_token' }] })
    expect((await refresh(page(cookie))).http, 'none of it has used the token').toBe(200)
  })

  it('has another cookie with each change of role, and none after signing out', async () => {
    const whole = await signIn(REFRESH_BY_COOKIE, 'both')
    const client = clientWith(server.url, whole.data.access_token)
    const acting = await client.post<TokenAnswer>('/api/account/sysuserdetail/switchRole', { roleCode: 'ROLE_VIEWER' }, REFRESH_BY_COOKIE)
    expect(acting.data.refresh_token).toBeUndefined()
    const asViewer = await refresh(page(cookieOf(acting)))
    expect(asViewer.data.access_token).toMatch(/^ROLE_VIEWER-token/)
    const back = await clientWith(server.url, asViewer.data.access_token).post<TokenAnswer>(
      '/api/account/sysuserdetail/leaveRole',
      {},
      REFRESH_BY_COOKIE,
    )
    expect(back.data.refresh_token).toBeUndefined()
    const preview = await clientWith(server.url, back.data.access_token).post<TokenAnswer>(
      '/api/admin/sysrole/previewRole',
      { roleId: tenant.roles['ROLE_VIEWER'] },
      REFRESH_BY_COOKIE,
    )
    expect(preview.data.refresh_token).toBeUndefined()
    const last = cookieOf(preview)
    const out = await clientWith(server.url, preview.data.access_token).post('/api/uaa/users/signOut', {}, REFRESH_BY_COOKIE)
    expect(setBy(out)).toMatch(/^refresh_token=; Path=\/api\/uaa\/oauth; Max-Age=0;/)
    expect((await refresh(page(last))).http).toBe(401)
  })
})

describe('a client that does not ask for the cookie', () => {
  it.each(['ui', 'browser'])('has the refresh token in the answer, as “%s”', async (client) => {
    const answer = await signIn({}, 'viewer', client)
    expect(answer.data.refresh_token).toBe(answer['refresh_token'])
    expect(setBy(answer)).toBeUndefined()
    const renewed = await refresh({}, { client_id: client, refresh_token: answer.data.refresh_token })
    expect(renewed).toMatchObject({ http: 200, refresh_token: expect.any(String) as string })
    expect(setBy(renewed)).toBeUndefined()
    const out = await clientWith(server.url, renewed.data.access_token).post('/api/uaa/users/signOut', {})
    expect([out.http, setBy(out)]).toEqual([200, undefined])
  })
})
