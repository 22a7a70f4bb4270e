/** The pages of processes: deploying, following, handing over, suspending, moving to another version, and what was. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { problemsOf } from './axe.ts'
import { eventually, message, openSite, rowsOf, t } from './support.ts'
import { expectWatermark } from './watermark.ts'
import { askedOf, completeOverHttp, deployOverHttp, drawModel, modelOf, redraw, startOverHttp, taskOf } from './workflow.ts'

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

test('a model is checked and deployed, and what is started of it is handed over, done, and read in the history', async () => {
  const client = await site.client()
  const model = await drawModel(client, [TASK])
  const page = await site.page({ as: 'admin' })
  await page.goto(`/activiti/model?key=${model.key}`)
  await press(page, rowOf(page, model.name), t('button.deploy'))
  const dialog = page.getByRole('dialog')
  await dialog.locator('.diagram-card svg').first().waitFor()
  expect(await problemsOf(page)).toEqual([])
  await dialog
    .getByRole('button', { name: t('button.deploy'), exact: true })
    .or(dialog.getByRole('button', { name: t('process-list.deploy-anyway') }))
    .click()
  await message(page, t('process-list.deployed', { version: 1 })).waitFor()

  const { data } = await client.get<{ list: readonly { id: string }[] }>('/api/activiti/process/queryProcessDefinition', { key: model.key })
  const instance = await startOverHttp(client, data.list[0]?.id ?? '', 'Two days off')
  await page.goto(`/activiti/task?name=${TASK.name}`)
  await press(page, rowOf(page, model.name), t('process-list.hand-over'))
  await dialog.getByRole('button', { name: t('process-list.hand-over') }).click()
  await dialog.getByText(t('process-list.approver-needed')).waitFor()
  await dialog.getByText(t('process-list.comment-needed')).waitFor()
  await dialog.getByRole('combobox').fill('admin')
  await page.locator('.ant-select-item-option').filter({ hasText: 'admin' }).first().click()
  await dialog.getByLabel(t('process-list.comment')).fill('On leave')
  await dialog.getByRole('button', { name: t('process-list.hand-over') }).click()
  await message(page, t('process-list.handed-over')).waitFor()
  await rowOf(page, 'admin').waitFor()
  await press(page, rowOf(page, model.name), t('button.details'))
  await page.getByRole('heading', { level: 2, name: TASK.name }).waitFor()
  await page.getByText('On leave').waitFor()
  expect(await problemsOf(page)).toEqual([])

  await completeOverHttp(client, await taskOf(client, instance), 'Agreed')
  await page.goto('/activiti/historicprocessinstance?description=Two%20days%20off')
  await rowsOf(page).first().getByText(t('choice.processStatus.approved')).waitFor()
  for (const [button, path] of [
    ['activity', '/activiti/historicactivityinstance'],
    ['detail', '/activiti/historicdetail'],
    ['variable', '/activiti/historicvariableinstance'],
  ] as const) {
    await page.goto(`${path}?id=${instance}`)
    await page
      .getByRole('heading', {
        level: 1,
        name: t(`menu.historic${button === 'detail' ? 'detail' : `${button}instance`}` as 'menu.historicdetail'),
      })
      .waitFor()
    await page.locator('.data-table').waitFor()
    expect(await problemsOf(page), path).toEqual([])
  }
  await page.goto(`/activiti/historicdetail?id=${instance}`)
  await page.getByText('Agreed').first().waitFor()
})

test('an instance is followed on its diagram; suspended, nobody can act on it, and it goes on afterwards', async () => {
  const client = await site.client()
  const model = await drawModel(client, [TASK])
  const instance = await startOverHttp(client, await deployOverHttp(client, model.id, model.key), 'Pump 7')
  const page = await site.page({ as: 'admin', colorScheme: 'dark' })
  await page.goto(`/activiti/processinstance?description=Pump%207`)
  const row = rowOf(page, model.name)
  const dialog = page.getByRole('dialog')
  await press(page, row, t('button.track'))
  await dialog.locator('.diagram-active').first().waitFor({ state: 'attached' })
  await dialog.getByRole('tabpanel').getByText('editor').waitFor()
  await expectWatermark(page)
  expect(await problemsOf(page)).toEqual([])
  await dialog
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click()
  await press(page, row, t('button.suspend'))
  await dialog.getByRole('button', { name: t('button.suspend'), exact: true }).click()
  // Why it stands still is asked for.
  await dialog.getByText(t('process-list.comment-needed')).waitFor()
  await dialog.getByRole('textbox').fill('The pump is away')
  await dialog.getByRole('button', { name: t('button.suspend'), exact: true }).click()
  await message(page, t('process-list.suspend-instance-done')).waitFor()
  await row.getByText(t('choice.instanceState.suspended')).waitFor()
  const editor = await site.client('editor')
  const refused = await editor.post('/api/activiti/task/completeTask', { taskId: await taskOf(client, instance), comment: 'yes' })
  expect(refused.http).not.toBe(200)
  await press(page, row, t('button.activate'))
  await dialog.getByRole('button', { name: t('button.activate'), exact: true }).click()
  await message(page, t('process-list.activate-instance-done')).waitFor()
  await completeOverHttp(editor, await taskOf(client, instance), 'yes')
  // By an invalidation, without anybody asking.
  await eventually(() => rowOf(page, model.name).count()).toBe(0)
})

test('instances are moved to another version after a dry run has counted them', async () => {
  const client = await site.client()
  const model = await drawModel(client, [TASK])
  const first = await deployOverHttp(client, model.id, model.key)
  await startOverHttp(client, first, 'Moves')
  await redraw(client, model.id, modelOf(model.key, model.name, [TASK, { id: 'confirm', name: 'Confirm', settings: askedOf('admin') }]))
  const second = await deployOverHttp(client, model.id, model.key)
  const page = await site.page({ as: 'admin' })
  await page.goto(`/activiti/processdefinition?key=${model.key}&definitionVersion=1`)
  const dialog = page.getByRole('dialog')
  await press(page, rowsOf(page).first(), t('button.difference'))
  await dialog.getByRole('combobox').click()
  await page.locator('.ant-select-item-option').first().click()
  await dialog
    .getByText(/Confirm/)
    .first()
    .waitFor()
  await dialog
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click()
  await press(page, rowsOf(page).first(), t('button.migrate'))
  await dialog.getByLabel(t('process-list.migrate-to')).click()
  await page.locator('.ant-select-item-option').first().click()
  await dialog.getByLabel(t('process-list.comment')).fill('New rules')
  await dialog.getByRole('button', { name: t('process-list.migrate-try') }).click()
  await dialog.getByText(t('process-list.migrate-tried', { moved: 1, stayed: 0 })).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: t('button.migrate'), exact: true }).click()
  await dialog.getByText(t('process-list.migrated', { moved: 1, stayed: 0 })).waitFor()
  const { data } = await client.get<{ total: number }>('/api/activiti/process/queryProcessInstance', { definitionId: second })
  expect(data.total).toBe(1)
})

test('a task that nobody can be asked for is an incident or is with somebody who is: the page says which', async () => {
  const client = await site.client()
  const model = await drawModel(client, [{ ...TASK, settings: { people: [{ kind: 'expression', expression: '= 1 / 0' }] } }])
  await startOverHttp(client, await deployOverHttp(client, model.id, model.key), 'Stops')
  const page = await site.page({ as: 'admin', viewport: { width: 390, height: 844 } })
  await page.goto('/activiti/processinstance?description=Stops')
  const dialog = page.getByRole('dialog')
  await press(page, rowOf(page, model.name), t('button.track'))
  await dialog.getByRole('tab', { name: t('process-list.incidents') }).click()
  await dialog.getByRole('tabpanel').locator('.process-lines, .process-quiet').first().waitFor()
  expect(await problemsOf(page)).toEqual([])
})
