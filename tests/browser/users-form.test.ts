/** Adding, changing and deleting users. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { users } from '../../model/index.ts'
import { unique, uniqueMobile } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { signIn } from '../support/client.ts'
import { pathsOf } from '../support/values.ts'
import { addUser } from './data.ts'
import { PASSWORD, TENANT, choose, eventually, message, openSite, recordCalls, rowNamed, settled, t, toolbarButton } from './support.ts'

const site = openSite()
let client: Client

beforeAll(async () => {
  client = await site.client()
})

/** The list narrowed to users whose name contains `username`. */
async function openList(username = 'admin'): Promise<Page> {
  const page = await site.page({ as: 'admin' })
  await page.goto(`/admin/sysuser?username=${username}`)
  await settled(page)
  return page
}

const label = (name: keyof typeof users.fields & string) => t(`field.users.${name}` as Parameters<typeof t>[0])
const dialog = (page: Page, title: 'form.add' | 'form.edit') => page.getByRole('dialog', { name: t(title, { noun: t('one.users') }) })
const field = (form: Locator, name: string) => form.getByRole('textbox', { name: new RegExp(`(^|\\s)${name}$`) })
const box = (form: Locator, name: string) => form.getByRole('combobox', { name: new RegExp(`(^|\\s)${name}$`) })
const save = (form: Locator) => form.getByRole('button', { name: t('common.save'), exact: true }).click()
const question = (page: Page) => page.getByRole('alertdialog')
const complaint = (form: Locator, text: string) => form.getByText(text, { exact: true })

async function openAdd(page: Page): Promise<Locator> {
  await toolbarButton(page, t('button.add')).click()
  const form = dialog(page, 'form.add')
  await field(form, label('username')).waitFor()
  return form
}

async function openEdit(page: Page, username: string): Promise<Locator> {
  await rowNamed(page, username)
    .getByRole('button', { name: `${t('button.update')}: ${username}` })
    .click()
  const form = dialog(page, 'form.edit')
  await field(form, label('nickname')).waitFor()
  return form
}

async function fillNew(page: Page, form: Locator, username: string): Promise<void> {
  const texts = { username, nickname: `Nick ${username}`, password: PASSWORD, email: `${username}@example.com`, mobile: uniqueMobile() }
  for (const [name, value] of Object.entries(texts)) await field(form, label(name as 'username')).fill(value)
  await field(form, t('form.confirmPassword')).fill(PASSWORD)
  await choose(page, box(form, label('roleId')), '观察员')
  await form.getByText(t('form.add', { noun: t('one.users') }), { exact: true }).click()
  await choose(page, box(form, label('orgId')), '数据中心')
}

test('an empty form names every field it needs and sends nothing', async () => {
  const page = await openList()
  const form = await openAdd(page)
  const calls = recordCalls(page)
  await save(form)
  for (const name of ['username', 'nickname', 'password', 'email', 'mobile', 'roleId'] as const)
    await complaint(form, t('check.required', { field: label(name) })).waitFor()
  // The organisation is that of whoever adds somebody.
  expect(await complaint(form, t('check.required', { field: label('orgId') })).count()).toBe(0)
  await complaint(form, t('check.required', { field: t('form.confirmPassword') })).waitFor()
  await field(form, label('prefix')).fill('')
  await save(form)
  await complaint(form, t('check.required', { field: label('prefix') })).waitFor()
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('each field says what is wrong with it', async () => {
  const page = await openList()
  const form = await openAdd(page)
  const wrong = async (name: string, value: string, text: string) => {
    await field(form, name).fill(value)
    await field(form, name).blur()
    await complaint(form, text).waitFor()
  }
  await wrong(label('username'), 'ab', t('check.length', { field: label('username'), min: 3, max: 64 }))
  await wrong(label('username'), 'with blank', t('check.blanks', { field: label('username') }))
  await wrong(label('password'), 'short', t('check.length', { field: label('password'), min: 6, max: 31 }))
  await wrong(t('form.confirmPassword'), 'another-horse', t('form.password-notsame'))
  expect(t('form.password-notsame')).toBe('The password and the confirmed password are inconsistent')
  await wrong(label('email'), 'not an address', t('check.email', { field: label('email') }))
  await wrong(label('prefix'), 'abc', t('check.country-code', { field: label('prefix') }))
  await field(form, label('username')).fill('a'.repeat(80))
  expect(await field(form, label('username')).inputValue()).toHaveLength(64)
  await field(form, label('password')).fill('p'.repeat(40))
  expect(await field(form, label('password')).inputValue()).toHaveLength(31)
})

test('a mobile number is judged by its country', async () => {
  const page = await openList()
  const form = await openAdd(page)
  const bad = complaint(form, t('check.mobile', { field: label('mobile') }))
  await field(form, label('mobile')).fill('2025550143')
  await field(form, label('mobile')).blur()
  await bad.waitFor()
  await field(form, label('prefix')).fill('1')
  await eventually(() => bad.count()).toBe(0)
  await field(form, label('prefix')).fill('86')
  await bad.waitFor()
  await field(form, label('mobile')).fill('13912345678')
  await field(form, label('mobile')).blur()
  await eventually(() => bad.count()).toBe(0)
})

test('a new user is told as saved, stands in the list and can sign in; the plain password was never sent', async () => {
  const username = `new-${unique()}`
  const page = await openList(username)
  const form = await openAdd(page)
  const calls = recordCalls(page)
  await fillNew(page, form, username)
  await save(form)
  await message(page, t('form.saved')).waitFor()
  await rowNamed(page, username).waitFor()
  await eventually(() => form.count()).toBe(0)
  const sent = calls.find(({ path }) => path === pathsOf(users).add)
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ username, status: 1, prefix: '86' })
  expect(sent?.body).not.toContain(PASSWORD)
  expect(sent?.body).not.toContain('confirmPassword')
  await signIn(site.url, TENANT, username, PASSWORD)
  // The next new one begins empty.
  expect(await field(await openAdd(page), label('username')).inputValue()).toBe('')
})

test('a name, an address or a number in use is told at its field', async () => {
  const taken = await addUser(client)
  const username = `new-${unique()}`
  const page = await openList()
  const form = await openAdd(page)
  await fillNew(page, form, username)
  for (const [name, value, fresh] of [
    ['username', taken.username.toUpperCase(), username],
    ['email', taken.values['email'], `${username}@example.com`],
    ['mobile', taken.values['mobile'], uniqueMobile()],
  ] as const) {
    await field(form, label(name)).fill(String(value))
    await save(form)
    await complaint(form, t('error.row.taken', { field: label(name) })).waitFor()
    await field(form, label(name)).fill(fresh)
  }
})

test('a change is shown in the row; only what differs is sent', async () => {
  const { username, id } = await addUser(client)
  const page = await openList(username)
  const form = await openEdit(page, username)
  expect(await field(form, label('username')).inputValue()).toBe(username)
  expect(await field(form, label('password')).count()).toBe(0)
  const calls = recordCalls(page)
  await field(form, label('nickname')).fill('Renamed')
  await choose(page, box(form, label('status')), t('choice.status.0'))
  await save(form)
  await message(page, t('form.saved')).waitFor()
  await rowNamed(page, username).getByRole('cell', { name: 'Renamed', exact: true }).waitFor()
  await eventually(() => rowNamed(page, username).getByRole('switch').getAttribute('aria-checked')).toBe('false')
  expect(JSON.parse(calls.find(({ method }) => method === 'PUT')?.body ?? '')).toEqual({ id, version: 1, nickname: 'Renamed', status: 0 })
})

test('place, street and profile of somebody are set in the form, a city among those of the province', async () => {
  const { username, id } = await addUser(client)
  const { data: places } = await client.get<{ value: string; label: string; children: { value: string; label: string }[] }[]>(
    '/api/account/sysuserdetail/queryPlace',
    {},
    { 'accept-language': 'en' },
  )
  const [first, second] = places.filter(({ children }) => children.length > 0)
  if (!first || !second) return expect.unreachable('there are no regions')
  const page = await openList(username)
  const form = await openEdit(page, username)
  await choose(page, box(form, label('provinceRegionCode')), first.label)
  await choose(page, box(form, label('cityRegionCode')), first.children[0]?.label ?? '')
  // Another province takes the city with it.
  await choose(page, box(form, label('provinceRegionCode')), second.label)
  await choose(page, box(form, label('cityRegionCode')), second.children[0]?.label ?? '')
  await field(form, label('address')).fill('Harbour Street 7')
  await field(form, label('profile')).fill('Looks after the pumps')
  await save(form)
  await message(page, t('form.saved')).waitFor()
  const { data } = await client.get<{ list: object[] }>(pathsOf(users).query, { id })
  expect(data.list[0]).toMatchObject({
    provinceRegionCode: second.value,
    cityRegionCode: second.children[0]?.value,
    address: 'Harbour Street 7',
    profile: 'Looks after the pumps',
  })
})

test('the picture of somebody is set and removed', async () => {
  const { username, id } = await addUser(client)
  const page = await openList(username)
  await rowNamed(page, username)
    .getByRole('button', { name: `${t('list.more')}: ${username}` })
    .click()
  await page.getByRole('menuitem', { name: label('avatar') }).click()
  const pictures = page.getByRole('dialog', { name: t('avatar.of', { name: `Nick ${username}` }) })
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR4nGMQyDgBRwzEcQD8wxQBlazbPQAAAABJRU5ErkJggg==',
    'base64',
  )
  await pictures.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: t('image.apply') }).click()
  await message(page, t('avatar.saved')).waitFor()
  const avatar = async () => (await client.get<{ list: { avatar: string | null }[] }>(pathsOf(users).query, { id })).data.list[0]?.avatar
  expect(await avatar()).toContain('/queryAvatar?id=')
  await pictures.getByRole('button', { name: t('image.remove') }).click()
  await question(page)
    .getByRole('button', { name: t('image.remove') })
    .click()
  await message(page, t('avatar.removed')).waitFor()
  expect(await avatar()).toBeNull()
})

test('who was overtaken is told, and gets the new state to go on from', async () => {
  const { username, id } = await addUser(client)
  const page = await openList(username)
  const form = await openEdit(page, username)
  expect((await client.put(pathsOf(users).update, { id, nickname: 'By another' })).http).toBe(200)
  await field(form, label('nickname')).fill('By me')
  await save(form)
  await question(page).getByText(t('error.row.changed'), { exact: true }).waitFor()
  await question(page)
    .getByRole('button', { name: t('common.reload') })
    .click()
  await eventually(() => field(form, label('nickname')).inputValue()).toBe('By another')
  await field(form, label('nickname')).fill('By me')
  await save(form)
  await rowNamed(page, username).getByRole('cell', { name: 'By me', exact: true }).waitFor()
})

test('edit and delete ask for a record, and edit several together', async () => {
  const stem = `pair${unique()}`
  for (const end of ['a', 'b']) await addUser(client, { username: `${stem}${end}` })
  const page = await openList(stem)
  for (const name of [t('button.update'), t('button.delete')]) {
    await toolbarButton(page, name).click()
    await message(page, 'Please check the record!').waitFor()
    await eventually(() => message(page, 'Please check the record!').count()).toBe(0)
  }
  await page.getByRole('checkbox', { name: t('list.choose-all') }).check()
  await page
    .getByRole('status')
    .getByText(t('list.chosen', { count: 2 }), { exact: true })
    .waitFor()
  await toolbarButton(page, t('button.update')).click()
  const together = page.getByRole('dialog', { name: t('batch.title', { count: 2 }) })
  await together.getByRole('button', { name: t('common.cancel') }).click()
  await together.waitFor({ state: 'hidden' })
  await toolbarButton(page, t('button.delete')).click()
  await question(page)
    .getByText(t('delete.several-kept', { count: 2 }), { exact: true })
    .waitFor()
  await question(page)
    .getByRole('button', { name: t('common.cancel') })
    .click()
  await eventually(() => question(page).count()).toBe(0)
  await rowNamed(page, `${stem}a`).waitFor()
  await toolbarButton(page, t('button.delete')).click()
  await question(page)
    .getByRole('button', { name: t('button.delete') })
    .click()
  await message(page, t('delete.done')).waitFor()
  await page.getByText(t('list.empty'), { exact: true }).waitFor()
  expect(await page.getByText(t('list.chosen', { count: 2 })).count()).toBe(0)
})

test('deleting one names it; nobody deletes himself', async () => {
  const { username } = await addUser(client)
  const page = await openList(username)
  await rowNamed(page, username)
    .getByRole('button', { name: `${t('button.delete')}: ${username}` })
    .click()
  await question(page)
    .getByText(t('delete.one-kept', { name: username }), { exact: true })
    .waitFor()
  await question(page)
    .getByRole('button', { name: t('button.delete') })
    .click()
  await eventually(() => rowNamed(page, username).count()).toBe(0)
  await page.goto('/admin/sysuser?username=admin')
  await rowNamed(page, 'admin')
    .getByRole('button', { name: `${t('button.delete')}: admin` })
    .click()
  await question(page)
    .getByRole('button', { name: t('button.delete') })
    .click()
  await message(page, t('error.user.self')).waitFor()
  await rowNamed(page, 'admin').waitFor()
})

test('what was typed and cancelled is forgotten', async () => {
  const { username } = await addUser(client)
  const page = await openList(username)
  const form = await openEdit(page, username)
  await field(form, label('nickname')).fill('Never saved')
  await form.getByRole('button', { name: t('common.cancel'), exact: true }).click()
  await page
    .getByRole('alertdialog', { name: t('form.discard') })
    .getByRole('button', { name: t('form.discard-yes') })
    .click()
  await eventually(() => form.count()).toBe(0)
  expect(await field(await openEdit(page, username), label('nickname')).inputValue()).toBe(`Nick ${username}`)
})
