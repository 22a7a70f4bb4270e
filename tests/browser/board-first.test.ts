/** The board of devices as it comes: what is asked and drawn first, and that nothing moves when the rest does. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { focused, openSite, settled, t } from './support.ts'

const site = openSite()

/** Runs in the page before the program: the calls by their path, each with whether the board was drawn when it left; and what moved. */
const WATCH_BOARD = `
  localStorage.setItem('outstation.page.devices.look', 'board')
  globalThis.left = []
  const { fetch } = globalThis
  globalThis.fetch = (asked, ...rest) => {
    const { pathname } = new URL(asked.url ?? asked, location.href)
    left.push({ path: pathname.split('/').at(-1), isDrawn: [...document.querySelectorAll('h1')].some(({ textContent }) => textContent === '${t('noun.devices')}') })
    return fetch(asked, ...rest)
  }
  globalThis.moved = 0
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value }).observe({ type: 'layout-shift', buffered: true })`

/** A page in which the board is the look of devices, at another list. @param hasClock Whether its clock can be stopped */
async function besideBoard({ viewport = { width: 1440, height: 900 }, hasClock = false } = {}): Promise<Page> {
  const page = await site.page({ as: 'admin', isFirst: true, viewport })
  if (hasClock) await page.clock.install()
  await page.addInitScript({ content: WATCH_BOARD })
  await page.goto('/acquisition/projects')
  await settled(page)
  return page
}
const toBoard = (page: Page) => page.locator('a[href="/acquisition/devices"]').first().click()

test('what the board shows first is asked for before it is drawn, and once', async () => {
  const page = await besideBoard()
  await toBoard(page)
  await page.locator('.place-name').nth(1).waitFor()
  await page.locator('.board-card').first().waitFor()
  await page.getByRole('search').getByRole('textbox').first().waitFor()
  const left = await page.evaluate<{ path: string; isDrawn: boolean }[]>('left')
  for (const path of ['queryDevice', 'queryDevicePlaces'])
    expect(
      left.filter((call) => call.path === path),
      path,
    ).toEqual([{ path, isDrawn: false }])
})

test('a page is drawn the moment its file is there', async () => {
  const page = await besideBoard({ hasClock: true })
  let give = (): void => undefined
  const held = new Promise<void>((resolve) => {
    give = resolve
  })
  await page.route('**/assets/en-monitoring-*', async (route) => {
    await held
    await route.continue()
  })
  // Whoever waits for a clock that stands still does not come.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await toBoard(page)
  await page.locator('.waiting').waitFor({ state: 'attached' })
  give()
  await page.getByRole('heading', { level: 1, name: t('noun.devices'), exact: true }).waitFor({ state: 'attached' })
})

test.each([
  [1440, 900],
  [1000, 800],
])('nothing moves when the parts of the board come, at %i pixels', async (width, height) => {
  const page = await besideBoard({ viewport: { width, height } })
  await page.goto('/acquisition/devices')
  await page.locator('.board-card').nth(5).waitFor()
  await page.getByRole('search').getByRole('textbox').first().waitFor()
  await page.getByRole('navigation', { name: t('list.pages'), exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate<number>('moved')).toBeLessThan(0.05)
})

test('the menu of a card is made for whoever comes to its button, and gives the focus back', async () => {
  const page = await besideBoard()
  await toBoard(page)
  const button = page.locator('.board-card').first().locator('button[aria-haspopup=menu]')
  await button.waitFor()
  expect(await page.locator('.device-board .ant-dropdown-trigger').count()).toBe(0)
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu').filter({ has: page.getByRole('menuitem', { name: t('button.update'), exact: true }) })
  await focused(menu.getByRole('menuitem').first())
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  await focused(button)
  await menu.waitFor({ state: 'hidden' })
  // A pointer that has not come near before, as of somebody who speaks.
  const other = page.locator('.board-card').nth(1).locator('button[aria-haspopup=menu]')
  await other.dispatchEvent('click')
  await menu.getByRole('menuitem', { name: t('button.history'), exact: true }).click()
  await page.getByRole('dialog').waitFor()
})
