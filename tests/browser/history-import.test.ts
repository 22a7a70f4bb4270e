/** History from a file, as people import it: the template, what is wrong with a file, a device for a file that names none, and the values. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addSendingDevice } from './devices.ts'
import { eventually, message, openSite, t } from './support.ts'

const site = openSite()
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const DAY_MS = 86_400_000

async function open(page: Page): Promise<Locator> {
  await page.goto('/acquisition/collectors')
  await page
    .getByRole('region', { name: t('collector.file') })
    .getByRole('button', { name: t('collector.import') })
    .click()
  const dialog = page.getByRole('dialog', { name: t('import.readings-title') })
  await dialog.getByText(t('import.drop-file')).waitFor()
  return dialog
}

async function choose(dialog: Locator, text: string): Promise<void> {
  await dialog.locator('input[type=file]').setInputFiles({ name: 'logger.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.getByRole('button', { name: t('common.confirm'), exact: true }).click()
}

async function axe(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const found = (await page.evaluate('axe.run(document.querySelector(".ant-modal"))')) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

test('a file is checked, told what is wrong with it, and its values are stored when somebody says so', async () => {
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, { flow: {}, level: {} })
  const at = Math.floor((Date.now() - DAY_MS) / 1000) * 1000
  const page = await site.page({ as: 'admin' })
  const dialog = await open(page)
  expect(await axe(page)).toEqual([])

  const template = page.waitForEvent('download')
  await dialog.getByRole('button', { name: t('import.template-get') }).click()
  expect((await template).suggestedFilename()).toBe(t('import.readings-template'))

  // One moment a row, and nothing says whose: a device has to be chosen.
  await choose(dialog, `time,flow\n${at},1`)
  await message(page, t('error.readings.no-device', { column: t('field.points.deviceId') })).waitFor()
  await dialog.getByRole('combobox', { name: t('import.readings-device') }).fill(device.name)
  await page.locator('.ant-select-item-option').filter({ hasText: device.name }).click()
  await choose(dialog, `time,flow,level\n${at},1,2\n${at + 1000},much,3\n${at + 2000},4,5`)
  const wrong = dialog.getByRole('region', { name: t('import.errors') })
  await wrong.getByRole('cell', { name: t('readings.check.number', { field: 'flow', value: 'much' }) }).waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: t('import.store-good', { count: 2 }) }).click()
  await message(page, t('import.done', { count: 2 })).waitFor()
  await dialog
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click()
  await eventually(() => dialog.count()).toBe(0)

  const {
    data: { list },
  } = await admin.get<{ list: { id: string; pointKey: string }[] }>('/api/acquisition/point/queryPoint', { deviceId: device.id })
  const historyOf = async (key: string) =>
    (
      await admin.get<{ list: { mean: number }[] }>('/api/acquisition/reading/queryReadingHistory', {
        pointId: list.find(({ pointKey }) => pointKey === key)?.id ?? '',
        from: String(at - 1000),
        to: String(at + 10_000),
      })
    ).data.list.map(({ mean }) => mean)
  expect(await historyOf('flow')).toEqual([1, 4])
  expect(await historyOf('level')).toEqual([2, 5])
})
