/** Starting a process with its form, on a phone as well; its draft; what became of it, in the list and on its page. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aField, aForm, buildForm } from '../support/forms.ts'
import { problemsOf } from './axe.ts'
import { eventually, focused, message, openSite, rowsOf, shownAs, t } from './support.ts'
import { expectWatermark } from './watermark.ts'
import { askedOf, deployOverHttp, drawModel, startOverHttp, taskOf } from './workflow.ts'

const site = openSite()
const PHONE = { width: 390, height: 844 }
const TASK = { id: 'approve', name: 'Approve', settings: askedOf('editor') }

/** A process with a form that everybody may start. */
async function processWithForm(task: { id: string; name: string; settings: object } = TASK) {
  const client = await site.client()
  const form = await buildForm(
    client,
    aForm(
      aField('days', 'integer', { required: true, least: '1', labels: { en: 'Days', zh: '天数', tw: '天數' } }),
      aField('reason', 'text', { labels: { en: 'Reason', zh: '事由', tw: '事由' } }),
    ),
  )
  const model = await drawModel(client, [task])
  const { http } = await client.put('/api/activiti/model/updateModel', { id: model.id, formId: form.id })
  expect(http).toBe(200)
  return { client, model, definition: await deployOverHttp(client, model.id, model.key) }
}

/** Writes a moment into a field with a calendar. */
async function writeMoment(page: Page, label: string, moment: string): Promise<void> {
  const field = page.getByLabel(new RegExp(`^${label}`))
  await field.fill(moment)
  await field.press('Enter')
}

test('on a phone a process is found, says what is missing, and is started with its form; then it is read', async () => {
  const { model } = await processWithForm()
  const page = await site.page({ as: 'admin', viewport: PHONE })
  await page.goto('/personaloa/startprocess')
  await page
    .getByRole('searchbox', { name: t('my-process.search') })
    .or(page.getByPlaceholder(t('my-process.search')))
    .first()
    .fill(model.name)
  const card = page.getByRole('button', { name: model.name })
  await card.waitFor()
  expect(await problemsOf(page)).toEqual([])
  await card.click()
  await page.getByRole('heading', { level: 1, name: model.name }).waitFor()
  await page.getByText(t('my-process.asked-first', { people: '' }).trim(), { exact: false }).waitFor()
  const start = page.getByRole('button', { name: t('my-process.start'), exact: true })
  await start.click()
  await page.getByText(t('my-process.description-needed')).waitFor()
  expect(await page.getByText(t('error.process.range')).count()).toBe(2)
  expect(await problemsOf(page)).toEqual([])

  await writeMoment(page, t('my-process.from'), '2026-03-02 09:00:00')
  await writeMoment(page, t('my-process.until'), '2026-03-04 18:00:00')
  await page.getByLabel(t('my-process.description')).fill('Three days off')
  await page.getByLabel('Days').fill('3')
  await page.getByRole('button', { name: t('my-process.who-asked') }).click()
  await page.getByRole('listitem').filter({ hasText: 'Approve' }).getByText('editor').waitFor()
  await start.click()
  await page.getByRole('heading', { level: 2, name: model.name }).waitFor()
  await page.getByText('Three days off').first().waitFor()
  await page.getByRole('tabpanel').getByText('3', { exact: true }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('tab', { name: t('process-list.diagram') }).click()
  await page.locator('.diagram-active').first().waitFor({ state: 'attached' })
  await expectWatermark(page)
  await page.getByRole('tab', { name: t('process-list.record') }).click()
  await page.getByText(t('process-act.start')).first().waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('what was filled in is there again, in the dark too; the list says how it is and who has it', async () => {
  const { client, model, definition } = await processWithForm({
    ...TASK,
    settings: {
      people: [
        { kind: 'user', username: 'editor' },
        { kind: 'user', username: 'viewer' },
      ],
      pick: 'starter',
    },
  })
  const page = await site.page({ as: 'admin', colorScheme: 'dark' })
  await page.goto(`/personaloa/startprocess?process=${definition}`)
  await page.getByLabel(t('my-process.description')).fill('Kept for later')
  await page.getByText(t('my-process.saved-at', { time: '' }).trim(), { exact: false }).waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel(t('my-process.description')).inputValue()).toBe('Kept for later')
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: t('my-process.start'), exact: true }).click()
  await page.getByText(t('process-list.approver-needed')).waitFor()

  const { http } = await client.post('/api/activiti/process/startProcessInstance', {
    processDefinitionId: definition,
    candidate: 'viewer',
    startTime: '2026-03-02 09:00:00',
    endTime: '2026-03-02 18:00:00',
    description: 'Found in the list',
    formData: { days: 1 },
  })
  expect(http).toBe(200)
  await page.goto(`/personaloa/myprocess?description=Found%20in%20the%20list`)
  const row = rowsOf(page).filter({ hasText: model.name }).first()
  await row.getByText(t('choice.processStatus.running')).waitFor()
  await row.getByText('viewer').first().waitFor()
  expect(await problemsOf(page)).toEqual([])
  await row.getByRole('button', { name: new RegExp(`^${t('list.more')}: `) }).click()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: t('my-process.print-pdf') }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/\.pdf$/)
  await row.getByRole('button', { name: new RegExp(`^${t('list.more')}: `) }).click()
  await page.getByRole('menuitem', { name: t('my-process.again') }).click()
  await expect.poll(() => page.getByLabel(t('my-process.description')).inputValue()).toBe('Found in the list')
  await expect.poll(() => page.getByLabel('Days').inputValue()).toBe('1')
  expect(await message(page, t('my-process.started')).count()).toBe(0)
})

test('somebody away has a deputy, a phrase is said once more, the next one is picked, and copies are read', async () => {
  const client = await site.client()
  const pool = ['editor', 'viewer'].map((username) => ({ kind: 'user', username }))
  const model = await drawModel(client, [
    { id: 'check', name: 'Check', settings: { ...askedOf('editor'), copies: [{ kind: 'user', username: 'viewer' }] } },
    { id: 'decide', name: 'Decide', settings: { people: pool, pick: 'previous' } },
  ])
  const instance = await startOverHttp(client, await deployOverHttp(client, model.id, model.key), 'Goes around')

  const viewer = await site.page({ as: 'viewer' })
  await viewer.goto('/personaloa/absence')
  await viewer.getByText(t('my-task.absence-empty')).waitFor()
  await viewer.getByRole('button', { name: t('my-task.absence-add') }).click()
  const absence = viewer.getByRole('dialog')
  await focused(absence.getByLabel(t('my-task.absence-deputy')))
  await absence.getByLabel(t('process-list.comment')).fill('On leave')
  await viewer.keyboard.press('Escape')
  const question = viewer.getByRole('alertdialog', { name: t('form.discard') })
  await question.getByRole('button', { name: t('form.discard-no') }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await absence.getByLabel(t('process-list.comment')).inputValue()).toBe('On leave')
  await absence.getByRole('button', { name: t('common.save') }).click()
  await absence.getByText(t('my-task.absence-deputy-needed')).waitFor()
  await absence.getByLabel(t('my-task.absence-deputy')).fill('admin')
  await viewer.locator('.ant-select-item-option').filter({ hasText: 'admin' }).first().click()
  await writeMoment(viewer, t('my-task.absence-start'), '2026-01-01 08:00:00')
  expect(await problemsOf(viewer)).toEqual([])
  await absence.getByRole('button', { name: t('common.save') }).click()
  await message(viewer, t('my-task.absence-saved')).waitFor()
  await rowsOf(viewer).filter({ hasText: 'admin' }).getByText(t('my-task.absence-now')).waitFor()

  const page = await site.page({ as: 'editor' })
  await page.goto(`/personaloa/mytaskdetails?id=${await taskOf(client, instance)}`)
  await page
    .getByRole('toolbar', { name: t('my-task.acts') })
    .getByRole('button', { name: t('my-task.act-complete'), exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: t('my-task.act-complete') })
  await dialog.getByRole('button', { name: t('my-task.phrase-insert') }).click()
  await page.getByRole('menuitem', { name: t('my-task.phrase-manage') }).click()
  const phrases = page.getByRole('dialog', { name: t('my-task.phrases') })
  await phrases.getByLabel(t('my-task.phrase-new')).fill('Seen on site, go on')
  await phrases.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('my-task.phrase-saved')).waitFor()
  await phrases.getByRole('listitem').filter({ hasText: 'Seen on site, go on' }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await phrases
    .getByRole('button', { name: t('common.close') })
    .last()
    .click()
  await dialog.getByRole('button', { name: t('my-task.phrase-insert') }).click()
  await page.getByRole('menuitem', { name: 'Seen on site, go on' }).click()
  expect(await dialog.getByLabel(t('process-list.comment')).inputValue()).toBe('Seen on site, go on')
  await dialog.getByRole('button', { name: t('my-task.act-complete'), exact: true }).click()
  await dialog.getByText(t('process-list.approver-needed')).waitFor()
  const next = dialog.getByRole('combobox', { name: t('my-task.next-approver', { name: 'Decide' }) })
  await next.fill('viewer')
  await page.locator('.ant-select-item-option').filter({ hasText: 'viewer' }).first().click()
  await dialog.getByRole('button', { name: t('my-task.act-complete'), exact: true }).click()
  await message(page, t('my-task.done-complete')).waitFor()
  await page.getByText('Seen on site, go on').first().waitFor()

  // Whoever was picked is away: the deputy has it.
  const { data } = await client.get<{ list: readonly { assigneeIdCn: string; ownerIdCn: string }[] }>('/api/activiti/task/queryTask', {
    processInstanceId: instance,
  })
  expect(data.list).toMatchObject([{ assigneeIdCn: shownAs('admin'), ownerIdCn: shownAs('viewer') }])
  await viewer.goto('/personaloa/copytask')
  const copy = rowsOf(viewer).filter({ hasText: model.name })
  await copy.getByText(t('my-task.unread'), { exact: true }).waitFor()
  await viewer.getByText(t('my-task.unread-count', { count: 1 })).waitFor()
  expect(await problemsOf(viewer)).toEqual([])
  await copy.getByRole('button', { name: model.name }).first().click()
  await viewer.getByRole('heading', { level: 2, name: model.name }).waitFor()
  await viewer.goto('/personaloa/copytask?read=1')
  await copy.getByText(t('my-task.read'), { exact: true }).waitFor()

  await viewer.goto('/personaloa/absence')
  await viewer
    .getByRole('button', { name: new RegExp(`^${t('button.delete')}`) })
    .first()
    .click()
  await viewer
    .getByRole('alertdialog')
    .getByRole('button', { name: t('button.delete') })
    .click()
  await message(viewer, t('my-task.absence-deleted')).waitFor()
  await eventually(() => rowsOf(viewer).filter({ hasText: 'admin' }).count()).toBe(0)
})
