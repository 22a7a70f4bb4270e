/** Application clients: registered on their page, let in on the consent page, by an application that uses a standard library. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as oauth from 'openid-client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { REDIRECT, addApplication, question } from '../support/oauth.ts'
import {
  addressOf,
  eventually,
  fillSignIn,
  message,
  openChoices,
  openSite,
  recordCalls,
  rowNamed,
  settled,
  signInButton,
  t,
  toolbarButton,
} from './support.ts'

const site = openSite()
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) =>
  dialog(page).getByRole('textbox', { name: new RegExp(`(^|\\s)${t(`field.app-clients.${name}` as Parameters<typeof t>[0])}`) })
const box = (page: Page, name: string) =>
  dialog(page).getByRole('combobox', { name: new RegExp(`(^|\\s)${t(`field.app-clients.${name}` as Parameters<typeof t>[0])}$`) })
const save = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: t('common.save'), exact: true })
    .click()

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { target: unknown[] }[] }[] }> }
    }
    return (await axe.run()).violations.map(
      ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
  })
}

/** The application's own page, which the browser is sent back to. */
async function waitAt(page: Page): Promise<URL[]> {
  const arrived: URL[] = []
  await page.route(`${REDIRECT}*`, async (route) => {
    arrived.push(new URL(route.request().url()))
    await route.fulfill({ contentType: 'text/html', body: '<title>The application</title>' })
  })
  return arrived
}

test('an administrator registers an application, is told its secret once, and the application lets somebody in with it', async () => {
  const clientCode = `portal-${unique()}`
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/appclient')
  await settled(page)
  await toolbarButton(page, t('button.add')).click()
  await field(page, 'clientCode').fill('1 wrong code')
  await save(page)
  await dialog(page)
    .getByText(t('check.client-code', { field: t('field.app-clients.clientCode') }), { exact: true })
    .waitFor()
  await dialog(page)
    .getByText(t('check.required', { field: t('field.app-clients.clientDescription') }), { exact: true })
    .waitFor()
  await field(page, 'clientCode').fill(clientCode)
  await field(page, 'clientDescription').fill('Reports for people on site')
  const scopes = await openChoices(page, box(page, 'authScope'))
  await scopes.getByText(t('scope.profile'), { exact: true }).click()
  await field(page, 'fallbackUrl').fill(`${REDIRECT}\nhttp://app.example.com/callback`)
  await save(page)
  await dialog(page)
    .getByText(t('check.redirect', { field: t('field.app-clients.fallbackUrl') }), { exact: true })
    .waitFor()
  await field(page, 'fallbackUrl').fill(`${REDIRECT}\nhttp://127.0.0.1/callback`)
  await save(page)

  const secretBox = dialog(page).getByRole('textbox', { name: t('appClients.clientSecret') })
  const clientId = await dialog(page)
    .getByRole('textbox', { name: t('appClients.clientId') })
    .inputValue()
  const secret = await secretBox.inputValue()
  expect([clientId, secret]).toEqual([`10001.${clientCode}`, expect.stringMatching(/^outstation_/)])
  await page.keyboard.press('Escape')
  expect(await secretBox.isVisible(), 'it is not lost by a slip of the finger').toBe(true)
  expect(await findings(page)).toEqual([])
  await dialog(page)
    .getByRole('button', { name: t('appClients.secret-kept') })
    .click()
  await rowNamed(page, clientCode).getByText(clientId, { exact: true }).waitFor()
  expect(await page.content()).not.toContain(secret)

  const configuration = await oauth.discovery(new URL(site.url), clientId, secret, oauth.ClientSecretBasic(secret), {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  })
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier()
  const address = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri: REDIRECT,
    state: 'a&b',
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const person = await site.page()
  const arrived = await waitAt(person)
  await person.goto(address.href)
  await person.waitForURL('**/login?redirect=*')
  await fillSignIn(person, { username: 'viewer' })
  await signInButton(person).click()
  await person.getByRole('heading', { name: t('consent.lead', { name: clientCode }) }).waitFor()
  expect(await person.getByRole('listitem').allTextContents()).toEqual([t('scope.profile')])
  expect(await findings(person)).toEqual([])
  await person.getByRole('button', { name: t('consent.allow') }).click()
  await eventually(() => arrived.length).toBe(1)
  await person.waitForURL(`${REDIRECT}*`)
  const tokens = await oauth.authorizationCodeGrant(configuration, arrived[0] as URL, { pkceCodeVerifier, expectedState: 'a&b' })
  const me = await oauth.fetchProtectedResource(configuration, tokens.access_token, new URL('/api/uaa/users/getSysUser', site.url), 'GET')
  expect(await me.json()).toMatchObject({ data: { username: 'viewer' } })

  // What was allowed once is not asked again.
  await person.goto(address.href)
  await eventually(() => arrived.length).toBe(2)
  expect(arrived[1]?.searchParams.get('code')).toMatch(/\S/)
})

test('whoever denies sends the application away, and a wrong address sends nobody anywhere', async () => {
  const application = await addApplication(await site.client())
  const at = (redirect: string) =>
    `/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: application.clientId, redirect_uri: redirect, state: 's', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }).toString()}`
  const page = await site.page({ as: 'viewer', colorScheme: 'dark', viewport: { width: 390, height: 844 } })
  const arrived = await waitAt(page)
  await page.goto(at('https://evil.example.com/callback'))
  await page.getByRole('alert').getByText(t('error.oauth.redirect'), { exact: true }).waitFor()
  expect(new URL(page.url()).origin).toBe(site.url)
  expect(await findings(page)).toEqual([])
  // What stands twice is refused (RFC 6749, section 3.1), and neither of the two is taken.
  await page.goto(`${at(REDIRECT)}&state=t`)
  await page.getByRole('heading', { name: t('consent.failed') }).waitFor()
  await page.goto(at(REDIRECT))
  await page.getByRole('button', { name: t('consent.deny') }).waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: t('consent.deny') }).click()
  await eventually(() => arrived.length).toBe(1)
  expect(Object.fromEntries(arrived[0]?.searchParams ?? [])).toMatchObject({ error: 'access_denied', state: 's' })
})

test('somebody else can sign in to answer', async () => {
  const application = await addApplication(await site.client())
  const page = await site.page({ as: 'editor' })
  const asked = `/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: application.clientId, redirect_uri: REDIRECT, code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }).toString()}`
  await page.goto(asked)
  await page.getByRole('button', { name: t('consent.another') }).click()
  await page.waitForURL('**/login?redirect=*')
  await fillSignIn(page, { username: 'viewer' })
  await signInButton(page).click()
  await page.getByText('(viewer)').waitFor()
  expect(addressOf(page)).toBe(asked)
})

test('a new secret and the end of all tokens are asked for first', async () => {
  const application = await addApplication(await site.client())
  const code = application.clientId.split('.').at(-1) ?? ''
  const page = await site.page({ as: 'admin', colorScheme: 'dark' })
  await page.goto(`/admin/appclient?clientCode=${code}`)
  await settled(page)
  expect(await findings(page)).toEqual([])
  const choose = async (label: string) => {
    await rowNamed(page, code)
      .getByRole('button', { name: new RegExp(`^${t('list.more')}`) })
      .click()
    await page.getByRole('menuitem', { name: label }).click()
  }
  const calls = recordCalls(page)
  await choose(t('appClients.reset'))
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.cancel') })
    .click()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  await choose(t('appClients.reset'))
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('appClients.reset') })
    .click()
  expect(
    await dialog(page)
      .getByRole('textbox', { name: t('appClients.clientSecret') })
      .inputValue(),
  ).not.toBe(application.secret)
  await dialog(page)
    .getByRole('button', { name: t('appClients.secret-kept') })
    .click()
  await choose(t('appClients.revoke'))
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('appClients.revoke') })
    .click()
  await message(page, t('appClients.revoked')).waitFor()
})

test('an application that wants somebody who has just signed in has them sign in again, and they come back to its question', async () => {
  const application = await addApplication(await site.client(), { authScope: 'openid email' })
  const page = await site.page({ as: 'viewer' })
  // As the server answers where the sign-in is too long ago (tests/openid-connect.test.ts).
  const again = { redirect: null, application: null, remembered: false, signInAgain: true }
  await page.route(
    '**/api/uaa/oauth/authorize?*',
    (route) => route.fulfill({ json: { code: 200, status: 200, message: '', data: again } }),
    {
      times: 1,
    },
  )
  await page.goto(`/oauth/authorize?${new URLSearchParams({ ...question(application.clientId), prompt: 'login' }).toString()}`)
  await page.waitForURL('**/login?redirect=*')
  await fillSignIn(page, { username: 'viewer' })
  await signInButton(page).click()
  await eventually(() => page.getByRole('listitem').allTextContents()).toEqual([t('scope.openid'), t('scope.email')])
})
