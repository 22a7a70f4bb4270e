/** One's own tasks, from the list to the decision: claimed, approved on a phone, sent back, delegated and answered; and the count in the menu. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aField, aForm, buildForm } from '../support/forms.ts'
import { atOnce } from './at-once.ts'
import { problemsOf } from './axe.ts'
import { choose, eventually, message, openSite, rowsOf, shownAs, t } from './support.ts'
import { askedOf, completeOverHttp, deployOverHttp, drawModel, startOverHttp, taskOf } from './workflow.ts'

const site = openSite()
const PHONE = { width: 390, height: 844 }
const POOL = {
  people: [
    { kind: 'user', username: 'editor' },
    { kind: 'user', username: 'viewer' },
  ],
}

/** An instance of a new model with these tasks, started by the administrator. */
async function started(tasks: Parameters<typeof drawModel>[1], description: string) {
  const client = await site.client()
  const model = await drawModel(client, tasks)
  const instance = await startOverHttp(client, await deployOverHttp(client, model.id, model.key), description)
  return { client, model, instance }
}

const rowOf = (page: Page, text: string) => rowsOf(page).filter({ hasText: text }).first()
const dialogOf = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('toolbar', { name: t('my-task.acts') })

/** Presses an act at the foot of a task, wherever there is room for it. */
async function act(page: Page, name: string): Promise<Locator> {
  const own = bar(page).getByRole('button', { name, exact: true })
  const more = bar(page).getByRole('button', { name: t('my-task.more-acts') })
  await bar(page).waitFor()
  if (await own.isVisible()) await own.click()
  else {
    await more.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const dialog = dialogOf(page)
  await dialog.waitFor()
  return dialog
}

/** Says why, and does it. */
async function confirmAct(dialog: Locator, name: string, comment: string): Promise<void> {
  await dialog.getByLabel(t('process-list.comment')).fill(comment)
  await dialog.getByRole('button', { name, exact: true }).click()
}

test('on a phone a task is claimed, opened, and approved with a comment that is asked for', async () => {
  const { model, instance } = await started([{ id: 'approve', name: 'Approve', settings: POOL }], 'Two days off')
  const page = await site.page({ as: 'editor', viewport: PHONE })
  await page.goto('/personaloa/candidatetask?description=Two%20days%20off')
  const row = rowOf(page, model.name)
  await row.waitFor()
  expect(await problemsOf(page)).toEqual([])
  await row.getByRole('button', { name: new RegExp(`^${t('my-task.act-claim')}`) }).click()
  await message(page, t('my-task.done-claim')).waitFor()
  await eventually(() => rowOf(page, model.name).count()).toBe(0)

  await page.goto('/personaloa/assigneetask?description=Two%20days%20off')
  await rowOf(page, model.name).getByRole('button', { name: 'Approve', exact: true }).first().click()
  await page.getByRole('heading', { level: 2, name: 'Approve' }).waitFor()
  const dialog = await act(page, t('my-task.act-complete'))
  await dialog.getByRole('button', { name: t('my-task.act-complete'), exact: true }).click()
  await dialog.getByText(t('process-list.comment-needed')).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await confirmAct(dialog, t('my-task.act-complete'), 'Enjoy them')
  await message(page, t('my-task.done-complete')).waitFor()
  await page.getByText('Enjoy them').first().waitFor()
  await page.getByText(t('my-task.over')).waitFor()
  const client = await site.client()
  const { data } = await client.get<{ processStatus: string }>('/api/activiti/history/queryHistoricTrack', {
    processInstanceId: instance,
  })
  expect(data.processStatus).toBe('approved')

  await page.goto('/personaloa/finishedtask?description=Two%20days%20off')
  await rowOf(page, model.name).getByText(t('choice.outcome.approved')).first().waitFor()
})

test('what is done already is said with who and when, and the page shows how it is now', async () => {
  const { client, instance } = await started([{ id: 'approve', name: 'Approve', settings: askedOf('editor') }], 'Race')
  const taskId = await taskOf(client, instance)
  const page = await site.page({ as: 'editor' })
  await page.goto(`/personaloa/mytaskdetails?id=${taskId}`)
  const dialog = await act(page, t('my-task.act-complete'))
  // On another device.
  await completeOverHttp(await site.client('editor'), taskId, 'From the train')
  await confirmAct(dialog, t('my-task.act-complete'), 'Again')
  await dialog
    .getByRole('alert')
    .getByText(/editor/)
    .waitFor()
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await page.getByText('From the train').waitFor()
})

test('a task is rejected from the list; one is sent back to an earlier step, and done once more', async () => {
  const steps = [
    { id: 'first', name: 'Check', settings: askedOf('viewer') },
    { id: 'second', name: 'Decide', settings: askedOf('editor') },
  ]
  const { client, instance } = await started(steps, 'Sent back')
  const rejected = await started([{ id: 'approve', name: 'Refuse me', settings: askedOf('editor') }], 'To be refused')
  const viewer = await site.client('viewer')
  await completeOverHttp(viewer, await taskOf(client, instance), 'ok')
  const page = await site.page({ as: 'editor', colorScheme: 'dark' })
  await page.goto('/personaloa/assigneetask?description=To%20be%20refused')
  await rowOf(page, rejected.model.name)
    .getByRole('button', { name: new RegExp(`^${t('my-task.act-reject')}`) })
    .click()
  expect(await problemsOf(page)).toEqual([])
  await confirmAct(dialogOf(page), t('my-task.act-reject'), 'No budget')
  await message(page, t('my-task.done-reject')).waitFor()
  await eventually(() => rowOf(page, rejected.model.name).count()).toBe(0)

  await page.goto(`/personaloa/mytaskdetails?id=${await taskOf(client, instance)}`)
  const dialog = await act(page, t('my-task.act-return'))
  await choose(page, dialog.getByRole('combobox', { name: t('my-task.target') }), `Check (${shownAs('viewer')})`)
  expect(await problemsOf(page)).toEqual([])
  await confirmAct(dialog, t('my-task.act-return'), 'The date is missing')
  await message(page, t('my-task.done-return')).waitFor()
  const { data } = await viewer.get<{ list: readonly { name: string; processInstanceId: string }[] }>(
    '/api/activiti/task/queryPersonalTask',
    { taskStatus: 'assignee', description: 'Sent back' },
  )
  expect(data.list).toMatchObject([{ name: 'Check', processInstanceId: instance }])
})

test('a task is delegated; whoever was asked only answers, and it comes back', async () => {
  const { client, model, instance } = await started([{ id: 'approve', name: 'Approve', settings: askedOf('editor') }], 'Delegated')
  const page = await site.page({ as: 'editor' })
  await page.goto(`/personaloa/mytaskdetails?id=${await taskOf(client, instance)}`)
  const dialog = await act(page, t('my-task.act-delegate'))
  await dialog.getByRole('button', { name: t('my-task.act-delegate'), exact: true }).click()
  await dialog.getByText(t('process-list.approver-needed')).waitFor()
  await dialog.getByRole('combobox', { name: t('my-task.approver') }).fill('viewer')
  await page.locator('.ant-select-item-option').filter({ hasText: 'viewer' }).first().click()
  await confirmAct(dialog, t('my-task.act-delegate'), 'What do you think?')
  await message(page, t('my-task.done-delegate')).waitFor()

  const other = await site.page({ as: 'viewer' })
  await other.goto('/personaloa/assigneetask?description=Delegated')
  const row = rowOf(other, model.name)
  await row.getByText(t('my-task.delegated-by', { name: shownAs('editor') })).waitFor()
  await row.getByRole('button', { name: new RegExp(`^${t('my-task.act-resolve')}`) }).click()
  await confirmAct(dialogOf(other), t('my-task.act-resolve'), 'Looks right')
  await message(other, t('my-task.done-resolve')).waitFor()
  // By an invalidation: nobody loads the page again.
  await page.getByText(t('my-task.delegated-back')).waitFor()
  await bar(page)
    .getByRole('button', { name: t('my-task.act-complete'), exact: true })
    .waitFor()
})

test('what is filled in goes along with an answer and with a rejection; what is wrong stands at its field, and what is missing is asked for by approving alone', async () => {
  const client = await site.client()
  const form = await buildForm(
    client,
    aForm(aField('verdict', 'text', { required: true }), aField('granted', 'integer', { least: '1' }), aField('days', 'integer')),
  )
  const fields = { verdict: 'write', granted: 'write' }
  const model = await drawModel(client, [{ id: 'approve', name: 'Approve', settings: { ...askedOf('editor'), fields } }])
  expect((await client.put('/api/activiti/model/updateModel', { id: model.id, formId: form.id })).http).toBe(200)
  const definition = await deployOverHttp(client, model.id, model.key)
  const instance = await startOverHttp(client, definition, 'Filled in', { days: 2, verdict: 'none yet' })
  const taskId = await taskOf(client, instance)
  const editor = await site.client('editor')
  await editor.post('/api/activiti/task/delegateTask', { taskId, assignee: 'viewer', comment: 'please' })

  const asked = await site.page({ as: 'viewer' })
  await asked.goto(`/personaloa/mytaskdetails?id=${taskId}`)
  await asked.getByLabel('Field verdict').fill('')
  await asked.getByLabel('Field granted').fill('3')
  await confirmAct(await act(asked, t('my-task.act-resolve')), t('my-task.act-resolve'), 'Three at the most')
  await message(asked, t('my-task.done-resolve')).waitFor()

  const page = await site.page({ as: 'editor' })
  await page.goto(`/personaloa/mytaskdetails?id=${taskId}`)
  const granted = page.getByLabel('Field granted')
  await eventually(() => granted.inputValue()).toBe('3')
  await bar(page)
    .getByRole('button', { name: t('my-task.act-complete'), exact: true })
    .click()
  await eventually(() => page.getByLabel('Field verdict').getAttribute('aria-invalid')).toBe('true')
  await granted.fill('0')
  await bar(page)
    .getByRole('button', { name: t('my-task.act-reject'), exact: true })
    .click()
  await eventually(() => granted.getAttribute('aria-invalid')).toBe('true')
  expect(await dialogOf(page).count(), 'nothing is sent').toBe(0)
  await granted.fill('1')
  await confirmAct(await act(page, t('my-task.act-reject')), t('my-task.act-reject'), 'Too long')
  await message(page, t('my-task.done-reject')).waitFor()
  const { data } = await client.get<{ list: { variableName: string; value: unknown }[] }>(
    '/api/activiti/history/queryHistoricVariableInstance',
    { processInstanceId: instance },
  )
  const values = Object.fromEntries(data.list.map(({ variableName, value }) => [variableName, value]))
  expect(values).toMatchObject({ days: '2', granted: '1', verdict: null })
})

test('from the list of what is done a decision is withdrawn; of one that something has come of it is said at once', async () => {
  const steps = [
    { id: 'first', name: 'Check', settings: askedOf('editor') },
    { id: 'second', name: 'Decide', settings: askedOf('viewer') },
  ]
  const { client, model, instance } = await started(steps, 'Taken back')
  const editor = await site.client('editor')
  const taskId = await taskOf(client, instance)
  await completeOverHttp(editor, taskId, 'ok')
  const page = await site.page({ as: 'editor' })
  const withdraw = async () => {
    await page.goto('/personaloa/finishedtask?description=Taken%20back')
    await rowOf(page, model.name)
      .getByRole('button', { name: new RegExp(`^${t('my-task.act-withdraw')}`) })
      .click()
    await dialogOf(page).waitFor()
  }
  await withdraw()
  await confirmAct(dialogOf(page), t('my-task.act-withdraw'), 'A mistake')
  await message(page, t('my-task.done-withdraw')).waitFor()
  await completeOverHttp(editor, taskId, 'ok after all')
  const viewer = await site.client('viewer')
  await viewer.post('/api/activiti/task/transferTask', { taskId: await taskOf(client, instance), assignee: 'admin', comment: 'yours' })
  await withdraw()
  await dialogOf(page)
    .getByText(t('my-task.withdraw-late', { name: 'Check' }))
    .waitFor()
  expect(await problemsOf(page)).toEqual([])
  await dialogOf(page)
    .getByRole('button', { name: t('common.close') })
    .last()
    .click()
  await dialogOf(page).waitFor({ state: 'hidden' })
})

test('others are asked beside, and one of them is taken away again', async () => {
  const { client, instance } = await started([{ id: 'approve', name: 'Approve', settings: askedOf('editor') }], 'Signed beside')
  const page = await site.page({ as: 'editor' })
  await page.goto(`/personaloa/mytaskdetails?id=${await taskOf(client, instance)}`)
  const dialog = await act(page, t('my-task.act-add-signer'))
  await dialog.getByRole('combobox', { name: t('my-task.approvers') }).fill('viewer')
  await page.locator('.ant-select-item-option').filter({ hasText: 'viewer' }).first().click()
  await confirmAct(dialog, t('my-task.act-add-signer'), 'You know the site')
  await message(page, t('my-task.done-add-signer')).waitFor()
  await page.getByRole('tab', { name: t('my-task.signers') }).click()
  await page.getByRole('button', { name: `${t('my-task.act-remove-signer')}: ${shownAs('viewer')}` }).click()
  expect(await problemsOf(page)).toEqual([])
  await confirmAct(dialogOf(page), t('my-task.act-remove-signer'), 'On leave')
  await message(page, t('my-task.done-remove-signer')).waitFor()
})

test('the menu says within a second how much waits, folded to its icons as well', async () => {
  const { client, model, instance } = await started([{ id: 'approve', name: 'Approve', settings: askedOf('viewer') }], 'Counted')
  const viewer = await site.client('viewer')
  const { data: before } = await viewer.get<{ candidate: number; assignee: number }>('/api/activiti/task/queryTaskCount')
  const page = await site.page({ as: 'viewer' })
  await page.goto('/personaloa/assigneetask')
  const count = page.getByRole('menuitem', { name: new RegExp(`^${t('menu.assigneetask')}`) }).locator('.menu-count')
  await count.getByText(t('my-task.waiting', { count: before.assignee })).waitFor()
  const began = performance.now()
  await completeOverHttp(viewer, await taskOf(client, instance), 'seen')
  await eventually(() => count.getByText(t('my-task.waiting', { count: before.assignee })).count()).toBe(0)
  const took = performance.now() - began
  expect(took).toBeLessThan(await atOnce(page))

  const definition = await deployOverHttp(client, model.id, model.key)
  await startOverHttp(client, definition, 'Counted again')
  await page.getByRole('button', { name: t('shell.fold') }).click()
  const sum = before.assignee + before.candidate
  await page
    .locator('.counted-icon')
    .getByText(t('my-task.waiting', { count: sum }))
    .waitFor()
  await eventually(() => page.locator('.counted-icon .menu-count').first().isVisible()).toBe(true)
  expect(await problemsOf(page)).toEqual([])
})
