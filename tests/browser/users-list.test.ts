/** The list of users: its rows, and the address that holds everything about them. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { users } from '../../model/index.ts'
import { pathsOf } from '../support/values.ts'
import type { OrganisationRow } from './data.ts'
import { flat, organisationNamed } from './data.ts'
import { addressOf, choose, eventually, openChoices, openSite, rowNamed, rowsOf, settled, t } from './support.ts'

const site = openSite()
/** How many people the demonstration tenant has; the tests of this file add none. */
let total = 0

beforeAll(async () => {
  const { data } = await (await site.client()).get<{ total: number }>(pathsOf(users).query, { pageSize: 1 })
  total = data.total
})

async function openList(address = '/admin/sysuser', as = 'admin'): Promise<Page> {
  const page = await site.page({ as })
  await page.goto(address)
  await settled(page)
  return page
}

const filters = (page: Page) => page.getByRole('search', { name: t('list.filters') })
const pager = (page: Page) => page.getByRole('navigation', { name: t('list.pages') })
const query = (page: Page) =>
  filters(page)
    .getByRole('button', { name: t('list.query'), exact: true })
    .click()

/** The texts of one column, from top to bottom. */
async function column(page: Page, title: string): Promise<string[]> {
  await settled(page)
  const titles = await page.getByRole('columnheader').allTextContents()
  const at = titles.findIndex((text) => text.trim() === title)
  return rowsOf(page)
    .locator(`td:nth-child(${at + 1})`)
    .allTextContents()
}

test('the rows are those of the database, ten of them, newest first', async () => {
  const page = await openList()
  const { data } = await (await site.client()).get<{ list: { username: string }[] }>(pathsOf(users).query, { pageSize: 10 })
  expect(await column(page, t('field.users.username'))).toEqual(data.list.map(({ username }) => username))
  await pager(page).getByText(t('list.total', { total }), { exact: true }).waitFor()
  expect(addressOf(page)).toBe('/admin/sysuser')
})

test('filters, order, size and page stand in the address and survive reload and Back', async () => {
  const page = await openList()
  await choose(page, filters(page).getByRole('combobox', { name: t('field.users.status') }), t('choice.status.1'))
  await query(page)
  await eventually(() => addressOf(page)).toBe('/admin/sysuser?status=1')
  await page
    .getByRole('columnheader')
    .getByRole('button', { name: t('field.users.username'), exact: true })
    .click()
  await eventually(() => addressOf(page)).toBe('/admin/sysuser?sorter=username_ascend&status=1')
  await choose(page, pager(page).getByRole('combobox', { name: t('list.size') }), t('list.rows-a-page', { rows: 20 }))
  await eventually(() => addressOf(page)).toBe('/admin/sysuser?pageSize=20&sorter=username_ascend&status=1')
  await pager(page).getByText('2', { exact: true }).click()
  const whole = '/admin/sysuser?currentPage=2&pageSize=20&sorter=username_ascend&status=1'
  await eventually(() => addressOf(page)).toBe(whole)
  const names = await column(page, t('field.users.username'))
  expect(names).toHaveLength(20)

  const asBefore = async () => {
    await settled(page)
    await eventually(() => column(page, t('field.users.username'))).toEqual(names)
    expect(await rowsOf(page).getByRole('switch', { checked: true }).count()).toBe(names.length)
    await filters(page).getByText(t('choice.status.1'), { exact: true }).waitFor()
    await pager(page)
      .getByText(t('list.rows-a-page', { rows: 20 }), { exact: true })
      .waitFor()
  }
  await page.reload()
  await asBefore()
  await page
    .getByRole('navigation', { name: t('shell.menu') })
    .getByRole('link', { name: t('menu.sysorg'), exact: true })
    .click()
  await page.waitForURL('**/sysorg')
  await page.goBack()
  await eventually(() => addressOf(page)).toBe(whole)
  await asBefore()
  for (const before of ['?pageSize=20&sorter=username_ascend&status=1', '?sorter=username_ascend&status=1', '?status=1', '']) {
    await page.goBack()
    await eventually(() => addressOf(page)).toBe(`/admin/sysuser${before}`)
  }
  await eventually(() => rowsOf(page).count()).toBe(10)
})

test('a column sorts up, then down, then not at all', async () => {
  const page = await openList('/admin/sysuser?pageSize=50')
  const heading = page.getByRole('columnheader').filter({ has: page.getByRole('button', { name: t('field.users.username'), exact: true }) })
  for (const [aria, sorter] of [
    ['ascending', 'username_ascend'],
    ['descending', 'username_descend'],
    [null, null],
  ] as const) {
    await heading.getByRole('button').click()
    await eventually(() => heading.getAttribute('aria-sort')).toBe(aria)
    expect(new URL(page.url()).searchParams.get('sorter')).toBe(sorter)
    const names = await column(page, t('field.users.username'))
    const sorted = [...names].sort()
    if (aria) expect(names).toEqual(aria === 'ascending' ? sorted : sorted.reverse())
  }
})

test('text filters by what it contains, Enter asks, Reset forgets', async () => {
  const page = await openList('/admin/sysuser?currentPage=2')
  await filters(page).getByLabel(t('field.users.username')).fill('  ADMIN ')
  await filters(page).getByLabel(t('field.users.username')).press('Enter')
  await eventually(() => addressOf(page)).toBe('/admin/sysuser?username=ADMIN')
  await eventually(() => rowsOf(page).count()).toBe(1)
  await rowNamed(page, 'admin').waitFor()
  await filters(page)
    .getByRole('button', { name: t('list.reset'), exact: true })
    .click()
  await eventually(() => addressOf(page)).toBe('/admin/sysuser')
  await eventually(() => rowsOf(page).count()).toBe(10)
  expect(await filters(page).getByLabel(t('field.users.username')).inputValue()).toBe('')
  await filters(page).getByLabel(t('field.users.username')).fill('nobody-is-called-so')
  await query(page)
  await page.getByText(t('list.empty'), { exact: true }).waitFor()
})

test('more filters: by role and by the day of creation', async () => {
  const page = await openList('/admin/sysuser?pageSize=50')
  await filters(page)
    .getByRole('button', { name: t('list.advanced') })
    .click()
  await choose(page, filters(page).getByRole('combobox', { name: t('field.users.roleId') }), '编辑')
  await query(page)
  await eventually(() => new URL(page.url()).searchParams.has('roleId')).toBe(true)
  await settled(page)
  const held = await column(page, t('field.users.roleId'))
  expect(held.length).toBeGreaterThan(1)
  for (const names of held) expect(names).toContain('编辑')
  await page.goto('/admin/sysuser?createTimeStart=2020-01-01 00:00:00&createTimeEnd=2020-01-02 00:00:00')
  await page.getByText(t('list.empty'), { exact: true }).waitFor()
  expect(await filters(page).getByPlaceholder(t('list.from')).inputValue()).toBe('2020-01-01 00:00:00')
})

test('an organisation stands for everything below it', async () => {
  const page = await openList('/admin/sysuser?pageSize=50')
  const nanjing = await organisationNamed(await site.client(), '南京预制梁场')
  await choose(page, filters(page).getByRole('combobox', { name: t('field.users.orgId') }), nanjing.orgName)
  await query(page)
  await eventually(() => new URL(page.url()).searchParams.get('orgId')).toBe(nanjing.id)
  const inside = new Set(flat([nanjing as OrganisationRow]).map(({ orgName }) => orgName))
  const outside = async () => (await column(page, t('field.users.orgId'))).filter((name) => !inside.has(name))
  await eventually(outside).toEqual([])
  const found = await column(page, t('field.users.orgId'))
  expect(new Set(found).size).toBeGreaterThan(5)
  expect(found.length).toBeLessThan(total)
})

test('pages come in tens, twenties, thirties, fifties and hundreds; a number jumps', async () => {
  const page = await openList('/admin/sysuser?currentPage=2')
  const size = pager(page).getByRole('combobox', { name: t('list.size') })
  const popup = await openChoices(page, size)
  for (const rows of [10, 20, 30, 50, 100, 200]) await popup.getByText(t('list.rows-a-page', { rows }), { exact: true }).waitFor()
  expect(await popup.getByText(/^\d+ \/ page$/).count()).toBe(6)
  const parts = [
    'pager-total',
    'ant-select',
    'ant-pagination-prev',
    'ant-pagination-item-1',
    'ant-pagination-next',
    'ant-pagination-options-quick-jumper',
  ]
  const shown = await page.evaluate<string[]>(
    `[...document.querySelectorAll('${parts.map((part) => `.pager .${part}`).join()}')].map((part) => [...part.classList].join(' '))`,
  )
  expect(shown.map((classes) => parts.find((part) => classes.split(' ').includes(part)))).toEqual(parts)
  await popup.getByText(t('list.rows-a-page', { rows: 30 }), { exact: true }).click()
  await eventually(() => addressOf(page)).toBe('/admin/sysuser?pageSize=30')
  await eventually(() => rowsOf(page).count()).toBe(30)
  await pager(page).getByRole('textbox').fill('3')
  await pager(page).getByRole('textbox').press('Enter')
  await eventually(() => addressOf(page)).toBe('/admin/sysuser?currentPage=3&pageSize=30')
  await eventually(() => rowsOf(page).count()).toBe(total - 60)
})

test('a total that is not exact is said so, by the pager and before an export', async () => {
  const page = await site.page({ as: 'admin' })
  const { data } = await (await site.client()).get<object>(pathsOf(users).query, { pageSize: 10 })
  // Ten thousand people would take this test a minute; what the server says of them is asked in tests/bounded-totals.test.ts.
  await page.route('**/querySysUser?*', (route) =>
    route.fulfill({ json: { code: 200, status: 200, message: 'success', data: { ...data, total: 10_000, totalIs: 'at-least' } } }),
  )
  await page.goto('/admin/sysuser')
  await settled(page)
  await pager(page)
    .getByText(t('list.total-at-least', { total: '10,000' }), { exact: true })
    .waitFor()
  await page.getByRole('checkbox', { name: t('list.choose-all') }).check()
  await page.getByText(t('list.select-bound', { total: '10,000+', most: '1,000' }), { exact: true }).waitFor()
  await page.getByRole('button', { name: t('list.select-first', { most: '1,000' }) }).waitFor()
  await page.getByRole('button', { name: t('button.export') }).click()
  await page.getByText(t('export.all'), { exact: true }).waitFor()
  expect(await page.getByText(t('export.all-of', { count: 10_000 })).count()).toBe(0)
})

test('an address that says nonsense counts as not said', async () => {
  const page = await openList('/admin/sysuser?currentPage=-1&pageSize=7&sorter=password_ascend&nothing=1')
  await eventually(() => rowsOf(page).count()).toBe(10)
})

test('a viewer sees neither the hidden columns nor the buttons', async () => {
  const page = await openList('/admin/sysuser', 'viewer')
  const titles = (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim())
  expect(titles).toContain(t('field.users.nickname'))
  for (const hidden of [t('field.users.mobile'), t('field.users.email')]) expect(titles).not.toContain(hidden)
  expect(await page.getByText('@').count()).toBe(0)
  for (const name of [t('button.add'), t('button.update'), t('button.delete')])
    expect(await page.getByRole('main').getByRole('button', { name }).count()).toBe(0)
  await filters(page)
    .getByRole('button', { name: t('list.advanced') })
    .click()
  await filters(page).getByText(t('field.createTime')).waitFor()
  for (const hidden of [t('field.users.mobile'), t('field.users.email')])
    expect(await filters(page).getByText(hidden, { exact: true }).count()).toBe(0)
})

test('an editor may add and edit, and has no button to delete', async () => {
  const page = await openList('/admin/sysuser', 'editor')
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('button.update') })
    .waitFor()
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`${t('button.delete')}(:|$)`) })
      .count(),
  ).toBe(0)
})
