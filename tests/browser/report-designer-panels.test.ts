/** Charts, page sub-totals and columns of pages are made and changed by keys alone, each with a name that a screen reader says. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ReportDesign } from '../../model/contract/report/templates.ts'
import { unique } from '../support/builders.ts'
import { pngOf } from '../support/pictures.ts'
import { problemsOf } from './axe.ts'
import { eventually, openSite, t } from './support.ts'

const site = openSite()
const PATH = '/api/report/template'

async function opened() {
  const admin = await site.client()
  const { data } = await admin.post<{ id: string }>(`${PATH}/copyReportTemplate`, {
    templateName: `Report ${unique()}`,
    templateKind: 'other',
    report: 'alarm-month',
  })
  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 } })
  await page.goto(`/reportdesigner/reportdesign?id=${data.id}`)
  const grid = page.getByRole('grid')
  await grid.waitFor()
  const content = async () => (await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id: data.id })).data.content
  return { page, grid, content }
}

/** Fields within their label are called by its words and by what is chosen in them. */
const called = (name: string) => new RegExp(`^${name.replaceAll(/[()]/g, String.raw`\$&`)}`)
const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).press('Enter')
/** The choice of a list by its keys: it opens with what is chosen, and the arrows go on from there. */
async function choose(page: Page, list: string, choice: string) {
  const field = page.getByRole('combobox', { name: called(list) })
  await field.focus()
  await field.press('Enter')
  for (let step = 0; step < 30; step += 1) {
    const active = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active')
    await active.waitFor()
    if ((await active.innerText()) === choice) break
    await field.press('ArrowDown')
  }
  await field.press('Enter')
  await field.press('Escape')
}
const write = async (page: Page, field: string, text: string) => {
  const input = page.getByRole('spinbutton', { name: called(field) }).or(page.getByRole('textbox', { name: called(field) }))
  await input.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
}
const tool = (page: Page, name: 'cell' | 'page') =>
  page.getByRole('radio', { name: t(`report-design.tool-${name}`), exact: true }).press('Space')

test('a chart is put into a cell and told what it draws by keys, is judged, and shows in the preview', async () => {
  const { page, grid, content } = await opened()
  await grid.focus()
  for (let row = 0; row < 5; row += 1) await page.keyboard.press('ArrowDown')
  expect(await grid.getAttribute('aria-activedescendant')).toBe('sheet-A6')
  await press(page, t('report-design.chart-put'))
  await page.getByRole('heading', { name: t('report-design.chart-title'), exact: true }).waitFor()
  await choose(page, t('boards.kind'), t('boards.kind-bar'))
  await write(page, t('boards.unit'), 'times')
  await write(page, t('report-design.chart-series-name', { at: 1 }), 'Raised')
  await press(page, t('report-design.chart-limit-add'))
  await write(page, t('report-design.chart-limit', { at: 1 }), '12')
  await write(page, t('report-design.chart-limit-name', { at: 1 }), 'Too many')
  await press(page, t('report-design.chart-band-add'))
  await write(page, t('report-design.chart-band-to', { at: 1 }), '8')
  await write(page, t('report-design.chart-least'), '0')
  await write(page, t('report-design.chart-most'), '20')
  await write(page, t('report-design.height'), '120')
  // What would keep a long report from being written row by row is said beside what is saved, and led to.
  await page.locator('.report-saving').getByText(t('report-design.way-matrix')).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await eventually(async () => (await content()).cells['A6']?.chart).toEqual({
    kind: 'bar',
    x: 'days.time',
    series: [{ field: 'days.n', name: 'Raised' }],
    limits: [{ value: 12, name: 'Too many' }],
    bands: [{ from: 0, to: 8 }],
    unit: 'times',
    least: 0,
    most: 20,
  })
  await page.getByText(t('report-design.tool-preview'), { exact: true }).click()
  await page.locator('.report-sheet').getByText('Too many').waitFor({ state: 'attached' })
  await tool(page, 'cell')
  await press(page, t('report-design.chart-remove'))
  await eventually(async () => (await content()).cells['A6']?.chart).toBeUndefined()
})

test('a foot, a page sub-total in it and columns of the page are made by keys, and the report stays without faults', async () => {
  const { page, grid, content } = await opened()
  // Until its row stands on each page there is nothing to put together for one.
  await grid.focus()
  await page.keyboard.press('Control+ArrowDown')
  expect(await grid.getAttribute('aria-activedescendant')).toBe('sheet-A10')
  const put = page.getByRole('button', { name: t('report-design.subtotal-put'), exact: true })
  expect(await put.isDisabled()).toBe(true)
  await tool(page, 'page')
  await write(page, t('report-design.foot-from'), '10')
  await write(page, t('report-design.page-columns-count'), '2')
  await write(page, t('report-design.page-columns-gap'), '24')
  expect(await problemsOf(page)).toEqual([])
  await tool(page, 'cell')
  await put.press('Enter')
  await choose(page, t('report-design.subtotal-of'), 'C9')
  await choose(page, t('report-design.aggregate'), t('report-design.aggregate-max'))
  await choose(page, t('report-design.subtotal-over'), t('report-design.subtotal-over-so-far'))
  expect(await problemsOf(page)).toEqual([])
  await eventually(async () => {
    const { cells, page: paper } = await content()
    return [cells['A10']?.subtotal, cells['A10']?.text, paper.columns, paper.repeat]
  }).toEqual([{ of: 'C9', take: 'max', over: 'so-far' }, undefined, { count: 2, gap: 24 }, { foot: [10, 10] }])
  await page.getByText(t('report-design.tool-faults', { count: 0 })).waitFor()

  // One column is none beside another.
  await tool(page, 'page')
  await write(page, t('report-design.page-columns-count'), '1')
  await eventually(async () => (await content()).page.columns).toBeUndefined()
})

test('own paper, parts of a text, segments and a box to be ticked are set up by keys, and the report stays without faults', async () => {
  const { page, grid, content } = await opened()
  await tool(page, 'page')
  await choose(page, t('report-design.paper'), t('report-design.paper-own'))
  // It begins with the sides of A4.
  await eventually(async () => (await content()).page.size).toEqual([210, 297])
  await write(page, t('report-design.paper-width'), '241')
  await write(page, t('report-design.paper-height'), '140.5')
  await page.getByRole('switch', { name: t('report-design.live-totals') }).press('Space')
  expect(await problemsOf(page)).toEqual([])

  await tool(page, 'cell')
  await grid.focus()
  await page.getByRole('switch', { name: t('report-design.rich') }).press('Space')
  await write(page, t('report-design.rich-text', { at: 1 }), 'of {title} ')
  await press(page, t('report-design.italic'))
  await press(page, t('report-design.rich-add'))
  await write(page, t('report-design.rich-text', { at: 2 }), 'page {page}')

  await grid.focus()
  for (let row = 0; row < 8; row += 1) await page.keyboard.press('ArrowDown')
  expect(await grid.getAttribute('aria-activedescendant')).toBe('sheet-A9')
  await choose(page, t('report-design.aggregate'), t('report-design.aggregate-segments'))
  await write(page, t('report-design.segment-below', { at: 1 }), '10')
  await write(page, t('report-design.segment-name', { at: 1 }), 'few')
  await press(page, t('report-design.segment-add'))
  expect(await problemsOf(page)).toEqual([])

  await grid.focus()
  for (let column = 0; column < 2; column += 1) await page.keyboard.press('ArrowRight')
  await choose(page, t('report-design.code'), t('report-design.code-as-check'))
  await write(page, t('report-design.check-label'), 'raised')
  expect(await problemsOf(page)).toEqual([])
  await eventually(async () => {
    const { cells, page: paper } = await content()
    return [paper.size, paper.liveTotals, cells['A1']?.rich, cells['A9']?.segments, cells['C9']?.check]
  }).toEqual([
    [241, 140.5],
    true,
    [{ text: 'of {title} ', italic: true }, { text: 'page {page}' }],
    [{ below: 10, name: 'few' }, { below: 20 }, {}],
    { label: 'raised' },
  ])
  await page.getByText(t('report-design.tool-faults', { count: 0 })).waitFor()
  await page.getByText(t('report-design.tool-preview'), { exact: true }).click()
  await page.locator('.report-sheet text[font-style=italic]').first().waitFor({ state: 'attached' })
})

test('what is asked of a row is said by keys: what is left out, where pages begin, and what stays together', async () => {
  const { page, grid, content } = await opened()
  await grid.focus()
  for (let row = 0; row < 8; row += 1) await page.keyboard.press('ArrowDown')
  expect(await grid.getAttribute('aria-activedescendant')).toBe('sheet-A9')
  await page.getByRole('heading', { name: t('report-design.row-rules', { row: 9 }), exact: true }).waitFor()
  await write(page, t('report-design.row-hide'), 'C9 = 0')
  await choose(page, t('report-design.row-breakBefore'), t('report-design.row-break-if'))
  await write(page, t('report-design.row-breakBefore-if'), 'ROW() = 20')
  await choose(page, t('report-design.row-breakAfter'), t('report-design.row-break-always'))
  await write(page, t('report-design.row-next'), '2')
  await page.getByRole('switch', { name: t('report-design.together') }).press('Space')
  expect(await problemsOf(page)).toEqual([])
  await eventually(async () => {
    const { cells, rowRules } = await content()
    return [rowRules, cells['A9']?.together]
  }).toEqual([{ 9: { hideIf: 'C9 = 0', breakBefore: 'ROW() = 20', breakAfter: true, withNext: 2 } }, true])
  await grid.locator('.sheet-edge-ruled').filter({ hasText: /^9$/ }).waitFor()
  await page.getByText(t('report-design.tool-faults', { count: 0 })).waitFor()

  await write(page, t('report-design.row-hide'), 'C9 =')
  await page.getByText(t('report-design.tool-faults', { count: 1 })).waitFor()
  await page.getByRole('spinbutton', { name: called(t('report-design.row-next')) }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  await eventually(async () => (await content()).rowRules?.['9']?.withNext).toBeUndefined()
})

test('the picture of a form lies behind the page, is printed or not, is moved by millimetres, and goes', async () => {
  const { page, content } = await opened()
  await tool(page, 'page')
  await page.getByRole('heading', { name: t('report-design.background'), exact: true }).waitFor()
  const put = page.getByRole('button', { name: t('report-design.background-put'), exact: true })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), put.press('Enter')])
  await chooser.setFiles({ name: 'form.png', mimeType: 'image/png', buffer: pngOf(60, 80, () => [200, 230, 255]) })
  await page.getByRole('button', { name: t('report-design.background-replace'), exact: true }).waitFor()
  await page.getByRole('switch', { name: t('report-design.background-printed') }).press('Space')
  await write(page, t('report-design.background-across'), '1.5')
  await write(page, t('report-design.background-down'), '-2')
  expect(await problemsOf(page)).toEqual([])
  await eventually(async () => (await content()).page.background).toMatchObject({ isPrinted: true, shift: [1.5, -2] })
  // A screen shows the form whether or not it is printed.
  await page.getByText(t('report-design.tool-preview'), { exact: true }).click()
  await page.locator('.report-sheet image').first().waitFor({ state: 'attached' })
  await tool(page, 'page')
  await press(page, t('report-design.background-remove'))
  await eventually(async () => (await content()).page.background).toBeUndefined()
  expect(await put.isEnabled()).toBe(true)
})
