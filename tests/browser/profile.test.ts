/** The profile: details and picture, second factors and passkeys (with the browser's own virtual authenticator), sessions. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeAt, stepAt } from '../../server/identity/second-factors/totp.ts'
import { signIn } from '../support/client.ts'
import { OPERATORS, PASSWORD, addressOf, eventually, fillSignIn, message, openSite, signInButton, t } from './support.ts'

const site = openSite()
/** Passkeys belong to a name: the machine itself is called localhost. */
const named = () => site.url.replace('127.0.0.1', 'localhost')
const PROFILE = '/profile/index'
const clientOf = (tenant: string, username: string) => signIn(site.url, tenant, username, PASSWORD)

async function signInAs(page: Page, username: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/login`)
  await fillSignIn(page, { username })
  await signInButton(page).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).click()
  await page.getByRole('menuitem', { name: t('shell.log-out') }).click()
  await signInButton(page).waitFor()
}

/** The key as the dialog shows it, and the code of the step `ahead` of now. */
async function codeOf(page: Page, ahead: number): Promise<string> {
  const text = ((await page.locator('.factor-key code').textContent()) ?? '').replaceAll(' ', '')
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return codeAt(Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))), stepAt(Date.now()) + ahead)
}

async function setUpApp(page: Page): Promise<{ next: string }> {
  await page.getByRole('button', { name: `${t('factor.app-add')}: ${t('factor.app')}` }).click()
  await page.getByRole('img', { name: t('factor.app-picture') }).waitFor()
  const [now, next] = [await codeOf(page, 0), await codeOf(page, 1)]
  await page.getByLabel(t('factor.otp')).fill(now)
  await page.getByRole('button', { name: t('factor.confirm'), exact: true }).click()
  await page.getByRole('dialog', { name: t('factor.recovery-title') }).waitFor()
  return { next }
}

const takeCodes = async (page: Page): Promise<string[]> => {
  const codes = await page.locator('.factor-codes code').allTextContents()
  await page.getByRole('button', { name: t('factor.recovery-kept') }).click()
  return codes
}

test('details are kept, a wrong one is told at its field, and the picture shows in the bar', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/profile')
  await page.waitForURL(`**${PROFILE}`)
  await eventually(() => page.title()).toBe(`${t('menu.profile')} - ${t('app.title')}`)
  await page.getByLabel(t('field.users.nickname')).fill('')
  await page.getByRole('button', { name: t('common.save') }).click()
  await page.getByText(t('check.required', { field: t('field.users.nickname') })).waitFor()
  await page.getByLabel(t('field.users.nickname')).fill('Ada')
  await page.getByLabel(t('profile.introduction')).fill('Likes bridges')
  await page.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('profile.saved')).waitFor()
  await page.getByRole('button', { name: `${t('shell.account')}${t('common.means')}Ada` }).waitFor()
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR4nGMQyDgBRwzEcQD8wxQBlazbPQAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.locator('input[type=file]').setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await message(page, t('error.avatar.type')).waitFor()
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: t('image.apply') }).click()
  await message(page, t('avatar.saved')).waitFor()
  await eventually(() => page.locator('.account img').getAttribute('src')).toMatch(/^blob:/)
  await page.getByRole('button', { name: t('image.remove') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('image.remove') })
    .click()
  await message(page, t('avatar.removed')).waitFor()
  await eventually(() => page.locator('.account img').getAttribute('src')).toBe('/avatar.svg')
})

test('a new e-mail address counts once its code is entered, and the password is asked for before it is', async () => {
  const page = await site.page()
  await signInAs(page, 'viewer')
  await page.waitForURL('**/workbench')
  // As the server answers five minutes after the sign-in.
  await page.route(
    '**/querySecondFactor',
    async (asked) => {
      const response = await asked.fetch()
      const answer = (await response.json()) as { data: object }
      await asked.fulfill({ response, json: { ...answer, data: { ...answer.data, isConfirmed: false } } })
    },
    { times: 1 },
  )
  await page.goto(PROFILE)
  const field = page.getByLabel(t('field.users.email'), { exact: true })
  const before = await field.inputValue()
  const next = 'new.address@example.com'
  await field.fill(next)
  await page.getByRole('button', { name: t('common.save') }).click()
  const dialog = page.getByRole('dialog', { name: t('factor.confirm-title') })
  await dialog.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: t('factor.confirm') }).click()
  await message(page, t('profile.pending-sent')).waitFor()
  expect(await field.inputValue()).toBe(before)
  const operator = await clientOf(OPERATORS, 'admin')
  const {
    data: {
      list: [letter],
    },
  } = await operator.get<{ list: { body: string }[] }>('/api/admin/outbox/queryMessage', { recipient: next })
  const [code = ''] = /\b\d{6}\b/.exec(letter?.body ?? '') ?? []
  const waiting = page.getByRole('region', { name: `${t('field.users.email')}: ${t('profile.pending-code')}` })
  await waiting.getByText(next).waitFor()
  await waiting.getByLabel(t('profile.pending-code')).fill('none')
  await waiting.getByRole('button', { name: t('factor.confirm') }).click()
  await waiting.getByText(t('error.factor.code')).waitFor()
  await waiting.getByLabel(t('profile.pending-code')).fill(code)
  await waiting.getByRole('button', { name: t('factor.confirm') }).click()
  await message(page, t('profile.pending-done', { what: t('field.users.email') })).waitFor()
  await eventually(() => field.inputValue()).toBe(next)
  await eventually(() => waiting.count()).toBe(0)
})

test('a session elsewhere is signed out from here, and its page leaves', async () => {
  const [here, there] = [await site.page(), await site.page({ as: 'editor' })]
  await there.goto('/workbench')
  await there.getByRole('heading', { name: t('workbench.shortcuts') }).waitFor()
  await signInAs(here, 'editor')
  await here.waitForURL('**/workbench')
  await here.goto(`${PROFILE}?tab=sessions`)
  const list = here.getByRole('list', { name: t('sessions.caption') })
  await list.getByText(t('sessions.current'), { exact: true }).waitFor()
  await here.getByRole('button', { name: t('sessions.end-others') }).click()
  await here
    .getByRole('alertdialog')
    .getByRole('button', { name: t('sessions.end') })
    .click()
  await message(here, t('sessions.ended')).waitFor()
  await eventually(() => list.getByRole('listitem').count()).toBe(1)
  await there
    .getByRole('alertdialog')
    .getByRole('button', { name: t('session.re-login') })
    .waitFor()
  await here.goto(`${PROFILE}?tab=applications`)
  await here.getByText(t('applications.none')).waitFor()
})

test('a passkey is made, signs in alone, and is the second step after the password; a recovery code is it once', async () => {
  const page = await site.page()
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signInAs(page, 'viewer', named())
  await page.waitForURL('**/workbench')
  await page.goto(`${named()}${PROFILE}?tab=security`)
  await page.getByRole('button', { name: t('factor.passkey-add') }).click()
  const dialog = page.getByRole('dialog', { name: t('factor.passkey-add') })
  await dialog.getByLabel(t('factor.passkey-name')).fill('Laptop')
  await dialog.getByRole('button', { name: t('factor.passkey-add') }).click()
  await page.getByRole('dialog', { name: t('factor.recovery-title') }).waitFor()
  const [recovery = ''] = await takeCodes(page)
  await page.getByRole('button', { name: t('factor.passkey-rename-of', { name: 'Laptop' }) }).waitFor()
  await signOut(page)

  await page.getByRole('button', { name: t('signIn.passkey') }).click()
  await page.waitForURL(({ pathname }) => pathname === PROFILE)
  await signOut(page)

  await fillSignIn(page, { username: 'viewer' })
  await signInButton(page).click()
  await page.getByRole('heading', { name: t('signIn.second-title') }).waitFor()
  await page.getByRole('button', { name: t('factor.confirm-with-passkey') }).click()
  await page.waitForURL(({ pathname }) => pathname === PROFILE)
  await signOut(page)

  // Another machine, where the passkey is not.
  const elsewhere = await site.page()
  await signInAs(elsewhere, 'viewer')
  await elsewhere.getByLabel(t('signIn.otp'), { exact: true }).fill('wrong')
  await elsewhere.getByRole('button', { name: t('factor.confirm') }).click()
  await elsewhere.getByRole('alert').getByText(t('error.sign-in.second-factor')).waitFor()
  await elsewhere.getByLabel(t('signIn.otp'), { exact: true }).fill(recovery)
  await elsewhere.getByRole('button', { name: t('factor.confirm') }).click()
  await elsewhere.waitForURL('**/workbench')
})

test('where the tenant requires it, an app is set up before anything else, and its codes sign in', async () => {
  const admin = await site.client('admin')
  const page = await site.page({ as: 'admin' })
  await page.goto('/workbench')
  await page.getByRole('heading', { name: t('workbench.shortcuts') }).waitFor()
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/admin/sysparam/querySysParam', { paramKey: 'signIn.secondFactor' })
  expect((await admin.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue: 'administrators' })).http).toBe(200)
  // The open page follows by itself.
  await page.getByRole('heading', { name: t('factor.must-title') }).waitFor()
  const { next } = await setUpApp(page)
  await takeCodes(page)
  await page.getByRole('heading', { name: t('workbench.shortcuts') }).waitFor()
  await signOut(page)
  await fillSignIn(page)
  await signInButton(page).click()
  await page.getByLabel(t('signIn.otp'), { exact: true }).fill(next)
  await page.getByLabel(t('signIn.otp'), { exact: true }).press('Enter')
  await page.waitForURL('**/workbench')
  expect(addressOf(page)).toBe('/workbench')
})
