/** Models as files and as beginnings of others, tried out act by act; files that are deployed; and what is asked before something is deleted. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { bpmn, task, way } from '../support/processes.ts'
import { problemsOf } from './axe.ts'
import { eventually, message, openSite, rowsOf, t } from './support.ts'
import { askedOf, deployOverHttp, drawModel, startOverHttp } from './workflow.ts'

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

test('a model is tried act by act: the clock moves on, an event comes, a task is rejected, and the last act is taken back', async () => {
  const client = await site.client()
  const model = await drawModel(client, [
    { ...TASK, settings: { ...askedOf('editor'), due: { after: 'PT1H' } } },
    { id: 'confirm', name: 'Confirm', settings: askedOf('admin') },
  ])
  const page = await site.page({ as: 'admin' })
  await page.goto(`/activiti/model?key=${model.key}`)
  await press(page, rowOf(page, model.name), t('button.simulate'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('process-simulation.begin') }).click()
  const clock = dialog.getByRole('listitem').filter({ hasText: t('process-simulation.clock', { time: '' }).trim() })
  const before = await clock.textContent()
  await clock.getByRole('button', { name: t('process-simulation.advance') }).click()
  await eventually(() => clock.textContent()).not.toBe(before)
  await dialog.getByRole('button', { name: `${t('process-simulation.complete')}: Approve` }).click()
  const reject = dialog.getByRole('button', { name: `${t('process-simulation.reject')}: Confirm` })
  await reject.click()
  await dialog
    .getByRole('status')
    .filter({ hasText: t('process-simulation.outcome-rejected') })
    .waitFor()
  await dialog.getByRole('tab', { name: t('process-simulation.story') }).click()
  await dialog.getByText(`${t('process-simulation.reject')} · Confirm`).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: t('process-simulation.undo') }).click()
  await dialog.getByRole('tab', { name: t('process-simulation.next') }).click()
  await reject.waitFor()
  await dialog.getByRole('button', { name: t('process-simulation.again') }).click()
  await dialog.getByRole('button', { name: t('process-simulation.begin') }).waitFor()
})

test('a file is deployed once it has no faults, and not deleted while instances run by it', async () => {
  const key = `file_${unique()}`
  const page = await site.page({ as: 'admin' })
  await page.goto(`/activiti/deployment?key=${key}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: t('process-list.deploy-file') }).click()
  await dialog
    .locator('input[type=file]')
    .setInputFiles(fileOf('broken', undrawn(key).replace('userTask', 'complexGateway').replace('/userTask', '/complexGateway')))
  await dialog.getByText(t('process-list.faults', { count: 1 })).waitFor()
  await dialog.locator('input[type=file]').setInputFiles(fileOf('whole', undrawn(key)))
  await dialog
    .getByRole('button', { name: t('button.deploy'), exact: true })
    .or(dialog.getByRole('button', { name: t('process-list.deploy-anyway') }))
    .click()
  await message(page, t('process-list.deployed', { version: 1 })).waitFor()

  const client = await site.client()
  const { data } = await client.get<{ list: readonly { id: string }[] }>('/api/activiti/process/queryProcessDefinition', { key })
  const instance = await startOverHttp(client, data.list[0]?.id ?? '', `runs by ${key}`)
  const remove = () => press(page, rowOf(page, key), t('button.delete'))
  await remove()
  await message(page, t('process-list.deployment-runs', { count: 1 })).waitFor()
  expect((await client.post('/api/activiti/process/deleteProcessInstance', { id: instance })).http).toBe(200)
  await remove()
  await dialog.getByText(t('process-list.delete-deployment', { names: `Process ${key}` })).waitFor()
  await dialog.getByRole('button', { name: t('button.delete'), exact: true }).click()
  await eventually(() => rowOf(page, key).count()).toBe(0)
})

test('an instance is deleted after it was said what goes with it; a model only while nothing runs by it', async () => {
  const client = await site.client()
  const model = await drawModel(client, [TASK])
  await startOverHttp(client, await deployOverHttp(client, model.id, model.key), `goes ${model.key}`)
  const page = await site.page({ as: 'admin' })
  const dialog = page.getByRole('dialog')
  const sure = () => dialog.getByRole('button', { name: t('button.delete'), exact: true }).click()
  await page.goto(`/activiti/model?key=${model.key}`)
  await press(page, rowOf(page, model.name), t('button.delete'))
  await sure()
  await message(page, /1 instances/).waitFor()
  await page.goto(`/activiti/processinstance?description=${encodeURIComponent(`goes ${model.key}`)}`)
  await press(page, rowOf(page, model.name), t('button.delete'))
  await dialog.getByText(/cannot be undone/).waitFor()
  await sure()
  await message(page, t('process-list.delete-instance-done')).waitFor()
  await eventually(() => rowOf(page, model.name).count()).toBe(0)
  await page.goto(`/activiti/model?key=${model.key}`)
  await press(page, rowOf(page, model.name), t('button.delete'))
  await sure()
  await eventually(() => rowOf(page, model.name).count()).toBe(0)
})

test('a button that is hidden from a role is not there', async () => {
  const client = await site.client()
  const model = await drawModel(client, [TASK])
  const page = await site.page({ as: 'admin' })
  await page.route('**/queryCurrentAuthority*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { menuButton: string[] } }
    const menuButton = ['check', 'simulate', 'copy', 'deploy'].map((button) => `model:${button}`)
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, menuButton } } })
  })
  await page.goto(`/activiti/model?key=${model.key}`)
  const row = rowOf(page, model.name)
  await row.waitFor()
  const more = row.getByRole('button', { name: new RegExp(`^${t('list.more')}: `) })
  if (await more.isVisible()) await more.click()
  await page.getByRole('menuitem', { name: t('process-list.save-bpmn') }).or(row.getByRole('button', { name: t('process-list.save-bpmn') })).first().waitFor() // prettier-ignore
  for (const button of ['check', 'simulate', 'copy', 'deploy'] as const)
    expect(await page.getByText(t(`button.${button}`), { exact: true }).count(), button).toBe(0)
})
