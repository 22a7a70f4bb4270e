/** Whoever is disabled or deleted has their open tasks given to somebody else first. */
import type { Page } from 'playwright-core'
import { accountIn } from '../../model/organisation/person-text.ts'
import { expect, test } from 'vitest'
import { PASSWORD, unique } from '../support/builders.ts'
import { signIn } from '../support/client.ts'
import { problemsOf } from './axe.ts'
import { addUser } from './data.ts'
import { TENANT, choose, eventually, message, openSite, rowNamed, rowsOf, settled, t, toolbarButton } from './support.ts'
import { askedOf, deployOverHttp, drawModel, startOverHttp, taskOf } from './workflow.ts'

const site = openSite()

/** A user whom no process names, with a task that somebody else has handed on to them. */
async function withTask(name?: string): Promise<{ username: string; taskId: string }> {
  const client = await site.client()
  const { username } = await addUser(client, name === undefined ? {} : { username: name })
  const model = await drawModel(client, [{ id: 'approve', name: 'Approve', settings: askedOf('editor') }])
  const instance = await startOverHttp(client, await deployOverHttp(client, model.id, model.key), `For ${username}`)
  const taskId = await taskOf(client, instance)
  const editor = await site.client('editor')
  const { http } = await editor.post('/api/activiti/task/transferTask', { taskId, assignee: username, comment: 'yours' })
  expect(http).toBe(200)
  return { username, taskId }
}

async function listOf(username: string): Promise<Page> {
  const page = await site.page({ as: 'admin' })
  await page.goto(`/admin/sysuser?username=${username}`)
  await settled(page)
  return page
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: t('successor.title') })

async function handOver(page: Page, to: string): Promise<void> {
  const dialog = dialogOf(page)
  await dialog.getByRole('combobox', { name: t('successor.to-whom') }).fill(to)
  await page.locator('.ant-select-item-option').filter({ hasText: to }).first().click()
  await dialog.getByLabel(t('process-list.comment')).fill('has left')
  await dialog.getByRole('button', { name: t('successor.hand-over'), exact: true }).click()
}

async function assigneeOf(taskId: string): Promise<unknown> {
  const { data } = await (await site.client()).get<{ list: { assigneeIdCn: string }[] }>('/api/activiti/task/queryTask', { id: taskId })
  return accountIn(data.list[0]?.assigneeIdCn ?? '')
}

test('before a user is disabled it is said how much waits for them; a successor gets it, or nobody is named', async () => {
  const { username, taskId } = await withTask()
  const page = await listOf(username)
  const control = rowNamed(page, username).getByRole('switch')
  const question = page.getByRole('alertdialog', { name: t('turn.off-title', { name: username }) })
  await control.click()
  await dialogOf(page).getByText(/: 1\./).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await dialogOf(page)
    .getByRole('button', { name: t('common.cancel') })
    .click()
  await dialogOf(page).waitFor({ state: 'hidden' })
  expect(await question.count(), 'nothing goes on').toBe(0)

  await control.click()
  await dialogOf(page)
    .getByRole('button', { name: t('successor.without') })
    .click()
  await question.getByRole('button', { name: t('common.cancel') }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await assigneeOf(taskId)).toBe(username)

  await control.click()
  await dialogOf(page)
    .getByRole('button', { name: t('successor.hand-over'), exact: true })
    .click()
  await dialogOf(page).getByText(t('successor.needed')).waitFor()
  await handOver(page, 'viewer')
  await message(page, t('successor.done', { count: 1 })).waitFor()
  await question.getByRole('button', { name: t('turn.off'), exact: true }).click()
  await message(page, t('form.saved')).waitFor()
  expect(await assigneeOf(taskId)).toBe('viewer')
  await expect(signIn(site.url, TENANT, username, PASSWORD)).rejects.toThrow()
})

test('a user is deleted once a successor has what waits for them', async () => {
  const { username, taskId } = await withTask()
  const page = await listOf(username)
  await rowNamed(page, username)
    .getByRole('button', { name: new RegExp(`^${t('button.delete')}`) })
    .click()
  expect(
    await dialogOf(page)
      .getByRole('button', { name: t('successor.without') })
      .count(),
  ).toBe(0)
  await handOver(page, 'viewer')
  await page
    .getByRole('alertdialog', { name: t('delete.title') })
    .getByRole('button', { name: t('button.delete'), exact: true })
    .click()
  await message(page, t('delete.done')).waitFor()
  await eventually(() => rowsOf(page).filter({ hasText: username }).count()).toBe(0)
  expect(await assigneeOf(taskId)).toBe('viewer')
})

test('a deletion that is refused because something has come meanwhile leads there as well', async () => {
  const client = await site.client()
  const { username } = await addUser(client)
  const page = await listOf(username)
  await rowNamed(page, username)
    .getByRole('button', { name: new RegExp(`^${t('button.delete')}`) })
    .click()
  const question = page.getByRole('alertdialog', { name: t('delete.title') })
  await question.waitFor()
  const model = await drawModel(client, [{ id: 'approve', name: 'Approve', settings: askedOf('editor') }])
  const taskId = await taskOf(client, await startOverHttp(client, await deployOverHttp(client, model.id, model.key), 'Meanwhile'))
  await (await site.client('editor')).post('/api/activiti/task/transferTask', { taskId, assignee: username, comment: 'yours' })
  await question.getByRole('button', { name: t('button.delete'), exact: true }).click()
  await handOver(page, 'viewer')
  await message(page, t('delete.done')).waitFor()
  expect(await assigneeOf(taskId)).toBe('viewer')
})

test('users who are disabled in the form, or several at once, leave nothing open either', async () => {
  const alone = await withTask()
  const page = await listOf(alone.username)
  await rowNamed(page, alone.username)
    .getByRole('button', { name: `${t('button.update')}: ${alone.username}` })
    .click()
  const form = page.getByRole('dialog', { name: t('form.edit', { noun: t('one.users') }) })
  await choose(page, form.getByRole('combobox', { name: new RegExp(`${t('field.users.status')}$`) }), t('choice.status.0'))
  await form.getByRole('button', { name: t('common.save'), exact: true }).click()
  await handOver(page, 'viewer')
  await message(page, t('form.saved')).waitFor()
  expect(await assigneeOf(alone.taskId)).toBe('viewer')

  const stem = `pair${unique()}`
  const several = [await withTask(`${stem}a`), await withTask(`${stem}b`)]
  const list = await listOf(stem)
  await list.getByRole('checkbox', { name: t('list.choose-all') }).check()
  await toolbarButton(list, t('button.update')).click()
  const together = list.getByRole('dialog', { name: t('batch.title', { count: 2 }) })
  await together.getByRole('checkbox', { name: t('field.users.status') }).check()
  await choose(list, together.getByRole('combobox'), t('choice.status.0'))
  await together.getByRole('button', { name: t('common.save') }).click()
  await dialogOf(list).getByText(/: 2\./).waitFor()
  await handOver(list, 'viewer')
  await message(list, t('batch.done', { count: 2 })).waitFor()
  for (const { taskId } of several) expect(await assigneeOf(taskId)).toBe('viewer')
})
