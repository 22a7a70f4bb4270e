/** The form generator: a form is chosen, its files are read, copied and downloaded; by keyboard, on a phone and in the dark as well. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { aField, aForm, buildForm } from '../support/forms.ts'
import { unzip } from '../support/files.ts'
import { problemsOf } from './axe.ts'
import { eventually, openSite, t } from './support.ts'

const site = openSite()

test('the files of a form are read, and taken away', async () => {
  const form = await buildForm(await site.client(), aForm(aField('a1', 'text', { labels: { en: 'Pump <b>no.</b>' } })))
  const page = await site.page({ as: 'admin' })
  await page.goto('/devtool/formgenerator')
  await page.getByText(t('forms.generator.none-chosen')).waitFor()
  await page.getByRole('combobox', { name: t('forms.generator.form') }).fill(form.description)
  await page.keyboard.press('Enter')
  const files = page.getByRole('navigation', { name: t('forms.generator.files') })
  await files.getByRole('button', { name: 'README.md' }).waitFor()
  expect(await files.getByRole('button').allInnerTexts()).toContain('table.sql')
  await files.getByRole('button', { name: 'form-page.tsx' }).press('Enter')
  const source = page.getByRole('region', { name: 'form-page.tsx' })
  await source.getByText('export default function FormPage').waitFor()
  expect(new URL(page.url()).searchParams.get('id')).toBe(form.id)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('forms.generator.download') }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(`${form.description} v1.zip`)
  const zipped = await unzip(await readFile(await saved.path()))
  expect(zipped.get('form-page.tsx')).toBe((await source.innerText()).replaceAll('\u00a0', ' '))

  const paper = page.waitForEvent('download')
  await page.getByRole('button', { name: t('forms.generator.print') }).click()
  expect((await paper).suggestedFilename()).toBe(`${form.description}.pdf`)
})

test('the page has no barrier, in the dark and on a phone', async () => {
  const form = await buildForm(await site.client(), aForm(aField('a1', 'text')))
  for (const options of [{}, { colorScheme: 'dark' }, { viewport: { width: 375, height: 800 } }] as const) {
    const page = await site.page({ as: 'admin', ...options })
    await page.goto(`/devtool/formgenerator?id=${form.id}`)
    await page.getByRole('navigation', { name: t('forms.generator.files') }).waitFor()
    await page.getByRole('region', { name: 'README.md' }).getByText('form-page.tsx').first().waitFor()
    expect(await problemsOf(page)).toEqual([])
    await eventually(() => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
  }
})
