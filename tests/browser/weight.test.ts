/** What pages weigh on the wire: what a first visit transfers, headers and answers included, and what further pages add to it (all of them: every-page-*.test.ts). */
import type { Page } from 'playwright-core'
import { unique } from '../support/builders.ts'
import { expect, test } from 'vitest'
import { sampleOf } from '../support/thorough.ts'
import { eventually, openSite, recordCalls, rowsOf, settled, signInButton, t } from './support.ts'
import { heavyPages, pageAddresses, partsOfFirstList, partsSoFar, weightBeyond } from './weighing.ts'
import { askedOf, deployOverHttp, drawModel, startOverHttp } from './workflow.ts'

const site = openSite()
const KILOBYTE = 1024
/**
 * In kilobytes: what each weighs in its heaviest language (132, 390 and 422) and a little room: each noun and each
 * entry of the menu is part of the last two. The console promises 200 for the sign-in page and
 * 420 for lists; whoever needs more of that should know what for (the last 8: seven nouns of processes, and the icons of their entries;
 * of the workbench 1 more: how many tasks wait, and what the demonstration's administrator is told of tasks; then 6 for ten nouns of curing, shifts and secrets
 * with their fields and the entries of curing, charts and reports; then 3 for five nouns of tensioning and the schedules of reports;
 * then 2 for what pages show first, which the console knows before it has their files; then 8 for thirteen nouns of maintenance with their fields and errors, of which 2 reach the sign-in page;
 * then 2 for screens: a noun, three entries of the menu, pages that show without the console, and a session that a display has for itself).
 * Of the designer of processes 136 are bpmn-js. The track of an instance adds 60 to its list at the most: it is a picture that the server has drawn.
 */
const BUDGET = { signIn: 132, list: 391, workbench: 423, designer: 120, processes: 220, track: 60 } as const

/** Kilobytes that a visit with an empty cache transfers, until nothing moves any more. */
async function visit(page: Page, path: string, shown: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(path)
  await shown()
  await page.waitForLoadState('networkidle')
  return bytes / KILOBYTE
}

test('the sign-in page stays within its weight', async () => {
  const page = await site.page({ isFirst: true })
  expect(await visit(page, '/login', () => signInButton(page).waitFor())).toBeLessThanOrEqual(BUDGET.signIn)
})

// The longest texts, and the most common ones.
test.each(['zh-TW', 'en-US'])('a first list, and the workbench, stay within their weight in %s', async (locale) => {
  const list = await site.page({ isFirst: true, as: 'admin', locale })
  expect(await visit(list, '/admin/sysuser', () => settled(list)), 'users').toBeLessThanOrEqual(BUDGET.list)
  const home = await site.page({ isFirst: true, as: 'admin', locale })
  expect(await visit(home, '/workbench', () => home.getByRole('heading', { level: 2 }).first().waitFor()), 'workbench').toBeLessThanOrEqual(
    BUDGET.workbench,
  )
})

test('no further page adds more than its share to the first list: some of them, drawn by the commit', async () => {
  const pages = sampleOf('pages to weigh', pageAddresses, 6)
  expect(await heavyPages(site, pages)).toEqual([])
})

test('the designer of forms is loaded by its page alone, and stays within its weight', async () => {
  const admin = await site.client()
  const { data } = await admin.post<{ id: string }>('/api/generator/generatorform/addGeneratorForm', {
    formDescription: 'A form to be weighed',
  })
  const page = await site.page({ as: 'admin' })
  const before = await partsOfFirstList(page)
  expect([...before].filter((name) => /\/designer-/.test(name))).toEqual([])
  await page.goto(`/devtool/formdesign?id=${data.id}`)
  await page.getByRole('tree').waitFor()
  expect(await weightBeyond(page, before)).toBeLessThanOrEqual(BUDGET.designer)
})

test('the designer of reports is loaded by its page alone, and stays within its weight', async () => {
  const admin = await site.client()
  const { data } = await admin.post<{ id: string }>('/api/report/template/copyReportTemplate', {
    templateName: 'A report to be weighed',
    templateKind: 'other',
    report: 'availability',
  })
  const page = await site.page({ as: 'admin' })
  const before = await partsOfFirstList(page)
  await page.goto(`/reportdesigner/reportdesign?id=${data.id}`)
  await page.getByRole('grid').waitFor()
  expect(await weightBeyond(page, before)).toBeLessThanOrEqual(BUDGET.designer)
})

test('the track of an instance adds little to the list that it opens from', async () => {
  const client = await site.client()
  const model = await drawModel(client, [{ id: 'approve', name: 'Approve', settings: askedOf('editor') }])
  await startOverHttp(client, await deployOverHttp(client, model.id, model.key), `Weighed ${model.key}`)
  const page = await site.page({ as: 'admin' })
  await page.goto(`/activiti/processinstance?description=${model.key}`)
  const row = rowsOf(page).filter({ hasText: model.name }).first()
  await row.waitFor()
  await page.waitForLoadState('networkidle')
  const before = await partsSoFar(page)
  await row.getByRole('button', { name: new RegExp(`^${t('button.track')}`) }).click()
  await page.getByRole('dialog').locator('.diagram-active').first().waitFor({ state: 'attached' })
  expect(await weightBeyond(page, before)).toBeLessThanOrEqual(BUDGET.track)
})

test('the designer of processes is loaded by its page alone, and stays within its weight', async () => {
  const admin = await site.client()
  const { data: organisations } = await admin.get<{ list: { id: string }[] }>('/api/admin/sysorg/querySysOrg', { pageSize: 1 })
  const { data } = await admin.post<{ id: string }>('/api/activiti/model/addModel', {
    name: 'A process to be weighed',
    key: `weighed${unique()}`,
    category: 'Office',
    orgId: organisations.list[0]?.id,
  })
  const page = await site.page({ as: 'admin' })
  const before = await partsOfFirstList(page)
  await page.goto(`/activiti/processdesign?id=${data.id}`)
  await page.locator('[data-element-id="start"]').waitFor()
  expect(await weightBeyond(page, before)).toBeLessThanOrEqual(BUDGET.processes)
})

/** Runs in the page: which scripts and styles were asked for before the program ran, which is when the document has been read. */
const EARLY = `(() => {
  const { domInteractive } = performance.getEntriesByType('navigation')[0]
  return performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
    .map(({ name, startTime }) => ({ name: name.split('/').at(-1).split('-')[0], kind: name.split('.').at(-1), early: startTime < domInteractive }))
})()`

test.each([
  ['zh-TW', 'tw'],
  ['zh-CN', 'zh'],
  ['en-GB', 'en'],
])('what a first list is made of is asked for before the program runs, once, in the language of %s', async (locale, language) => {
  const page = await site.page({ isFirst: true, as: 'admin', locale })
  await page.goto('/admin/sysuser')
  await settled(page)
  const parts = await page.evaluate<{ name: string; kind: string; early: boolean }[]>(EARLY)
  const early = parts.filter((part) => part.early).map(({ name, kind }) => `${name}.${kind}`)
  expect(early).toEqual(
    expect.arrayContaining(['start.js', 'base.js', 'console.js', 'console.css', 'model.js', 'list.js', 'list.css', `${language}.js`]),
  )
  for (const other of ['zh', 'tw', 'en'])
    expect(
      parts.some(({ name, kind }) => name === other && kind === 'js'),
      other,
    ).toBe(other === language)
  expect(parts.filter(({ name, kind }) => name === 'list' && kind === 'css').length, 'once').toBe(1)
  expect(
    parts.filter(({ name }) => name === 'all'),
    'the set of all icons',
  ).toEqual([])
})

/** Runs in the page: the names of the styles of components; what begins with the class of the theme are its variables. */
const STYLES = `[...document.querySelectorAll('style[data-css-hash]')].filter(({ textContent }) => !/^[^{]*\\.outstation|^@keyframes/.test(textContent)).map((style) => style.dataset.cssHash)`

test('the styles of a first list are those that were made while building', async () => {
  const page = await site.page({ isFirst: true, as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  const names = await page.evaluate<string[]>(STYLES)
  expect(names.length).toBeGreaterThan(8)
  const file = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/assets/console-') && name.endsWith('.js'))`,
  )
  const built = (await Promise.all(file.map(async (name) => (await fetch(name)).text()))).join()
  expect(names.filter((name) => !built.includes(name))).toEqual([])
})

test('the rows are asked for beside the menu, and once', async () => {
  const page = await site.page({ isFirst: true, as: 'admin' })
  const calls = recordCalls(page)
  let isMenuThere = false
  page.on('response', (response) => {
    isMenuThere ||= response.url().includes('/queryCurrentAuthority')
  })
  // Whoever waits for the menu before asking would wait for ever.
  await page.route('**/queryCurrentAuthority*', async (route) => {
    await eventually(() => calls.some(({ path }) => path.endsWith('/querySysUser'))).toBe(true)
    await route.continue()
  })
  await page.goto('/admin/sysuser')
  await settled(page)
  await page.waitForLoadState('networkidle')
  expect(isMenuThere).toBe(true)
  for (const path of ['/getSysUser', '/querySysUser', '/queryListView', '/queryCurrentAuthority'])
    expect(calls.filter((call) => call.path.endsWith(path)).length, path).toBe(1)
})
