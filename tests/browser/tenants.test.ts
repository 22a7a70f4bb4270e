/** The operator's desk in the browser: a tenant is made, its password shown once, marked and erased; packages; the self-test. */
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { requestToken, signIn } from '../support/client.ts'
import { OPERATORS, PASSWORD, PATIENCE, choose, eventually, message, openSite, rowNamed, settled, t, toolbarButton } from './support.ts'

const site = openSite()

async function operatorPage(path: string) {
  const page = await site.page({ as: 'admin', tenant: OPERATORS })
  await page.goto(path)
  return page
}

test('a tenant is made, seen with its usage, marked and erased', async () => {
  const page = await operatorPage('/tenant/systenant')
  await settled(page)
  const [code, name] = [`b${unique()}`, `Riverside ${unique()}`]
  await toolbarButton(page, t('button.add')).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(t('field.tenants.tenantCode')).fill(code)
  await form.getByLabel(t('field.tenants.tenantName')).fill(name)
  await form.getByLabel(t('field.tenants.userQuota')).fill('4')
  // What is no network, or another tenant's, is named beside the field.
  const networks = form.getByLabel(t('field.tenants.modbusNetworks'))
  await networks.fill('10.88.0.0/16:502,1502\n10.88.0.1/16')
  await networks.blur()
  await form.getByText(t('check.network', { field: t('field.tenants.modbusNetworks'), entry: '10.88.0.1/16' })).waitFor()
  await networks.fill('10.88.0.0/16:502,1502')
  await choose(page, form.getByRole('combobox', { name: t('tenants.template') }), t('tenants.template.bare'))
  await form.getByLabel(t('field.users.nickname')).fill('Anna')
  await form.getByLabel(t('field.users.email')).last().fill('anna@riverside.example')
  await form.getByLabel(t('field.users.mobile')).fill('13912345678')
  await form.getByRole('button', { name: t('common.save') }).click()

  const password = (await page.locator('.shown-once code').textContent()) ?? ''
  expect(password).toMatch(/^\w{16}$/)
  expect((await requestToken(site.url, code, 'admin', password)).http).toBe(200)
  await page.keyboard.press('Escape')
  expect(await page.getByText(password).isVisible(), 'it cannot be had again, so it is not closed by a slip').toBe(true)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click()
  await eventually(() => page.getByText(password).count()).toBe(0)

  // Another tenant's administrator is told what it has been given, and refused where that is somebody else's.
  const devices = await site.page({ as: 'admin' })
  await devices.goto('/acquisition/devices')
  await settled(devices)
  await toolbarButton(devices, t('button.add')).click()
  const device = devices.getByRole('dialog')
  await device.getByLabel(t('field.devices.deviceCode')).fill(code)
  await device.getByLabel(t('field.devices.deviceName'), { exact: true }).fill(name)
  await choose(devices, device.getByRole('combobox', { name: t('field.devices.connection') }), t('choice.connection.modbus'))
  await device.getByText(t('devices.no-networks')).waitFor()
  await device.getByLabel(t('field.devices.modbusHost')).fill('10.88.3.4')
  await device.getByRole('button', { name: t('common.save') }).click()
  await device
    .getByText(t('error.modbus.address', { field: t('field.devices.modbusHost'), at: '10.88.3.4:502' }))
    .first()
    .waitFor()
  await devices.close()

  const row = rowNamed(page, name)
  await row.getByRole('meter', { name: t('tenants.usage.users') }).waitFor()
  expect(await row.getByText(t('tenants.usage', { used: 1, quota: 4 })).count()).toBe(1)
  await row.getByRole('checkbox').check()
  await toolbarButton(page, t('tenants.mark')).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('tenants.mark') })
    .click()
  await row.getByText(t('tenants.marked')).waitFor()
  expect((await requestToken(site.url, code, 'admin', password)).http).toBe(401)

  await row.getByRole('button', { name: new RegExp(`^${t('tenants.erase')}: `) }).click()
  const erase = page.getByRole('dialog')
  await erase.getByRole('textbox').fill('something else')
  expect(await erase.getByRole('button', { name: t('tenants.erase') }).isDisabled()).toBe(true)
  await erase.getByRole('textbox').fill(code)
  await erase.getByRole('button', { name: t('tenants.erase') }).click()
  await eventually(() => row.count()).toBe(0)
})

test('what a package loses is lost in open pages of its tenants at once', async () => {
  const client = await signIn(site.url, '10002', 'admin', PASSWORD)
  expect((await client.get('/api/admin/sysrole/querySysRole')).http).toBe(200)
  const page = await operatorPage('/tenant/package')
  await settled(page)
  await page
    .getByRole('button', { name: new RegExp(`^${t('packages.contents')}: `) })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: t('packages.urls') }).click()
  await dialog.getByRole('tabpanel').getByRole('searchbox').fill('querySysRole')
  const box = dialog.getByRole('tabpanel').getByRole('checkbox', { name: /querySysRole$/ })
  await box.uncheck()
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await eventually(async () => (await client.get('/api/admin/sysrole/querySysRole')).http).toBe(403)
  // What is ticked before the answer to the last saving is there would be overtaken by it.
  await message(page, t('form.saved')).waitFor()
  await box.check()
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await eventually(async () => (await client.get('/api/admin/sysrole/querySysRole')).http).toBe(200)
})

test('the self-test is started, shows how far it is, and can be ended', async () => {
  const page = await operatorPage('/tenant/isolation')
  await page.getByRole('button', { name: t('isolation.start') }).click()
  const running = page.getByRole('region', { name: t('isolation.verdict.running') })
  await running.getByText(/[1-9][\d,]* of/).waitFor({ timeout: 2 * PATIENCE })
  await running.getByRole('button', { name: t('common.cancel') }).click()
  await page.getByText(t('isolation.verdict.aborted')).first().waitFor()
})

test("a tenant's own administrator has none of these pages, and the one that every role opens refuses its rows", async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/tenant/package')
  await page.getByRole('heading', { name: t('not-found.title') }).waitFor()
  await page.goto('/tenant/systenant')
  await page
    .getByRole('alert')
    .getByRole('heading', { name: t('forbidden.title') })
    .waitFor()
})
