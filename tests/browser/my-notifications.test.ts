/** What people are told: the bell on every page, the page of all of it, and how it arrives. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { addressOf, eventually, focused, message, openSite, recordCalls, rowsOf, settled, t, toolbarButton } from './support.ts'

const site = openSite()
const BASE = '/api/notification/notification'
/** From the commit to the screen. */
const SECOND = 1000

/** Publishes a notification to one person, or to everybody; gives its title. */
async function notify(change: Record<string, unknown> = {}, username?: string): Promise<string> {
  const admin = await site.client()
  const [user] =
    username === undefined
      ? []
      : (
          await admin.get<{ list: { id: string; username: string }[] }>('/api/admin/sysuser/querySysUser', { username, pageSize: 50 })
        ).data.list.filter((one) => one.username === username)
  const title = `Told ${unique()}`
  const added = await admin.post<{ id: string }>(`${BASE}/addNotification`, {
    title,
    content: '<p>What <strong>happened</strong></p>',
    type: 'message',
    priority: 'low',
    ...(user ? { userId: [user.id] } : {}),
    ...change,
  })
  expect(added.http, added.message).toBe(200)
  expect((await admin.post(`${BASE}/publishNotification`, { id: added.data.id })).http).toBe(200)
  return title
}
const bell = (page: Page) => page.getByRole('banner').or(page.locator('.navbar')).first().locator('.notification-bell')
const unreadIn = async (page: Page) => Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0)
const panel = (page: Page) => page.getByRole('dialog', { name: t('menu.mynotification') })

/** The page is open and its socket listens. */
async function listening(as: string, address: string): Promise<Page> {
  await (await site.client(as)).post(`${BASE}/readAllNotification`)
  const page = await site.page({ as })
  const listens = new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('ready')) resolve()
      }),
    ),
  )
  await page.goto(address)
  await bell(page).waitFor()
  await page.waitForLoadState('networkidle')
  await listens
  return page
}

test('what is published is in the bell of an open page within a second, urgent things with a message, and not in that of others', async () => {
  const [page, other] = [await listening('viewer', '/workbench'), await listening('editor', '/workbench')]
  expect(await unreadIn(page)).toBe(0)
  const began = performance.now()
  const title = await notify({ priority: 'high' }, 'viewer')
  const published = performance.now()
  await message(page, t('notice.arrived', { title })).waitFor()
  expect(performance.now() - published, `told ${Math.round(published - began)} ms after it was begun`).toBeLessThan(SECOND)
  expect(await unreadIn(page)).toBe(1)
  await page
    .getByRole('region', { name: t('menu.mynotification') })
    .getByRole('link', { name: title })
    .waitFor()
  const quiet = await notify({}, 'viewer')
  await page
    .getByRole('status')
    .filter({ hasText: t('notice.arrived', { title: quiet }) })
    .waitFor({ state: 'attached' })
  expect(await message(page, t('notice.arrived', { title: quiet })).count(), 'no message for what can wait').toBe(0)
  expect(await unreadIn(page)).toBe(2)
  expect(await unreadIn(other)).toBe(0)

  await message(page, t('notice.arrived', { title }))
    .locator('..')
    .getByRole('button', { name: t('notice.open') })
    .click()
  await page.getByRole('dialog', { name: title }).getByText('happened').waitFor()
  await eventually(() => unreadIn(page)).toBe(1)
})

test('the bell by keyboard: it opens, leads on, closes, and what was read elsewhere is read here', async () => {
  const page = await listening('editor', '/admin/sysorg')
  for (let count = 0; count < 7; count += 1) await notify({}, 'editor')
  await eventually(() => unreadIn(page)).toBe(7)
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await panel(page).waitFor()
  await focused(panel(page))
  expect(await panel(page).getByRole('listitem').count(), 'the top six').toBe(6)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })
  await focused(bell(page))

  await page.keyboard.press('Enter')
  await focused(panel(page))
  await panel(page)
    .getByRole('button', { name: t('notice.read-all') })
    .press('Enter')
  await eventually(() => unreadIn(page)).toBe(0)
  await panel(page)
    .getByRole('link', { name: t('workbench.all') })
    .press('Enter')
  await settled(page)
  expect(addressOf(page)).toBe('/home/mynotification')
  await panel(page).waitFor({ state: 'hidden' })

  await notify({}, 'editor')
  await eventually(() => unreadIn(page)).toBe(1)
  await (await site.client('editor')).post(`${BASE}/readAllNotification`)
  await eventually(() => unreadIn(page)).toBe(0)
})

test('my notifications: unread ones first, opened and read, starred, filtered, all of them read', async () => {
  const page = await listening('viewer', '/home/mynotification')
  const older = await notify({ type: 'notification' }, 'viewer')
  const newer = await notify(
    { priority: 'high', content: '<p>Look <img src="x" onerror="document.title=\'run\'"><script>document.title="run"</script>here</p>' },
    'viewer',
  )
  const titles = async () => (await page.locator('.notice-title').allTextContents()).map((text) => text.trim())
  await eventually(async () => (await titles()).slice(0, 2)).toEqual([newer, older])

  await page.getByRole('button', { name: newer, exact: true }).click()
  const open = page.getByRole('dialog', { name: newer })
  await open.getByText('Look').waitFor()
  expect(await page.title()).not.toBe('run')
  expect(await open.locator('script, [onerror]').count()).toBe(0)
  await eventually(() => unreadIn(page)).toBe(1)
  await open.getByRole('button', { name: t('notice.star') }).click()
  await open.getByRole('button', { name: t('notice.unstar') }).waitFor()
  await page.keyboard.press('Escape')
  await open.waitFor({ state: 'hidden' })
  expect(addressOf(page)).toBe('/home/mynotification')
  // What was read stands behind what was not.
  await eventually(async () => (await titles())[0]).toBe(older)

  await page.goto('/home/mynotification?isStarred=1')
  await settled(page)
  expect(await titles()).toEqual([newer])
  await page.getByRole('img', { name: t('notice.starred') }).waitFor()
  await rowsOf(page)
    .getByRole('button', { name: t('notice.unstar') })
    .click()
  await page.getByText(t('notice.no-match')).waitFor()
  await page.goto(`/home/mynotification?isRead=0&type=notification&priority=low&title=${encodeURIComponent(older)}`)
  await settled(page)
  expect(await titles()).toEqual([older])

  await toolbarButton(page, t('notice.read-all')).click()
  await message(page, t('notice.read-all-done')).waitFor()
  await eventually(() => unreadIn(page)).toBe(0)
  await toolbarButton(page, t('notice.read-all')).waitFor({ state: 'detached' })
})

test('nothing is missed while the connection is away, and a link opens one thing', async () => {
  const page = await listening('viewer', '/workbench')
  await page.context().setOffline(true)
  const title = await notify({}, 'viewer')
  await page.context().setOffline(false)
  await page.evaluate('dispatchEvent(new Event("online"))')
  await eventually(() => unreadIn(page)).toBe(1)
  await page
    .getByRole('region', { name: t('menu.mynotification') })
    .getByRole('link', { name: title })
    .click()
  await page.getByRole('dialog', { name: title }).getByText('happened').waitFor()
  expect(addressOf(page)).toMatch(/^\/home\/mynotification\?id=[0-9a-f-]{36}$/)
  // It is read once, and not again with everything that is asked anew.
  const calls = recordCalls(page)
  await notify({}, 'viewer')
  await eventually(() => unreadIn(page)).toBe(1)
  expect(calls.filter(({ path }) => path.endsWith('/readNotification'))).toEqual([])
})
