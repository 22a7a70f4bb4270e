/** What a person sets for themselves, the command palette, and the console as an application. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { requestToken } from '../support/client.ts'
import { addUser } from './data.ts'
import { PASSWORD, TENANT, addressOf, eventually, message, openSite, settled, t, textsIn } from './support.ts'

const site = openSite()
const menu = (page: Page) => page.getByRole('navigation', { name: t('shell.menu') })
const account = (page: Page) => page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) })
const drawer = (page: Page, texts = t) => page.getByRole('dialog', { name: texts('settings.title') })
const variable = (page: Page, name: string) =>
  page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('${name}').trim()`)
const rootData = (page: Page, name: string) => page.locator('html').getAttribute(`data-${name}`)

async function openConsole(address = '/admin/sysuser?pageSize=10', options: Parameters<typeof site.page>[0] = {}): Promise<Page> {
  const page = await site.page({ as: 'admin', ...options })
  await page.goto(address)
  await page.getByRole('banner').waitFor()
  return page
}

async function openSettings(page: Page, texts = t): Promise<void> {
  await page.getByRole('button', { name: texts('settings.title') }).click()
  await drawer(page, texts).getByRole('switch').first().waitFor()
}

test('another theme colour is there at once, says so, fetches nothing from outside and is kept', async () => {
  const page = await openConsole()
  const own = await variable(page, '--primary')
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) outside.push(request.url())
  })
  await openSettings(page)
  await drawer(page)
    .getByRole('radio', { name: t('colour.15803d') })
    .click({ force: true })
  await message(page, t('settings.applying')).waitFor()
  await eventually(() => variable(page, '--primary')).not.toBe(own)
  const green = await variable(page, '--primary')
  // The component library's own parts as well.
  const ground = await page.evaluate<string>('getComputedStyle(document.querySelector(".ant-btn-primary")).backgroundColor')
  const [red = 0, greenPart = 0, blue = 0] = ground.match(/\d+/g)?.map(Number) ?? []
  expect(greenPart).toBeGreaterThan(Math.max(red, blue))
  await eventually(() => message(page, t('settings.applying')).count()).toBe(0)
  expect(outside).toEqual([])
  await page.reload()
  await settled(page)
  expect(await variable(page, '--primary')).toBe(green)
  await openSettings(page)
  await drawer(page)
    .getByRole('button', { name: t('settings.reset') })
    .click()
  await eventually(() => variable(page, '--primary')).toBe(own)
})

test('switches take effect at once, are kept, and a click beside the drawer closes it', async () => {
  const page = await openConsole()
  await openSettings(page)
  expect(await drawer(page).getByRole('switch', { checked: true }).count(), 'tags and logo').toBe(2)
  await drawer(page)
    .getByRole('switch', { name: t('settings.tagsView') })
    .click()
  await eventually(() => page.getByRole('navigation', { name: t('tags.title') }).count()).toBe(0)
  await drawer(page)
    .getByRole('switch', { name: t('settings.sidebarLogo') })
    .click()
  await eventually(() => page.locator('.sidebar .brand').count()).toBe(0)
  await drawer(page)
    .getByRole('switch', { name: t('settings.fixedHeader') })
    .click()
  await eventually(() => page.evaluate('getComputedStyle(document.querySelector(".shell-head")).position')).toBe('sticky')
  expect(await drawer(page).getByText(t('settings.supportPinyinSearch')).count()).toBe(0)
  await page.mouse.click(300, 500)
  await eventually(() => drawer(page).count()).toBe(0)
  await page.reload()
  await settled(page)
  expect(await page.getByRole('navigation', { name: t('tags.title') }).count()).toBe(0)
  expect(await page.locator('.sidebar .brand').count()).toBe(0)
})

test.each(['zh', 'tw'] as const)('the pinyin switch is there in Chinese (%s), and pinyin finds a page', async (language) => {
  const texts = textsIn(language)
  const page = await site.page({ as: 'admin' })
  await page.context().addCookies([{ name: 'language', value: language, url: site.url }])
  await page.goto('/workbench')
  await openSettings(page, texts)
  const pinyin = drawer(page, texts).getByRole('switch', { name: texts('settings.supportPinyinSearch') })
  expect(await pinyin.isChecked()).toBe(true)
  await page.mouse.click(300, 500)
  await eventually(() => drawer(page, texts).count()).toBe(0)
  await page.keyboard.press('Control+k')
  // 角色管理, 角色: juese
  await page.getByRole('combobox', { name: texts('palette.placeholder') }).fill('juese')
  await page
    .getByRole('option', { name: new RegExp(texts('menu.sysrole')) })
    .first()
    .waitFor()
  // 新增设备, 新增設備
  await page.getByRole('combobox', { name: texts('palette.placeholder') }).fill('xinzengshebei')
  await page.getByRole('option', { name: texts('form.add', { noun: texts('one.devices') }), exact: true }).waitFor()
})

test.each(['zh', 'tw'] as const)('the best match stands first, and what is typed at once is not lost (%s)', async (language) => {
  const texts = textsIn(language)
  const page = await site.page({ as: 'admin', isFirst: true })
  await page.context().addCookies([{ name: 'language', value: language, url: site.url }])
  await page.goto('/workbench')
  await page.getByRole('banner').waitFor()
  // The palette is on its way for as long as this takes.
  await page.route(/command-palette/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('xzyh', { delay: 20 })
  const field = page.getByRole('combobox', { name: texts('palette.placeholder') })
  await field.waitFor()
  expect(await field.inputValue()).toBe('xzyh')
  const first = page.getByRole('dialog').getByRole('option').first()
  // 新增用户, 新增使用者
  await field.fill(language === 'zh' ? 'xzyh' : 'xzsyz')
  await eventually(() => first.innerText()).toBe(texts('form.add', { noun: texts('one.users') }))
  // 用户管理, 使用者管理; 养护 begins with the same letters as 用户.
  await field.fill(language === 'zh' ? 'yhgl' : 'syz')
  await eventually(() => first.innerText()).toContain(texts('one.users'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  expect(await field.inputValue()).toBe('')
})

test('the size is small, another one loads the page anew and stays', async () => {
  const page = await openConsole()
  const height = async () =>
    (
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: t('button.add') })
        .boundingBox()
    )?.height
  await settled(page)
  expect(await height()).toBe(34)
  await page.evaluate('window.stayed = true')
  await page.getByRole('button', { name: `${t('shell.size')}${t('common.means')}${t('size.small')}` }).click()
  await eventually(() => page.locator('.ant-dropdown').getByRole('menuitem').allTextContents()).toEqual([
    t('size.default'),
    t('size.medium'),
    t('size.small'),
    t('size.mini'),
  ])
  await page.getByRole('menuitem', { name: t('size.mini') }).click()
  await page.getByRole('button', { name: `${t('shell.size')}${t('common.means')}${t('size.mini')}` }).waitFor()
  await settled(page)
  expect(await page.evaluate('window.stayed')).toBeUndefined()
  expect(await height()).toBe(28)
  expect(await rootData(page, 'size')).toBe('mini')
})

test('the menu lies across the top, and changing its place opens it', async () => {
  const page = await openConsole()
  await page.getByRole('button', { name: t('shell.fold') }).click()
  await openSettings(page)
  await drawer(page).getByText(t('layout.horizontal'), { exact: true }).click()
  await page.getByRole('button', { name: t('shell.fold') }).waitFor()
  await page.keyboard.press('Escape')
  // Groups that do not fit into the line are behind its last entry.
  await menu(page).getByRole('menuitem').last().hover()
  await page.getByRole('menuitem', { name: t('menu.admin') }).hover()
  await page.getByRole('link', { name: t('menu.sysorg'), exact: true }).click()
  await eventually(() => addressOf(page)).toBe('/admin/sysorg')
  expect((await menu(page).boundingBox())?.y).toBeLessThan(60)
  await page.reload()
  await page.getByRole('button', { name: t('shell.fold') }).click()
  await eventually(() => menu(page).count()).toBe(0)
  await page.setViewportSize({ width: 800, height: 700 })
  await page.getByRole('button', { name: t('shell.unfold') }).click()
  await menu(page).waitFor()
})

test('the breadcrumb begins at home and names the groups; at home it is alone', async () => {
  const page = await openConsole('/template/tables/inlinetable')
  const crumbs = page.getByRole('navigation', { name: t('shell.breadcrumb') })
  await eventually(() => crumbs.getByRole('listitem').allTextContents()).toEqual([
    t('shell.home'),
    t('menu.template'),
    t('menu.tables'),
    t('menu.inlinetable'),
  ])
  await crumbs.getByRole('link', { name: t('shell.home') }).click()
  await eventually(() => addressOf(page)).toBe('/workbench')
  await eventually(() => crumbs.getByRole('listitem').allTextContents()).toEqual([t('shell.home')])
})

test('the account menu leads home, to the profile, to the password and out', async () => {
  const page = await openConsole()
  const open = async () => {
    await account(page).click()
    await page.getByRole('menuitem', { name: t('shell.log-out') }).waitFor()
  }
  await open()
  const offered = await page.getByRole('menuitem').allTextContents()
  const wanted = [t('shell.home'), t('shell.profile'), t('navbar.change-password'), t('shell.log-out')]
  expect(offered.filter((text) => wanted.includes(text))).toEqual(wanted)
  await page.getByRole('menuitem', { name: t('shell.home') }).click()
  await eventually(() => addressOf(page)).toBe('/workbench')
  await open()
  await page.getByRole('menuitem', { name: t('shell.profile') }).click()
  await eventually(() => addressOf(page)).toBe('/profile/index')
  expect(
    await menu(page)
      .getByRole('link', { name: t('menu.profile') })
      .count(),
    'no entry of the menu',
  ).toBe(0)
})

test('the dialog for the password opens empty each time, and closes with a word when the password is another', async () => {
  const { username } = await addUser(await site.client())
  const page = await openConsole('/workbench', { as: username })
  const dialog = page.getByRole('dialog', { name: t('navbar.change-password') })
  const fields = ['navbar.oldpassword', 'navbar.newpassword', 'navbar.confirm-newpassword'] as const
  const openEmpty = async () => {
    await account(page).click()
    await page.getByRole('menuitem', { name: t('navbar.change-password') }).click()
    for (const name of fields) await eventually(() => dialog.getByLabel(t(name), { exact: true }).inputValue()).toBe('')
  }
  const fill = async (...values: readonly string[]) => {
    for (const [at, name] of fields.entries()) await dialog.getByLabel(t(name), { exact: true }).fill(values[at] ?? '')
  }
  await openEmpty()
  await fill('abandoned', 'another-horse', 'another-horse')
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await openEmpty()
  await fill(PASSWORD, 'another-horse', 'another-horse')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('navbar.password-changed')).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect((await requestToken(site.url, TENANT, username, 'another-horse')).http).toBe(200)
  await openEmpty()
})

test('the console fills the screen and leaves it again', async () => {
  const page = await openConsole('/workbench')
  await page.getByRole('button', { name: t('shell.fullscreen'), exact: true }).click()
  await eventually(() => page.evaluate('document.fullscreenElement === document.documentElement')).toBe(true)
  await page.getByRole('button', { name: t('shell.fullscreen-leave'), exact: true }).click()
  await eventually(() => page.evaluate('document.fullscreenElement')).toBe(null)
})

test('where the browser cannot fill the screen, it says so', async () => {
  const page = await site.page({ as: 'admin' })
  await page.addInitScript('Object.defineProperty(document, "fullscreenEnabled", { value: false })')
  await page.goto('/workbench')
  await page.getByRole('button', { name: t('shell.fullscreen') }).click()
  await message(page, 'you browser can not work').waitFor()
})

test('Ctrl K finds pages, records and actions', async () => {
  const page = await openConsole('/workbench')
  const field = page.getByRole('combobox', { name: t('palette.placeholder') })
  await page.keyboard.press('Control+k')
  await field.fill('online')
  await page.keyboard.press('Enter')
  await eventually(() => addressOf(page)).toBe('/admin/onlinesysuser')
  await page.keyboard.press('Control+k')
  await field.fill('zhangweimin')
  await page
    .getByRole('group', { name: t('palette.records') })
    .getByRole('option')
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => addressOf(page)).toBe('/admin/sysuser?username=zhangweimin')
  await settled(page)
  await page.keyboard.press('Control+k')
  await field.fill('NJ-CR-01')
  await page
    .getByRole('group', { name: t('palette.records') })
    .getByRole('option')
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => addressOf(page)).toMatch(/^\/acquisition\/device\?id=/)
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: t('form.add', { noun: t('one.users') }) }).click()
  await page
    .getByRole('dialog', { name: t('form.add', { noun: t('one.users') }) })
    .getByRole('textbox')
    .first()
    .waitFor()
  expect(addressOf(page)).toBe('/admin/sysuser')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await field.fill('log out')
  await page.keyboard.press('Enter')
  await eventually(() => addressOf(page)).toBe('/login?redirect=%2Fadmin%2Fsysuser')
})

test('Enter takes the best match, pressed before the palette or the answer that says what may be added is there', async () => {
  const page = await site.page({ as: 'admin', isFirst: true })
  // Two promises of the test keep the palette and the list of dictionaries waiting for as long as it wants.
  const palette = Promise.withResolvers<undefined>()
  const answer = Promise.withResolvers<undefined>()
  await page.route(/command-palette/, async (route) => {
    await palette.promise
    await route.continue()
  })
  await page.route(/querySysDict\?/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/workbench')
  await page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('add dict')
  await page.keyboard.press('Enter')
  palette.resolve(undefined)
  // Adding a device resembles it, and is known before: nothing of it is taken.
  const first = page.getByRole('dialog').getByRole('option').first()
  await eventually(() => first.innerText()).toBe(t('form.add', { noun: t('one.devices') }))
  expect(addressOf(page)).toBe('/workbench')
  answer.resolve(undefined)
  await page.getByRole('dialog', { name: t('form.add', { noun: t('one.dictionaries') }) }).waitFor()

  // A line that somebody has gone to is taken at once, and stays theirs while others come before it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: t('palette.placeholder') })
  await field.fill('add dict')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: t('form.add', { noun: t('one.devices') }) }).waitFor()
})

test('nobody is offered what they may not do', async () => {
  const page = await openConsole('/workbench', { as: 'viewer' })
  const answered = page.waitForResponse((response) => response.url().includes('/querySysUser?') && response.ok())
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: t('shell.log-out') }).waitFor()
  await answered
  await page.getByRole('combobox', { name: t('palette.placeholder') }).fill('zhangweimin')
  await page
    .getByRole('group', { name: t('palette.records') })
    .getByRole('option')
    .first()
    .waitFor()
  await page.getByRole('combobox', { name: t('palette.placeholder') }).fill('')
  await page.getByRole('option', { name: t('shell.log-out') }).waitFor()
  expect(await page.getByRole('option', { name: t('form.add', { noun: t('one.users') }) }).count()).toBe(0)
})

test('the console can be installed: manifest and icons are ours', async () => {
  const page = await site.page()
  await page.goto('/login')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await page.request.get(String(href))
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { icons } = (await manifest.json()) as { icons: { src: string; type: string; purpose: string }[] }
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src, type } of [
    ...icons,
    { src: '/icons/apple-touch-180.png', type: 'image/png' },
    { src: '/icons/icon-32.png', type: 'image/png' },
  ]) {
    const icon = await page.request.get(src)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, expect.stringContaining(type)])
  }
})
