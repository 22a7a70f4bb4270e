/** What a pointer does in the drawing of a chart, and the files that charts are kept as. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { resources } from '../../model/index.ts'
import { unique } from '../support/builders.ts'
import { addRow } from '../support/values.ts'
import { eventually, openSite, t } from './support.ts'

const site = openSite()

/** Sets of specimens of five days, long past: three of the room, two beside their component. */
const CURINGS = ['standard', 'standard', 'same-condition', 'same-condition', 'standard']
const TIME = { field: 'castAt', from: '2020-03-01 00:00:00', to: '2020-03-06 00:00:00' }
const document = (dimension: object) => ({
  ...{ format: 1, subject: 'specimens', measures: [{ as: 'n', of: 'count' }], time: TIME },
  dimensions: [dimension],
})
const [LINE, BARS] = ['Cast by day', 'Cast by curing']
let board = ''

beforeAll(async () => {
  const admin = await site.client()
  const { id: componentId } = await addRow(admin, resources.components)
  for (const [day, specimenCuring] of CURINGS.entries())
    await addRow(admin, resources.specimens, { componentId, specimenCuring, castAt: `2020-03-0${day + 1} 10:00:00` })
  const { data } = await admin.post<string>('/api/chart/board/addBoard', {
    boardName: `Pointer ${unique()}`,
    content: {
      format: 1,
      charts: [
        { id: 'line', title: LINE, kind: 'line', width: 6, document: document({ field: 'castAt', bucket: 'day' }) },
        { id: 'bars', title: BARS, kind: 'bar', width: 6, document: document({ field: 'specimenCuring' }) },
      ],
    },
  })
  board = data
})

async function open(address: string, as = 'admin'): Promise<Page> {
  const page = await site.page({ as })
  await page.goto(address)
  return page
}

/** The place in the drawing so far along its lines: left of them stand the numbers, right of them is a margin. */
async function placeIn(drawing: Locator, share: number, above: number): Promise<{ x: number; y: number }> {
  await drawing.locator('canvas').first().waitFor()
  const box = await drawing.boundingBox()
  if (!box) throw new Error('the chart is not drawn')
  const [left, right] = [24, 16]
  return { x: box.x + left + share * (box.width - left - right), y: box.y + box.height - above }
}

async function savedAs(page: Page, chart: Locator, title: string, format: 'csv' | 'png' | 'svg' | 'xlsx'): Promise<Buffer> {
  const saved = page.waitForEvent('download')
  await chart.getByRole('button', { name: t('boards.chart-menu', { title }) }).click()
  await page.getByRole('menuitem', { name: t(`boards.as-${format}`) }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${format}$`))
  return readFile(await file.path())
}
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

test('a brush over a line chart chooses the time of the whole board', async () => {
  const page = await open(`/charts/boards?board=${board}`)
  const drawing = page.getByRole('region', { name: LINE }).locator('.chart-drawing')
  // From the second of five days to the fourth.
  const [from, to] = [await placeIn(drawing, 0.25, 120), await placeIn(drawing, 0.75, 120)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, from.y)
  await page.mouse.move(to.x, to.y)
  expect(await drawing.locator('.chart-band').count()).toBe(1)
  await page.mouse.up()
  await page.getByText(t('boards.range-chosen', { from: '2020-03-02 00:00', to: '2020-03-05 00:00' })).waitFor()
  expect(await drawing.locator('.chart-band').count()).toBe(0)
  // Of these three days there is one set of the room and there are two beside their component.
  const bars = page.getByRole('region', { name: BARS })
  await bars.getByRole('button', { name: t('charts.show-table') }).click()
  await eventually(async () => (await bars.getByRole('cell').allTextContents()).toSorted()).toEqual(['1', '2'])
})

test('a click on a bar narrows the board to it', async () => {
  const page = await open(`/charts/boards?board=${board}`)
  const bars = page.getByRole('region', { name: BARS })
  const place = await placeIn(bars.locator('.chart-drawing'), 0.25, 50)
  await page.mouse.click(place.x, place.y)
  const filters = page.getByRole('list', { name: t('boards.filters') })
  await filters.getByText(t('field.specimens.specimenCuring')).waitFor()
  await bars.getByRole('button', { name: t('charts.show-table') }).click()
  await eventually(() => bars.getByRole('rowheader').count()).toBe(1)
})

test('a chart of a board is kept as a PNG and as a workbook', async () => {
  const page = await open(`/charts/boards?board=${board}`)
  const chart = page.getByRole('region', { name: BARS })
  await chart.locator('canvas').first().waitFor()
  const png = await savedAs(page, chart, BARS, 'png')
  expect(png.subarray(0, 8)).toEqual(PNG)
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1920, 1120])
  expect((await savedAs(page, chart, BARS, 'xlsx')).subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
})

test('the curve of a run and the statistics of alarms are kept as CSV, PNG and SVG, by whoever may export', async () => {
  const page = await open('/charts/constructiondata')
  const shown = page.locator('.construction-shown')
  const run = (await shown.getAttribute('aria-label')) ?? ''
  expect(run).not.toBe('')
  await shown.locator('.history-chart canvas').first().waitFor()
  expect((await savedAs(page, shown, run, 'csv')).toString()).toMatch(/^\ufeff.+\r\n\d{4}-\d\d-\d\d /)
  expect((await savedAs(page, shown, run, 'png')).subarray(0, 8)).toEqual(PNG)
  const svg = (await savedAs(page, shown, run, 'svg')).toString()
  expect(svg).toContain(run)
  // Names of fonts are put into it as they are.
  const parsed = `new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml').querySelectorAll('parsererror').length`
  expect(await page.evaluate<number>(parsed)).toBe(0)

  await page.goto('/charts/alarmstatistics')
  const title = t('alarmStatistics.week')
  // A heading, and a row for each hour of the day.
  expect((await savedAs(page, page.locator('.alarm-statistics'), title, 'csv')).toString().trim().split('\r\n')).toHaveLength(25)
  expect((await savedAs(page, page.locator('.alarm-statistics'), title, 'svg')).toString()).toContain(title)

  const viewer = await open('/charts/alarmstatistics', 'viewer')
  await viewer.getByText(title, { exact: true }).first().waitFor()
  expect(await viewer.getByRole('button', { name: t('boards.chart-menu', { title }) }).count()).toBe(0)
})
