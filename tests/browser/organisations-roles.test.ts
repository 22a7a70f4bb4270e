/** The tree of organisations, and roles. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { organisations } from '../../model/index.ts'
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { pathsOf } from '../support/values.ts'
import { addOrganisation, addRole, organisationNamed, roleCoded } from './data.ts'
import { choose, eventually, message, openChoices, openSite, recordCalls, rowNamed, rowsOf, settled, t, toolbarButton } from './support.ts'

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
const field = (form: Locator, name: string) => form.getByRole('textbox', { name: new RegExp(`(^|\\s)${name}$`) })
const box = (form: Locator, name: string) => form.getByRole('combobox', { name: new RegExp(`(^|\\s)${name}$`) })
const save = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: t('common.save'), exact: true })
    .click()
const question = (page: Page) => page.getByRole('alertdialog')
const parent = t('field.organisations.parentId')
const name = t('field.organisations.orgName')

const edit = (page: Page, row: string) =>
  rowNamed(page, row)
    .getByRole('button', { name: `${t('button.update')}: ${row}` })
    .click()
async function remove(page: Page, row: string): Promise<void> {
  await rowNamed(page, row)
    .getByRole('button', { name: `${t('button.delete')}: ${row}` })
    .click()
  await question(page).waitFor()
}

/** How far a row is indented, which is how deep it lies. */
async function indent(page: Page, row: string): Promise<number> {
  return (await rowNamed(page, row).getByText(row, { exact: true }).boundingBox())?.x ?? 0
}

test('the tree shows every organisation below its parent, and folds', async () => {
  const page = await open('/admin/sysorg')
  expect(await indent(page, '南京预制梁场')).toBeGreaterThan(await indent(page, '华东轨道交通预制集团'))
  expect(await indent(page, '钢筋班')).toBeGreaterThan(await indent(page, '南京生产部'))
  await page.getByRole('button', { name: `${t('list.fold')}: 南京预制梁场` }).click()
  await eventually(() => rowNamed(page, '钢筋班').count()).toBe(0)
  await rowNamed(page, '苏州预制梁场').waitFor()
  await page.getByRole('button', { name: `${t('list.unfold')}: 南京预制梁场` }).click()
  await rowNamed(page, '钢筋班').waitFor()
})

test('a new child stands below its parent, and can be chosen for users at once', async () => {
  const root = `Root ${unique()}`
  const child = `Child ${unique()}`
  await addOrganisation(client, { orgName: root })
  const page = await open('/admin/sysorg')
  await toolbarButton(page, t('button.add')).click()
  await field(dialog(page), name).fill(child)
  await choose(page, box(dialog(page), parent), root)
  await choose(page, box(dialog(page), t('field.organisations.orgType')), t('choice.orgType.company'))
  await save(page)
  await message(page, t('form.saved')).waitFor()
  await rowNamed(page, child)
    .getByRole('cell', { name: t('choice.orgType.company') })
    .waitFor()
  expect(await indent(page, child)).toBeGreaterThan(await indent(page, root))
  await page
    .getByRole('navigation', { name: t('shell.menu') })
    .getByRole('link', { name: t('menu.sysuser'), exact: true })
    .click()
  await page.waitForURL('**/sysuser')
  const popup = await openChoices(page, page.getByRole('combobox', { name: t('field.users.orgId') }))
  await popup.getByText(root, { exact: true }).waitFor()
  await popup.getByText(child, { exact: true }).waitFor()
})

test('an organisation needs a name', async () => {
  const page = await open('/admin/sysorg')
  await toolbarButton(page, t('button.add')).click()
  await field(dialog(page), name).waitFor()
  const calls = recordCalls(page)
  await save(page)
  await dialog(page)
    .getByText(t('check.required', { field: name }), { exact: true })
    .waitFor()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('nothing can be moved below itself: it is not offered, and refused where it was offered in good faith', async () => {
  const names = { above: `Above ${unique()}`, below: `Below ${unique()}`, free: `Free ${unique()}` }
  const above = await addOrganisation(client, { orgName: names.above })
  await addOrganisation(client, { orgName: names.below, parentId: above.id })
  const free = await addOrganisation(client, { orgName: names.free })
  const page = await open('/admin/sysorg')
  await edit(page, names.above)
  await field(dialog(page), name).waitFor()
  const popup = await openChoices(page, box(dialog(page), parent))
  await popup.getByText(t('form.top-level'), { exact: true }).waitFor()
  expect(await popup.getByText(names.above, { exact: true }).count()).toBe(0)
  expect(await popup.getByText(names.below, { exact: true }).count()).toBe(0)
  await box(dialog(page), parent).fill(names.free)
  await popup.getByText(names.free, { exact: true }).click()
  // Meanwhile somebody puts the chosen parent below.
  expect((await client.put(pathsOf(organisations).update, { id: free.id, parentId: above.id })).http).toBe(200)
  await save(page)
  await dialog(page).getByText(t('error.tree.cycle'), { exact: true }).waitFor()
  expect((await organisationNamed(client, names.above)).parentId).toBe('0')
})

test('deleting a branch tells how many go along, and all of them go', async () => {
  const stem = unique()
  const root = await addOrganisation(client, { orgName: `Top ${stem}` })
  const middle = await addOrganisation(client, { orgName: `Middle ${stem}`, parentId: root.id })
  await addOrganisation(client, { orgName: `Leaf ${stem}`, parentId: middle.id })
  const page = await open('/admin/sysorg')
  await remove(page, `Leaf ${stem}`)
  expect(
    await question(page)
      .getByText(/more\.$/)
      .count(),
  ).toBe(0)
  await question(page)
    .getByRole('button', { name: t('common.cancel') })
    .click()
  await remove(page, `Top ${stem}`)
  await question(page)
    .getByText(`${t('delete.one', { name: `Top ${stem}` })} ${t('delete.below', { count: 2 })}`, { exact: true })
    .waitFor()
  await question(page)
    .getByRole('button', { name: t('button.delete') })
    .click()
  await message(page, t('delete.done')).waitFor()
  await eventually(() => page.getByText(stem).count()).toBe(0)
})

test('an organisation with people in it stays', async () => {
  const page = await open('/admin/sysorg')
  await remove(page, '数据中心')
  await question(page)
    .getByRole('button', { name: t('button.delete') })
    .click()
  await message(page, t('error.row.in-use')).waitFor()
  await rowNamed(page, '数据中心').waitFor()
})

test('a filter finds what lies deep in the tree', async () => {
  const page = await open('/admin/sysorg')
  await page.getByRole('search').getByLabel(name).fill('蒸养')
  await page.getByRole('search').getByLabel(name).press('Enter')
  await eventually(() => rowsOf(page).count()).toBe(1)
  await rowNamed(page, '蒸养班').waitFor()
})

test('a role is added, changed and deleted', async () => {
  const roleName = `Role ${unique()}`
  const page = await open('/authority/sysrole')
  await toolbarButton(page, t('button.add')).click()
  await field(dialog(page), t('field.roles.roleName')).waitFor()
  await save(page)
  for (const needed of [t('field.roles.roleName'), t('field.roles.roleCode')])
    await dialog(page)
      .getByText(t('check.required', { field: needed }), { exact: true })
      .waitFor()
  await field(dialog(page), t('field.roles.roleName')).fill(roleName)
  await field(dialog(page), t('field.roles.roleCode')).fill('1 wrong')
  await save(page)
  await dialog(page)
    .getByText(t('check.code', { field: t('field.roles.roleCode') }), { exact: true })
    .waitFor()
  await field(dialog(page), t('field.roles.roleCode')).fill('role_admin')
  await save(page)
  await dialog(page)
    .getByText(t('error.row.taken', { field: t('field.roles.roleCode') }), { exact: true })
    .waitFor()
  await field(dialog(page), t('field.roles.roleCode')).fill(`R_${unique()}`)
  await save(page)
  await message(page, t('form.saved')).waitFor()
  await edit(page, roleName)
  await field(dialog(page), t('field.roles.roleDescription')).fill('What this role is for')
  await save(page)
  await rowNamed(page, roleName).getByRole('cell', { name: 'What this role is for', exact: true }).waitFor()
  await remove(page, roleName)
  await question(page)
    .getByRole('button', { name: t('button.delete') })
    .click()
  await message(page, t('delete.done')).waitFor()
  await eventually(() => rowNamed(page, roleName).count()).toBe(0)
})

test('a copy of a role may do the same', async () => {
  const page = await open('/authority/sysrole')
  await rowNamed(page, '管理员')
    .getByRole('button', { name: `${t('list.more')}: 管理员` })
    .click()
  await page.getByRole('menuitem', { name: t('list.copy'), exact: true }).click()
  await dialog(page).getByText(t('role-copy.about'), { exact: true }).waitFor()
  const [roleName, roleCode] = [`Copy ${unique()}`, `C_${unique()}`]
  await field(dialog(page), t('field.roles.roleName')).fill(roleName)
  await field(dialog(page), t('field.roles.roleCode')).fill(roleCode)
  await dialog(page)
    .getByRole('button', { name: t('list.copy'), exact: true })
    .click()
  await rowNamed(page, roleName).waitFor()
  const callsOf = async (code: string) =>
    (await client.get<string[]>('/api/admin/sysurl/queryUrlIdByRoleId', { roleId: await roleCoded(client, code) })).data.toSorted()
  expect(await callsOf(roleCode)).toEqual(await callsOf('ROLE_ADMIN'))
})

test('the administrator role keeps its code and stays', async () => {
  const page = await open('/authority/sysrole')
  await edit(page, '管理员')
  await field(dialog(page), t('field.roles.roleCode')).fill('ROLE_OTHER')
  await save(page)
  await dialog(page).getByText(t('error.role.built-in'), { exact: true }).waitFor()
  await dialog(page)
    .getByRole('button', { name: t('common.cancel'), exact: true })
    .click()
  await question(page)
    .getByRole('button', { name: t('form.discard-yes') })
    .click()
  await eventually(() => dialog(page).count()).toBe(0)
  await remove(page, '管理员')
  await question(page)
    .getByRole('button', { name: t('button.delete') })
    .click()
  await message(page, t('error.role.built-in')).waitFor()
  await rowNamed(page, '管理员').waitFor()
  expect(await roleCoded(client, 'ROLE_ADMIN')).toBeTruthy()
})

test('a role held by somebody stays; several free ones go together', async () => {
  const stem = `Spare${unique()}`
  for (const end of [' a', ' b']) await addRole(client, { roleName: `${stem}${end}` })
  const page = await open('/authority/sysrole')
  await remove(page, '值班员')
  await question(page)
    .getByRole('button', { name: t('button.delete') })
    .click()
  await message(page, t('error.row.in-use')).waitFor()
  await page.getByRole('search').getByLabel(t('field.roles.roleName')).fill(stem)
  await page.getByRole('search').getByLabel(t('field.roles.roleName')).press('Enter')
  await eventually(() => rowsOf(page).count()).toBe(2)
  await page.getByRole('checkbox', { name: t('list.choose-all') }).check()
  await toolbarButton(page, t('button.delete')).click()
  await question(page)
    .getByText(t('delete.several-kept', { count: 2 }), { exact: true })
    .waitFor()
  await question(page)
    .getByRole('button', { name: t('button.delete') })
    .click()
  await page.getByText(t('list.empty'), { exact: true }).waitFor()
})
