/** Entries of forms: drafts, the list with its filters, files out and in, and what is done with an entry. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { problemsOf } from './axe.ts'
import { entriesOf, fieldOf, fillingOf, formOf, publishForm } from './forms.ts'
import { eventually, message, openSite, rowsOf, t, toolbarButton } from './support.ts'

const site = openSite()
const { sendAndSee, openNew, kept } = fillingOf(site)

test('a draft is kept by itself, without what is wrong, and gone on with; what is sent is read, withdrawn and deleted', async () => {
  const { page, client, form } = await openNew(
    formOf([fieldOf('name', 'text', 'Name', { required: true }), fieldOf('count', 'integer', 'Count')]),
  )
  await page.getByLabel('Count', { exact: true }).fill('1.5')
  await page.getByLabel('Name').fill('Pump')
  await page.getByText(t('entries.saved-partly')).waitFor()
  expect(await kept(client, form.id)).toMatchObject({ entryState: 'draft', data: { name: 'Pump' } })
  await page.getByRole('button', { name: t('entries.back'), exact: true }).click()
  const row = rowsOf(page).first()
  await row.getByText(t('choice.entryState.draft')).waitFor()
  await row.getByRole('button', { name: new RegExp(`^${t('entries.go-on')}`) }).click()
  await eventually(() => page.getByLabel('Name').inputValue()).toBe('Pump')
  await page.getByLabel('Count', { exact: true }).fill('3')
  await sendAndSee(page)
  await rowsOf(page).first().getByText(t('choice.entryState.submitted')).waitFor()
  expect(await kept(client, form.id)).toMatchObject({ entryState: 'submitted', data: { name: 'Pump', count: 3 } })
  expect(await problemsOf(page)).toEqual([])
  await rowsOf(page)
    .first()
    .getByRole('button', { name: new RegExp(`^${t('button.update')}`) })
    .click()
  await page.getByLabel('Name').fill('Other')
  await page.goBack()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('entries.leave-no') })
    .click()
  expect(await page.getByLabel('Name').inputValue()).toBe('Other')
  await page.getByRole('button', { name: t('entries.back'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('entries.leave-yes') })
    .click()
  await eventually(() => rowsOf(page).count()).toBe(1)
  expect((await kept(client, form.id)).data['name']).toBe('Pump')
  const press = async (name: string) => {
    await rowsOf(page)
      .first()
      .getByRole('button', { name: new RegExp(`^${t('list.more')}: `) })
      .click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const paper = page.waitForEvent('download')
  await press(t('entries.print'))
  expect((await paper).suggestedFilename()).toMatch(/\.pdf$/)
  await press(t('button.withdraw'))
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('button.withdraw') })
    .click()
  await message(page, t('entries.withdrawn')).waitFor()
  await rowsOf(page).first().getByText(t('choice.entryState.withdrawn')).waitFor()
  await rowsOf(page)
    .first()
    .getByRole('button', { name: new RegExp(`^${t('button.delete')}`) })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('button.delete') })
    .click()
  await message(page, t('delete.done')).waitFor()
  expect(await entriesOf(client, form.id)).toEqual([])
})

test('entries leave as a file, and come from one: all of them, or none where one has a mistake', async () => {
  const client = await site.client()
  const form = await publishForm(
    client,
    formOf([fieldOf('name', 'text', 'Name', { required: true }), fieldOf('count', 'integer', 'Count')]),
  )
  const page = await site.page({ as: 'admin' })
  await page.goto(`/devtool/formentry?form=${form.id}`)
  await toolbarButton(page, t('button.import')).click()
  const dialog = page.getByRole('dialog')
  const bring = async (text: string) => {
    await dialog.locator('input[type=file]').setInputFiles({ name: 'in.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await dialog.getByRole('button', { name: t('entries.import-run'), exact: true }).click()
  }
  await bring('Name,Count\nPump,1\nValve,many\n')
  await dialog.getByText(t('entries.import-wrong', { count: 1 })).waitFor()
  await dialog.getByRole('cell', { name: 'Count', exact: true }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  expect(await entriesOf(client, form.id)).toEqual([])
  await bring('Name,Count\nPump,1\nValve,2\n')
  await message(page, t('entries.import-done', { count: 2 })).waitFor()
  await eventually(() => rowsOf(page).count()).toBe(2)
  const file = page.waitForEvent('download')
  await toolbarButton(page, t('button.export')).click()
  await page.getByRole('menuitem', { name: t('export.exportCSV') }).click()
  const content = await readFile(await (await file).path(), 'utf8')
  expect(content).toContain('Pump')
  expect(content).toContain('Valve')
})

test('the list is narrowed by the fields of the form and put in their order, as its address says', async () => {
  const client = await site.client()
  const form = await publishForm(client, formOf([fieldOf('name', 'text', 'Name'), fieldOf('count', 'integer', 'Count')]))
  for (const [name, count] of [
    ['Pump', 3],
    ['Valve', 1],
    ['Pump station', 2],
  ] as const)
    await client.post('/api/generator/formentry/submitFormEntry', { formId: form.id, formVersion: 1, data: { name, count } })
  const page = await site.page({ as: 'admin' })
  await page.goto(`/devtool/formentry?form=${form.id}`)
  await eventually(() => rowsOf(page).count()).toBe(3)
  await page.getByRole('search').getByLabel('Name').fill('pump')
  await page.getByRole('button', { name: t('list.query') }).click()
  await eventually(() => rowsOf(page).count()).toBe(2)
  await page.getByRole('columnheader', { name: 'Count' }).getByRole('button').first().click()
  await eventually(() => rowsOf(page).first().textContent()).toContain('Pump station')
  await page.reload()
  await eventually(() => rowsOf(page).count()).toBe(2)
  expect(await rowsOf(page).first().textContent()).toContain('Pump station')
})
