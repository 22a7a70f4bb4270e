/** Lists of the personal office as lists: sorted, kept as a view, exported; and one that is too long for an order. */
import { expect, test } from 'vitest'
import { addressOf, eventually, message, openSite, rowsOf, settled, t, toolbarButton } from './support.ts'
import { askedOf, deployOverHttp, drawModel, startOverHttp } from './workflow.ts'

const site = openSite()
const LIST = '/personaloa/myprocess'

/** The list with two processes that this description finds, the earlier one first by nothing but its name. */
async function listed(about: string) {
  const client = await site.client()
  for (const end of ['one', 'two']) {
    const model = await drawModel(client, [{ id: 'approve', name: 'Approve', settings: askedOf('editor') }])
    await startOverHttp(client, await deployOverHttp(client, model.id, model.key), `${about} ${end}`)
  }
  const page = await site.page({ as: 'admin' })
  await page.goto(`${LIST}?description=${encodeURIComponent(about)}`)
  await settled(page)
  return { page, shown: () => rowsOf(page).evaluateAll((rows) => rows.map((row) => /one|two/.exec(row.textContent)?.[0])) }
}

test('a list is sorted by the time, kept as a view with its order, and exported', async () => {
  const { page, shown } = await listed('In an order')
  await eventually(shown).toEqual(['two', 'one'])
  const heading = page.getByRole('columnheader').filter({ hasText: new RegExp(`^${t('field.process-instances.startTime')}$`) })
  await heading.getByRole('button').click()
  await eventually(shown).toEqual(['one', 'two'])
  await toolbarButton(page, t('view.views')).click()
  await page.getByRole('menuitem', { name: t('view.save-as') }).click()
  await page.getByRole('textbox', { name: t('view.name') }).fill('The oldest first')
  await page.keyboard.press('Enter')
  await message(page, t('view.saved')).waitFor()
  const view = new URL(page.url()).searchParams.get('view') ?? expect.fail('no view is open')
  await page.goto(`${LIST}?view=${view}`)
  await eventually(shown).toEqual(['one', 'two'])
  await page.getByRole('button', { name: t('button.export') }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: t('export.export') }).click()
  expect((await file).suggestedFilename()).toMatch(/\.xlsx$/)
})

test('a list that is too long for an order goes back to its own at once, and says why', async () => {
  const { page, shown } = await listed('Too many')
  await eventually(shown).toEqual(['two', 'one'])
  const sentence = t('error.list.too-many-to-sort', { most: '10,000' })
  // Ten thousand processes would take this test minutes.
  await page.route('**/queryMyProcess?*sorter=*', (route) =>
    route.fulfill({ status: 422, json: { code: 422, status: 422, message: sentence, data: null, most: 10_000 } }),
  )
  const heading = page.getByRole('columnheader').filter({ hasText: new RegExp(`^${t('field.process-instances.startTime')}$`) })
  await heading.getByRole('button').click()
  await message(page, sentence).waitFor()
  await eventually(shown).toEqual(['two', 'one'])
  expect(addressOf(page)).not.toContain('sorter')
})
