/** The first page as each person arranges it. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { requestToken } from '../support/client.ts'
import { TENANT, addressOf, answerWith, eventually, focused, listensToKeys, openSite, settled, t } from './support.ts'

const site = openSite()
const RESET = '/api/account/workbench/resetWorkbench'

async function open(as = 'admin', options: Parameters<typeof site.page>[0] = {}): Promise<Page> {
  const page = await site.page({ as, ...options })
  await page.goto('/workbench')
  await page.getByRole('heading', { name: t('workbench.shortcuts') }).waitFor()
  return page
}
const fresh = async () => expect((await (await site.client()).post(RESET)).http).toBe(200)

/** The cards in their order, with the twelfths of the page that each takes. */
const cardsOf = (page: Page) =>
  page
    .locator('[data-card]')
    .evaluateAll((cards) => cards.map((card) => `${card.getAttribute('data-card')} ${/span-(\d+)/.exec(card.className)?.[1]}`))
const AS_IT_COMES = [
  'counts 12',
  'notifications 8',
  'tasks 4',
  'alarms 8',
  'devices 4',
  'maintenance 4',
  'shortcuts 4',
  'recent-pages 4',
  'recent-users 4',
]
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const handle = (page: Page, card: string) => button(page, t('workbench.move', { card }))
const edge = (page: Page, card: string) => page.getByRole('slider', { name: t('workbench.width', { card }) })

async function arrange(page: Page): Promise<void> {
  await button(page, t('workbench.arrange')).click()
  await focused(button(page, t('workbench.done')))
}

/** Waits for the answer to what `work` changes. */
async function stored(page: Page, work: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('/updateWorkbench'))
  await work()
  expect((await answer).status()).toBe(200)
}

async function drag(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const box = await from.boundingBox()
  if (!box) throw new Error('there is nothing to drag')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
}

test('cards are dragged to their places and widths, and stay so after a reload, for this person alone', async () => {
  await fresh()
  const page = await open()
  expect(await cardsOf(page)).toEqual(AS_IT_COMES)
  await arrange(page)
  const counts = await page.locator('[data-card=counts]').boundingBox()
  await stored(page, () => drag(page, handle(page, t('workbench.recent-users')), { x: (counts?.x ?? 0) + 60, y: (counts?.y ?? 0) + 8 }))
  expect(await cardsOf(page)).toEqual([
    'recent-users 4',
    'counts 12',
    'notifications 8',
    'tasks 4',
    'alarms 8',
    'devices 4',
    'maintenance 4',
    'shortcuts 4',
    'recent-pages 4',
  ])
  const board = await page.locator('.tiles').boundingBox()
  await stored(page, () =>
    drag(page, edge(page, t('workbench.recent-users')), { x: (board?.x ?? 0) + (board?.width ?? 0) * 0.52, y: (board?.y ?? 0) + 40 }),
  )
  const arranged = [
    'recent-users 6',
    'counts 12',
    'notifications 8',
    'tasks 4',
    'alarms 8',
    'devices 4',
    'maintenance 4',
    'shortcuts 4',
    'recent-pages 4',
  ]
  expect(await cardsOf(page)).toEqual(arranged)
  // Given up, a drag changes nothing.
  const box = await handle(page, t('workbench.tasks')).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await page.mouse.down()
  await page.mouse.move((counts?.x ?? 0) + 60, (counts?.y ?? 0) + 8, { steps: 5 })
  expect(await cardsOf(page)).not.toEqual(arranged)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await cardsOf(page)).toEqual(arranged)
  await button(page, t('workbench.done')).click()
  await focused(button(page, t('workbench.arrange')))

  await page.reload()
  await page
    .getByRole('region', { name: t('workbench.recent-users') })
    .getByRole('listitem')
    .first()
    .waitFor()
  expect(await cardsOf(page)).toEqual(arranged)
  const widths = await Promise.all(['recent-users', 'counts'].map((card) => page.locator(`[data-card=${card}]`).boundingBox()))
  expect((widths[0]?.width ?? 0) / (widths[1]?.width ?? 1)).toBeCloseTo(0.5, 1)
  expect(await cardsOf(await open('viewer'))).toEqual(AS_IT_COMES)
  // Who looks after people has no pages of devices and machines, so there are no cards about them.
  const another = await open('xuwenjing')
  expect(await cardsOf(another)).toEqual(AS_IT_COMES.filter((card) => !/^(alarms|devices|maintenance) /.test(card)))
})

test('by keyboard the same: moved, made wider, taken away, added, and as it came', async () => {
  await fresh()
  const page = await open()
  await button(page, t('workbench.arrange')).focus()
  await page.keyboard.press('Enter')
  await focused(button(page, t('workbench.done')))
  await handle(page, t('workbench.shortcuts')).focus()
  await stored(page, () => page.keyboard.press('ArrowLeft'))
  await page
    .getByRole('status')
    .filter({ hasText: t('workbench.placed', { card: t('workbench.shortcuts'), at: 6, all: 9 }) })
    .waitFor()
  await focused(handle(page, t('workbench.shortcuts')))
  await stored(page, () => page.keyboard.press('End'))
  await stored(page, () => page.keyboard.press('ArrowUp'))
  expect(await cardsOf(page)).toEqual([
    'counts 12',
    'notifications 8',
    'tasks 4',
    'alarms 8',
    'devices 4',
    'maintenance 4',
    'recent-pages 4',
    'shortcuts 4',
    'recent-users 4',
  ])

  const wide = edge(page, t('workbench.shortcuts'))
  await wide.focus()
  await stored(page, () => page.keyboard.press('ArrowRight'))
  expect(await wide.getAttribute('aria-valuetext')).toBe(t('workbench.width-6'))
  await stored(page, () => page.keyboard.press('End'))
  expect(await wide.getAttribute('aria-valuenow')).toBe('12')

  await stored(page, () => button(page, t('workbench.remove', { card: t('workbench.tasks') })).press('Enter'))
  expect(await cardsOf(page)).toEqual([
    'counts 12',
    'notifications 8',
    'alarms 8',
    'devices 4',
    'maintenance 4',
    'recent-pages 4',
    'shortcuts 12',
    'recent-users 4',
  ])
  await stored(page, () => button(page, t('workbench.add', { card: t('workbench.tasks') })).press('Enter'))
  await button(page, t('workbench.done')).press('Enter')
  await page.reload()
  await page.getByRole('heading', { name: t('workbench.tasks') }).waitFor()
  expect(await cardsOf(page)).toEqual([
    'counts 12',
    'notifications 8',
    'alarms 8',
    'devices 4',
    'maintenance 4',
    'recent-pages 4',
    'shortcuts 12',
    'recent-users 4',
    'tasks 4',
  ])

  await arrange(page)
  await button(page, t('workbench.reset')).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('workbench.reset') })
    .click()
  await eventually(() => cardsOf(page)).toEqual(AS_IT_COMES)
  await page.reload()
  await page.getByRole('heading', { name: t('workbench.tasks') }).waitFor()
  expect(await cardsOf(page)).toEqual(AS_IT_COMES)
})

test('shortcuts are chosen and put in order; a page the menu does not show any more is none', async () => {
  await fresh()
  const page = await open()
  const shortcuts = page.getByRole('region', { name: t('workbench.shortcuts') }).getByRole('link')
  expect(await shortcuts.count()).toBe(8)
  expect(
    (
      await (
        await site.client()
      ).put('/api/account/workbench/updateWorkbench', {
        shortcuts: ['sysrole', 'sysurl', 'datapermission', 'why', 'sysuser', 'syspost', 'sysuserpost', 'sysregistration'],
      })
    ).http,
  ).toBe(200)
  await page.reload()
  await shortcuts.filter({ hasText: t('menu.datapermission') }).waitFor()
  await button(page, t('workbench.choose')).click()
  const picker = page.getByRole('dialog', { name: t('workbench.choose-shortcuts') })
  await stored(page, () => button(picker, t('workbench.remove-page', { page: t('menu.sysrole') })).click())
  await picker.getByRole('textbox', { name: t('workbench.find-page') }).fill('organ')
  await stored(page, () => button(picker, t('workbench.add-page', { page: t('menu.sysorg') })).click())
  await eventually(() => shortcuts.allTextContents()).toEqual(
    ['sysurl', 'datapermission', 'why', 'sysuser', 'syspost', 'sysuserpost', 'sysregistration', 'sysorg'].map((code) =>
      t(`menu.${code}` as 'menu.sysorg'),
    ),
  )
  const last = button(picker, t('drag.handle', { name: t('menu.sysorg') }))
  await last.focus()
  // Each step is announcement when it is done, and the next key is for whoever has heard it.
  const announced = async (place: number) => {
    const announcement = page.getByRole('status').filter({ hasText: t('drag.moved', { name: t('menu.sysorg'), place, of: 8 }) })
    await eventually(() => announcement.count()).toBe(1)
    await listensToKeys(page)
  }
  await page.keyboard.press('Space')
  await announced(8)
  await page.keyboard.press('ArrowUp')
  await announced(7)
  await stored(page, () => page.keyboard.press('Space'))
  await page.keyboard.press('Escape')
  await page.reload()
  await shortcuts.nth(7).waitFor()
  expect((await shortcuts.allTextContents()).slice(-2)).toEqual([t('menu.sysorg'), t('menu.sysregistration')])
  await shortcuts.filter({ hasText: t('menu.sysorg') }).click()
  await settled(page)
  expect(addressOf(page)).toBe('/admin/sysorg')

  // The same codes, for somebody whose menu has two of those pages.
  await (await site.client('viewer')).put('/api/account/workbench/updateWorkbench', { shortcuts: ['sysparam', 'sysorg', 'sysuser'] })
  const viewer = await open('viewer')
  expect(
    await viewer
      .getByRole('region', { name: t('workbench.shortcuts') })
      .getByRole('link')
      .allTextContents(),
  ).toEqual([t('menu.sysorg'), t('menu.sysuser')])
})

test('pages that were visited are found again, also after a reload', async () => {
  const page = await open()
  const visited = page.getByRole('region', { name: t('workbench.recent-pages') })
  await visited.getByText(t('workbench.no-recent')).waitFor()
  for (const path of ['/admin/sysuser?status=0', '/admin/sysorg']) {
    await page.goto(path)
    await settled(page)
  }
  await page.goto('/workbench')
  await visited.getByRole('link').first().waitFor()
  expect(await visited.getByRole('link').allTextContents()).toEqual([
    `${t('menu.sysorg')}${t('workbench.just-now')}`,
    `${t('menu.sysuser')}${t('workbench.just-now')}`,
  ])
  await visited.getByRole('link').last().click()
  await settled(page)
  expect(addressOf(page), 'the page, without what was asked for there').toBe('/admin/sysuser')
})

test('a card that could not be filled says why, and is filled at another try', async () => {
  const page = await site.page({ as: 'admin' })
  const refused = {
    status: 503,
    contentType: 'application/json',
    body: JSON.stringify({ code: 503, status: 503, message: 'Too busy just now', data: null }),
  }
  await page.route('**/api/account/workbench/queryTask*', (route) => route.fulfill(refused))
  await page.goto('/workbench')
  const card = page.locator('[data-card=tasks]')
  await card.getByRole('alert').getByText('Too busy just now').waitFor()
  await page.unroute('**/api/account/workbench/queryTask*')
  await card.getByRole('button', { name: t('common.retry') }).click()
  await card.getByRole('alert').waitFor({ state: 'hidden' })
})

test('a refused sign-in waits for who reads the log, and leads to it', async () => {
  await requestToken(site.url, TENANT, 'viewer', 'not the password')
  const page = await open()
  const task = page.getByRole('region', { name: t('workbench.tasks') }).getByRole('link', { name: t('workbench.task-failed-sign-ins') })
  await task.click()
  await settled(page)
  expect(addressOf(page)).toMatch(/^\/admin\/syslog\?.*logType=sign-in&result=refused/)
  await page.getByRole('table').getByRole('row').nth(1).waitFor()
  // Whoever does not read the log has what else waits for them, and not this.
  const waits = (await open('viewer')).getByRole('region', { name: t('workbench.tasks') })
  await waits.getByRole('link', { name: t('workbench.task-assigned-tasks') }).waitFor()
  expect(await waits.getByText(t('workbench.task-failed-sign-ins')).count()).toBe(0)
})

/** What moved under the reader's eyes while the page filled, as browsers measure it. */
const SHIFT = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: 'layout-shift', buffered: true })).then((sum) => sum, () => 0)`

test.each([
  [1440, 900],
  [390, 844],
])('nothing moves while the cards fill, at %i pixels', async (width, height) => {
  await fresh()
  const page = await site.page({ as: 'admin', viewport: { width, height } })
  // Nobody is told of anything.
  const none = { code: 200, status: 200, message: 'success', data: { list: [], unread: 0 } }
  await answerWith(page, '/queryHeadNotification', none, { http: 200, times: 100 })
  await page.goto('/workbench')
  await page
    .getByRole('region', { name: t('workbench.recent-users') })
    .getByRole('listitem')
    .nth(5)
    .waitFor()
  await page.waitForLoadState('networkidle')
  const shift = await Promise.race([
    page.evaluate<number>(SHIFT),
    new Promise<number>((resolve) => {
      setTimeout(() => resolve(0), 1000)
    }),
  ])
  expect(shift).toBeLessThan(0.02)
  // What has nothing to show takes no room: three lines of text at most, in its frame.
  expect((await page.locator('[data-card=notifications]').boundingBox())?.height).toBeLessThan(220)
  // One column on a phone, whatever the widths.
  const boxes = await page
    .locator('[data-card]')
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().width)))
  expect(new Set(boxes).size).toBe(width < 992 ? 1 : 3)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})
