/** What can be done to rows from their list: switched, copied, looked at, edited together, taken back, and brought back. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { signIn } from '../support/client.ts'
import { addUser } from './data.ts'
import { PASSWORD, TENANT, choose, eventually, focused, message, openSite, rowNamed, rowsOf, settled, t, toolbarButton } from './support.ts'

const site = openSite()

/** Devices of the demonstration's tenant that the tests alone work with; gives their names. */
async function devices(count: number): Promise<string[]> {
  const admin = await site.client()
  const tag = unique()
  for (let at = 1; at <= count; at += 1) {
    const { http } = await admin.post('/api/acquisition/device/addDevice', {
      deviceCode: `${tag}-${at}`,
      deviceName: `Gauge ${tag} ${at}`,
      connection: 'push',
      deviceStatus: 1,
    })
    expect(http).toBe(200)
  }
  return Array.from({ length: count }, (_, at) => `Gauge ${tag} ${at + 1}`)
}
async function open(names: readonly string[]): Promise<Page> {
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/devices?deviceName=${encodeURIComponent((names[0] ?? '').slice(0, -2))}`)
  await settled(page)
  await eventually(() => rowsOf(page).count()).toBe(names.length)
  return page
}
const stored = async (name: string) => {
  const { data } = await (
    await site.client()
  ).get<{ list: Record<string, unknown>[] }>('/api/acquisition/device/queryDevice', { deviceName: name })
  return data.list[0]
}
const more = async (page: Page, name: string, action: string) => {
  await rowNamed(page, name)
    .getByRole('button', { name: `${t('list.more')}: ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const undo = (page: Page, text: string) =>
  message(page, text)
    .locator('..')
    .getByRole('button', { name: t('undo.go') })

test('a row is switched off where it stands, by keyboard as well, and the message takes it back', async () => {
  const [name = ''] = await devices(1)
  const page = await open([name])
  const control = rowNamed(page, name).getByRole('switch', { name: t('list.switch', { field: t('field.devices.deviceStatus'), name }) })
  await control.press('Space')
  await message(page, t('form.saved')).waitFor()
  expect(await stored(name)).toMatchObject({ deviceStatus: 0 })
  await undo(page, t('form.saved')).click()
  await message(page, t('undo.done')).waitFor()
  await eventually(() => control.getAttribute('aria-checked')).toBe('true')
  expect(await stored(name)).toMatchObject({ deviceStatus: 1 })
})

test('a user is switched off only after the question what that ends', async () => {
  const client = await site.client()
  const { username } = await addUser(client)
  const page = await site.page({ as: 'admin' })
  await page.goto(`/admin/sysuser?username=${username}`)
  await settled(page)
  const control = rowNamed(page, username).getByRole('switch')
  const question = page.getByRole('alertdialog', { name: t('turn.off-title', { name: username }) })
  await control.click()
  await question.getByText(t('turn.off-users'), { exact: true }).waitFor()
  await question.getByRole('button', { name: t('common.cancel') }).click()
  await question.waitFor({ state: 'hidden' })
  await signIn(site.url, TENANT, username, PASSWORD)
  await control.click()
  await question.getByRole('button', { name: t('turn.off'), exact: true }).click()
  await message(page, t('form.saved')).waitFor()
  await expect(signIn(site.url, TENANT, username, PASSWORD)).rejects.toThrow()
})

test('whoever may not change rows reads their state, and has no switch', async () => {
  const page = await site.page({ as: 'viewer' })
  await page.goto('/acquisition/devices')
  await settled(page)
  await rowsOf(page).first().getByText(t('choice.deviceStatus.1')).waitFor()
  expect(await rowsOf(page).getByRole('switch').count()).toBe(0)
})

test('a copy begins with what the row has, and without what names it', async () => {
  const [name = ''] = await devices(1)
  const page = await open([name])
  await more(page, name, t('list.copy'))
  const dialog = page.getByRole('dialog')
  await eventually(() => dialog.locator('#deviceName').inputValue()).toBe(name)
  expect(await dialog.locator('#deviceCode').inputValue()).toBe('')
  await dialog.locator('#deviceCode').fill(`${unique()}-copy`)
  await dialog.locator('#deviceName').fill(`${name} copy`)
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await rowNamed(page, `${name} copy`).waitFor()
})

test('all of a row stands beside the list, and the arrow keys lead to the next', async () => {
  const names = await devices(2)
  const page = await open(names)
  const [first = '', second = ''] = (await rowsOf(page).locator('td:nth-child(2)').allTextContents()).map((text) => text.trim())
  await more(page, first, t('detail.open'))
  const drawer = page.getByRole('dialog', { name: first })
  await drawer.getByText(t('field.devices.deviceCode'), { exact: true }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: second }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: second }).waitFor({ state: 'hidden' })
})

test('several rows are given the same values, all of them taken back at once', async () => {
  const names = await devices(3)
  const page = await open(names)
  await page.getByRole('checkbox', { name: t('list.choose-all') }).check()
  await toolbarButton(page, t('button.update')).click()
  const dialog = page.getByRole('dialog', { name: t('batch.title', { count: 3 }) })
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('batch.none')).waitFor()
  await dialog.getByRole('checkbox', { name: t('field.devices.deviceStatus') }).check()
  await choose(page, dialog.getByRole('combobox'), t('choice.deviceStatus.0'))
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('batch.done', { count: 3 })).waitFor()
  for (const name of names) expect(await stored(name)).toMatchObject({ deviceStatus: 0 })
  await undo(page, t('batch.done', { count: 3 })).click()
  await message(page, t('undo.done')).waitFor()
  for (const name of names) expect(await stored(name)).toMatchObject({ deviceStatus: 1 })
})

test('values for several rows begin at the first field, and are not thrown away without a question', async () => {
  const page = await open(await devices(2))
  await page.getByRole('checkbox', { name: t('list.choose-all') }).check()
  await toolbarButton(page, t('button.update')).click()
  const dialog = page.getByRole('dialog', { name: t('batch.title', { count: 2 }) })
  await focused(dialog.getByRole('checkbox').first())
  // Nothing is chosen: nothing is asked.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await toolbarButton(page, t('button.update')).click()
  const status = dialog.getByRole('checkbox', { name: t('field.devices.deviceStatus') })
  await status.check()
  const question = page.getByRole('alertdialog', { name: t('form.discard') })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: t('form.discard-no') }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await status.isChecked()).toBe(true)
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await question.getByRole('button', { name: t('form.discard-yes') }).click()
  await dialog.waitFor({ state: 'hidden' })
})

test('what was deleted comes back by the message, or later out of the recycle bin', async () => {
  const [name = ''] = await devices(1)
  const page = await open([name])
  const remove = async () => {
    await rowNamed(page, name)
      .getByRole('button', { name: `${t('button.delete')}: ${name}` })
      .click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('button.delete') })
      .click()
    await eventually(() => rowNamed(page, name).count()).toBe(0)
  }
  await remove()
  await undo(page, t('delete.done')).click()
  await rowNamed(page, name).waitFor()
  await remove()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('list.more') })
    .click()
  await page.getByRole('menuitem', { name: t('bin.open') }).click()
  const bin = page.getByRole('dialog', { name: t('bin.title', { noun: t('noun.devices') }) })
  await bin
    .getByRole('textbox', { name: t('bin.search') })
    .or(bin.getByRole('searchbox'))
    .fill(name)
  await bin.getByRole('button', { name: `${t('bin.restore')}: ${name}` }).click()
  await message(page, t('bin.restored', { name })).waitFor()
  await bin.getByText(t('bin.none')).waitFor()
  await page.keyboard.press('Escape')
  await rowNamed(page, name).waitFor()
})

test('a list is saved as CSV, and its days are chosen with one click', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  const saved = page.waitForEvent('download')
  await toolbarButton(page, t('button.export')).click()
  await page.getByRole('menuitem', { name: t('export.exportCSV') }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
  await page.getByRole('button', { name: t('list.advanced') }).click()
  const from = page.getByRole('search').getByPlaceholder(t('list.from')).last()
  await from.click()
  await page.getByText(t('period.today'), { exact: true }).click()
  await page.getByRole('button', { name: t('list.query') }).click()
  const asked = () => [...new URL(page.url()).searchParams].map(([name, value]) => `${name} ${value.slice(10)}`).toSorted()
  await eventually(asked).toEqual(['createTimeEnd  23:59:59', 'createTimeStart  00:00:00'])
})
