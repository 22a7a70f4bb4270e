/** What an administrator changes is on the other people's screens within a second: nobody has to sign in again for it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { atOnce } from './at-once.ts'
import { addRole, addUser, roleCoded } from './data.ts'
import { PASSWORD, addressOf, message, openSite, rowsOf, settled, signInButton, t, toolbarButton } from './support.ts'

const site = openSite()
const UPDATE = '/api/admin/sysuser/updateSysUser'

const menu = (page: Page) => page.getByRole('navigation', { name: t('shell.menu') })
const question = (page: Page) => page.getByRole('alertdialog', { name: t('session.confirm-logout') })

/** A user with a role of their own that does what the viewer may; the page is open on the users and listens. */
async function somebody(admin: Client, path = '/admin/sysuser') {
  const [viewer, role] = await Promise.all([roleCoded(admin, 'ROLE_EDITOR'), addRole(admin)])
  const user = await addUser(admin, { roleId: [viewer, role.id] })
  const page = await site.page()
  const listens = new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('ready')) resolve()
      }),
    ),
  )
  await page.goto(`/login?redirect=${encodeURIComponent(path)}`)
  await page.getByLabel(t('signIn.tenantCode')).fill('10001')
  await page.getByLabel(t('signIn.username')).fill(user.username)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD)
  await signInButton(page).click()
  await settled(page)
  await listens
  return { page, user, role }
}

/** The id of a page in the menu. */
async function menuNamed(admin: Client, code: string): Promise<string | undefined> {
  interface Node {
    id: string
    name: string
    routes?: Node[]
  }
  const find = (nodes: Node[]): Node | undefined =>
    nodes.flatMap((node) => [node, ...(node.routes ?? [])]).find(({ name }) => name === code)
  return find((await admin.post<{ menu: Node[] }>('/api/account/sysuserdetail/queryCurrentAuthority')).data.menu)?.id
}

/** Who is signed in there. */
async function userOf(page: Page): Promise<{ id: string }> {
  const name = await page.evaluate<string>('localStorage.getItem("session_user")')
  return { id: name.split(' ')[0] ?? '' }
}

/** Milliseconds from the answer to a change until the page shows it. */
async function seenAfter(page: Page, change: () => Promise<{ http: number }>, shows: () => Promise<unknown>): Promise<Seen> {
  const before = await atOnce(page)
  const answer = await change()
  const start = performance.now()
  expect(answer.http).toBe(200)
  await shows()
  const took = performance.now() - start
  // The machine may have been busy for a moment only: what a round takes is asked before and afterwards.
  return { took, limit: Math.max(before, await atOnce(page)) }
}

interface Seen {
  /** Milliseconds. */
  readonly took: number
  /** Within how many it has to be seen. */
  readonly limit: number
}

const late = (all: readonly Seen[]) => all.filter(({ took, limit }) => took > limit)

test('menus, buttons and fields follow a change of roles, and the page that was taken away says so calmly', async () => {
  const admin = await site.client()
  const { page, user } = await somebody(admin)
  const [editor, viewer, operator] = await Promise.all(
    ['ROLE_EDITOR', 'ROLE_VIEWER', 'ROLE_OPERATOR'].map((code) => roleCoded(admin, code)),
  )
  const to = (role: string | undefined) => () => admin.put(UPDATE, { id: user.id, roleId: [role] })
  const column = page.getByRole('columnheader', { name: t('field.users.mobile') })
  const times: Seen[] = []
  await toolbarButton(page, t('button.add')).waitFor()
  await column.waitFor()

  // A viewer has no button and sees no numbers.
  times.push(
    await seenAfter(page, to(viewer), async () => {
      await toolbarButton(page, t('button.add')).waitFor({ state: 'detached' })
      await column.waitFor({ state: 'detached' })
    }),
  )
  expect(await rowsOf(page).count(), 'the rows stay').toBeGreaterThan(3)
  // An operator has no page about people.
  times.push(
    await seenAfter(page, to(operator), async () => {
      await page.getByRole('heading', { name: t('forbidden.title') }).waitFor()
      await menu(page)
        .getByRole('menuitem', { name: t('menu.admin') })
        .waitFor({ state: 'detached' })
    }),
  )
  expect(addressOf(page), 'nobody is sent anywhere').toBe('/admin/sysuser')
  expect(await rowsOf(page).count()).toBe(0)
  // What comes back is there again by itself.
  times.push(
    await seenAfter(page, to(editor), async () => {
      await toolbarButton(page, t('button.add')).waitFor()
      await column.waitFor()
      await menu(page)
        .getByRole('menuitem', { name: t('menu.authority') })
        .waitFor()
    }),
  )
  expect(late(times)).toEqual([])
})

test('what a role is granted or refused reaches whoever holds it: a URL, a button, a field, a menu', async () => {
  const admin = await site.client()
  const { page, role } = await somebody(admin)
  const toRole = { roleId: role.id, roleCode: role.values['roleCode'] }
  const { data: urls } = await admin.get<{ list: { id: string; url: string }[] }>('/api/admin/sysurl/querySysUrl', { pageSize: 10_000 })
  const editor = await roleCoded(admin, 'ROLE_EDITOR')
  const [heldUrls, heldMenus] = await Promise.all([
    admin.get<string[]>('/api/admin/sysurl/queryUrlIdByRoleId', { roleId: editor }),
    admin.get<string[]>('/api/admin/sysmenu/queryMenuIdByRoleId', { roleId: editor }),
  ])
  const rolesPage = await menuNamed(admin, 'sysrole')
  const grant = (path: string, body: object) => () => admin.post(path, { ...body })
  const urlIds = (but = '') => heldUrls.data.filter((id) => urls.list.find((row) => row.id === id)?.url !== but)
  const [URLS, BUTTONS, FIELDS, MENUS] = [
    '/api/admin/sysurl/authorizeUrlToRole',
    '/api/admin/sysmenu/authorizeMenuButtonToRole',
    '/api/admin/sysmenu/authorizeMenuDataToRole',
    '/api/admin/sysmenu/authorizeMenuToRole',
  ]
  // The role alone decides from now on: it may do what the editor may.
  expect((await grant(URLS, { roleId: role.id, urlId: urlIds() })()).http).toBe(200)
  expect((await grant(MENUS, { roleId: role.id, menuId: heldMenus.data })()).http).toBe(200)
  expect((await admin.put(UPDATE, { id: (await userOf(page)).id, roleId: [role.id] })).http).toBe(200)
  const [add, edit] = [toolbarButton(page, t('button.add')), toolbarButton(page, t('button.update'))]
  await add.waitFor()

  const times: Seen[] = []
  times.push(
    await seenAfter(page, grant(URLS, { roleId: role.id, urlId: urlIds('/admin/sysuser/addSysUser') }), () =>
      add.waitFor({ state: 'detached' }),
    ),
  )
  times.push(
    await seenAfter(page, grant(BUTTONS, { roleCode: toRole.roleCode, menuButton: ['sysuser:update'] }), () =>
      edit.waitFor({ state: 'detached' }),
    ),
  )
  times.push(
    await seenAfter(page, grant(FIELDS, { roleCode: toRole.roleCode, menuCode: 'sysuser', dataField: 'email' }), () =>
      page.getByRole('columnheader', { name: t('field.users.email') }).waitFor({ state: 'detached' }),
    ),
  )
  times.push(
    await seenAfter(page, grant(MENUS, { roleId: role.id, menuId: heldMenus.data.filter((id) => id !== rolesPage) }), () =>
      menu(page)
        .getByRole('menuitem', { name: t('menu.authority') })
        .waitFor({ state: 'detached' }),
    ),
  )
  times.push(
    await seenAfter(page, grant(URLS, { roleId: role.id, urlId: urlIds('/admin/sysuser/querySysUser') }), () =>
      page
        .getByRole('alert')
        .getByRole('heading', { name: t('forbidden.title') })
        .waitFor(),
    ),
  )
  expect(await rowsOf(page).count(), 'rows that may no longer be read are gone').toBe(0)
  expect(late(times)).toEqual([])
})

test('who is disabled is at the sign-in page within a second, and is told why', async () => {
  const admin = await site.client()
  const { page, user } = await somebody(admin)
  const seen = await seenAfter(
    page,
    () => admin.put(UPDATE, { id: user.id, status: 0 }),
    () => signInButton(page).waitFor(),
  )
  expect(late([seen])).toEqual([])
  await message(page, t('live.account-closed')).waitFor()
  expect(addressOf(page)).toBe(`/login?redirect=${encodeURIComponent('/admin/sysuser')}`)
})

test('a session that somebody ends asks whether to sign in again, in every page it has open', async () => {
  const admin = await site.client()
  const { page, user } = await somebody(admin)
  const second = await page.context().newPage()
  await second.goto('/admin/sysorg')
  await settled(second)
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/admin/sysuser/queryOnlineSysUser', { username: user.username })
  const seen = await seenAfter(
    page,
    () => admin.post('/api/admin/sysuser/endSession', { id: data.list.map(({ id }) => id) }),
    () => Promise.all([question(page).waitFor(), question(second).waitFor()]),
  )
  expect(late([seen])).toEqual([])
  await question(page)
    .getByRole('button', { name: t('session.re-login') })
    .click()
  await signInButton(page).waitFor()
})

test('the server was away: the page comes back by itself and has missed nothing', async () => {
  const admin = await site.client()
  const { page, user } = await somebody(admin)
  // The connection breaks, and while it is broken the rights change.
  await page.context().setOffline(true)
  await admin.put(UPDATE, { id: user.id, roleId: [await roleCoded(admin, 'ROLE_VIEWER')] })
  await page.context().setOffline(false)
  await page.evaluate('dispatchEvent(new Event("online"))')
  await toolbarButton(page, t('button.add')).waitFor({ state: 'detached' })
})
