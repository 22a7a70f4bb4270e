/** Seeing and using the console as somebody else would: one role of several, a preview, a part of the menu, a password given by another. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { posts } from '../../model/index.ts'
import { addRow } from '../support/values.ts'
import { addUser, roleCoded } from './data.ts'
import type { SentCall } from './support.ts'
import {
  PASSWORD,
  addressOf,
  eventually,
  fillSignIn,
  message,
  openSite,
  recordCalls,
  rowNamed,
  settled,
  signInButton,
  t,
  toolbarButton,
} from './support.ts'

const site = openSite()
const menu = (page: Page) => page.getByRole('navigation', { name: t('shell.menu') })
const account = (page: Page) => page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) })

/** What was said in each call for the menu. */
const asked = (calls: readonly SentCall[]) =>
  calls.filter(({ path }) => path.endsWith('/queryCurrentAuthority')).map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
const tags = (page: Page) =>
  page
    .getByRole('navigation', { name: t('tags.title') })
    .getByRole('link')
    .allTextContents()

async function signInAs(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/login?redirect=%2Fadmin%2Fsysuser')
  await fillSignIn(page, { username, password })
  await signInButton(page).click()
}

test('a role is switched to and left again, and nothing else is lost', async () => {
  const admin = await site.client()
  const { username } = await addUser(admin, {
    roleId: await Promise.all(['ROLE_EDITOR', 'ROLE_VIEWER'].map((code) => roleCoded(admin, code))),
  })
  const page = await site.page()
  await signInAs(page, username)
  await settled(page)
  await toolbarButton(page, t('button.add')).waitFor()
  for (const name of [t('menu.sysorg'), t('menu.sysuser')]) {
    await menu(page).getByRole('link', { name, exact: true }).click()
    await settled(page)
  }
  expect(await tags(page)).toEqual([t('shell.home'), t('menu.sysuser'), t('menu.sysorg')])
  await account(page).click()
  await page.getByRole('menuitem', { name: '观察员' }).click()
  await toolbarButton(page, t('button.add')).waitFor({ state: 'detached' })
  expect((await page.context().cookies()).find(({ name }) => name === 'token')?.value).toMatch(/^ROLE_VIEWER-token/)
  expect(addressOf(page)).toBe('/admin/sysuser')
  // All are closed but the one that is shown.
  await eventually(() => tags(page)).toEqual([t('shell.home'), t('menu.sysuser')])
  await page.reload()
  await settled(page)
  expect(await toolbarButton(page, t('button.add')).count(), 'also after a reload').toBe(0)
  await account(page).click()
  await page.getByRole('menuitem', { name: t('acting.leave') }).click()
  await toolbarButton(page, t('button.add')).waitFor()
  expect(await page.getByRole('alertdialog').count(), 'nobody is asked to sign in again').toBe(0)
})

test('a preview shows what the role sees, says so, and is left by one button', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/authority/sysrole')
  await settled(page)
  const row = rowNamed(page, '观察员')
  await row.getByRole('button', { name: `${t('list.more')}: 观察员` }).click()
  await page.getByRole('menuitem', { name: t('button.preview') }).click()
  await page.getByText(t('acting.preview', { role: '观察员' })).waitFor()
  await eventually(() => addressOf(page)).toBe('/workbench')
  await eventually(() => menu(page).getByText(t('menu.authority')).count()).toBe(0)
  expect(
    await page
      .getByRole('region', { name: t('common.messages') })
      .getByRole('alert')
      .count(),
    'nothing is refused on the way',
  ).toBe(0)
  await page.getByRole('button', { name: t('acting.leave-preview') }).click()
  await menu(page).getByText(t('menu.authority')).waitFor()
  expect(await page.getByText(t('acting.preview', { role: '观察员' })).count()).toBe(0)
})

test('the menu shows one area, keeps it through a reload, and all of it again', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  await page.getByRole('button', { name: t('menuSwitch.title') }).click()
  await page
    .locator('.menu-switch')
    .getByRole('menuitem', { name: t('menu.authority'), exact: true })
    .waitFor()
  const calls = recordCalls(page)
  await page
    .locator('.menu-switch')
    .getByRole('menuitem', { name: t('menu.authority'), exact: true })
    .click()
  await eventually(() => addressOf(page)).toBe('/workbench')
  await eventually(() => menu(page).getByText(t('menu.admin'), { exact: true }).count()).toBe(0)
  expect(asked(calls)).toEqual([expect.objectContaining({ parentId: expect.stringMatching(/./) })])
  await page.reload()
  await page.getByRole('button', { name: t('menuSwitch.chosen', { name: t('menu.authority') }) }).click()
  expect(await menu(page).getByText(t('menu.admin'), { exact: true }).count()).toBe(0)
  await page.getByRole('menuitem', { name: t('menuSwitch.clear') }).click()
  await menu(page).getByText(t('menu.admin'), { exact: true }).waitFor()
  expect(asked(calls).at(-1)).toEqual({ username: 'admin', userId: expect.any(String) })
})

test('in one post the menu is that of the roles of the post, and afterwards the whole again', async () => {
  const admin = await site.client()
  const { id: userId, username } = await addUser(admin, { roleId: [await roleCoded(admin, 'ROLE_EDITOR')] })
  const post = await addRow(admin, posts)
  const [postCode, postName] = [String(post.values['postCode']), String(post.values['postName'])]
  expect((await admin.post('/api/admin/sysuserpost/addSysUserPost', { userId, postId: post.id, postType: 1, status: 1 })).http).toBe(200)
  expect(
    (await admin.post('/api/admin/sysuser/authorizeRoleToUser', { userId, roleId: [await roleCoded(admin, 'ROLE_OPERATOR')], postCode }))
      .http,
  ).toBe(200)
  const page = await site.page({ as: username })
  await page.goto('/workbench')
  await menu(page).getByText(t('menu.admin'), { exact: true }).waitFor()
  await page.getByRole('button', { name: t('menuSwitch.title') }).click()
  const calls = recordCalls(page)
  await page.locator('.menu-switch').getByRole('menuitem', { name: postName, exact: true }).click()
  await eventually(() => menu(page).getByText(t('menu.admin'), { exact: true }).count()).toBe(0)
  expect(asked(calls).at(-1)).toEqual({ username, userId, postCode })
  await page.getByRole('button', { name: t('menuSwitch.chosen', { name: postName }) }).click()
  await page.getByRole('menuitem', { name: t('menuSwitch.clear') }).click()
  await menu(page).getByText(t('menu.admin'), { exact: true }).waitFor()
})

test('a password is reset, shown once, and has to be changed before anything else', async () => {
  const admin = await site.client()
  const { username } = await addUser(admin)
  const page = await site.page({ as: 'admin' })
  await page.goto(`/admin/sysuser?username=${username}`)
  await settled(page)
  await rowNamed(page, username)
    .getByRole('button', { name: `${t('list.more')}: ${username}` })
    .click()
  await page.getByRole('menuitem', { name: t('button.reset') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('password.reset') })
    .click()
  const password = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  expect(password).toMatch(/^\w{16}$/)

  const other = await site.page()
  await signInAs(other, username, password)
  const dialog = other.getByRole('dialog', { name: t('password.must-title') })
  await dialog.waitFor()
  await other.keyboard.press('Escape')
  await dialog.waitFor()
  expect(await menu(other).count(), 'there is no console behind it').toBe(0)
  for (const name of ['oldpassword', 'newpassword', 'confirm-newpassword'] as const) {
    const field = dialog.getByLabel(t(`navbar.${name}`), { exact: true })
    const needed = dialog.getByText(t(`navbar.${name}-required`), { exact: true })
    await field.focus()
    await field.blur()
    await needed.waitFor()
    await field.fill('x'.repeat(40))
    await eventually(() => needed.count()).toBe(0)
    expect(await field.inputValue()).toHaveLength(31)
    await field.fill('')
    await needed.waitFor()
  }
  const calls = recordCalls(other)
  await dialog.getByLabel(t('navbar.oldpassword')).fill('wrong-horse')
  await dialog.getByLabel(t('navbar.newpassword'), { exact: true }).fill('my-own-horse')
  await dialog.getByLabel(t('navbar.confirm-newpassword')).fill('another-horse')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await other.locator('.toast-warning').getByText(t('navbar.password-notsame'), { exact: true }).waitFor()
  expect(calls).toEqual([])
  await dialog.getByLabel(t('navbar.confirm-newpassword')).fill('my-own-horse')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await other.locator('.toast-warning').getByText(t('error.password.wrong'), { exact: true }).waitFor()
  await dialog.getByLabel(t('navbar.oldpassword')).fill(password)
  await dialog.getByLabel(t('navbar.newpassword'), { exact: true }).fill('my-own-horse')
  await dialog.getByLabel(t('navbar.confirm-newpassword')).fill('my-own-horse')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await settled(other)
  await message(other, t('navbar.password-changed')).waitFor()
})
