/** Narrow windows: below 992 pixels the console is a mobile one (section 9 of the specification). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addSendingDevice } from './devices.ts'
import { eventually, openSite, rowNamed, settled, t, textsIn, toolbarButton } from './support.ts'

const site = openSite()
const PHONE = { width: 390, height: 844 }

const sidebar = (page: Page) => page.getByRole('navigation', { name: t('shell.menu') })
const hamburger = (page: Page, now: 'open' | 'closed') =>
  page.getByRole('button', { name: t(now === 'open' ? 'shell.fold' : 'shell.unfold') })

async function open(address: string, options: Parameters<typeof site.page>[0] = {}): Promise<Page> {
  const page = await site.page({ as: 'admin', viewport: PHONE, ...options })
  await page.goto(address)
  await page.getByRole('banner').waitFor()
  return page
}

/** How much wider than the window the page is. */
const overhang = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

test.each(['reduce', 'no-preference'] as const)(
  'on a phone the menu opens by the hamburger and closes with the way it leads (%s motion)',
  async (reducedMotion) => {
    const page = await open('/admin/sysuser', { reducedMotion })
    await settled(page)
    await eventually(() => sidebar(page).count()).toBe(0)
    await hamburger(page, 'closed').click()
    await sidebar(page)
      .getByRole('link', { name: t('menu.sysorg'), exact: true })
      .click()
    await page.waitForURL('**/sysorg')
    await eventually(() => sidebar(page).count()).toBe(0)
    await hamburger(page, 'closed').click()
    await sidebar(page).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => sidebar(page).count()).toBe(0)
  },
)

test('on a phone every page fits its width, and users can be found, added and deleted', async () => {
  const page = await open('/workbench')
  for (const path of ['/workbench', '/admin/sysorg', '/authority/sysrole', '/docs', '/404', '/login', '/admin/sysuser']) {
    await page.goto(path)
    await page.getByRole('main').waitFor()
    if (path.includes('sys')) await settled(page)
    await eventually(() => overhang(page)).toBeLessThanOrEqual(0)
  }
  await page.getByRole('button', { name: t('list.fold-filters'), exact: true }).click()
  await page.getByRole('search').getByLabel(t('field.users.username')).fill('zhangweimin')
  await page.getByRole('button', { name: t('list.query'), exact: true }).click()
  await page.getByRole('button', { name: t('list.filters-active', { count: 1 }), exact: true }).waitFor()
  await page.getByRole('cell', { name: `${t('field.users.nickname')} 张为民`, exact: true }).waitFor()
  await toolbarButton(page, t('button.add')).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: t('common.save'), exact: true }).click()
  await form.getByText(t('check.required', { field: t('field.users.mobile') }), { exact: true }).waitFor()
  expect(await overhang(page)).toBeLessThanOrEqual(0)
  await form.getByRole('button', { name: t('common.cancel'), exact: true }).click()
  await eventually(() => form.count()).toBe(0)
  await rowNamed(page, 'zhangweimin')
    .getByRole('button', { name: `${t('list.more')}: zhangweimin` })
    .click()
  await page.getByRole('menuitem', { name: t('button.delete'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.cancel') })
    .click()
})

test('991 pixels are a phone and 992 are not; growing again leaves the menu closed', async () => {
  const page = await open('/workbench', { viewport: { width: 992, height: 700 } })
  await sidebar(page)
    .getByRole('menuitem', { name: t('menu.admin') })
    .waitFor()
  expect((await sidebar(page).boundingBox())?.width).toBeGreaterThan(190)
  const device = () => page.evaluate('JSON.parse(localStorage.getItem("settings") ?? "{}").device')
  await page.setViewportSize({ width: 991, height: 700 })
  await eventually(() => sidebar(page).count()).toBe(0)
  await eventually(device).toBe('mobile')
  await page.setViewportSize({ width: 992, height: 700 })
  await sidebar(page).waitFor()
  await eventually(device).toBe('desktop')
  await hamburger(page, 'closed').waitFor()
  await eventually(async () => (await sidebar(page).boundingBox())?.width).toBeLessThan(100)
})

test('a menu closed on a desk stays closed after a reload', async () => {
  const page = await open('/workbench', { viewport: { width: 1440, height: 900 } })
  await eventually(async () => (await page.getByRole('complementary', { name: t('shell.menu') }).boundingBox())?.width).toBe(210)
  await hamburger(page, 'open').click()
  await hamburger(page, 'closed').waitFor()
  expect((await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value).toBe('0')
  await page.reload()
  await hamburger(page, 'closed').waitFor()
  await hamburger(page, 'closed').click()
  await page.reload()
  await hamburger(page, 'open').waitFor()
})

test.each([
  ['en', 'light'],
  ['zh', 'dark'],
  ['tw', 'light'],
] as const)('on a phone a trend fills the screen, and one button leads to what it is set by (%s, %s)', async (language, colorScheme) => {
  const texts = textsIn(language)
  const page = await site.page({ as: 'admin', viewport: PHONE, colorScheme })
  await page.context().addCookies([{ name: 'language', value: language, url: site.url }])
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, { temperature: { unit: '°C' }, pressure: { unit: 'bar' } })
  await device.push({ temperature: 20, pressure: 3 })
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/acquisition/point/queryPoint', { deviceId: device.id })
  await page.goto(`/acquisition/trends?points=${data.list.map(({ id }) => id).join(',')}`)
  const drawing = page.locator('.history-drawing')
  await drawing.locator('canvas').waitFor()
  const box = await drawing.boundingBox()
  expect(box?.height ?? 0).toBeGreaterThanOrEqual(PHONE.height * 0.6)
  expect((box?.y ?? 1e9) + (box?.height ?? 0), 'all of it is seen at once').toBeLessThanOrEqual(PHONE.height)
  const bar = page.getByRole('toolbar', { name: texts('list.actions') })
  expect((await bar.boundingBox())?.height ?? 1e9, 'one line').toBeLessThan(48)
  expect(await overhang(page)).toBeLessThanOrEqual(0)
  await bar.getByRole('button', { name: new RegExp(`^${texts('trends.controls')}`) }).click()
  const controls = page.getByRole('dialog', { name: texts('trends.controls') })
  await controls.getByText(texts('trends.last-day'), { exact: true }).click()
  await eventually(() => new URL(page.url()).searchParams.get('last')).toBe('86400000')
  await controls.getByRole('checkbox', { name: texts('trends.connect') }).check()
  await eventually(() => new URL(page.url()).searchParams.get('connect')).toBe('1')
  await page.keyboard.press('Escape')
  await controls.waitFor({ state: 'hidden' })
  await bar.getByRole('button', { name: `${texts('trends.controls')}${texts('common.means')}${texts('trends.last-day')}` }).waitFor()
})

test('on a phone a page of a report is as wide as the screen, and wider where somebody looks more closely', async () => {
  const page = await open('/reports/curingreport?report=availability')
  await page.locator('.report-sheet svg').waitFor()
  const beyond = () => page.evaluate<number>(`(sheet => sheet.scrollWidth - sheet.clientWidth)(document.querySelector('.report-sheet'))`)
  expect([await beyond(), await overhang(page)]).toEqual([0, 0])
  await page.getByRole('button', { name: t('reports.zoom-in'), exact: true }).click()
  await eventually(beyond).toBeGreaterThan(100)
  // The sheet is scrolled, and not what is around it.
  expect(await overhang(page)).toBeLessThanOrEqual(0)
  const out = page.getByRole('button', { name: t('reports.zoom-out'), exact: true })
  await out.click()
  await eventually(beyond).toBe(0)
  expect(await out.isDisabled()).toBe(true)
})
