/** Everything without a mouse. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  OPERATORS,
  PASSWORD,
  TENANT,
  eventually,
  focused,
  message,
  openSite,
  rowNamed,
  settled,
  signInButton,
  t,
  toolbarButton,
} from './support.ts'

const site = openSite()

/** At this moment, without waiting. */
const isFocused = async (target: Locator) => (await target.and(target.page().locator(':focus')).count()) > 0

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`eighty times ${key} did not lead to ${String(target)}`)
}

/** Presses an arrow until `target` has the focus; each press is given the time to move it. */
async function arrowTo(page: Page, target: Locator, key = 'ArrowDown'): Promise<void> {
  for (let pressed = 0; pressed < 20; pressed += 1) {
    if (await isFocused(target)) return
    await page.evaluate('window.before = document.activeElement, undefined')
    await page.keyboard.press(key)
    await eventually(() => page.evaluate('document.activeElement !== window.before')).toBe(true)
  }
  throw new Error(`twenty times ${key} did not lead to ${String(target)}`)
}

/** Remembers how the focused element and what is around it look, and compares later. */
const STOPS = `
  window.stops = []
  window.lookOf = (chain) => JSON.stringify(chain.map((node) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, translate } = getComputedStyle(node)
    return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor, backgroundColor, translate]
  }))
  window.remember = () => {
    const chain = []
    for (let node = document.activeElement; node && chain.length < 4; node = node.parentElement) chain.push(node)
    window.stops.push({ chain, look: window.lookOf(chain) })
  }
  window.unseen = () => window.stops.filter(({ chain, look }) => chain[0].isConnected && window.lookOf(chain) === look).map(({ chain }) => chain[0].outerHTML.slice(0, 160))`

test('sign in, go to the users, open a form, leave it, sign out', async () => {
  const page = await site.page()
  await page.goto('/login')
  await signInButton(page).waitFor()
  for (const [name, value] of [
    ['signIn.tenantCode', TENANT],
    ['signIn.username', 'admin'],
    ['signIn.password', PASSWORD],
  ] as const) {
    await tabTo(page, page.getByLabel(t(name), { exact: true }))
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: t('workbench.shortcuts') }).waitFor()

  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await tabTo(
    page,
    menu
      .getByRole('link', { name: t('menu.workbench'), exact: true })
      .or(menu.getByRole('menu').first())
      .or(menu.getByRole('menuitem').first()),
  )
  const group = menu.getByRole('menuitem', { name: t('menu.admin') })
  await arrowTo(page, group)
  await page.keyboard.press('Enter')
  const link = menu.getByRole('link', { name: t('menu.sysuser'), exact: true })
  await link.waitFor()
  await arrowTo(page, link)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/sysuser')
  await settled(page)

  const add = toolbarButton(page, t('button.add'))
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await form.waitFor()
  await tabTo(page, form.getByRole('textbox').first())
  await page.keyboard.type('ab')
  await page.keyboard.press('Escape')
  // What was typed is not thrown away without a question.
  const question = page.getByRole('alertdialog')
  await focused(question.getByRole('button', { name: t('form.discard-no') }))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await eventually(() => form.count()).toBe(0)
  await focused(add)

  const account = page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) })
  await tabTo(page, account, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const leave = page.getByRole('menuitem', { name: t('shell.log-out') })
  await leave.waitFor()
  await arrowTo(page, leave, 'ArrowUp')
  await page.keyboard.press('Enter')
  await signInButton(page).waitFor()
})

test('a form keeps the focus inside, and Enter saves it', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/authority/sysrole')
  await settled(page)
  await tabTo(page, toolbarButton(page, t('button.add')))
  await page.keyboard.press('Space')
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').first().waitFor()
  await tabTo(page, form.getByRole('textbox').first())
  for (let pressed = 0; pressed < 15; pressed += 1) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        'document.activeElement.closest("[role=dialog]") !== null || document.activeElement === document.body || document.activeElement.getAttribute("aria-hidden") === "true"',
      ),
    ).toBe(true)
  }
  await tabTo(page, form.getByRole('textbox').first())
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.type('R_KEYBOARD')
  await page.keyboard.press('Enter')
  await message(page, t('form.saved')).waitFor()
  await rowNamed(page, 'By keyboard').waitFor()
})

test('dialogs that are no form of a noun begin in their first field as well', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/workbench')
  await page.getByRole('banner').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: t('navbar.change-password') }).click()
  await focused(page.getByRole('dialog').getByLabel(t('navbar.oldpassword')))
  const operator = await site.page({ as: 'admin', tenant: OPERATORS })
  await operator.goto('/tenant/systenant')
  await settled(operator)
  await toolbarButton(operator, t('button.add')).click()
  await focused(operator.getByRole('dialog').getByLabel(t('field.tenants.tenantCode')))
})

test('a question begins at its safe answer, keeps the focus and gives it back', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser?username=zhangweimin')
  await settled(page)
  const button = rowNamed(page, 'zhangweimin').getByRole('button', { name: `${t('button.delete')}: zhangweimin` })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await focused(question.getByRole('button', { name: t('common.cancel') }))
  await page.keyboard.press('Tab')
  await focused(question.getByRole('button', { name: t('button.delete') }))
  await page.keyboard.press('Escape')
  await eventually(() => question.count()).toBe(0)
  await focused(button)
  await rowNamed(page, 'zhangweimin').waitFor()
})

test('the first Tab offers to skip to the content', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  const skip = page.getByRole('link', { name: t('shell.skip') })
  expect((await skip.boundingBox())?.y).toBeLessThan(0)
  await page.keyboard.press('Tab')
  await focused(skip)
  await eventually(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await focused(page.getByRole('main'))
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true)
})

test('whoever has passed a filter whose tree is still coming keeps the focus where they are', async () => {
  const page = await site.page({ as: 'admin' })
  let hold = (): void => undefined
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  await page.route(/assets\/tree-picker/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/admin/sysuser')
  await settled(page)
  const [tree, status] = [
    page.getByRole('combobox', { name: t('field.users.orgId') }),
    page.getByRole('combobox', { name: t('field.users.status') }),
  ]
  const asked = page.waitForRequest(/assets\/tree-picker/)
  await tabTo(page, tree)
  await asked
  await tabTo(page, status)
  const come = page.waitForResponse(/assets\/tree-picker/)
  hold()
  await come
  await eventually(() => page.locator('.ant-tree-select').count()).toBeGreaterThan(0)
  expect(await page.evaluate('document.activeElement.id')).toBe(await status.getAttribute('id'))
})

test('a list of choices opens, is searched and chosen from', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  const status = page.getByRole('combobox', { name: t('field.users.status') })
  await tabTo(page, status)
  await page.keyboard.press('Enter')
  await eventually(() => status.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.type(t('choice.status.0'))
  // Whoever types looks at what is left before they choose it.
  await eventually(() => page.locator('.ant-select-item-option-active').allInnerTexts()).toEqual([t('choice.status.0')])
  await page.keyboard.press('Enter')
  await eventually(() => status.getAttribute('aria-expanded')).toBe('false')
  await tabTo(page, page.getByRole('button', { name: t('list.query'), exact: true }))
  await page.keyboard.press('Enter')
  await eventually(() => new URL(page.url()).search).toBe('?status=0')
})

test.each(['/login', '/workbench', '/admin/sysuser?status=0', '/admin/sysorg?orgType=group', '/docs'])(
  'wherever the focus is on %s, it is seen',
  async (path) => {
    const page = await site.page(path === '/login' ? {} : { as: 'admin' })
    await page.goto(path)
    await page.getByRole('main').waitFor()
    if (path.includes('sys')) await settled(page)
    await page.evaluate(`(() => {${STOPS}})()`)
    let stops = 0
    await page.keyboard.press('Tab')
    for (; stops < 40 && !(await page.evaluate('document.activeElement === document.body')); stops += 1) {
      await page.evaluate('remember()')
      await page.keyboard.press('Tab')
    }
    await page.evaluate('document.activeElement.blur()')
    expect(stops).toBeGreaterThan(4)
    // What looks the same without the focus did not show it.
    await eventually(() => page.evaluate<string[]>('unseen()')).toEqual([])
  },
)
