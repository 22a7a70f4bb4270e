/** The tags bar, and pages that keep their state while their tag is open. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressOf, eventually, fillSignIn, focused, openSite, recordCalls, settled, signInButton, t, toolbarButton } from './support.ts'

const site = openSite()
const USERS = '/api/admin/sysuser/querySysUser'

const menu = (page: Page) => page.getByRole('navigation', { name: t('shell.menu') })
const bar = (page: Page) => page.getByRole('navigation', { name: t('tags.title') })
const tag = (page: Page, name: string): Locator => bar(page).getByRole('link', { name, exact: true })
const tags = (page: Page) => bar(page).getByRole('link').allTextContents()
const typed = (page: Page) => page.getByRole('search').getByRole('textbox', { name: t('field.users.username') })
const [home, users, orgs, posts] = [t('shell.home'), t('menu.sysuser'), t('menu.sysorg'), t('menu.syspost')]

async function go(page: Page, name: string): Promise<void> {
  await menu(page).getByRole('link', { name, exact: true }).click()
  await page.locator('main h1', { hasText: name }).and(page.locator(':visible')).first().waitFor()
  await settled(page)
}

async function open(address = '/admin/sysuser'): Promise<Page> {
  const page = await site.page({ as: 'admin' })
  await page.goto(address)
  await settled(page)
  return page
}

async function choose(page: Page, of: string, what: string): Promise<void> {
  await tag(page, of).click({ button: 'right' })
  await page.getByRole('menuitem', { name: what, exact: true }).click()
}

test('a page keeps what was typed while its tag is open, at its own address, and rests meanwhile', async () => {
  const page = await open('/admin/sysuser?status=1&pageSize=10')
  await typed(page).fill('half a na')
  await page.getByRole('checkbox', { name: t('list.choose-all') }).check()
  await go(page, orgs)
  const calls = recordCalls(page)
  await page.getByRole('button', { name: t('list.query'), exact: true }).click()
  await settled(page)
  expect(calls.filter(({ path }) => path === USERS)).toEqual([])
  await tag(page, users).click()
  await settled(page)
  expect(addressOf(page)).toBe('/admin/sysuser?status=1&pageSize=10')
  expect(await typed(page).inputValue()).toBe('half a na')
  expect(await page.getByRole('checkbox', { name: t('list.choose-all') }).isChecked()).toBe(true)
  await eventually(() => calls.filter(({ path }) => path === USERS).map(({ query }) => query.get('status'))).toEqual(['1'])

  await bar(page)
    .getByRole('button', { name: t('tags.close-one', { name: users }) })
    .click()
  await eventually(() => addressOf(page)).toBe('/admin/sysorg')
  await go(page, users)
  expect(await typed(page).inputValue()).toBe('')
})

test('an open dialog rests with its page, keeps what was typed, and a question is withdrawn', async () => {
  const page = await open()
  await go(page, orgs)
  await go(page, users)
  await toolbarButton(page, t('button.add')).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: new RegExp(t('field.users.username')) })
  await name.fill('half a na')
  await page.goBack()
  await settled(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  // The page behind is not held fast by a dialog that nobody sees.
  await page.getByRole('checkbox', { name: t('list.choose-all') }).check()
  expect(await page.evaluate('getComputedStyle(document.body).overflowY')).not.toBe('hidden')
  const calls = recordCalls(page)
  await toolbarButton(page, t('button.delete')).click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  await page.goForward()
  await eventually(() => addressOf(page)).toBe('/admin/sysuser')
  await question.waitFor({ state: 'hidden' })
  await eventually(() => name.inputValue()).toBe('half a na')
  await name.press('End')
  await page.keyboard.type('me')
  expect(await name.inputValue()).toBe('half a name')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: t('form.discard-yes') }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(calls.filter(({ path }) => path.includes('/delete'))).toEqual([])
  await toolbarButton(page, t('button.add')).click()
  await eventually(() => name.inputValue()).toBe('')
})

test('refresh builds a page anew at the same address', async () => {
  const page = await open('/admin/sysuser?status=1')
  await typed(page).fill('forgotten')
  const calls = recordCalls(page)
  await choose(page, users, t('tags.refresh'))
  await eventually(() => typed(page).inputValue()).toBe('')
  await settled(page)
  expect(addressOf(page)).toBe('/admin/sysuser?status=1')
  await eventually(() => calls.filter(({ path }) => path === USERS).length).toBe(1)
  await page.goto('/redirect/admin/sysuser?status=0')
  await eventually(() => addressOf(page)).toBe('/admin/sysuser?status=0')
})

test('a page that is not to be cached is built anew at each visit', async () => {
  const page = await site.page({ as: 'admin' })
  await page.route('**/queryCurrentAuthority*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text())
        .replace(/("name":"sysuser"[^{}]*"noCache":)0/g, '$11')
        .replace(/("noCache":)0([^{}]*"name":"sysuser")/g, '$11$2'),
    })
  })
  await page.goto('/admin/sysuser')
  await settled(page)
  await typed(page).fill('forgotten')
  await go(page, orgs)
  await tag(page, users).click()
  await settled(page)
  expect(await typed(page).inputValue()).toBe('')
})

test('tags are closed one by one, by the middle button, by Delete, all others and all; the pinned one stays', async () => {
  const page = await open()
  await go(page, orgs)
  await go(page, posts)
  expect(await tags(page)).toEqual([home, users, orgs, posts])
  expect(
    await bar(page)
      .getByRole('button', { name: t('tags.close-one', { name: home }) })
      .count(),
  ).toBe(0)

  await tag(page, users).click({ button: 'middle' })
  await eventually(() => tags(page)).toEqual([home, orgs, posts])
  expect(addressOf(page)).toBe('/admin/syspost')
  await tag(page, posts).focus()
  await page.keyboard.press('Delete')
  await eventually(() => tags(page)).toEqual([home, orgs])
  await eventually(() => addressOf(page)).toBe('/admin/sysorg')
  await focused(tag(page, orgs))
  await tag(page, home).focus()
  await page.keyboard.press('Delete')
  await tag(page, home).click({ button: 'middle' })
  expect(await tags(page)).toEqual([home, orgs])

  await go(page, users)
  await choose(page, orgs, t('tags.close-others'))
  await eventually(() => tags(page)).toEqual([home, orgs])
  await eventually(() => addressOf(page)).toBe('/admin/sysorg')
  await choose(page, orgs, t('tags.close-all'))
  await eventually(() => tags(page)).toEqual([home])
  await eventually(() => addressOf(page)).toBe('/workbench')
})

test('the menu of a tag opens by the keyboard as well', async () => {
  const page = await open()
  await go(page, orgs)
  await page.getByRole('button', { name: t('tags.more') }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: t('tags.close'), exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await focused(
    page
      .getByRole('menuitem', { name: t('tags.close'), exact: true })
      .or(page.getByRole('menuitem', { name: t('tags.refresh'), exact: true })),
  )
})

test('tags survive a reload, and signing out closes them all', async () => {
  const page = await open('/admin/sysuser?status=1')
  await go(page, orgs)
  await page.reload()
  await settled(page)
  expect(await tags(page)).toEqual([home, users, orgs])
  expect(await tag(page, users).getAttribute('href')).toBe('/admin/sysuser?status=1')
  await page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).click()
  await page.getByRole('menuitem', { name: t('shell.log-out') }).click()
  await signInButton(page).waitFor()
  expect(addressOf(page)).toBe('/login?redirect=%2Fadmin%2Fsysorg')
  await fillSignIn(page)
  await signInButton(page).click()
  await settled(page)
  expect(await tags(page)).toEqual([home, orgs])
})

test('many tags are scrolled by the wheel, and the one that is shown is in sight', async () => {
  const page = await open()
  await page.setViewportSize({ width: 1000, height: 700 })
  for (const code of [
    'sysorg',
    'syspost',
    'sysuserpost',
    'sysdict',
    'sysregion',
    'sysparam',
    'onlinesysuser',
    'appclient',
    'exportcentre',
    'syslog',
  ] as const) {
    await menu(page)
      .getByRole('link', { name: t(`menu.${code}`), exact: true })
      .click()
    await page.waitForURL(`**/${code}`)
  }
  await eventually(() => tags(page)).toHaveLength(12)
  const last = tag(page, t('menu.syslog'))
  const list = bar(page).getByRole('list')
  const inSight = async (one: Locator) => {
    const [box, frame] = [await one.boundingBox(), await list.boundingBox()]
    return box !== null && frame !== null && box.x >= frame.x - 1 && box.x + box.width <= frame.x + frame.width + 1
  }
  await eventually(() => inSight(last)).toBe(true)
  expect(await inSight(tag(page, home))).toBe(false)
  await list.hover()
  await page.mouse.wheel(0, -4000)
  await eventually(() => inSight(tag(page, home))).toBe(true)
})
