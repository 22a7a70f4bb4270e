/** Boards of charts, as people build them and look at them; and the statistics of alarms, whose numbers lead to lists. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { addressOf, choose, eventually, openSite, t } from './support.ts'

const site = openSite()

async function open(address: string, as = 'admin'): Promise<Page> {
  const page = await site.page({ as })
  await page.goto(address)
  return page
}

const boardMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: t('boards.more') }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a board is made, a chart built on it, narrowed by a click and read as a table', async () => {
  const page = await open('/charts/boards')
  const name = `Board ${unique()}`
  await boardMenu(page, t('boards.new'))
  await page.getByRole('textbox', { name: t('boards.name') }).fill(name)
  await page.getByRole('button', { name: t('common.save') }).click()
  await page.getByText(t('boards.empty')).waitFor()

  await page.getByRole('button', { name: t('boards.add-chart') }).click()
  const builder = page.getByRole('dialog', { name: t('boards.add-chart') })
  await builder.getByRole('textbox', { name: t('boards.title') }).fill('By type')
  await choose(page, builder.getByRole('combobox', { name: t('boards.subject') }), t('noun.devices'))
  await choose(page, builder.getByRole('combobox', { name: t('boards.category') }), t('field.devices.deviceTypeId'))
  await choose(page, builder.getByRole('combobox', { name: t('boards.kind'), exact: true }), t('boards.kind-bar'))
  await builder.getByRole('img', { name: /By type/ }).waitFor()
  await builder.getByRole('button', { name: t('common.save') }).click()
  // The preview is a chart of the same name.
  await builder.waitFor({ state: 'hidden' })

  const chart = page.getByRole('region', { name: 'By type' })
  await chart.getByRole('button', { name: t('charts.show-table') }).click()
  const rows = chart.getByRole('row')
  await eventually(() => rows.count()).toBeGreaterThan(3)
  const first = chart.getByRole('rowheader').first()
  const type = (await first.textContent()) ?? ''
  await first.getByRole('button').click()
  const filters = page.getByRole('list', { name: t('boards.filters') })
  await filters.getByText(t('boards.filter-by', { field: t('field.devices.deviceTypeId'), value: type })).waitFor()
  // The heading, and the one type that is left.
  await eventually(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: t('boards.clear') }).click()
  await eventually(() => rows.count()).toBeGreaterThan(3)

  for (const [format, begins] of [
    ['svg', '<svg'],
    ['csv', '\ufeff'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await chart.getByRole('button', { name: t('boards.chart-menu', { title: 'By type' }) }).click()
    await page.getByRole('menuitem', { name: t(`boards.as-${format}`) }).click()
    const file = await saved
    expect(file.suggestedFilename()).toContain('By type')
    expect((await readFile(await file.path(), 'utf8')).startsWith(begins), format).toBe(true)
  }

  await boardMenu(page, t('button.delete'))
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('button.delete') })
    .click()
  await eventually(() => page.getByText(name).count()).toBe(0)
})

test('the board of the demonstration is drawn for a viewer, who changes nothing of it', async () => {
  const page = await open('/charts/boards', 'viewer')
  const charts = page.locator('[data-chart]')
  await eventually(() => charts.count()).toBeGreaterThan(4)
  await charts.getByRole('img').first().waitFor()
  expect(await page.getByRole('button', { name: t('boards.add-chart') }).count()).toBe(0)
})

test('a number of the statistics of alarms leads to the list behind it', async () => {
  const page = await open('/charts/alarmstatistics')
  const standing = page.getByRole('link', { name: new RegExp(t('alarms.health-standing')) })
  await standing.click()
  await eventually(() => addressOf(page)).toMatch(/^\/acquisition\/alarms\?isCurrent=1/)
})
