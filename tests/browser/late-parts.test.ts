/** What is heavy comes when it is used: not before, and then it works, and nothing on the page moves for it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, focused, openSite, settled, t, textsIn } from './support.ts'

const site = openSite()

/** The names of the scripts and files asked for so far that begin so. */
const askedFor = (page: Page, name: string) =>
  page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map((one) => one.name.split('/').at(-1)).filter((one) => one.startsWith('${name}-'))`,
  )

test('the tree of a filter comes when somebody turns to it, and opens at the first click', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  await page.waitForLoadState('networkidle')
  expect(await askedFor(page, 'tree-picker')).toEqual([])
  const box = page.getByRole('search').getByRole('combobox', { name: t('field.users.orgId') })
  const before = await page.getByRole('search').boundingBox()
  await box.click()
  await page.getByRole('treeitem').first().waitFor()
  expect(await askedFor(page, 'tree-picker')).not.toEqual([])
  expect(await page.getByRole('search').boundingBox(), 'nothing moves').toEqual(before)
  await focused(box)
  await page.getByRole('treeitem').getByText('数据中心', { exact: true }).click()
  await page.getByRole('search').getByTitle('数据中心', { exact: true }).waitFor()
})

test('the tree of a filter opens by keyboard alone', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  const box = page.getByRole('search').getByRole('combobox', { name: t('field.users.orgId') })
  await box.focus()
  await eventually(() => askedFor(page, 'tree-picker')).not.toEqual([])
  await focused(box)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('treeitem').first().waitFor()
})

test('the editor comes when somebody turns to it, in the frame that was there, with what was typed before', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/template/editor')
  const text = page.getByRole('textbox', { name: t('editor.text') })
  await text.waitFor()
  await page.waitForLoadState('networkidle')
  expect(await askedFor(page, 'editor')).toEqual([])
  const before = await page.locator('.rich-text').boundingBox()
  await text.focus()
  await page.keyboard.type('Before and after')
  await page.locator('.ProseMirror').getByText('Before and after', { exact: true }).waitFor()
  expect(await askedFor(page, 'editor')).not.toEqual([])
  expect(await page.locator('.rich-text').boundingBox(), 'nothing moves').toEqual(before)
  await focused(text)
})

test('the map brings the fine outline where a coast is looked at closely, and not before', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/template/maps')
  await page.locator('.map-land').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  expect(await askedFor(page, 'land-110m')).not.toEqual([])
  await page.getByRole('button', { name: t('maps.far') }).click()
  await page.waitForLoadState('networkidle')
  expect(await askedFor(page, 'land-50m')).toEqual([])
  const outline = async () => ((await page.locator('.map-land').first().getAttribute('d')) ?? '').length
  for (let zoom = 4; zoom <= 5; zoom += 1) await page.getByRole('button', { name: t('maps.zoom-in') }).click()
  await eventually(() => askedFor(page, 'land-50m')).not.toEqual([])
  await eventually(outline).toBeGreaterThan(500)
})

test('a chart is drawn when it comes into view', async () => {
  const page = await site.page({ as: 'admin', viewport: { width: 1000, height: 140 } })
  await page.goto('/template/charts')
  await page.locator('.chart-drawing').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await askedFor(page, 'charts')).toEqual([])
  await page.locator('.chart-drawing').first().scrollIntoViewIfNeeded()
  await page.locator('.chart-drawing canvas').first().waitFor()
  expect(await page.locator('.chart-drawing canvas').count(), 'the others wait for their turn').toBe(1)
})

test('the texts of a page come beside its code, and those of another language once it is chosen', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  await page.waitForLoadState('networkidle')
  expect(await askedFor(page, 'en-console')).not.toEqual([])
  for (const name of ['en-alarms', 'en-template', 'zh-console']) expect(await askedFor(page, name), name).toEqual([])
  // Neither is answered before both were asked for: one after the other, the page would never come.
  const both = ['en-alarms-', 'page-'].map((name) => page.waitForRequest((one) => one.url().includes(`/assets/${name}`)))
  await page.route(/\/assets\/(en-alarms|page)-/, async (route) => {
    await Promise.all(both)
    await route.continue()
  })
  await page.goto('/acquisition/alarms')
  await settled(page)
  await page.getByRole('button', { name: `${t('shell.language')}${t('common.means')}English` }).click()
  await page.getByRole('menuitem', { name: '简体中文' }).click()
  await page.getByRole('table', { name: textsIn('zh')('noun.alarms') }).waitFor()
  for (const name of ['zh-start', 'zh-console', 'zh-alarms']) expect(await askedFor(page, name), name).not.toEqual([])
  expect(await askedFor(page, 'zh-template')).toEqual([])
})
