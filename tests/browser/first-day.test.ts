/** What helps who is new: the steps of a tenant's first day, the guides inside the product, and the sheet of keys. */
import { expect, test } from 'vitest'
import { wirePassword } from '../../server/identity/secrets.ts'
import { unique } from '../support/builders.ts'
import { signIn } from '../support/client.ts'
import { problemsOf } from './axe.ts'
import { OPERATORS, PASSWORD, addressOf, eventually, openSite, settled, t } from './support.ts'

const site = openSite()

/** The code of a tenant that has nothing yet; its administrator signs in with {@link PASSWORD}. */
async function newTenant(): Promise<string> {
  const operator = await signIn(site.url, OPERATORS, 'admin', PASSWORD)
  const tenantCode = `d${unique()}`
  const { http, data } = await operator.post<{ password: string }>('/api/admin/systenant/addSysTenant', {
    tenantCode,
    tenantName: `New ${tenantCode}`,
    status: 1,
    template: 'bare',
  })
  expect(http).toBe(200)
  const admin = await signIn(site.url, tenantCode, 'admin', data.password)
  const me = await admin.get<{ id: string }>('/api/uaa/users/getSysUser')
  const passwords = { password: wirePassword(data.password), newPassword: wirePassword(PASSWORD) }
  expect((await admin.put('/api/account/sysuserdetail/updatePassword', { id: me.data.id, ...passwords })).http).toBe(200)
  return tenantCode
}

test('the first steps lead to what is to be done, tick what is done, and are put away', async () => {
  const page = await site.page({ as: 'admin', tenant: await newTenant() })
  await page.goto('/workbench')
  const card = page.getByRole('region', { name: t('first.title') })
  const steps = card.getByRole('listitem')
  await card.getByText(t('first.about')).waitFor()
  expect(await steps.getByRole('link').allTextContents()).toEqual(
    (['project', 'site', 'device-type', 'device', 'value'] as const).map((step) => t(`first.${step}`)),
  )
  expect(await problemsOf(page)).toEqual([])

  await steps.first().getByRole('link').click()
  await eventually(() => new URL(page.url()).pathname).toBe('/acquisition/projects')
  const form = page.getByRole('dialog')
  await form.locator('#projectCode').fill('first')
  await form.locator('#projectName').fill('First project')
  await form.getByRole('button', { name: t('common.save'), exact: true }).click()
  await form.waitFor({ state: 'hidden' })
  await page.goto('/workbench')
  await steps
    .first()
    .getByText(`(${t('first.done')})`)
    .waitFor()
  expect(await card.locator('li.done').count()).toBe(1)

  await card.getByRole('button', { name: t('first.hide') }).click()
  await card.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { name: t('workbench.shortcuts') }).waitFor()
  expect(await card.count()).toBe(0)
})

test('guides are read, searched, and lead to the pages they are about', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/help?guide=alarms')
  const guides = page.getByRole('navigation', { name: t('help.guides') })
  const current = () => guides.locator('[aria-current=page]').allTextContents()
  await eventually(current).toEqual([t('help.guide-alarms')])
  await page.getByRole('article').getByRole('heading', { level: 2 }).first().waitFor()
  expect(await problemsOf(page)).toEqual([])

  const search = page.getByRole('textbox', { name: t('help.find') })
  await search.fill('no guide has these words')
  await page.getByText(t('help.none', { text: 'no guide has these words' })).waitFor()
  // Longitude is a matter of the first guide.
  await search.fill('longitude and latitude')
  await page.getByText(t('help.found', { count: 1 })).waitFor()
  await page
    .locator('.help-found')
    .getByRole('link', { name: t('help.guide-start') })
    .click()
  await eventually(() => addressOf(page)).toBe('/help?guide=start')
  await page.getByRole('article').getByRole('link', { name: 'Sites', exact: true }).click()
  await settled(page)
  expect(new URL(page.url()).pathname).toBe('/acquisition/sites')
})

test('a question mark shows the keys, closes them again, and is a letter where somebody writes', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  const sheet = page.getByRole('dialog', { name: t('keys.title') })
  await page.keyboard.press('?')
  await sheet.getByRole('heading', { name: t('keys.everywhere') }).waitFor()
  await sheet.getByText(t('palette.open'), { exact: true }).waitFor()
  await sheet.getByText(t('keys.row-choose'), { exact: true }).first().waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await sheet.getByRole('button', { name: t('keys.close') }).click()
  await sheet.waitFor({ state: 'hidden' })

  const filter = page.getByRole('search').getByRole('textbox').first()
  await filter.focus()
  await page.keyboard.press('?')
  await eventually(() => filter.inputValue()).toBe('?')
  expect(await sheet.isVisible()).toBe(false)
})
