/**
 * The jobs of an operator and of an administrator, each in no more than two thirds of the clicks that it took when the product was tried for the first time; one of two clicks
 * was as short as any. What is typed counts nothing, then as now, and what is chosen with the pointer counts one for each press. Each job begins on the page it is done on.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alarmRules, deviceTypes, posts } from '../../model/index.ts'
import type { users } from '../../model/index.ts'
import { codeAt, stepAt } from '../../server/identity/second-factors/totp.ts'
import { unique, uniqueMobile } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { addRow, pathsOf } from '../support/values.ts'
import { workbookOf } from '../support/workbooks.ts'
import { addRole, addUser, roleCoded } from './data.ts'
import { addSendingDevice } from './devices.ts'
import { DISK, entry, filesOf } from './disk.ts'
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
const MIN_CLICKS = 2
const NEXT_PASSWORD = 'another-good-one-9'

const site = openSite()

const dialog = (page: Page) => page.getByRole('dialog')
const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const box = (on: Locator, name: string) => on.getByRole('combobox', { name: new RegExp(`(^|\\s)${name}$`) })
const field = (on: Locator, name: string) => on.getByRole('textbox', { name: new RegExp(`(^|\\s)${name}$`) })
/** Chooses from an open list. */
const pick = (page: Page, name: string) => page.locator('.ant-select-item-option', { hasText: name }).first().click()

/** Counts presses of the pointer, and keys, of somebody at the page; those that a script makes up are none. */
const COUNT = `
  if (!('presses' in globalThis)) {
    addEventListener('pointerdown', ({ isTrusted, button }) => { if (isTrusted && button === 0) presses += 1 }, true)
    addEventListener('keydown', ({ isTrusted, key }) => { if (isTrusted && !['Control', 'Shift'].includes(key)) keys += 1 }, true)
  }
  globalThis.presses = 0
  globalThis.keys = 0`

/** @param ready What the page has once it can be used; a table with rows where none is named. */
async function open(page: Page, address: string, ready?: Locator): Promise<void> {
  await page.goto(address)
  await (ready ? ready.waitFor() : settled(page))
}

/** That the job takes two thirds of the clicks at most, and some: a page that was left has lost its count. */
async function withinClicks(page: Page, job: keyof typeof THEN, work: () => Promise<void>): Promise<void> {
  await page.evaluate(COUNT)
  await work()
  const clicks = await page.evaluate<number>('globalThis.presses')
  expect(clicks, job).toBeGreaterThan(0)
  expect(clicks, job).toBeLessThanOrEqual(Math.max(MIN_CLICKS, Math.floor((THEN[job] * 2) / 3)))
}

/** Ids of the points of a device, in the order in which they were added. */
async function pointIdsOf(admin: Client, deviceCode: string): Promise<string[]> {
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/acquisition/device/queryDevice', { deviceCode })
  const { data: found } = await admin.get<{ list: { id: string }[] }>('/api/acquisition/point/queryPoint', {
    deviceId: data.list[0]?.id ?? '',
    sorter: 'createTime_ascend',
  })
  return found.list.map(({ id }) => id)
}

/** What an app would show for the key in the dialog. */
async function appCodeOf(page: Page): Promise<string> {
  const text = ((await page.locator('.factor-key code').textContent()) ?? '').replaceAll(' ', '')
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return codeAt(Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))), stepAt(Date.now()))
}

test('an operator registers a device and sees it live, keeps a trend, makes a rule, acknowledges, shelves and exports', async () => {
  const admin = await site.client()
  const page = await site.page({ as: 'admin' })

  const code = `clicks-${unique()}`
  const typeName = `Clicks ${unique()}`
  const type = await addRow(admin, deviceTypes, { typeName })
  await admin.post('/api/acquisition/typepoint/addTypePoint', {
    deviceTypeId: type.id,
    pointKey: 'temperature',
    pointName: 'Temperature',
  })
  await open(page, '/acquisition/devices')
  await withinClicks(page, 'registerDevice', async () => {
    await toolbarButton(page, t('button.add')).click()
    const form = page.getByRole('dialog', { name: t('form.add', { noun: t('one.devices') }) })
    await focused(form.getByLabel(t('field.devices.deviceCode')))
    await form.getByLabel(t('field.devices.deviceCode')).fill(code)
    await field(form, t('field.devices.deviceName')).fill(code)
    await box(form, t('field.devices.deviceTypeId')).click()
    await page.keyboard.type(typeName)
    await pick(page, typeName)
    await button(form, t('common.save')).click()
    const wizard = page.getByRole('dialog', { name: t('connect.title', { name: code }) })
    await wizard.getByText(t('appClients.secret-once')).waitFor()
    const line = await wizard.locator('pre', { hasText: 'curl' }).innerText()
    const [, as = '', body = '', url = ''] = /-u '([^']+)' .* -d '([^']+)' '([^']+)'$/.exec(line) ?? []
    expect(as).toContain(`${TENANT}/${code}:`)
    const headers = { authorization: `Basic ${Buffer.from(as).toString('base64')}`, 'content-type': 'application/json' }
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
    await button(wizard, t('connect.kept-see')).click()
    await page.getByRole('heading', { level: 1, name: code }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Temperature' }).getByText(t('worth.good'), { exact: true }).waitFor()
  })

  const device = await addSendingDevice(site.url, admin, { one: {}, two: {} })
  const other = await addSendingDevice(site.url, admin, { three: {}, four: {} })
  await device.push({ one: 1, two: 2 })
  await other.push({ three: 3, four: 4 })
  const before = (await pointIdsOf(admin, code)).at(0) as string
  const trend = `Clicks ${unique()}`
  // With a point of the day before, which is not wanted.
  await open(page, `/acquisition/trends?points=${before}`, button(page, t('trends.choose')).first())
  await withinClicks(page, 'trend', async () => {
    await button(page, t('trends.choose')).first().click()
    const chooser = page.getByRole('dialog', { name: t('trends.choose') })
    await chooser
      .getByRole('button', { name: new RegExp(`^${t('trends.remove')}: `) })
      .first()
      .click()
    for (const [of, keys] of [
      [device, ['one', 'two']],
      [other, ['three', 'four']],
    ] as const) {
      await chooser.getByRole('textbox', { name: t('trends.search') }).fill(of.code)
      for (const key of keys) await chooser.getByRole('checkbox', { name: new RegExp(`Point ${key}`) }).click()
    }
    await page.keyboard.press('Escape')
    await page.getByText(t('trends.last-week'), { exact: true }).first().click()
    await button(page, t('trends.trends')).hover()
    await page.getByRole('menuitem', { name: t('trends.save-as') }).click()
    await dialog(page).getByLabel(t('trends.name')).fill(trend)
    await page.keyboard.press('Enter')
    await button(page, trend).waitFor()
  })
  const shown = new URL(page.url()).searchParams
  expect(shown.get('last')).toBe('604800000')
  expect(shown.get('points')?.split(',')).toEqual([...(await pointIdsOf(admin, device.code)), ...(await pointIdsOf(admin, other.code))])

  const rule = `Clicks ${unique()}`
  await open(page, `/acquisition/device?id=${device.id}`)
  await withinClicks(page, 'rule', async () => {
    await page.getByRole('button', { name: `${t('list.more')}: Point one` }).click()
    await page.getByRole('menuitem', { name: t('points.add-rule') }).click()
    const form = page.getByRole('dialog', { name: t('form.add', { noun: t('one.alarm-rules') }) })
    await field(form, t('field.alarm-rules.ruleName')).fill(rule)
    await form.getByLabel(t('field.alarm-rules.alarmLimit')).fill('5')
    await field(form, t('field.alarm-rules.ruleName')).press('Enter')
    await message(page, t('form.saved')).waitFor()
  })
  expect((await admin.get<{ total: number }>(pathsOf(alarmRules).query, { ruleName: rule })).data.total).toBe(1)
  await device.push({ one: 9 })
  await open(page, '/acquisition/alarms')
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

test('an administrator makes a user, hides a field, imports, shares a folder, notifies; somebody changes a password and sets up a second factor', async () => {
  const admin = await site.client()
  const page = await site.page({ as: 'admin' })

  const username = `clicks-${unique()}`
  await open(page, '/admin/sysuser')
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

  const roleCode = `CLICKS_${unique()}`
  await addRole(admin, { roleName: `Clicks ${roleCode}`, roleCode })
  await open(page, '/authority/datapermission?menuCode=sysorg')
  const role = page.getByRole('row', { name: new RegExp(roleCode) })
  await withinClicks(page, 'hideField', async () => {
    await role.getByRole('button', { name: new RegExp(`^${t('data-permission.hide')}`) }).hover()
    await page.getByRole('menuitem', { name: t('field.organisations.orgDescription'), exact: true }).click()
    await role.getByText(t('field.organisations.orgDescription'), { exact: true }).waitFor()
  })

  const content = await workbookOf([
    [t('field.posts.postName'), t('field.posts.postCode')],
    [`Clicks ${unique()}`, `C${unique()}`],
    ['', ''],
    ['No code', ''],
  ])
  await open(page, '/admin/syspost')
  await withinClicks(page, 'importErrors', async () => {
    const files = await page.evaluateHandle(
      `(() => { const files = new DataTransfer(); files.items.add(new File([Uint8Array.from(${JSON.stringify([...content])})], 'posts.xlsx')); return files })()`,
    )
    await page.locator('.resource-card').dispatchEvent('drop', { dataTransfer: files })
    await button(dialog(page), t('import.store-good', { count: 1 })).click()
    await message(page, t('import.done', { count: 1 })).waitFor()
  })

  const { folder, put } = filesOf(site)
  const folderName = `clicks ${unique()}`
  await put(await folder(folderName), 'report.txt', 'for you')
  await open(page, DISK, entry(page, folderName))
  let address = ''
  await withinClicks(page, 'share', async () => {
    await entry(page, folderName).click()
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
  await guest.goto(address)
  await withinClicks(guest, 'guest', async () => {
    await guest.getByLabel(t('signIn.password'), { exact: true }).fill('open sesame')
    await guest.keyboard.press('Enter')
    await Promise.all([guest.waitForEvent('download'), guest.getByRole('button', { name: `${t('button.download')}: report.txt` }).click()])
  })

  await open(page, '/admin/notification')
  await withinClicks(page, 'notify', async () => {
    await toolbarButton(page, t('button.add')).click()
    const form = dialog(page)
    await field(form, t('field.notifications.title')).fill(`Clicks ${unique()}`)
    await form.getByRole('textbox', { name: t('field.notifications.content') }).click()
    await page.keyboard.type('The line stops at noon.')
    await box(form, t('field.notifications.orgId')).click()
    await page.getByRole('treeitem', { name: '数据中心' }).first().click()
    await button(form, t('notifications.save-publish')).click()
    await message(page, t('notifications.now', { status: t('choice.status.published') })).waitFor()
  })

  await open(page, '/workbench', page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }))
  await page.evaluate(COUNT)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('add dict')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: t('form.add', { noun: t('one.dictionaries') }) })
  await form.waitFor()
  await focused(form.getByRole('textbox').first())
  const pressed = await page.evaluate<number>('globalThis.keys')
  expect(pressed).toBeGreaterThan('add dict'.length)
  // Then three fields with a Tab to each next one, and Enter that saves.
  expect(pressed + 3).toBeLessThanOrEqual((KEYS_THEN * 2) / 3)

  const { id: userId, username: person } = await addUser(admin, { roleId: [await roleCoded(admin, 'ROLE_EDITOR')] })
  const post = await addRow(admin, posts)
  const postName = String(post.values['postName'])
  expect((await admin.post('/api/admin/sysuserpost/addSysUserPost', { userId, postId: post.id, postType: 1, status: 1 })).http).toBe(200)
  const own = await site.page({ as: person })
  await open(own, '/workbench', button(own, t('menuSwitch.title')))
  await withinClicks(own, 'post', async () => {
    await button(own, t('menuSwitch.title')).hover()
    await own.locator('.menu-switch').getByRole('menuitem', { name: postName, exact: true }).click()
    await button(own, t('menuSwitch.chosen', { name: postName })).waitFor()
  })
  await withinClicks(own, 'password', async () => {
    await own.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).hover()
    await own.getByRole('menuitem', { name: t('navbar.change-password') }).click()
    const changing = own.getByRole('dialog', { name: t('navbar.change-password') })
    await changing.getByLabel(t('navbar.oldpassword'), { exact: true }).fill(PASSWORD)
    for (const name of ['navbar.newpassword', 'navbar.confirm-newpassword'] as const)
      await changing.getByLabel(t(name), { exact: true }).fill(NEXT_PASSWORD)
    await button(changing, t('common.save')).click()
    await message(own, t('navbar.password-changed')).waitFor()
  })
  await withinClicks(own, 'factor', async () => {
    await own.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).hover()
    await own.getByRole('menuitem', { name: t('profile.security') }).click()
    await own.getByRole('button', { name: `${t('factor.app-add')}: ${t('factor.app')}` }).click()
    const asked = dialog(own).getByLabel(t('signIn.password'), { exact: true })
    const picture = own.getByRole('img', { name: t('factor.app-picture') })
    await asked.or(picture).first().waitFor()
    if (await asked.isVisible()) {
      await asked.fill(NEXT_PASSWORD)
      await own.keyboard.press('Enter')
    }
    await picture.waitFor()
    await own.getByLabel(t('factor.otp')).fill(await appCodeOf(own))
    await own.keyboard.press('Enter')
    await own.getByRole('button', { name: t('factor.recovery-kept') }).click()
  })
})
