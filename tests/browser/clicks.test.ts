/**
 * The jobs of an operator and of an administrator, each in no more than two thirds of the clicks that it took when the product was tried for the first time. What is typed counts nothing, then as
 * now, and what is chosen with the pointer counts one for each press. Each job begins on the page it is done on.
 */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { alarmRules, posts } from '../../model/index.ts'
import type { users } from '../../model/index.ts'
import { codeAt, stepAt } from '../../server/identity/second-factors/totp.ts'
import { unique, uniqueMobile } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { addRow, pathsOf } from '../support/values.ts'
import { workbookOf } from '../support/workbooks.ts'
import { addRole, addUser, roleCoded } from './data.ts'
import { addSendingDevice } from './devices.ts'
import { entry, filesOf, openDisk } from './disk.ts'
import { PASSWORD, TENANT, eventually, focused, message, openSite, rowNamed, settled, t, toolbarButton } from './support.ts'

/** How many clicks each took then. */
const THEN = {
  user: 6,
  hideField: 4,
  importErrors: 4,
  export: 2,
  registerDevice: 8,
  trend: 12,
  rule: 5,
  acknowledge: 2,
  shelve: 3,
  share: 6,
  guest: 3,
  notify: 8,
  post: 2,
  password: 3,
  factor: 5,
} as const
/** Keys of the job that was done by keyboard alone, without what is typed into the fields. */
const KEYS_THEN = 23

const site = openSite()
let admin: Client
beforeAll(async () => {
  admin = await site.client()
})

const dialog = (page: Page) => page.getByRole('dialog')
const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const box = (on: Locator, name: string) => on.getByRole('combobox', { name: new RegExp(`(^|\\s)${name}$`) })
const field = (on: Locator, name: string) => on.getByRole('textbox', { name: new RegExp(`(^|\\s)${name}$`) })

/** Presses of the pointer, and keys, since the page was told to count. */
const COUNT = `
  globalThis.presses = 0
  globalThis.keys = 0
  addEventListener('pointerdown', ({ isTrusted, button }) => { if (isTrusted && button === 0) presses += 1 }, true)
  addEventListener('keydown', ({ isTrusted, key }) => { if (isTrusted && !['Control', 'Shift'].includes(key)) keys += 1 }, true)`

async function open(address: string, as = 'admin'): Promise<Page> {
  const page = await site.page({ as })
  await page.addInitScript({ content: COUNT })
  await page.goto(address)
  await settled(page)
  return page
}

/** That the job takes two thirds of the clicks at most. */
async function withinClicks(page: Page, job: keyof typeof THEN, work: () => Promise<void>): Promise<void> {
  await page.evaluate('globalThis.presses = 0')
  await work()
  const clicks = await page.evaluate<number>('globalThis.presses')
  expect(clicks, job).toBeLessThanOrEqual((THEN[job] * 2) / 3)
}

/** What an app would show for the key in the dialog. */
async function appCodeOf(page: Page): Promise<string> {
  const text = ((await page.locator('.factor-key code').textContent()) ?? '').replaceAll(' ', '')
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return codeAt(Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))), stepAt(Date.now()))
}

/** Chooses from an open list. */
const pick = (page: Page, name: string) => page.locator('.ant-select-item-option', { hasText: name }).first().click()

test('a user with a role is created', async () => {
  const username = `clicks-${unique()}`
  const page = await open('/admin/sysuser')
  await withinClicks(page, 'user', async () => {
    await toolbarButton(page, t('button.add')).click()
    const form = dialog(page)
    const label = (name: keyof typeof users.fields & string) => t(`field.users.${name}` as Parameters<typeof t>[0])
    await focused(field(form, label('username')))
    const texts = { username, nickname: username, password: PASSWORD, email: `${username}@example.com`, mobile: uniqueMobile() }
    for (const [name, value] of Object.entries(texts)) await field(form, label(name as 'username')).fill(value)
    await field(form, t('form.confirmPassword')).fill(PASSWORD)
    await box(form, label('roleId')).click()
    await pick(page, '观察员')
    await button(form, t('common.save')).click()
    await message(page, t('form.saved')).waitFor()
  })
})

test('a field is hidden from a role', async () => {
  const roleCode = `CLICKS_${unique()}`
  await addRole(admin, { roleName: `Clicks ${roleCode}`, roleCode })
  const page = await open('/authority/datapermission?menuCode=sysorg')
  const row = page.getByRole('row', { name: new RegExp(roleCode) })
  await withinClicks(page, 'hideField', async () => {
    await row.getByRole('button', { name: new RegExp(`^${t('data-permission.hide')}`) }).hover()
    await page.getByRole('menuitem', { name: t('field.organisations.orgDescription'), exact: true }).click()
    await row.getByText(t('field.organisations.orgDescription'), { exact: true }).waitFor()
  })
  // And back again by the message.
  await message(page, new RegExp(`Clicks ${roleCode}`))
    .getByRole('button', { name: t('undo.go') })
    .click()
  await eventually(() => row.getByText(t('field.organisations.orgDescription'), { exact: true }).count()).toBe(0)
})

test('rows are imported from a file with errors, which is dropped on the list', async () => {
  const good = `Clicks ${unique()}`
  const page = await open('/admin/syspost')
  const content = await workbookOf([
    [t('field.posts.postName'), t('field.posts.postCode')],
    [good, `C${unique()}`],
    ['', ''],
    ['No code', ''],
  ])
  await withinClicks(page, 'importErrors', async () => {
    const files = await page.evaluateHandle(
      `(() => { const files = new DataTransfer(); files.items.add(new File([Uint8Array.from(${JSON.stringify([...content])})], 'posts.xlsx')); return files })()`,
    )
    await page.locator('.resource-card').dispatchEvent('drop', { dataTransfer: files })
    await button(dialog(page), t('import.store-good', { count: 1 })).click()
    await message(page, t('import.done', { count: 1 })).waitFor()
  })
})

test('a list is exported as a workbook, as Word and as PDF', async () => {
  const page = await open('/admin/syspost')
  for (const format of ['export', 'exportWord', 'exportPDF'] as const)
    await withinClicks(page, 'export', async () => {
      await toolbarButton(page, t('button.export')).hover()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: t(`export.${format}`), exact: true }).click(),
      ])
      expect(await file.failure()).toBeNull()
    })
})

test('a device is registered, given credentials, and heard of', async () => {
  const code = `clicks-${unique()}`
  const page = await open('/acquisition/devices')
  await withinClicks(page, 'registerDevice', async () => {
    await toolbarButton(page, t('button.add')).click()
    const form = page.getByRole('dialog', { name: t('form.add', { noun: t('one.devices') }) })
    await focused(form.getByLabel(t('field.devices.deviceCode')))
    await form.getByLabel(t('field.devices.deviceCode')).fill(code)
    await field(form, t('field.devices.deviceName')).fill(code)
    await button(form, t('common.save')).click()
    const wizard = page.getByRole('dialog', { name: t('connect.title', { name: code }) })
    await button(wizard, t('connect.issue')).click()
    await wizard.getByText(t('appClients.secret-once')).waitFor()
    const secret = (await wizard.locator('.connect-facts code').allTextContents())[3] ?? ''
    const answer = await fetch(`${site.url}/api/acquisition/push`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${TENANT}/${code}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: '{"temperature":1}',
    })
    expect(answer.status).not.toBe(401)
    await button(wizard, t('appClients.secret-kept')).click()
    await eventually(() => wizard.count()).toBe(0)
  })
})

test('four points are shown over seven days, and the trend is kept', async () => {
  const keys = ['one', 'two', 'three', 'four']
  const device = await addSendingDevice(site.url, admin, Object.fromEntries(keys.map((key) => [key, {}])))
  await device.push({ one: 1, two: 2, three: 3, four: 4 })
  const name = `Clicks ${unique()}`
  const page = await open('/acquisition/trends?last=3600000')
  await withinClicks(page, 'trend', async () => {
    await button(page, t('trends.choose')).first().click()
    const chooser = page.getByRole('dialog', { name: t('trends.choose') })
    await chooser.getByRole('textbox', { name: t('trends.search') }).fill(device.code)
    for (const key of keys) await chooser.getByRole('checkbox', { name: new RegExp(`Point ${key}$`) }).click()
    await page.keyboard.press('Escape')
    await page.getByText(t('trends.last-week'), { exact: true }).first().click()
    await button(page, t('trends.trends')).click()
    await page.getByRole('menuitem', { name: t('trends.save-as') }).click()
    await dialog(page).getByLabel(t('trends.name')).fill(name)
    await page.keyboard.press('Enter')
    await button(page, name).waitFor()
  })
  expect(new URL(page.url()).searchParams.get('last')).toBe('604800000')
})

test('an alarm rule is made for a point; its alarm is acknowledged, and another one shelved', async () => {
  const rule = `Clicks ${unique()}`
  const device = await addSendingDevice(site.url, admin, { flow: {} })
  const page = await open(`/acquisition/device?id=${device.id}`)
  await withinClicks(page, 'rule', async () => {
    await page.getByRole('button', { name: `${t('list.more')}: Point flow` }).click()
    await page.getByRole('menuitem', { name: t('points.add-rule') }).click()
    const form = page.getByRole('dialog', { name: t('form.add', { noun: t('one.alarm-rules') }) })
    await field(form, t('field.alarm-rules.ruleName')).fill(rule)
    await form.getByLabel(t('field.alarm-rules.alarmLimit')).fill('5')
    await field(form, t('field.alarm-rules.ruleName')).press('Enter')
    await message(page, t('form.saved')).waitFor()
  })
  expect((await admin.get<{ total: number }>(pathsOf(alarmRules).query, { ruleName: rule })).data.total).toBe(1)
  await device.push({ flow: 9 })
  await page.goto('/acquisition/alarms')
  const row = rowNamed(page, rule)
  await row.waitFor()
  await withinClicks(page, 'acknowledge', async () => {
    await row.getByRole('button', { name: `${t('alarms.acknowledge')}: ${rule}` }).click()
    await row.getByText(t('choice.alarmState.acknowledged'), { exact: true }).waitFor()
  })
  await withinClicks(page, 'shelve', async () => {
    await row.getByRole('button', { name: `${t('alarms.shelve')}: ${rule}` }).click()
    await dialog(page).getByLabel(t('alarms.reason')).fill('Being repaired')
    await button(dialog(page), t('alarms.shelve')).click()
    await eventually(() => row.count()).toBe(0)
  })
})

test('a folder is shared by a link with a password, and a guest takes it along', async () => {
  const { folder, put } = filesOf(site)
  const name = `clicks ${unique()}`
  await put(await folder(name), 'report.txt', 'for you')
  const page = await openDisk(site)
  await page.evaluate(COUNT)
  let address = ''
  await withinClicks(page, 'share', async () => {
    await entry(page, name).click()
    await toolbarButton(page, t('disk.share')).click()
    await dialog(page).getByLabel(t('disk.link-password-field')).fill('open sesame')
    await dialog(page)
      .getByRole('button', { name: t('disk.link-add') })
      .click()
    address = await dialog(page)
      .getByRole('textbox', { name: t('disk.link-address') })
      .inputValue()
  })
  const guest = await site.page()
  await guest.addInitScript({ content: COUNT })
  await guest.goto(address)
  await withinClicks(guest, 'guest', async () => {
    await guest.getByLabel(t('signIn.password'), { exact: true }).fill('open sesame')
    await guest.keyboard.press('Enter')
    await Promise.all([guest.waitForEvent('download'), guest.getByRole('button', { name: `${t('button.download')}: report.txt` }).click()])
  })
})

test('an organisation is notified with text that has a form', async () => {
  const title = `Clicks ${unique()}`
  const page = await open('/admin/notification')
  await withinClicks(page, 'notify', async () => {
    await toolbarButton(page, t('button.add')).click()
    const form = dialog(page)
    await field(form, t('field.notifications.title')).fill(title)
    await form.getByRole('textbox', { name: t('field.notifications.content') }).click()
    await page.keyboard.type('The line stops at noon.')
    await box(form, t('field.notifications.orgId')).click()
    await page.getByRole('treeitem', { name: '数据中心' }).first().click()
    await button(form, t('notifications.save-publish')).click()
    await message(page, t('notifications.now', { status: t('choice.status.published') })).waitFor()
  })
})

test('the menu is that of a post', async () => {
  const { id: userId, username } = await addUser(admin, { roleId: [await roleCoded(admin, 'ROLE_EDITOR')] })
  const post = await addRow(admin, posts)
  expect((await admin.post('/api/admin/sysuserpost/addSysUserPost', { userId, postId: post.id, postType: 1, status: 1 })).http).toBe(200)
  const page = await open('/workbench', username)
  await withinClicks(page, 'post', async () => {
    await button(page, t('menuSwitch.title')).hover()
    await page
      .locator('.menu-switch')
      .getByRole('menuitem', { name: String(post.values['postName']), exact: true })
      .click()
    await button(page, t('menuSwitch.chosen', { name: String(post.values['postName']) })).waitFor()
  })
})

test('a password is changed', async () => {
  const { username } = await addUser(admin, { roleId: [await roleCoded(admin, 'ROLE_VIEWER')] })
  const page = await open('/workbench', username)
  const account = page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) })
  await withinClicks(page, 'password', async () => {
    await account.hover()
    await page.getByRole('menuitem', { name: t('navbar.change-password') }).click()
    const form = page.getByRole('dialog', { name: t('navbar.change-password') })
    await form.getByLabel(t('navbar.oldpassword'), { exact: true }).fill(PASSWORD)
    for (const name of ['navbar.newpassword', 'navbar.confirm-newpassword'] as const)
      await form.getByLabel(t(name), { exact: true }).fill('another-good-one-9')
    await button(form, t('common.save')).click()
    await message(page, t('navbar.password-changed')).waitFor()
  })
})

test('a second factor is set up', async () => {
  const { username } = await addUser(admin, { roleId: [await roleCoded(admin, 'ROLE_VIEWER')] })
  const page = await open('/workbench', username)
  await withinClicks(page, 'factor', async () => {
    await page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).hover()
    await page.getByRole('menuitem', { name: t('profile.security') }).click()
    await page.getByRole('button', { name: `${t('factor.app-add')}: ${t('factor.app')}` }).click()
    const asked = dialog(page).getByLabel(t('signIn.password'), { exact: true })
    const picture = page.getByRole('img', { name: t('factor.app-picture') })
    await asked.or(picture).first().waitFor()
    if (await asked.isVisible()) {
      await asked.fill(PASSWORD)
      await page.keyboard.press('Enter')
    }
    await picture.waitFor()
    await page.getByLabel(t('factor.otp')).fill(await appCodeOf(page))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: t('factor.recovery-kept') }).click()
  })
})

test('an entry of a dictionary is added by the keyboard', async () => {
  const page = await open('/workbench')
  await page.evaluate('globalThis.keys = 0')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('add dict')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: t('form.add', { noun: t('one.dictionaries') }) })
  await form.waitFor()
  await focused(form.getByRole('textbox').first())
  const keys = await page.evaluate<number>('globalThis.keys')
  // Then three fields with a Tab to each next one, and Enter that saves.
  expect(keys + 3).toBeLessThanOrEqual((KEYS_THEN * 2) / 3)
})
