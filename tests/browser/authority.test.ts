/** Granting as people do it: a role's dialog, a user's roles, data permissions, and the question why. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { addRole, addUser } from './data.ts'
import { choose, eventually, focused, message, openSite, rowNamed, settled, t } from './support.ts'

const site = openSite()
let client: Client
beforeAll(async () => {
  client = await site.client()
})

async function open(address: string): Promise<Page> {
  const page = await site.page({ as: 'admin' })
  await page.goto(address)
  await settled(page)
  return page
}

const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => dialog(page).getByRole('button', { name: t('common.save'), exact: true })
const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name: new RegExp(`^${name}`) })
/** A box by the beginning of its name; groups say how many of theirs are ticked after it. */
const box = (within: Locator, name: string) => within.getByRole('checkbox', { name: new RegExp(`^${name}`) })

test('a role is given pages, calls and people, loses a button and a field, and the page says what is not saved', async () => {
  const roleName = `Grants ${unique()}`
  const roleCode = `G_${unique()}`
  await addRole(client, { roleName, roleCode })
  const user = await addUser(client)
  const page = await open('/authority/sysrole')
  await rowNamed(page, roleName)
    .getByRole('button', { name: `${t('button.authorize')}: ${roleName}` })
    .click()

  const menus = dialog(page).getByRole('group', { name: t('granting.menus') })
  await box(menus, t('menu.sysuser')).check()
  await save(page).click()
  await message(page, t('form.saved')).waitFor()

  await tab(page, t('granting.urls')).click()
  const urls = dialog(page).getByRole('group', { name: t('granting.urls') })
  // Its queries came with the page.
  await urls.getByRole('searchbox').fill('SysUser')
  expect(await urls.getByRole('checkbox', { name: /\/admin\/sysuser\/querySysUser$/ }).isChecked()).toBe(true)
  expect(await urls.getByRole('checkbox', { name: /\/admin\/sysuser\/addSysUser$/ }).isChecked()).toBe(false)
  await urls.getByRole('checkbox', { name: /\/admin\/sysuser\/addSysUser$/ }).check()
  await eventually(() => save(page).isEnabled()).toBe(true)
  await save(page).click()
  await eventually(() => save(page).isDisabled()).toBe(true)

  await tab(page, t('granting.fields')).click()
  const fields = dialog(page).getByRole('group', { name: t('granting.fields') })
  await fields.getByRole('searchbox').fill(t('field.users.mobile'))
  await fields
    .getByRole('checkbox', { name: t('field.users.mobile'), exact: true })
    .first()
    .uncheck()
  await save(page).click()
  await eventually(() => save(page).isDisabled()).toBe(true)

  await tab(page, t('granting.scope')).click()
  const choose = async (name: string, option: string) => {
    await dialog(page).getByRole('combobox', { name, exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
  }
  await choose(t('scope.rest'), t('scope.kind.some'))
  // Something has to be named.
  await save(page).click()
  await message(page, t('check.scope-empty')).waitFor()
  await choose(t('scope.rest'), t('scope.kind.below'))
  await choose(t('noun.devices'), t('scope.kind.all'))
  await choose(t('noun.work-orders'), t('scope.kind.own'))
  await save(page).click()
  await eventually(() => save(page).isDisabled()).toBe(true)

  await tab(page, t('granting.users')).click()
  const people = dialog(page).getByRole('group', { name: t('granting.users') })
  await people.getByRole('searchbox').fill(user.username)
  await people
    .getByRole('checkbox', { name: new RegExp(`^${user.username}`) })
    .first()
    .check()
  await dialog(page)
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click()
  await page
    .getByRole('alertdialog')
    .getByText(t('granting.leave-text', { panels: t('granting.users') }))
    .waitFor()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.cancel') })
    .click()
  await save(page).click()
  await eventually(() => save(page).isDisabled()).toBe(true)

  const { data } = await client.get<{ value: string; name: string }[]>('/api/admin/sysrole/queryRoleName', { userId: user.id, assign: '1' })
  expect(data.map(({ name }) => name)).toContain(roleName)
  expect((await client.get('/api/admin/sysmenu/queryDataFieldByRoleCode', { roleCode })).data).toEqual(['sysuser:mobile'])
  const { data: why } = await client.get('/api/admin/why/queryWhy', { userId: user.id, kind: 'menu', item: 'sysuser' })
  const scopes = [
    { table: '', kind: 'below', named: 0, places: [] },
    { table: 'devices', kind: 'all', named: 0, places: [] },
    { table: 'work_orders', kind: 'own', named: 0, places: [] },
  ]
  expect(why).toMatchObject({ roles: expect.arrayContaining([expect.objectContaining({ roleCode, scopes })]) })
})

test('the administrator role can be looked at, and only its people changed', async () => {
  const page = await open('/authority/sysrole')
  await rowNamed(page, '管理员')
    .getByRole('button', { name: `${t('button.authorize')}: 管理员` })
    .click()
  await dialog(page).getByText(t('error.role.administrator')).waitFor()
  expect(await box(dialog(page).getByRole('group', { name: t('granting.menus') }), t('menu.sysuser')).isDisabled()).toBe(true)
})

test('a user is given a role of a post by keyboard alone', async () => {
  const page = await open('/admin/sysuser?username=zhouguoliang')
  await rowNamed(page, 'zhouguoliang')
    .getByRole('button', { name: `${t('button.authorize')}: zhouguoliang` })
    .focus()
  await page.keyboard.press('Enter')
  const first = dialog(page).getByRole('checkbox', { name: '审计员', exact: true })
  await first.last().waitFor()
  expect(await first.count()).toBe(2)
  await dialog(page).getByRole('searchbox').focus()
  await focused(dialog(page).getByRole('searchbox'))
  await page.keyboard.type('审计员')
  for (let step = 0; step < 12 && (await first.last().and(page.locator(':focus')).count()) === 0; step += 1)
    await page.keyboard.press('Tab')
  await focused(first.last())
  await page.keyboard.press('Space')
  // Leaving asks about a change only once there is one.
  await eventually(() => first.last().isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('alertdialog').count()).toBe(0)
  await focused(first.last())
  for (let step = 0; step < 4 && (await save(page).and(page.locator(':focus')).count()) === 0; step += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await message(page, t('form.saved')).waitFor()
  await eventually(() => dialog(page).count()).toBe(0)
})

test('a data permission is added, and a second one for the same role is not', async () => {
  const roleName = `Hides ${unique()}`
  const roleCode = `H_${unique()}`
  await addRole(client, { roleName, roleCode })
  const page = await open('/authority/datapermission?menuCode=sysorg')
  const add = async () => {
    await page.getByRole('button', { name: new RegExp(`${t('button.add')}$`) }).click()
    await choose(page, dialog(page).getByRole('combobox', { name: t('data-permission.role') }), `${roleName} · ${roleCode}`)
  }
  await add()
  await choose(page, dialog(page).getByRole('combobox', { name: t('data-permission.fields') }), t('field.organisations.orgDescription'))
  await page.keyboard.press('Escape')
  await save(page).click()
  await page
    .getByRole('row', { name: new RegExp(roleCode) })
    .getByText(t('field.organisations.orgDescription'), { exact: true })
    .waitFor()
  await add()
  await dialog(page).getByText(t('error.data-permission.duplicate')).waitFor()
})

test('why? tells who, what and which step, and leads to where it is changed', async () => {
  const viewer = (await client.get<{ list: { id: string }[] }>('/api/admin/sysuser/querySysUser', { username: 'viewer' })).data.list[0]?.id
  const page = await site.page({ as: 'admin' })
  await page.goto(`/authority/why?userId=${viewer}&kind=field&item=sysuser:mobile`)
  await page.getByText(t('why.reason.hidden')).waitFor()
  await page.getByText(t('why.step.roles.no')).waitFor()
  await page.getByRole('link', { name: t('why.change-role') }).click()
  await eventually(() => new URL(page.url()).pathname).toBe('/authority/datapermission')
  await page.goto('/authority/sysurl?url=deleteSysUser')
  await page
    .getByRole('button', { name: new RegExp(`^${t('granting.who').replace('?', '\\?')}: `) })
    .first()
    .click()
  await dialog(page)
    .getByRole('link', { name: t('menu.why') })
    .first()
    .click()
  await page.getByText(t('why.reason.granted')).waitFor()
})
