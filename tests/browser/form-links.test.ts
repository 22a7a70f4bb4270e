/** A form filled in by somebody without an account: opened by its address, sent with the characters of an image, refused when it is over. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CHARACTERS, makeKnown } from '../support/captcha.ts'
import { signIn } from '../support/client.ts'
import { problemsOf } from './axe.ts'
import { openEntrySite } from './entry-site.ts'
import { entriesOf, fieldOf, formOf, linkTo, publishForm } from './forms.ts'
import { PASSWORD, TENANT, eventually, focused, recordCalls, t, textsIn } from './support.ts'

const site = openEntrySite()
const admin = () => signIn(site.url, TENANT, 'admin', PASSWORD)

const survey = () =>
  formOf([fieldOf('name', 'text', 'Name', { required: true }), fieldOf('stars', 'rating', 'Stars'), fieldOf('day', 'date', 'Day')])

/** Writes the answer of the image that the page shows. */
async function readImage(page: Page, texts = t): Promise<void> {
  const image = page.getByRole('img', { name: texts('captcha.image') })
  await eventually(() => image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0)
  const key = new URL((await image.getAttribute('src')) ?? '', site.url).searchParams.get('key') ?? ''
  await makeKnown(site, key)
  await page.getByRole('textbox', { name: texts('captcha.label') }).fill(CHARACTERS)
}

test('somebody without an account fills in a form, and is thanked with the number of the entry', async () => {
  const client = await admin()
  const form = await publishForm(client, survey())
  const page = await site.page({ viewport: { width: 375, height: 740 } })
  const calls = recordCalls(page)
  await page.goto(await linkTo(client, form.id))
  await page.getByRole('heading', { level: 1, name: form.name }).waitFor()
  await page.getByRole('button', { name: t('outside.send') }).click()
  await focused(page.getByLabel('Name'))
  await page.getByLabel('Name').fill('Li')
  expect(await problemsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await readImage(page)
  await page.getByRole('button', { name: t('outside.send') }).click()
  await page.getByText(t('outside.thanks', { number: 1 })).waitFor()
  expect(await entriesOf(client, form.id)).toMatchObject([{ entryState: 'submitted', values: { name: 'Li' } }])
  // Nobody is signed in, and nothing of the tenant is asked for but the form.
  expect(new Set(calls.map(({ path }) => path.split('/').at(-1)))).toEqual(
    new Set(['openFormLink', 'generateImageCaptcha', 'submitFormLink']),
  )
})

test.each([
  ['zh-CN', 'zh'],
  ['zh-TW', 'tw'],
] as const)('the page speaks the language of the browser: %s', async (locale, language) => {
  const client = await admin()
  const form = await publishForm(client, survey())
  const page = await site.page({ locale })
  await page.goto(await linkTo(client, form.id))
  await page.getByRole('button', { name: textsIn(language)('outside.send') }).waitFor()
  await page.getByText(language === 'zh' ? 'Name（中）' : 'Name（繁）').waitFor()
  expect(await problemsOf(page)).toEqual([])
})

test('an address that leads nowhere, and a form that is closed, are told plainly', async () => {
  const client = await admin()
  const form = await publishForm(client, survey())
  const link = await linkTo(client, form.id)
  await client.post('/api/generator/generatorform/closeGeneratorForm', { id: form.id })
  const page = await site.page()
  await page.goto(link)
  await page.getByText(t('error.form.link')).waitFor()
  await page.goto('/form#short')
  await page.getByText(t('error.form.link')).waitFor()
  expect(await page.getByRole('button', { name: t('outside.send') }).count()).toBe(0)
})
