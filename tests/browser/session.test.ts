/** How a session opens, lives and is lost. Where a server in trouble is needed, one of its answers is replaced. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientWith } from '../support/client.ts'
import type { SentCall } from './support.ts'
import { addressOf, answerWith, eventually, message, openSite, recordCalls, rowsOf, settled, signInButton, t } from './support.ts'

const site = openSite()
const USER = '/api/uaa/users/getSysUser'
const AUTHORITY = '/api/account/sysuserdetail/queryCurrentAuthority'
const ORGANISATIONS = '/api/admin/sysorg/querySysOrg'
const LIST = '/api/admin/sysuser/querySysUser'
const TOKEN = '/api/uaa/oauth/token'

const steps = (calls: readonly SentCall[]) =>
  calls
    .filter(({ path, query }) => path === USER || path === AUTHORITY || (path === ORGANISATIONS && query.get('pageSize') === '10000'))
    .map(({ path }) => path)
const counted = (calls: readonly SentCall[], wanted: string) => calls.filter(({ path }) => path === wanted).length
const refusal = (code: number) => ({ code, status: 401, message: `Session refused with ${code}`, data: null })
const cookieOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value
const question = (page: Page) => page.getByRole('alertdialog', { name: t('session.confirm-logout') })
const query = (page: Page) => page.getByRole('button', { name: t('list.query'), exact: true })

async function openUsers(page: Page): Promise<void> {
  await page.goto('/admin/sysuser')
  await settled(page)
}

test('a fresh load asks who I am, then what I may and the organisations, each once; moving on asks nothing of it again', async () => {
  const page = await site.page({ as: 'admin' })
  const calls = recordCalls(page)
  await openUsers(page)
  const [first, ...then] = steps(calls)
  expect(first).toBe(USER)
  expect(then.sort()).toEqual([AUTHORITY, ORGANISATIONS])
  for (const [name, title = name] of [[t('menu.sysorg')], [t('menu.sysuser')], [t('menu.workbench'), t('shell.home')]] as const) {
    await page
      .getByRole('navigation', { name: t('shell.menu') })
      .getByRole('link', { name, exact: true })
      .click()
    await eventually(() => page.title()).toContain(title)
  }
  await page.getByRole('heading', { name: t('workbench.shortcuts') }).waitFor()
  expect(steps(calls)).toHaveLength(3)
})

test.each([
  ['who I am', USER],
  ['what I may', AUTHORITY],
  ['the organisations', ORGANISATIONS],
])('a session that fails at %s begins anew at the sign-in page', async (_, path) => {
  const page = await site.page({ as: 'admin' })
  await answerWith(page, path, { code: 500, status: 500, message: 'The archive is on fire', data: null }, { http: 500 })
  await page.goto('/admin/sysuser?pageSize=10')
  await message(page, 'The archive is on fire').waitFor()
  await signInButton(page).waitFor()
  expect(addressOf(page)).toBe(`/login?redirect=${encodeURIComponent('/admin/sysuser?pageSize=10')}`)
  expect(await cookieOf(page)).toBeUndefined()
  expect(await page.evaluate('localStorage.getItem("refresh_token")')).toBeNull()
  expect(await question(page).count()).toBe(0)
})

test('what fails without a word of the server is told as an error', async () => {
  const page = await site.page({ as: 'admin' })
  await answerWith(page, AUTHORITY, { code: 200, status: 200, message: 'success', data: null }, { http: 200 })
  await page.goto('/workbench')
  await message(page, 'Has Error').waitFor()
  await signInButton(page).waitFor()
  expect(await cookieOf(page)).toBeUndefined()
})

test('a server that cannot be reached is told as such', async () => {
  const page = await site.page({ as: 'admin' })
  await page.route(`**${AUTHORITY}*`, (route) => route.abort('connectionrefused'))
  await page.goto('/workbench')
  await message(page, t('failure.network')).waitFor()
  await signInButton(page).waitFor()
})

test('no user, or a user without roles, is no session', async () => {
  for (const [data, text] of [
    [null, t('session.user-missing')],
    [{ id: '1', username: 'x', roles: [] }, t('session.roles-empty')],
    [{ id: '1', username: 'x' }, t('session.roles-empty')],
  ] as const) {
    const page = await site.page({ as: 'admin' })
    await answerWith(page, USER, { code: 200, status: 200, message: 'success', data }, { http: 200 })
    await page.goto('/workbench')
    await message(page, text).waitFor()
    await signInButton(page).waitFor()
    expect(await cookieOf(page)).toBeUndefined()
  }
  expect(t('session.roles-empty')).toBe('roles must be a non-null array')
})

test.each([50008, 50012, 50014])('code %i asks once whether to sign in again', async (code) => {
  const page = await site.page({ as: 'admin' })
  await openUsers(page)
  const calls = recordCalls(page)
  await answerWith(page, LIST, refusal(code), { times: 100 })
  await answerWith(page, TOKEN, { code: 401, status: 401, message: 'no', data: null }, { times: 100 })
  await page.getByLabel(t('field.users.username')).fill('a')
  await query(page).click()
  await question(page).waitFor()
  await question(page)
    .getByText('You have been logged out, you can cancel to stay on this page, or log in again', { exact: true })
    .waitFor()
  await question(page).getByRole('heading', { name: 'Confirm logout', exact: true }).waitFor()
  expect(await question(page).getByRole('button').allTextContents()).toEqual(['Cancel', 'Re-Login'])
  expect(await page.getByRole('alertdialog').count()).toBe(1)
  expect(counted(calls, TOKEN)).toBe(code === 50014 ? 1 : 0)

  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await eventually(() => question(page).count()).toBe(0)
  expect(addressOf(page)).toBe('/admin/sysuser?username=a')
  expect(await cookieOf(page)).toBeTruthy()

  await page.getByRole('button', { name: t('common.retry') }).click()
  await question(page).getByRole('button', { name: 'Re-Login' }).click()
  await signInButton(page).waitFor()
  expect(addressOf(page)).toBe(`/login?redirect=${encodeURIComponent('/admin/sysuser?username=a')}`)
  expect(await cookieOf(page)).toBeUndefined()
})

test('a session that really ended elsewhere asks as well', async () => {
  const page = await site.page({ as: 'admin' })
  // The socket would ask first, and its question cover the button; here the next call has to find out.
  await page.routeWebSocket(/\/api\/events/, () => undefined)
  await openUsers(page)
  expect((await clientWith(site.url, (await cookieOf(page)) ?? '').post('/api/uaa/users/signOut')).http).toBe(200)
  await page.getByLabel(t('field.users.username')).fill('a')
  await query(page).click()
  await message(page, t('error.session.replaced')).waitFor()
  await question(page)
    .getByRole('button', { name: t('session.re-login') })
    .click()
  await signInButton(page).waitFor()
})

test('an expired token is renewed once and the call repeated, and nobody notices', async () => {
  const page = await site.page({ as: 'admin' })
  await openUsers(page)
  const calls = recordCalls(page)
  const before = await cookieOf(page)
  await answerWith(page, LIST, refusal(50014))
  await page.getByLabel(t('field.users.username')).fill('zhangweimin')
  await query(page).click()
  await eventually(() => rowsOf(page).count()).toBe(1)
  const lists = calls.filter(({ path }) => path === LIST)
  expect(lists.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${before}`, `Bearer ${await cookieOf(page)}`])
  expect(counted(calls, TOKEN)).toBe(1)
  expect(await cookieOf(page)).not.toBe(before)
  expect(await question(page).count()).toBe(0)
  expect(
    await page
      .getByRole('region', { name: t('common.messages') })
      .getByRole('alert')
      .count(),
  ).toBe(0)
})

test('two tabs whose token expires at the same moment renew it once', async () => {
  const one = await site.page({ as: 'admin' })
  const two = await one.context().newPage()
  const tabs = [one, two]
  await Promise.all(tabs.map(openUsers))
  const calls = tabs.map(recordCalls)
  const before = await cookieOf(one)
  // Both answers are held back until both calls are out, so that both tabs find the same token expired.
  let arrived = 0
  let release: () => void
  const both = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const tab of tabs) {
    await tab.route(
      `**${LIST}*`,
      async (route) => {
        arrived += 1
        if (arrived === 2) release()
        await both
        await route.fulfill({ status: 401, contentType: 'application/json', body: JSON.stringify(refusal(50014)) })
      },
      { times: 1 },
    )
  }
  for (const tab of tabs) {
    await tab.bringToFront()
    await tab.getByLabel(t('field.users.username')).fill('zhangweimin')
  }
  // Not with the mouse: one window has one front tab, and the other would wait for its turn.
  await Promise.all(tabs.map((tab) => query(tab).dispatchEvent('click')))
  const renewed = () => calls.reduce((sum, own) => sum + counted(own, TOKEN), 0)
  await eventually(renewed).toBeGreaterThan(0)
  for (const tab of tabs) await eventually(() => rowsOf(tab).count()).toBe(1)
  expect(renewed()).toBe(1)
  expect(await cookieOf(one)).not.toBe(before)
  for (const own of calls)
    expect(own.filter(({ path }) => path === LIST).at(-1)?.headers['authorization']).toBe(`Bearer ${await cookieOf(one)}`)
})

test('a page that is left while it loads ends no session', async () => {
  const page = await site.page({ as: 'admin' })
  // As long as the server says who asks, at different moments of it.
  for (const wait of [0, 20, 40, 60, 80, 120, 160, 240]) {
    await page.goto('/workbench', { waitUntil: 'commit' })
    await page.waitForTimeout(wait)
    await page.goto('/workbench')
    await page.locator('html[data-address="/workbench"]').waitFor()
  }
  expect(await cookieOf(page)).toBeTruthy()
})

test('the cookie routerNames narrows the menu to what begins with one of its names', async () => {
  const page = await site.page({ as: 'admin' })
  const narrow = (value: string) => page.context().addCookies([{ name: 'routerNames', value: encodeURIComponent(value), url: site.url }])
  const links = page.getByRole('navigation', { name: t('shell.menu') }).getByRole('menuitem')
  await narrow('["/admin/sysuser"]')
  await openUsers(page)
  const shown = (await links.allTextContents()).map((text) => text.trim())
  expect(shown).toEqual([t('menu.admin'), t('menu.sysuser'), t('menu.sysuserpost')])
  await narrow('not a list')
  await openUsers(page)
  await eventually(() => links.count()).toBeGreaterThan(4)
})

test('an unknown address leads to the page that says so, and home leads to the workbench', async () => {
  const page = await site.page({ as: 'admin' })
  for (const path of ['/no/such/page', '/admin', '/admin/sysuser/x', '/constructor']) {
    await page.goto(path)
    await page.waitForURL('**/404')
    await page.getByRole('heading', { name: t('not-found.title') }).waitFor()
    await page.getByRole('navigation', { name: t('shell.menu') }).waitFor()
  }
  await page.getByRole('link', { name: t('not-found.home') }).click()
  await page.waitForURL('**/workbench')
  await page.goto('/')
  await page.waitForURL('**/workbench')
  await page.goto('/redirect/admin/sysuser?pageSize=10')
  await settled(page)
  expect(addressOf(page)).toBe('/admin/sysuser?pageSize=10')
})

test('whoever goes astray has the console around the page that says so, and the way back to where they were', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser?pageSize=10')
  await settled(page)
  await page.goto('/no/such/page')
  await page.waitForURL('**/404')
  await page
    .getByRole('main')
    .getByRole('heading', { name: t('not-found.title') })
    .waitFor()
  await page.getByRole('navigation', { name: t('shell.menu') }).waitFor()
  await eventually(() => page.title()).toBe(`${t('not-found.title')} - ${t('app.title')}`)
  await page.getByRole('button', { name: t('not-found.back') }).click()
  await settled(page)
  expect(addressOf(page)).toBe('/admin/sysuser?pageSize=10')
})

test('a page outside the role is refused or unknown, and the menu does not offer it', async () => {
  const page = await site.page({ as: 'viewer' })
  await page.goto('/authority/sysrole')
  await page
    .getByRole('alert')
    .getByRole('heading', { name: t('forbidden.title') })
    .waitFor()
  await page.goto('/monitors/apidocs')
  await page.waitForURL('**/404')
  await page.goto('/workbench')
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await menu.getByRole('menuitem', { name: t('menu.admin') }).waitFor()
  expect(await menu.getByText(t('menu.authority')).count()).toBe(0)
})

test('a page that the specification names is open to every role, at its short address as well', async () => {
  const page = await site.page({ as: 'viewer' })
  await page.goto('/onlinesysuser?currentPage=2')
  await page.waitForURL('**/admin/onlinesysuser?currentPage=2')
  await page
    .getByRole('alert')
    .getByRole('heading', { name: t('forbidden.title') })
    .waitFor()
  await page.goto('/Test')
  await page.waitForURL('**/admin/Test')
  await page.goto('/template/clipboard')
  await page.getByRole('heading', { level: 1, name: t('menu.clipboard') }).waitFor()
})

test('an entry of the menu leads to another server, in a tab of its own that learns nothing', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/template/guide')
  const link = page.getByRole('navigation', { name: t('shell.menu') }).getByRole('link', { name: t('menu.externallink') })
  expect(await Promise.all(['href', 'target', 'rel'].map((name) => link.getAttribute(name)))).toEqual([
    'https://ant.design/components/overview/',
    '_blank',
    'noopener noreferrer',
  ])
})
