/** A wall: a display opens the address of a link, shows its screen as nobody, and is dark as soon as the link is revoked. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildLink, buildScreen } from '../support/screens.ts'
import type { Client } from '../support/client.ts'
import { signIn } from '../support/client.ts'
import { problemsOf } from './axe.ts'
import { PASSWORD, TENANT, openSite, recordCalls, rowNamed, t, textsIn } from './support.ts'

const site = openSite()
const admin = () => signIn(site.url, TENANT, 'admin', PASSWORD)

interface Wall {
  readonly client: Client
  readonly link: { readonly id: string; readonly token: string }
}

/** A link to a screen that shows one point of the demonstration. */
async function wall(more: object = {}): Promise<Wall> {
  const client = await admin()
  const { data } = await client.get<{ list: { id: string }[] }>('/api/acquisition/point/queryPoint', { pageSize: 1 })
  const screen = await buildScreen(client, [data.list[0]?.id ?? ''])
  const { data: known } = await client.get<{ roles: { id: string }[] }>('/api/screen/link/queryScreenLink', { id: screen })
  return { client, link: await buildLink(client, screen, known.roles[0]?.id ?? '', more) }
}

const number = (page: Page) => page.locator('[data-widget="w0"]')
const revoke = ({ client, link }: Wall) => client.post('/api/screen/link/deleteScreenLink', { id: link.id })

test('a display shows its screen without signing in, as nobody of this browser, and is dark within a second of its end', async () => {
  const made = await wall()
  // Somebody is signed in here, which is no concern of the wall.
  const page = await site.page({ as: 'viewer' })
  const calls = recordCalls(page)
  await page.goto(`/show#${made.link.token}`)
  await number(page).waitFor()
  expect(await problemsOf(page)).toEqual([])
  const asked = new Set(calls.map(({ path }) => path.split('/').at(-1)?.split('?')[0]))
  for (const name of asked) expect(['openScreenLink', 'queryScreenShown', 'queryScreenPage', 'reportScreenDisplay']).toContain(name)
  expect((await revoke(made)).http).toBe(200)
  await page.getByText(t('show.over')).waitFor({ timeout: 2000 })
  expect(await number(page).count()).toBe(0)
  expect(await problemsOf(page)).toEqual([])
})

test('a display asks for the password of its link, and goes on where its page is loaded anew', async () => {
  const made = await wall({ password: 'open-sesame' })
  const page = await site.page()
  await page.goto(`/show#${made.link.token}`)
  const field = page.getByLabel(t('screen-links.password'), { exact: true })
  await field.fill('a guess')
  await page.getByRole('button', { name: t('show.enter'), exact: true }).click()
  await page.getByText(t('error.screen-link.password')).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await field.fill('open-sesame')
  await page.getByRole('button', { name: t('show.enter'), exact: true }).click()
  await number(page).waitFor()
  await page.reload()
  await number(page).waitFor()
  await revoke(made)
  await page.getByText(t('show.over')).waitFor()
  await page.reload()
  await page.getByText(t('show.over')).waitFor()
})

test.each([
  ['zh-CN', 'zh'],
  ['zh-TW', 'tw'],
] as const)('an address that leads nowhere says so in the language of the browser: %s', async (locale, language) => {
  const page = await site.page({ locale, viewport: { width: 375, height: 740 } })
  await page.goto('/show#nowhere-to-be-found-at-all')
  await page.getByText(textsIn(language)('show.over')).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await problemsOf(page)).toEqual([])
})

test('links are made, shown once, listed with their displays, and revoked on the page of screens', async () => {
  const { client } = await wall()
  const { data } = await client.get<{ list: { screenName: string }[] }>('/api/screen/screen/queryScreen', { pageSize: 1 })
  const name = data.list[0]?.screenName ?? ''
  const page = await site.page({ as: 'admin' })
  const open = async (what: 'screen-list.links' | 'screen-list.displays') => {
    await rowNamed(page, name)
      .getByRole('button', { name: `${t('list.more')}: ${name}`, exact: true })
      .click()
    await page.getByRole('menuitem', { name: t(what), exact: true }).click()
  }
  await page.goto('/bigscreen/screens')
  await open('screen-list.links')
  const dialog = page.getByRole('dialog', { name: t('screen-links.title', { screen: name }) })
  await dialog.getByLabel(t('screen-links.name'), { exact: true }).fill('Control room')
  const networks = dialog.getByLabel(t('screen-links.networks'), { exact: true })
  await networks.fill('somewhere')
  const make = dialog.getByRole('button', { name: t('screen-links.make'), exact: true })
  await make.click()
  await dialog.getByText(t('error.screen-link.network', { network: 'somewhere' })).waitFor()
  await networks.fill('127.0.0.0/8 ::1')
  await make.click()
  const address = await dialog.getByLabel(t('screen-links.address')).inputValue()
  expect(address).toMatch(/\/show#[\w-]{43}$/)
  expect(await problemsOf(page)).toEqual([])

  const display = await site.page()
  await display.goto(address)
  await number(display).waitFor()
  await dialog
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click()
  await open('screen-list.displays')
  const shown = page.getByRole('dialog', { name: t('screen-displays.title', { screen: name }) })
  await shown.getByRole('cell', { name: 'Control room' }).waitFor()
  await shown
    .getByRole('cell', { name: t('screen-displays.showing') })
    .first()
    .waitFor()
  expect(await problemsOf(page)).toEqual([])
  await shown
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click()

  await open('screen-list.links')
  await dialog.getByRole('button', { name: new RegExp(`^${t('screen-links.revoke')}.*Control room`) }).click()
  await page
    .getByRole('button', { name: t('screen-links.revoke'), exact: true })
    .last()
    .click()
  await display.getByText(t('show.over')).waitFor()
  await dialog.locator('li.over', { hasText: 'Control room' }).waitFor()
})
