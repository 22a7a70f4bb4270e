/** Columns, rows and views of a list, as their reader wants them. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { addressOf, eventually, focused, message, openSite, rowsOf, settled, t, toolbarButton } from './support.ts'

const site = openSite()
const ADD = '/api/account/listview/addListView'
const PREFER = '/api/account/listview/updateListPreference'

async function open(address: string, as = 'admin'): Promise<Page> {
  const page = await site.page({ as })
  await page.goto(address)
  await settled(page)
  return page
}

const table = (page: Page) => page.getByRole('region', { name: t('noun.users') })
const titles = async (page: Page) => (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim()).filter(Boolean)
const heading = (page: Page, title: string) => page.getByRole('columnheader').filter({ hasText: new RegExp(`^${title}$`) })
const widthOf = async (of: Locator) => Math.round((await of.boundingBox())?.width ?? 0)
const views = (page: Page) =>
  toolbarButton(page, t('view.views'))
    .or(page.getByRole('toolbar').getByRole('button', { name: new RegExp(`^${t('view.views')}`) }))
    .first()
const nickname = t('field.users.nickname')
const username = t('field.users.username')

/** What an expression gives about the element that scrolls the rows. */
const inTable = <Value = unknown>(page: Page, expression: string) =>
  page.evaluate<Value>(`(() => { const table = document.querySelector('.data-table'); return ${expression} })()`)

const makeView = async (client: Client, viewName: string, filters: Record<string, string>) =>
  (await client.post<string>(ADD, { page: 'users', viewName, state: { filters, look: { order: ['mobile', 'username'] } } })).data

async function openEditor(page: Page): Promise<Locator> {
  await toolbarButton(page, t('columns.open')).click()
  const editor = page.getByRole('dialog', { name: t('columns.title') })
  await editor.getByRole('checkbox').first().waitFor()
  return editor
}

test('columns are hidden, moved and made wider, by keyboard as by mouse, and stay so for this person', async () => {
  const page = await open('/admin/sysorg')
  const [type, description] = [t('field.organisations.orgType'), t('field.organisations.orgDescription')]
  const editor = await openEditor(page)
  await editor.getByRole('checkbox', { name: t('columns.show', { column: description }) }).press('Space')
  await eventually(() => titles(page)).not.toContain(description)
  const forward = editor.getByRole('button', { name: t('columns.up', { column: type }) })
  while (await forward.isEnabled()) await forward.press('Enter')
  await eventually(async () => (await titles(page))[0]).toBe(type)
  const width = editor.getByRole('spinbutton', { name: t('columns.width', { column: type }) })
  const before = Number(await width.inputValue())
  await width.press('ArrowUp')
  await eventually(() => width.inputValue()).toBe(String(before + 10))
  const kept = page.waitForResponse(`**${PREFER}`)
  await page.keyboard.press('Escape')
  await kept

  const edge = heading(page, type).locator('.edge')
  const box = (await edge.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const wide = await widthOf(heading(page, type))
  const again = page.waitForResponse(`**${PREFER}`)
  await page.mouse.move(box.x + 4, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 64, box.y + 8, { steps: 4 })
  await page.mouse.up()
  await eventually(() => widthOf(heading(page, type))).toBe(wide + 60)
  await again
  await page.reload()
  await settled(page)
  expect((await titles(page))[0]).toBe(type)
  expect(await titles(page)).not.toContain(description)
  expect(await widthOf(heading(page, type))).toBe(wide + 60)
  expect(await titles(await open('/admin/sysorg', 'editor'))).toContain(description)
})

test('a heading is dragged to another place, and a click on it still sorts', async () => {
  const page = await open('/admin/sysuser', 'editor')
  const [from, to] = [await heading(page, nickname).boundingBox(), await heading(page, t('field.users.email')).boundingBox()]
  if (!from || !to) throw new Error('the headings are not there')
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 30, to.y + 20, { steps: 5 })
  await page.mouse.up()
  await eventually(async () => {
    const now = await titles(page)
    return now.indexOf(nickname) > now.indexOf(t('field.users.email'))
  }).toBe(true)
  expect(addressOf(page)).toBe('/admin/sysuser')
  await heading(page, nickname).getByRole('button').click()
  await eventually(() => addressOf(page)).toBe('/admin/sysuser?sorter=nickname_ascend')
})

test('rows stay ticked from page to page, until they are cleared', async () => {
  const page = await open('/admin/sysuser')
  await rowsOf(page).first().getByRole('checkbox').check()
  await page
    .getByRole('navigation', { name: t('list.pages') })
    .getByText('2', { exact: true })
    .click()
  await eventually(() => addressOf(page)).toContain('currentPage=2')
  await settled(page)
  await rowsOf(page).first().getByRole('checkbox').check()
  await page
    .getByRole('status')
    .getByText(t('list.chosen', { count: 2 }), { exact: true })
    .waitFor()
  await page.getByText(t('list.chosen-elsewhere', { count: 1 }), { exact: true }).waitFor()
  await toolbarButton(page, t('button.update')).click()
  const together = page.getByRole('dialog', { name: t('batch.title', { count: 2 }) })
  await together.waitFor()
  await page.keyboard.press('Escape')
  await together.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: t('list.clear') }).click()
  expect(await page.getByText(t('list.chosen', { count: 2 })).count()).toBe(0)
  await toolbarButton(page, t('button.update')).click()
  await message(page, t('list.check-one')).waitFor()
})

test('every other row has the specified colour, the head stays, and a new page begins at its top in 800 ms', async () => {
  const page = await site.page({ as: 'admin', reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/admin/sysuser?pageSize=50')
  await settled(page)
  expect(await inTable<string>(page, 'getComputedStyle(table.querySelector(\'tr[data-at="1"] td\')).backgroundColor')).toBe(
    'rgb(245, 248, 255)',
  )
  await inTable(page, 'table.scrollTo(0, 600)')
  const head = await heading(page, username).boundingBox()
  const box = await table(page).boundingBox()
  expect(Math.round((head?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(3)
  const top = () => inTable<number>(page, 'table.scrollTop')
  expect(await top()).toBeGreaterThan(500)
  // From here on the page's time passes only when it is told to.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page
    .getByRole('navigation', { name: t('list.pages') })
    .getByText('2', { exact: true })
    .click()
  await page.clock.runFor(780)
  expect(await top()).toBeGreaterThan(0)
  await page.clock.runFor(40)
  expect(await top()).toBe(0)
})

test('rows are passed with the arrows and ticked with Space; of thousands only some are drawn', async () => {
  const page = await open('/admin/sysregion?pageSize=50')
  await page.getByRole('button', { name: t('list.unfold-all') }).click()
  const region = page.getByRole('region', { name: t('noun.regions') })
  const count = Number(await page.getByRole('table').getAttribute('aria-rowcount'))
  expect(count).toBeGreaterThan(300)
  await eventually(() => rowsOf(page).count()).toBeLessThan(120)
  await region.focus()
  await page.keyboard.press('ArrowDown')
  await focused(region.locator('tr[data-at="0"]'))
  await page.keyboard.press('ArrowDown')
  await focused(region.locator('tr[data-at="1"]'))
  await page.keyboard.press('Space')
  await page
    .getByRole('status')
    .getByText(t('list.chosen', { count: 1 }), { exact: true })
    .waitFor()
  await page.keyboard.press('End')
  await focused(region.locator(`tr[data-at="${count - 2}"]`))
  await page.keyboard.press('Home')
  await focused(region.locator('tr[data-at="0"]'))
  await page.keyboard.press('ArrowLeft')
  await eventually(async () => Number(await page.getByRole('table').getAttribute('aria-rowcount'))).toBeLessThan(count)
})

test('filters and columns are kept as a view, which opens by its link and with the list', async () => {
  const page = await open('/admin/sysuser?status=0', 'editor')
  await views(page).click()
  await page.getByRole('menuitem', { name: t('view.save-as') }).click()
  await page.getByRole('textbox', { name: t('view.name') }).fill('Disabled people')
  await page.keyboard.press('Enter')
  await message(page, t('view.saved')).waitFor()
  const id = new URL(page.url()).searchParams.get('view') ?? ''
  expect(addressOf(page)).toBe(`/admin/sysuser?view=${id}&status=0`)
  await page.goto(`/admin/sysuser?view=${id}`)
  await eventually(() => addressOf(page)).toBe(`/admin/sysuser?view=${id}&status=0`)
  await views(page).click()
  await page.getByRole('menuitem', { name: t('view.manage') }).click()
  await page.getByRole('button', { name: `${t('view.default')}: Disabled people` }).click()
  await page.getByText(t('view.is-default')).waitFor()
  await page.goto('/admin/sysuser')
  await eventually(() => addressOf(page)).toBe(`/admin/sysuser?view=${id}&status=0`)
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: `${t('view.views')}: Disabled people` })
    .waitFor()
  await views(page).click()
  await page.getByRole('menuitem', { name: t('view.all') }).click()
  await eventually(() => addressOf(page)).toBe('/admin/sysuser?view=none')
})

test('a shared view is shared from its manager; who sees less of it is told so', async () => {
  const admin = await site.client()
  const id = await makeView(admin, 'Of the night', { mobile: '13', status: '1' })
  const page = await open(`/admin/sysuser?view=${id}`)
  await views(page).click()
  await page.getByRole('menuitem', { name: t('view.manage') }).click()
  await page.getByRole('button', { name: `${t('view.share')}: Of the night` }).click()
  await page.getByRole('radio', { name: t('view.audience-tenant') }).check()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.save') })
    .click()
  await message(page, t('view.saved')).waitFor()

  const viewer = await open(`/admin/sysuser?view=${id}`, 'viewer')
  await viewer.getByText(t('view.withheld', { count: 1 })).waitFor()
  await eventually(() => addressOf(viewer)).toBe(`/admin/sysuser?view=${id}&status=1`)
  expect(await titles(viewer)).not.toContain(t('field.users.mobile'))
  await viewer.goto('/admin/sysuser?view=01900000-0000-7000-8000-000000000000')
  await viewer.getByText(t('view.gone')).waitFor()
  // Conditions that only the address has are left out as loudly.
  await viewer.goto('/admin/sysuser?mobile=13&email=example')
  await viewer.getByText(t('view.withheld', { count: 2 })).waitFor()
})
