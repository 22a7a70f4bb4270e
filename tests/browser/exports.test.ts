/** The export button and the export centre, as people use them. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readXlsx } from '../support/files.ts'
import { openSite, rowsOf, settled, t } from './support.ts'

const site = openSite()

async function openUsers(): Promise<Page> {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  return page
}

const exportButton = (page: Page) =>
  page.getByRole('toolbar', { name: t('list.actions') }).getByRole('button', { name: t('button.export') })

test('what is filtered is what is saved, and with boxes ticked only those rows', async () => {
  const page = await openUsers()
  const total = Number((await page.getByText(/^Total \d+$/).textContent())?.replace(/\D/g, ''))
  const save = async (choose: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), choose()])
    return { name: file.suggestedFilename(), rows: await readXlsx(await readFile(await file.path())) }
  }
  const all = await save(async () => {
    await exportButton(page).click()
    await page.getByRole('menuitem', { name: t('export.export') }).click()
  })
  expect(all.name).toMatch(/^Users \d{4}-\d\d-\d\d \d{4}\.xlsx$/)
  expect(all.rows.length).toBe(1 + total)

  for (const index of [0, 1]) await rowsOf(page).nth(index).getByRole('checkbox').check()
  const some = await save(async () => {
    await exportButton(page).click()
    await page.getByText(t('export.chosen', { count: 2 })).waitFor()
    await page
      .getByRole('menuitem', { name: t('export.export') })
      .first()
      .click()
  })
  expect(some.rows).toEqual(all.rows.slice(0, 3))
})

test('the export centre is there for everybody who is signed in, and says what it is for', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/exportcentre')
  await page.getByText(t('jobs.empty', { rows: '20,000' })).waitFor()
  await page.getByText(t('jobs.note')).waitFor()
})
