/** Models as files and as beginnings of others, tried out act by act; files that are deployed; and what is asked before something is deleted. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { bpmn, task, way } from '../support/processes.ts'
import { problemsOf } from './axe.ts'
import { eventually, message, openSite, rowsOf, t } from './support.ts'
import { askedOf, drawModel, redraw, startOverHttp } from './workflow.ts'

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
/** A check that somebody else is asked for when it takes four hours, and a decision whose time is over after two. */
const timed = (key: string) =>
  bpmn(
    key,
    `${task('check', askedOf('editor'))}${task('decide', { ...askedOf('admin'), due: { after: 'PT2H' } })}${task('escalate', askedOf('viewer'))}
    <boundaryEvent id="edge" name="Too late" attachedToRef="decide"><timerEventDefinition><timeDuration>PT4H</timeDuration></timerEventDefinition></boundaryEvent>
    <endEvent id="end"/>${way('start > check > decide > end')}${way('edge > escalate > end')}`,
  )
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

test('a model is tried: people act, the clock goes on to what is due, and the way of the timer is seen', async () => {
  const client = await site.client()
  const model = await drawModel(client, [TASK])
  await redraw(client, model.id, timed(model.key))
  const page = await site.page({ as: 'admin' })
  await page.goto(`/activiti/model?key=${model.key}`)
  await press(page, rowOf(page, model.name), t('button.simulate'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('process-simulation.begin') }).click()
  const nodes = dialog.locator('.diagram-nodes')
  const stateOf = (name: string) => nodes.getByRole('listitem').filter({ hasText: name })
  await stateOf('check').getByText(t('process-diagram.state-active')).waitFor()
  await dialog.getByRole('button', { name: `${t('process-simulation.complete')}: check` }).click()
  await stateOf('decide').getByText(t('process-diagram.state-active')).waitFor()
  expect(await problemsOf(page)).toEqual([])

  const clock = async () =>
    Date.parse(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(await dialog.getByRole('status').first().innerText())?.[0] ?? '')
  const began = await clock()
  const advance = dialog.getByRole('button', { name: t('process-simulation.advance') })
  await advance.click()
  await eventually(async () => (await clock()) - began).toBe(2 * 3_600_000)
  await stateOf('decide').getByText(t('process-diagram.state-active')).waitFor()
  await advance.click()
  await eventually(async () => (await clock()) - began).toBe(4 * 3_600_000)
  await stateOf('escalate').getByText(t('process-diagram.state-active')).waitFor()
  await dialog.getByRole('combobox', { name: t('process-simulation.by', { name: 'escalate' }) }).waitFor()
  await dialog.getByRole('tab', { name: t('process-simulation.story') }).click()
  const story = dialog.getByRole('tabpanel').getByRole('listitem')
  await story.filter({ hasText: `decide · ${t('process-notice.overdue')}` }).waitFor()
  await story.filter({ hasText: 'Too late → escalate' }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: t('process-simulation.undo') }).click()
  await stateOf('decide').getByText(t('process-diagram.state-active')).waitFor()
})

test('a file is deployed; its deployment stays while something runs by it, and is deleted otherwise', async () => {
  const client = await site.client()
  const key = `filed_${unique()}`
  const page = await site.page({ as: 'admin' })
  await page.goto(`/activiti/deployment?key=${key}`)
  const dialog = page.getByRole('dialog')
  const deploy = async () => {
    await page.getByRole('button', { name: t('process-list.deploy-file') }).click()
    await dialog.locator('input[type=file]').setInputFiles(fileOf('other', undrawn(key)))
    await dialog.getByRole('button', { name: t('button.deploy') }).or(dialog.getByRole('button', { name: t('process-list.deploy-anyway') })).click() // prettier-ignore
  }
  await deploy()
  await message(page, t('process-list.deployed', { version: 1 })).waitFor()
  await rowOf(page, key).waitFor()
  const { data } = await client.get<{ list: readonly { id: string }[] }>('/api/activiti/process/queryProcessDefinition', { key })
  await startOverHttp(client, data.list[0]?.id ?? '', 'Runs by a file')
  await press(page, rowOf(page, key), t('button.delete'))
  await message(page, t('process-list.deployment-runs', { count: 1 })).waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)

  await deploy()
  await message(page, t('process-list.deployed', { version: 2 })).waitFor()
  await eventually(() => rowsOf(page).filter({ hasText: key }).count()).toBe(2)
  await press(page, rowOf(page, key), t('button.delete'))
  const question = page.getByRole('alertdialog')
  await question.getByText(t('process-list.delete-deployment', { names: `Process ${key}` })).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await question.getByRole('button', { name: t('common.cancel') }).click()
  expect(await rowsOf(page).filter({ hasText: key }).count()).toBe(2)
  await press(page, rowOf(page, key), t('button.delete'))
  await question.getByRole('button', { name: t('button.delete') }).click()
  await message(page, t('delete.done')).waitFor()
  await eventually(() => rowsOf(page).filter({ hasText: key }).count()).toBe(1)
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
