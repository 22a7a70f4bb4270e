/** The other ways in: a code on the mobile, an image to copy, a new password by mail, an account of one's own. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { users } from '../../model/index.ts'
import { fieldKey } from '../../model/labels/index.ts'
import { unique, uniqueMobile } from '../support/builders.ts'
import { CHARACTERS, makeKnown } from '../support/captcha.ts'
import { signIn } from '../support/client.ts'
import { addUser } from './data.ts'
import { openEntrySite } from './entry-site.ts'
import {
  OPERATORS,
  PASSWORD,
  TENANT,
  addressOf,
  choose,
  eventually,
  fillSignIn,
  focused,
  message,
  recordCalls,
  settled,
  signInButton,
  t,
} from './support.ts'

const site = openEntrySite()
const admin = () => signIn(site.url, TENANT, 'admin', PASSWORD)
const label = (name: string) => t(fieldKey(users.name, name))
const characters = (page: Page) => page.getByRole('textbox', { name: t('captcha.label') })

/** What nothing could send, as the operator's outbox shows it. */
async function outbox(recipient: string): Promise<string> {
  const operator = await signIn(site.url, OPERATORS, 'admin', PASSWORD)
  const look = async () =>
    (await operator.get<{ list: { body: string }[] }>('/api/admin/outbox/queryMessage', { recipient })).data.list[0]?.body ?? ''
  await eventually(look).not.toBe('')
  return look()
}

/** Types what the image shows, once it shows something a test can know. */
async function copyImage(page: Page): Promise<void> {
  const image = page.getByRole('img', { name: t('captcha.image') })
  // It can be waited for once it is there.
  await eventually(() => page.getByRole('button', { name: t('captcha.wait') }).isEnabled()).toBe(true)
  const address = new URL((await image.getAttribute('src')) ?? '', site.url)
  await makeKnown(site, address.searchParams.get('key') ?? '')
  await characters(page).fill(CHARACTERS.toLowerCase())
}

test('a code by SMS signs in; its button rests for a minute, and goes on resting after a reload', async () => {
  const { values } = await addUser(await admin())
  const mobile = String(values['mobile'])
  const page = await site.page()
  await page.goto('/login?redirect=%2Fadmin%2Fsysuser')
  await page.getByRole('tab', { name: t('signIn.by-password') }).press('ArrowRight')
  await focused(page.getByRole('tab', { name: t('signIn.by-code') }))
  const send = page.getByRole('button', { name: t('signIn.send-code') })
  await send.click()
  await page.getByText(t('check.required', { field: t('signIn.tenantCode') })).waitFor()
  await page.getByLabel(t('signIn.tenantCode')).fill(TENANT)
  await page.getByLabel(t('signIn.mobile')).fill(mobile)
  await send.click()
  await page.getByText(t('signIn.code-sent')).waitFor()
  const resting = page.getByRole('button', { name: /^Again in \d+ s$/ })
  expect(await resting.isDisabled()).toBe(true)
  await page.reload()
  await page.getByRole('tab', { name: t('signIn.by-code') }).click()
  await resting.waitFor()
  const [code = ''] = /\d{6}/.exec(await outbox(mobile)) ?? []
  await page.getByLabel(t('signIn.tenantCode')).fill(` ${TENANT} `)
  await page.getByLabel(t('signIn.mobile')).fill(` ${mobile}\t`)
  const field = page.getByLabel(t('signIn.smsCaptcha'), { exact: true })
  await field.fill('12')
  await signInButton(page).click()
  await page.getByText(t('signIn.code-digits')).waitFor()
  await field.fill(` ${code} `)
  const calls = recordCalls(page)
  await signInButton(page).click()
  await settled(page)
  expect(
    Object.fromEntries(new URLSearchParams(calls.find(({ path }) => path.endsWith('/oauth/token'))?.body)),
    'without the blanks',
  ).toEqual({
    client_id: 'ui',
    scope: 'ui',
    grant_type: 'mobile',
    type: 'mobile',
    tenantCode: TENANT,
    prefix: '86',
    mobile,
    smsCaptcha: code,
  })
  expect(addressOf(page)).toBe('/admin/sysuser')
})

test('the third wrong password brings an image, which lets in with its characters', async () => {
  const { username } = await addUser(await admin())
  const page = await site.page()
  await page.goto('/login')
  for (let index = 0; index < 3; index += 1) {
    await fillSignIn(page, { username, password: `wrong-${index}` })
    const answered = page.waitForResponse('**/oauth/token')
    await signInButton(page).click()
    await answered
    await eventually(() => signInButton(page).isEnabled()).toBe(true)
  }
  await fillSignIn(page, { username })
  await signInButton(page).click()
  await focused(characters(page))
  await characters(page).fill('WRONG')
  await signInButton(page).click()
  await page.getByText(t('error.captcha.wrong')).waitFor()
  await copyImage(page)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/workbench')
})

test('a forgotten password is chosen anew with the link of a mail, once', async () => {
  const { username, values } = await addUser(await admin())
  const email = String(values['email'])
  const page = await site.page()
  await page.goto('/login')
  await page.getByRole('link', { name: t('signIn.forgot') }).press('Enter')
  await page.getByLabel(t('forgot.email')).fill(email)
  await copyImage(page)
  await page.keyboard.press('Enter')
  await page.getByText(t('forgot.sent')).waitFor()
  const [link = ''] = /https?:\S+/.exec(await outbox(email)) ?? []
  await page.goto(link)
  await page.getByText(new RegExp(username)).waitFor()
  await page.getByLabel(t('forgot.new'), { exact: true }).fill('new-horse')
  await page.getByLabel(t('forgot.confirm'), { exact: true }).fill('other')
  await page.keyboard.press('Enter')
  await page.getByText(t('navbar.password-notsame')).waitFor()
  await page.getByLabel(t('forgot.confirm'), { exact: true }).fill('new-horse')
  await page.keyboard.press('Enter')
  await page.getByText(t('forgot.done')).waitFor()
  await page.getByRole('link', { name: t('entry.back') }).click()
  await fillSignIn(page, { username, password: 'new-horse' })
  await signInButton(page).click()
  await page.waitForURL('**/workbench')
  await page.goto('/404')
  await page.goto(link)
  await page.getByRole('alert').getByText(t('error.link.invalid')).waitFor()
})

test('whoever registers waits, and works once an administrator has approved', async () => {
  const client = await admin()
  const { data } = await client.get<{ list: { id: string }[] }>('/api/admin/sysparam/querySysParam', { paramKey: 'register.open' })
  // The demonstration is open to show it.
  await client.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue: 'false' })
  const page = await site.page()
  await page.goto('/register')
  await page.getByLabel(t('signIn.tenantCode')).fill(TENANT)
  await page.getByLabel(label('username')).fill('x')
  await page.getByText(t('error.registration.closed')).waitFor()
  // Whoever has named the tenant before is told at once.
  await page.goto('/login')
  await page.getByLabel(t('signIn.tenantCode')).fill(TENANT)
  await page.getByRole('link', { name: t('signIn.register') }).click()
  await page.getByText(t('error.registration.closed')).waitFor()
  await eventually(() => page.getByLabel(t('signIn.tenantCode')).inputValue()).toBe(TENANT)
  await client.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue: 'true' })

  await page.goto(`/navpage?tenantCode=${TENANT}`)
  await page.getByRole('link', { name: new RegExp(t('register.title')) }).click()
  const username = `new-${unique()}`
  const typed = { username, nickname: `Nick ${username}`, email: `${username}@example.com`, mobile: uniqueMobile() }
  for (const [name, value] of Object.entries(typed)) await page.getByLabel(label(name)).fill(value)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(t('form.confirmPassword'), { exact: true }).fill(PASSWORD)
  await copyImage(page)
  await page.keyboard.press('Enter')
  await page.getByText(t('register.done')).waitFor()
  await page.getByRole('link', { name: t('entry.back') }).click()
  await fillSignIn(page, { username })
  await signInButton(page).click()
  await page.getByRole('alert').getByText(t('error.sign-in.pending')).waitFor()

  const desk = await site.page()
  await desk.goto('/login?redirect=%2Fadmin%2Fsysregistration')
  await fillSignIn(desk)
  await signInButton(desk).click()
  await settled(desk)
  const dialog = desk.getByRole('dialog')
  await desk.getByRole('button', { name: new RegExp(`^${t('registrations.refuse')}: ${username}`) }).click()
  await focused(dialog.getByLabel(t('registrations.reason')))
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await dialog.waitFor({ state: 'detached' })
  await desk.getByRole('button', { name: new RegExp(`^${t('registrations.approve')}: ${username}`) }).click()
  await focused(dialog.getByLabel(label('username')))
  await choose(desk, dialog.getByRole('combobox', { name: label('roleId') }), '观察员')
  await choose(desk, dialog.getByRole('combobox', { name: label('orgId') }), '数据中心')
  // Looked for from before the click on: it is shown for two seconds, which a busy machine may take to look.
  const approved = message(desk, t('registrations.approved')).waitFor()
  await dialog.getByRole('button', { name: t('registrations.approve') }).click()
  await approved

  await signInButton(page).click()
  await page.waitForURL('**/workbench')
})

test('where a sign-in elsewhere comes back to leads on, inside and nowhere else', async () => {
  const page = await site.page()
  await page.goto('/auth-redirect?redirect=%2Fadmin%2Fsysuser%3FpageSize%3D50')
  await signInButton(page).waitFor()
  expect(addressOf(page)).toBe(`/login?redirect=${encodeURIComponent('/admin/sysuser?pageSize=50')}`)
  await fillSignIn(page)
  await signInButton(page).click()
  await settled(page)
  await page.goto('/auth-redirect?redirect=%2Fadmin%2Fsysorg')
  await page.waitForURL('**/admin/sysorg')
  for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example']) {
    await page.goto(`/auth-redirect?redirect=${encodeURIComponent(elsewhere)}`)
    await page.waitForURL('**/workbench')
    expect(new URL(page.url()).origin, elsewhere).toBe(site.url)
  }
})
