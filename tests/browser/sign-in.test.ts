/** The way in and the way out. */
import { createHash } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientWith } from '../support/client.ts'
import {
  PASSWORD,
  TENANT,
  addressOf,
  answerWith,
  eventually,
  fillSignIn,
  focused,
  message,
  openSite,
  recordCalls,
  settled,
  signInButton,
  t,
} from './support.ts'

const site = openSite()
const TOKEN_CALL = '/api/uaa/oauth/token'
const md5 = createHash('md5').update(PASSWORD).digest('hex')

async function openSignIn(address = '/login', page?: Page): Promise<Page> {
  const opened = page ?? (await site.page())
  await opened.goto(address)
  await signInButton(opened).waitFor()
  return opened
}

async function tokenCookie(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name === 'token')
}

test('without a token every page leads to the sign-in page, which remembers the way', async () => {
  const page = await site.page()
  const closed = [
    '/workbench',
    '/admin/sysuser?currentPage=2&username=a%26b',
    '/admin/sysorg',
    '/authority/sysrole',
    '/docs',
    '/monitors/apidocs',
    '/no/such/page',
  ]
  for (const path of closed) {
    await page.goto(path)
    await signInButton(page).waitFor()
    expect(addressOf(page)).toBe(`/login?redirect=${encodeURIComponent(path)}`)
  }
  await page.goto('/')
  await signInButton(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('the pages before the sign-in and the error pages are open to everybody', async () => {
  const page = await openSignIn()
  expect(addressOf(page)).toBe('/login')
  for (const [path, title] of [
    ['/404', t('not-found.title')],
    ['/401', t('forbidden.title')],
    ['/navpage', t('navpage.title')],
    ['/forgotpassword', t('forgot.title')],
    ['/register', t('register.title')],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(addressOf(page)).toBe(path)
  }
})

test('signing in leads back to the page that was asked for', async () => {
  const page = await openSignIn(`/login?redirect=${encodeURIComponent('/admin/sysuser?currentPage=2&pageSize=10')}`)
  await fillSignIn(page)
  await signInButton(page).click()
  await settled(page)
  expect(addressOf(page)).toBe('/admin/sysuser?currentPage=2&pageSize=10')
})

test('a server that is only starting is waited for, which is said, and the sign-in goes on by itself', async () => {
  const page = await openSignIn()
  await fillSignIn(page)
  const starting = t('error.server.starting')
  await answerWith(page, TOKEN_CALL, { code: 503, status: 503, message: starting, data: null, starting: true }, { http: 503, times: 2 })
  const calls = recordCalls(page)
  await signInButton(page).click()
  await message(page, starting).waitFor()
  await page.waitForURL('**/workbench')
  expect(calls.filter(({ path }) => path === TOKEN_CALL)).toHaveLength(3)
  await message(page, starting).waitFor({ state: 'detached' })
})

/** More spellings are tried in web/kernel/session/redirect.test.ts, without a browser. */
const elsewhere = ['/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '/\t/evil.example', '/redirect//evil.example']

test('a redirect to another place stays here', async () => {
  const page = await openSignIn(`/login?redirect=${encodeURIComponent('//evil.example')}`)
  const strays: string[] = []
  await page.context().route(
    (url) => url.origin !== site.url,
    (route) => {
      strays.push(route.request().url())
      return route.abort()
    },
  )
  page.on('dialog', (dialog) => {
    strays.push(dialog.message())
    void dialog.dismiss()
  })
  await fillSignIn(page)
  await signInButton(page).click()
  await page.waitForURL('**/workbench')
  for (const redirect of elsewhere) {
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`)
    await page.getByRole('main').waitFor()
    await eventually(() => new URL(page.url()).pathname).not.toBe('/login')
    expect(new URL(page.url()).origin, redirect).toBe(site.url)
  }
  expect(strays).toEqual([])
})

test('a wrong password is told in the words of the server, and the page stays', async () => {
  const page = await openSignIn('/login?redirect=%2Fadmin%2Fsysuser')
  await fillSignIn(page, { username: 'editor', password: 'wrong-horse' })
  await signInButton(page).click()
  await page.getByRole('alert').getByText(t('error.sign-in.failed'), { exact: true }).waitFor()
  expect(addressOf(page)).toBe('/login?redirect=%2Fadmin%2Fsysuser')
  expect(await tokenCookie(page)).toBeUndefined()
  await focused(page.getByLabel(t('signIn.password'), { exact: true }))
  expect(await signInButton(page).isEnabled()).toBe(true)
})

test('an empty form names its three fields and sends nothing', async () => {
  const page = await openSignIn()
  await focused(page.getByLabel(t('signIn.tenantCode')))
  const calls = recordCalls(page)
  await signInButton(page).click()
  for (const name of ['signIn.tenantCode', 'signIn.username', 'signIn.password'] as const) {
    await page.getByText(t('check.required', { field: t(name) }), { exact: true }).waitFor()
    expect(await page.getByLabel(t(name), { exact: true }).getAttribute('aria-invalid')).toBe('true')
  }
  await page.getByLabel(t('signIn.tenantCode')).fill(TENANT)
  await eventually(() => page.getByText(t('check.required', { field: t('signIn.tenantCode') })).count()).toBe(0)
  expect(calls).toEqual([])
})

test('blanks around tenant and user name are dropped; Enter signs in', async () => {
  const page = await openSignIn()
  const calls = recordCalls(page)
  await fillSignIn(page, { tenant: `  ${TENANT} `, username: ' viewer\t' })
  await page.getByLabel(t('signIn.password'), { exact: true }).press('Enter')
  await page.waitForURL('**/workbench')
  const form = new URLSearchParams(calls.find(({ path }) => path === TOKEN_CALL)?.body)
  expect(Object.fromEntries(form)).toEqual({
    client_id: 'ui',
    scope: 'ui',
    grant_type: 'password',
    type: 'account',
    tenantCode: TENANT,
    username: 'viewer',
    password: md5,
  })
})

test('of the password only its MD5 leaves the browser, and only in the body of one call', async () => {
  const page = await openSignIn()
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))
  await fillSignIn(page)
  await page.getByRole('button', { name: t('signIn.showPassword') }).click()
  await signInButton(page).click()
  await page.waitForURL('**/workbench')
  await page.getByRole('heading', { name: t('workbench.shortcuts') }).waitFor()
  const traces = sent.map((request) => ({ url: request.url(), body: request.postData() ?? '', headers: JSON.stringify(request.headers()) }))
  for (const { url, body, headers } of traces) {
    expect(url + body + headers).not.toContain(PASSWORD)
    expect(url + headers).not.toContain(md5)
  }
  expect(traces.filter(({ body }) => body.includes(md5)).map(({ url }) => url)).toEqual([`${site.url}${TOKEN_CALL}`])
  const kept = await page.evaluate<string>(
    'JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie + location.href + JSON.stringify(history.state)',
  )
  expect(kept).not.toContain(PASSWORD)
  expect(kept).not.toContain(md5)
})

test('every call says who asks, in which role and in which language', async () => {
  const page = await openSignIn()
  const calls = recordCalls(page)
  await fillSignIn(page)
  await signInButton(page).click()
  await page.waitForURL('**/workbench')
  await page.getByRole('heading', { name: t('workbench.shortcuts') }).waitFor()
  const token = (await tokenCookie(page))?.value
  const [first, ...others] = calls
  expect(first?.headers).toMatchObject({ authorization: `Basic ${btoa('ui:')}`, 'accept-language': 'en' })
  expect(others.length).toBeGreaterThan(3)
  for (const { path, headers } of others) {
    expect(headers, path).toMatchObject({ authorization: `Bearer ${token}`, 'accept-language': 'en' })
    const beforeRolesAreKnown = path.endsWith('/registerNewSession') || path.endsWith('/getSysUser')
    expect(headers['rolecode'], path).toBe(beforeRolesAreKnown ? undefined : 'ROLE_ADMIN,ROLE_VIEWER,ROLE_AUDITOR')
  }
})

test('the token is a cookie of this site alone', async () => {
  const page = await openSignIn()
  await fillSignIn(page)
  await signInButton(page).click()
  await page.waitForURL('**/workbench')
  expect(await tokenCookie(page)).toMatchObject({ sameSite: 'Strict', path: '/', expires: -1, domain: '127.0.0.1' })
})

test('somebody signed in who opens the sign-in page goes home', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/login')
  await page.waitForURL('**/workbench')
})

test('signing out ends the session here and on the server, and remembers the page', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser?pageSize=50')
  await settled(page)
  const token = (await tokenCookie(page))?.value ?? ''
  await page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).click()
  await page.getByRole('menuitem', { name: t('shell.log-out') }).click()
  await signInButton(page).waitFor()
  expect(addressOf(page)).toBe(`/login?redirect=${encodeURIComponent('/admin/sysuser?pageSize=50')}`)
  expect(await tokenCookie(page)).toBeUndefined()
  expect(await page.evaluate('localStorage.getItem("refresh_token")')).toBeNull()
  expect((await clientWith(site.url, token).get('/api/uaa/users/getSysUser')).http).toBe(401)
  await page.goBack()
  await eventually(() => new URL(page.url()).pathname).toBe('/login')
  expect(await page.getByRole('table').count()).toBe(0)
})

test('the title of the window names the page and the product', async () => {
  const page = await openSignIn()
  expect(await page.title()).toBe(`${t('signIn.title')} - ${t('app.title')}`)
  await fillSignIn(page)
  await signInButton(page).click()
  await page.waitForURL('**/workbench')
  for (const [path, title] of [
    ['/workbench', t('shell.home')],
    ['/admin/sysuser', t('menu.sysuser')],
    ['/authority/sysrole', t('menu.sysrole')],
    ['/docs', t('menu.apidocs')],
    ['/404', t('not-found.title')],
  ] as const) {
    await page.goto(path)
    await eventually(() => page.title()).toBe(`${title} - ${t('app.title')}`)
  }
})
