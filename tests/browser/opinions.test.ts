/** Opinions and attachments beside a task: asked for by whoever has it, given by whoever is asked, and both see the files. */
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { problemsOf } from './axe.ts'
import { eventually, message, openSite, t } from './support.ts'
import { expectWatermark } from './watermark.ts'
import { askedOf, deployOverHttp, drawModel, startOverHttp, taskOf } from './workflow.ts'

const site = openSite()

test('who has a task asks somebody, who answers on a phone; a file that was attached is fetched by both', async () => {
  const client = await site.client()
  const model = await drawModel(client, [{ id: 'approve', name: 'Approve', settings: askedOf('editor') }])
  const about = `Pump ${unique()}`
  const instance = await startOverHttp(client, await deployOverHttp(client, model.id, model.key), about)
  const page = await site.page({ as: 'editor', colorScheme: 'dark' })
  await page.goto(`/personaloa/mytaskdetails?id=${await taskOf(client, instance)}`)
  await page.getByRole('tab', { name: t('process-beside.attachments') }).click()
  await page.getByText(t('process-beside.attachments-none')).waitFor()
  await page
    .getByLabel(t('process-beside.attach'))
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') })
  await page.getByRole('listitem').filter({ hasText: 'plan.txt' }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  // By keyboard: the tabs are one stop, and the arrows go on.
  await page.getByRole('tab', { name: t('process-beside.attachments') }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByText(t('process-beside.opinions-none')).waitFor()
  await page.getByRole('button', { name: t('my-task.act-consult') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('process-beside.ask-whom')).fill('viewer')
  await page.locator('.ant-select-item-option').filter({ hasText: 'viewer' }).first().click()
  await dialog.getByLabel(t('process-beside.question')).fill('Is it safe?')
  await dialog.getByRole('button', { name: t('my-task.act-consult'), exact: true }).click()
  await message(page, t('my-task.done-consult', { count: 1 })).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Is it safe?' }).getByText(t('process-beside.waits')).waitFor()

  const asked = await site.page({ as: 'viewer', viewport: { width: 390, height: 844 } })
  await asked.goto('/personaloa/assigneetask')
  const line = asked.getByRole('listitem').filter({ hasText: 'Is it safe?' })
  await line.waitFor()
  expect(await problemsOf(asked)).toEqual([])
  expect(await asked.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await line.getByRole('button', { name: t('process-beside.answer') }).click()
  await asked.getByRole('dialog').getByLabel(t('process-beside.opinion')).fill('It is.')
  await asked
    .getByRole('dialog')
    .getByRole('button', { name: t('process-beside.answer'), exact: true })
    .click()
  await message(asked, t('process-beside.answered')).waitFor()
  await eventually(() => line.count()).toBe(0)
  // By an invalidation, without anybody asking.
  await page.getByRole('tabpanel').getByText('It is.').waitFor()
  await asked.goto(`/personaloa/myprocessdetails?id=${instance}`)
  await asked.getByRole('tab', { name: t('process-beside.attachments') }).click()
  const downloaded = asked.waitForEvent('download')
  await asked.getByRole('button', { name: /plan\.txt$/ }).click()
  expect((await downloaded).suggestedFilename()).toBe('plan.txt')
  await asked.getByRole('tab', { name: t('process-list.diagram') }).click()
  await expectWatermark(asked)
})

test('the diagram of an instance is zoomed and moved by keys, and tells of a node that is clicked', async () => {
  const client = await site.client()
  const model = await drawModel(client, [{ id: 'approve', name: 'Approve', settings: askedOf('editor') }])
  const instance = await startOverHttp(client, await deployOverHttp(client, model.id, model.key), 'Looked at')
  const page = await site.page({ as: 'admin' })
  await page.goto(`/personaloa/myprocessdetails?id=${instance}`)
  await page.getByRole('tab', { name: t('process-list.diagram') }).click()
  const paper = page.getByRole('application', { name: t('process-diagram.look') })
  await paper.locator('.diagram-active').waitFor({ state: 'attached' })
  const boxOf = async () => ((await paper.locator('svg').first().getAttribute('viewBox')) ?? '').split(' ').map(Number)
  const whole = await boxOf()
  await paper.focus()
  await page.keyboard.press('+')
  const near = await boxOf()
  expect(near[2]).toBeCloseTo((whole[2] ?? 0) / 1.25, 3)
  await page.keyboard.press('ArrowRight')
  expect((await boxOf())[0]).toBeGreaterThan(near[0] ?? NaN)
  await page.keyboard.press('0')
  expect(await boxOf()).toEqual(whole)
  await page.getByRole('button', { name: t('process-diagram.zoom-in') }).click()
  expect(await boxOf()).toEqual(near)
  await page.getByRole('button', { name: t('process-diagram.zoom-fit') }).click()
  await paper.locator('g[data-element="approve"]').click()
  await page.locator('.process-picked').filter({ hasText: 'editor' }).waitFor()
  // Nothing that draws models is loaded for it.
  const parts = await page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => name)')
  expect(parts.filter((name) => /diagram-drawing|NavigatedViewer/.test(name))).toEqual([])
})
