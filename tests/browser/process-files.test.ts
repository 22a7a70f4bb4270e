/** Models as files and as beginnings of others, tried out act by act; files that are deployed; and what is asked before something is deleted. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { bpmn, task, way } from '../support/processes.ts'
import { problemsOf } from './axe.ts'
import { message, openSite, rowsOf, t } from './support.ts'
import { askedOf, drawModel } from './workflow.ts'

const site = openSite()
const TASK = { id: 'approve', name: 'Approve', settings: askedOf('editor') }

/** Presses a button of a row, wherever there is room for it. */
async function press(page: Page, row: Locator, name: string): Promise<void> {
  const own = row.getByRole('button', { name: new RegExp(`^${name}`) }).first()
  const more = row.getByRole('button', { name: new RegExp(`^${t('list.more')}: `) })
  await own.or(more).first().waitFor()
  if (await own.isVisible()) return own.click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const rowOf = (page: Page, text: string) => rowsOf(page).filter({ hasText: text }).first()
const fileOf = (name: string, xml: string) => ({ name: `${name}.bpmn`, mimeType: 'application/xml', buffer: Buffer.from(xml) })
/** As another tool writes it: without a drawing. */
const undrawn = (key: string) => bpmn(key, `${task('approve', askedOf('editor'))}<endEvent id="end"/>${way('start > approve > end')}`)

test('a file without a drawing is imported, shown with one, and copied', async () => {
  const key = `imported_${unique()}`
  const page = await site.page({ as: 'admin' })
  await page.goto(`/activiti/model?key=${key}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: t('process-list.import-bpmn') }).click()
  await dialog.getByRole('button', { name: t('button.import') }).click()
  await dialog.getByText(t('process-list.file-needed')).waitFor()
  await dialog.locator('input[type=file]').setInputFiles(fileOf('other', undrawn(key)))
  await dialog.getByLabel(t('field.process-models.category')).fill('Office')
  await dialog.getByLabel(t('field.process-models.orgId')).click()
  await page.locator('.ant-select-tree-title').first().click()
  expect(await problemsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: t('button.import') }).click()
  await message(page, t('process-list.imported', { name: `Process ${key}` })).waitFor()

  await press(page, rowOf(page, key), t('button.copy'))
  await dialog.getByLabel(t('field.process-models.key')).fill(`${key}_2`)
  await dialog.getByRole('button', { name: t('list.copy') }).click()
  await rowOf(page, `${key}_2`).waitFor()
  await press(page, rowOf(page, `${key}_2`), t('button.design'))
  await page.locator('.djs-shape[data-element-id="approve"]').waitFor()
  // What was laid out is on the paper, and nothing has been changed by looking at it.
  expect(await page.locator('.djs-connection').count()).toBe(2)
})

test('a button that is hidden from a role is not there', async () => {
  const client = await site.client()
  const model = await drawModel(client, [TASK])
  const page = await site.page({ as: 'admin' })
  await page.route('**/queryCurrentAuthority*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { menuButton: string[] } }
    const menuButton = ['check', 'simulate', 'deploy', 'copy'].map((button) => `model:${button}`)
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, menuButton } } })
  })
  await page.goto(`/activiti/model?key=${model.key}`)
  const row = rowOf(page, model.name)
  await row.waitFor()
  const more = row.getByRole('button', { name: new RegExp(`^${t('list.more')}: `) })
  if (await more.isVisible()) await more.click()
  await page.getByRole('menuitem', { name: t('process-list.save-bpmn') }).or(row.getByRole('button', { name: t('process-list.save-bpmn') })).first().waitFor() // prettier-ignore
  // A row without its drawing would be no copy either.
  for (const button of ['check', 'simulate', 'deploy', 'copy'] as const)
    expect(await page.getByText(t(`button.${button}`), { exact: true }).count(), button).toBe(0)
})
