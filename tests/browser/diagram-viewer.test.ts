/** What draws models of processes (bpmn-js) comes with a diagram that is seen, and not with the dialogs that may show one. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { eventually, openSite, rowsOf, t } from './support.ts'
import { expectWatermark } from './watermark.ts'
import { askedOf, deployOverHttp, drawModel, modelOf, redraw } from './workflow.ts'

const site = openSite()
const TASK = { id: 'approve', name: 'Approve', settings: askedOf('editor') }
const DESK = { viewport: { width: 1440, height: 900 } } as const

/** The parts that draw models, of those that the page has asked for until now. */
const drawers = (page: Page) =>
  page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)).filter((name) => /^diagram-drawing-.*js$/.test(name))`,
  )

/** Presses a button of a row, wherever there is room for it, and gives the dialog that opens. */
async function open(page: Page, row: Locator, name: string): Promise<Locator> {
  const own = row.getByRole('button', { name: new RegExp(`^${name}`) }).first()
  const more = row.getByRole('button', { name: new RegExp(`^${t('list.more')}: `) })
  await own.or(more).first().waitFor()
  if (await own.isVisible()) await own.click()
  else {
    await more.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}
async function close(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

test('a model that is not drawn, one that is not tried yet and versions that are not chosen yet bring none', async () => {
  const client = await site.client()
  const { data: organisations } = await client.get<{ list: { id: string }[] }>('/api/admin/sysorg/querySysOrg', { pageSize: 1 })
  const empty = { name: `Empty ${unique()}`, key: `empty_${unique()}`.replaceAll('-', '_') }
  const added = await client.post('/api/activiti/model/addModel', { ...empty, category: 'Office', orgId: organisations.list[0]?.id })
  expect(added.http, added.message).toBe(200)
  const model = await drawModel(client, [TASK])
  await deployOverHttp(client, model.id, model.key)
  await redraw(client, model.id, modelOf(model.key, model.name, [TASK, { id: 'confirm', name: 'Confirm', settings: askedOf('admin') }]))
  await deployOverHttp(client, model.id, model.key)

  const page = await site.page({ as: 'admin', ...DESK })
  await page.goto(`/activiti/model?key=${empty.key}`)
  const check = await open(page, rowsOf(page).filter({ hasText: empty.name }).first(), t('button.check'))
  await check.getByText(t('process-list.nothing-drawn')).waitFor()
  await close(page, check)

  await page.goto(`/activiti/model?key=${model.key}`)
  const trial = await open(page, rowsOf(page).filter({ hasText: model.name }).first(), t('button.simulate'))
  await trial.getByRole('button', { name: t('process-simulation.begin') }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await drawers(page), 'before it is tried').toEqual([])
  await close(page, trial)

  await page.goto(`/activiti/processdefinition?key=${model.key}&definitionVersion=1`)
  const versions = await open(page, rowsOf(page).first(), t('button.difference'))
  await versions.getByRole('combobox').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await drawers(page), 'before a version is chosen').toEqual([])
  await versions.getByRole('combobox').click()
  await page.locator('.ant-select-item-option').first().click()
  await versions.locator('.djs-shape[data-element-id="confirm"]').waitFor({ state: 'attached' })
  expect(await drawers(page)).toHaveLength(1)
})

test('below all that is wrong with a model, its diagram is drawn once somebody comes to it', async () => {
  const client = await site.client()
  const model = await drawModel(client, [TASK])
  const nobody = Array.from({ length: 40 }, (_, at) => ({ id: `step${at}`, name: `Step ${at}` }))
  await redraw(client, model.id, modelOf(model.key, model.name, nobody))
  const page = await site.page({ as: 'admin', ...DESK })
  await page.goto(`/activiti/model?key=${model.key}`)
  const dialog = await open(page, rowsOf(page).filter({ hasText: model.name }).first(), t('button.check'))
  await dialog.getByText('Step 39').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  expect(await drawers(page)).toEqual([])
  const place = dialog.locator('.diagram-card')
  const before = await place.boundingBox()
  await place.scrollIntoViewIfNeeded()
  await dialog.locator('.djs-shape[data-element-id="step39"]').waitFor({ state: 'attached' })
  await eventually(() => drawers(page)).toHaveLength(1)
  // In the place that was kept for it.
  expect((await place.boundingBox())?.height).toBe(before?.height)
  await expectWatermark(page)
})
