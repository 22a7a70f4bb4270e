/** The pages of the template group, and what can be done with them. That each opens without an error is told by every-page-*.test.ts. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { workbookOf } from '../support/workbooks.ts'
import { choose, eventually, focused, listensToKeys, message, openSite, t } from './support.ts'

const site = openSite()

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('.example-head h1').waitFor()
}

test('a page shows the source it is made of', async () => {
  const page = await site.page({ as: 'admin' })
  await open(page, '/template/clipboard')
  await page.getByRole('button', { name: t('example.source') }).click()
  await eventually(() => page.locator('.source-code').first().innerText()).toContain('export default function ClipboardPage')
})

describe('pages that only some roles open', () => {
  test('show 401 to the others', async () => {
    const viewer = await site.page({ as: 'viewer' })
    await viewer.goto('/permission/directive')
    await viewer.getByRole('heading', { name: t('forbidden.title') }).waitFor()
    const editor = await site.page({ as: 'editor' })
    await open(editor, '/permission/directive')
    for (const path of ['/permission/page', '/permission/role']) {
      await editor.goto(path)
      await editor.getByRole('heading', { name: t('forbidden.title') }).waitFor()
    }
  })
})

test('charts are drawn, a bar, a line, an area and a pie', async () => {
  const page = await site.page({ as: 'admin' })
  await open(page, '/template/charts')
  const drawings = page.getByRole('img', { name: /./ }).and(page.locator('.chart-drawing'))
  await eventually(() => drawings.count()).toBe(3)
  for (const kind of ['charts.line', 'charts.area', 'charts.bar'] as const) {
    await page.getByText(t(kind), { exact: true }).click()
    await eventually(() => drawings.locator('canvas, svg').count()).toBeGreaterThanOrEqual(3)
  }
})

test('a picture is shown before it goes anywhere, and removed', async () => {
  const page = await site.page({ as: 'admin' })
  await open(page, '/template/image-upload')
  const card = page.locator('.example-card', { hasText: t('image.as-is') })
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR4nGMQyDgBRwzEcQD8wxQBlazbPQAAAABJRU5ErkJggg==',
    'base64',
  )
  await card.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await eventually(() => page.evaluate('document.querySelector(".image-preview img")?.naturalWidth')).toBe(4)
  await card.getByRole('button', { name: t('image.remove') }).click()
  await eventually(() => card.locator('.image-preview img').count()).toBe(0)
})

test('one part of a page is printed, and nothing around it', async () => {
  const page = await site.page({ as: 'admin' })
  // The dialog of the system is no part of the page; what it would show is.
  await page.addInitScript('window.print = () => { window.printed = true }')
  await open(page, '/template/printing')
  await page.getByRole('button', { name: t('printing.print') }).click()
  await eventually(() => page.evaluate('window.printed')).toBe(true)
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('.print-sheet')
  expect(await sheet.getByText('南京预制梁场', { exact: true }).isVisible()).toBe(true)
  expect(await page.getByRole('banner').or(page.locator('.shell')).first().isVisible()).toBe(false)
  await page.evaluate('dispatchEvent(new Event("afterprint"))')
  await page.emulateMedia({ media: 'screen' })
  await eventually(() => sheet.count()).toBe(0)
  expect(await page.locator('.shell').isVisible()).toBe(true)
})

test('a tree is ticked by its groups, and one of another is chosen', async () => {
  const page = await site.page({ as: 'admin' })
  await open(page, '/template/trees')
  const tree = page.getByRole('group', { name: t('noun.organisations') })
  const group = tree.getByRole('checkbox', { name: /^南京预制梁场/ })
  await group.check()
  await eventually(() => tree.getByRole('checkbox', { name: '钢筋班', exact: true }).isChecked()).toBe(true)
  await tree.getByRole('checkbox', { name: '钢筋班', exact: true }).uncheck()
  await group.and(page.locator(':indeterminate')).waitFor()
  await choose(page, page.getByRole('combobox', { name: t('field.users.orgId') }), '数据中心')
  await page
    .locator('.example-card', { hasText: t('trees.pick') })
    .locator('.ant-select')
    .getByText('数据中心', { exact: true })
    .and(page.locator(':visible'))
    .waitFor()
})

test('the map shows a place without asking another server', async () => {
  const page = await site.page({ as: 'admin' })
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !/^(data|blob):/.test(request.url())) outside.push(request.url())
  })
  await open(page, '/template/maps')
  const map = page.getByRole('application', { name: t('maps.map') })
  await map.locator('canvas, svg, img').first().waitFor()
  await page.getByRole('status').getByText('39.90420, 116.40740').waitFor()
  await map.click({ position: { x: 60, y: 60 } })
  await eventually(() => page.getByRole('status').getByText('39.90420, 116.40740').count()).toBe(0)
  expect(outside).toEqual([])
})

test('an error is counted by the badge and kept on the server', async () => {
  const page = await site.page({ as: 'admin' })
  const listed = page.waitForRequest(/queryErrorLog\?/)
  await open(page, '/template/error-log')
  expect(Object.fromEntries(new URL((await listed).url()).searchParams), 'what a pager begins with').toEqual({
    currentPage: '1',
    pageSize: '20',
  })
  await page.getByRole('button', { name: t('errorlog.make') }).click()
  await page.getByRole('button', { name: t('errorlog.badge', { count: 1 }) }).waitFor()
  const client = await site.client()
  const kept = async () =>
    (await client.get<{ list: { message: string }[] }>('/api/template/errorlog/queryMyErrorLog')).data.list.map((row) => row.message)
  await eventually(kept).toContain(`Error: ${t('errorlog.made')}`)
})

test('organisations are put in order by keyboard', async () => {
  const page = await site.page({ as: 'admin' })
  await open(page, '/template/tables/dragtable')
  const names = () => page.locator('.sort-list li > span:first-of-type').allInnerTexts()
  await page.locator('.sort-list li').first().waitFor()
  const [first = '', second = ''] = await names()
  await page.getByRole('button', { name: t('drag.handle', { name: first }) }).focus()
  // Each step is announcement when it is done, and the next key is for whoever has heard it.
  const announced = async (place: number) => {
    const announcement = new RegExp(`^${t('drag.moved', { name: first, place, of: '' as never }).trimEnd()}`)
    await page.getByText(announcement).waitFor({ state: 'attached' })
    await listensToKeys(page)
  }
  await page.keyboard.press('Space')
  await announced(1)
  await page.keyboard.press('ArrowDown')
  await announced(2)
  await page.keyboard.press('Space')
  await eventually(async () => (await names()).slice(0, 2)).toEqual([second, first])
  await page.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('drag.saved')).waitFor()
  await page.reload()
  await eventually(async () => (await names()).slice(0, 2)).toEqual([second, first])
})

test('what is written in the editor is shown without what could do harm', async () => {
  const page = await site.page({ as: 'admin' })
  await open(page, '/template/editor')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Source code' }).click()
  await page
    .getByRole('textbox', { name: 'Source code' })
    .fill(
      '<p style="font-size: 24pt; position: fixed">Big</p><img src="https://elsewhere.invalid/x.png" onerror="alert(1)"><script>alert(2)</script>',
    )
  await page.getByRole('button', { name: 'Apply' }).click()
  const shown = page.locator('.example-card').last().locator('.rich-content')
  await eventually(() => shown.innerText()).toContain('Big')
  expect(await shown.innerHTML()).not.toMatch(/script|onerror|elsewhere|fixed/)
})

test('what is written in the editor is there after another page was looked at', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/workbench')
  await page.locator('html[data-address="/workbench"]').waitFor()
  await open(page, '/template/editor')
  const written = page.getByRole('textbox', { name: t('editor.text') })
  await written.click()
  await page.keyboard.type('Still here. ')
  const tags = page.getByRole('navigation', { name: t('tags.title') })
  for (let turn = 0; turn < 2; turn += 1) {
    await tags.locator('a[href="/workbench"]').click()
    await written.waitFor({ state: 'hidden' })
    await tags.locator('a[href="/template/editor"]').click()
    await written.getByText('Still here.').waitFor()
  }
})

test('the editor is as high, and offers the menus, the sizes and the languages, that were specified', async () => {
  const page = await site.page({ as: 'admin' })
  await open(page, '/template/editor')
  const menus = (name: string) => page.getByRole('group', { name }).getByRole('button').allInnerTexts()
  await page.getByRole('textbox', { name: t('editor.text') }).waitFor()
  expect(await menus('Menus')).toEqual(['File', 'Edit', 'Insert', 'View', 'Format', 'Table'])
  expect((await page.locator('.rich-page').boundingBox())?.height).toBe(360)
  // Menus and tools are a stop of the Tab key each, and the arrows go on inside.
  await page.locator('.rich-menus button').first().focus()
  for (const key of ['ArrowRight', 'Tab', 'End', 'Tab']) await page.keyboard.press(key)
  await focused(page.getByRole('textbox', { name: t('editor.text') }))
  const sizes = (await page.getByRole('combobox', { name: 'Font size' }).locator('option').allInnerTexts()).slice(1)
  expect([sizes.at(0), sizes.at(-1)]).toEqual(['8pt', '36pt'])
  for (const [language, menu, first] of [
    ['简体中文', '菜单', '文件'],
    ['Español', 'Menús', 'Archivo'],
    ['日本語', 'メニュー', 'ファイル'],
    ['English', 'Menus', 'File'],
  ] as const) {
    await page.getByText(language, { exact: true }).click()
    await eventually(async () => (await menus(menu)).at(0)).toBe(first)
  }
})

test('where the editor does not come, its place says why', async () => {
  const page = await site.page({ as: 'admin' })
  await page.route('**/assets/editor-*.js', (route) => route.abort())
  await open(page, '/template/editor')
  await page.getByRole('textbox', { name: t('editor.text') }).click()
  await page
    .getByRole('alert')
    .getByText(/Failed to fetch/)
    .waitFor()
})

test('a picture is refused by its kind and by its size, in the words of the specification', async () => {
  const page = await site.page({ as: 'admin' })
  await open(page, '/template/image-upload')
  const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024) }
  const input = (at: number) => page.locator('input[type=file]').nth(at)
  await input(2).setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await message(page, 'Please upload a picture format').waitFor()
  await input(2).setInputFiles(large)
  await message(page, 'File must smaller than 10MB!').waitFor()
  await input(0).setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await message(page, 'Uploaded avatar image can only be JPG/PNG format').waitFor()
  await input(0).setInputFiles(large)
  await message(page, 'Uploaded avatar image size cannot exceed 10MB').waitFor()
  expect(await page.getByText(t('image.none'), { exact: true }).count()).toBe(3)
})

test('nodes that are added to a tree are numbered from 1000, and go with what was added below them', async () => {
  const page = await site.page({ as: 'admin' })
  await open(page, '/template/trees')
  const tree = page.getByRole('group', { name: t('trees.grow') })
  expect((await tree.locator('.twig').first().boundingBox())?.width, 'drawn also where no table has been').toBe(22)
  await tree
    .getByRole('button', { name: /^Add below / })
    .first()
    .click()
  await tree.getByRole('button', { name: t('trees.add', { name: t('trees.new-node', { id: 1000 }) }) }).click()
  await tree.getByText(t('trees.new-node', { id: 1001 }), { exact: true }).waitFor()
  await tree.getByRole('button', { name: t('trees.remove', { name: t('trees.new-node', { id: 1000 }) }) }).click()
  await eventually(() => tree.getByText(/^New node/).count()).toBe(0)
})

test('a map begins in the middle of Beijing, at zoom 12', async () => {
  const page = await site.page({ as: 'admin' })
  const asked: number[][] = []
  await page.route('**/tiles/**', (route) => {
    asked.push((/tiles\/(\d+)\/(\d+)\/(\d+)/.exec(route.request().url()) ?? []).slice(1).map(Number))
    return route.fulfill({ status: 204 })
  })
  await open(page, '/template/maps')
  await page.getByLabel(t('maps.tiles-address')).fill('/tiles/{z}/{x}/{y}.png')
  await page.getByRole('button', { name: t('maps.tiles-use') }).click()
  // 39.9° N, 116.4° E in the tiles of the Web Mercator projection.
  await eventually(() => asked).toContainEqual([12, 3372, 1552])
  expect(new Set(asked.map(([zoom]) => zoom))).toEqual(new Set([12]))
  const columns = asked.map(([, x = 0]) => x)
  expect(Math.abs((Math.min(...columns) + Math.max(...columns)) / 2 - 3372)).toBeLessThanOrEqual(1)
})

test('a chart follows the size of its place, at most every 100 ms', async () => {
  const page = await site.page({ as: 'admin' })
  await open(page, '/template/charts')
  await page.locator('.chart-drawing canvas').first().waitFor()
  // Its place changes with every frame of a second.
  const { times, fits } = await page.evaluate<{ times: number[]; fits: boolean }>(`new Promise((resolve) => {
    const box = document.querySelector('.chart-drawing')
    const times = []
    new MutationObserver(() => times.push(performance.now())).observe(box, { subtree: true, attributes: true, attributeFilter: ['width'] })
    const began = performance.now()
    const step = (now) => {
      box.style.width = 300 + Math.round((now - began) / 4) + 'px'
      if (now - began < 1000) return requestAnimationFrame(step)
      setTimeout(() => resolve({ times, fits: box.querySelector('canvas').clientWidth === box.clientWidth }), 300)
    }
    requestAnimationFrame(step)
  })`)
  expect(fits).toBe(true)
  expect(times.length).toBeGreaterThan(3)
  // A single pause is short where the drawing before it took long; all of them together are not.
  const pauses = times.length - 1
  expect(((times.at(-1) ?? 0) - (times[0] ?? 0)) / pauses).toBeGreaterThanOrEqual(95)
})

test('a workbook is shown whole: its last row is reached though only those near to what is seen are drawn', async () => {
  const page = await site.page({ as: 'admin' })
  await open(page, '/template/upload-excel')
  const rows = Array.from({ length: 3000 }, (_, at) => [`device-${at + 1}`, at])
  await page.locator('main input[type=file]').setInputFiles({
    name: 'devices.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await workbookOf([['Device', 'Number'], ...rows]),
  })
  const table = page.getByRole('region', { name: 'devices.xlsx' })
  await table.getByRole('cell', { name: 'device-1', exact: true }).waitFor()
  expect(await table.getByRole('table').getAttribute('aria-rowcount')).toBe('3001')
  expect(await table.getByRole('row').count()).toBeLessThan(120)
  await table.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await focused(table.getByRole('row', { name: 'device-3000' }))
})

test('a menu of the editor that is pressed while the editor comes opens when it is let go', async () => {
  const page = await site.page({ as: 'admin' })
  const coming: { address: string; go: () => void }[] = []
  await page.route(/\/assets\/editor-[^/]*\.js/, async (route) => {
    await new Promise<void>((go) => coming.push({ address: route.request().url(), go }))
    await route.continue()
  })
  await open(page, '/template/editor')
  await page.getByRole('button', { name: 'Insert', exact: true }).hover()
  await eventually(() => coming.length).toBeGreaterThan(0)
  await page.mouse.down()
  for (const { go } of coming) go()
  // Resolves once it is there.
  await page.evaluate(`import(${JSON.stringify(coming[0]?.address)})`)
  await page.mouse.up()
  await page.getByRole('menuitem', { name: 'Image…' }).waitFor()
})

test('a picture put into the editor is kept among the files, and shown to whoever reads the text', async () => {
  const page = await site.page({ as: 'admin' })
  const asked: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/file/')) asked.push(`${response.status()} ${response.request().method()}`)
  })
  await open(page, '/template/editor')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Image…' }).click()
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR4nGMQyDgBRwzEcQD8wxQBlazbPQAAAABJRU5ErkJggg==',
    'base64',
  )
  await (await chooser).setFiles({ name: 'plan.png', mimeType: 'image/png', buffer: picture })
  const widths = () => page.evaluate('[...document.querySelectorAll(".rich-content img")].map((image) => image.naturalWidth)')
  await eventually(widths).toEqual([4, 4])
  const written = page.getByRole('textbox', { name: t('editor.text') })
  await written.press('End')
  await written.pressSequentially('beside')
  await eventually(() => page.locator('.example-card').last().locator('.rich-content').innerText()).toContain('beside')
  await eventually(widths).toEqual([4, 4])
  // Each once, as somebody: an image element that asked by itself would be answered 401.
  expect(asked).toEqual(['200 POST', '200 GET'])
  const shown = page.locator('.example-card').last().locator('img')
  expect(await shown.getAttribute('alt')).toBe('plan.png')
  const client = await site.client()
  const { data } = await client.get<{ list: { id: string; originalFilename: string }[] }>('/api/file/file/queryFile', {
    originalFilename: 'plan.png',
  })
  expect(await shown.getAttribute('data-picture')).toBe(`/api/file/file/picture?id=${data.list[0]?.id}`)

  const again = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Image…' }).click()
  await (
    await again
  ).setFiles({ name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
  await message(page, 'Please upload a picture format: jpg, jpeg, gif, png or bmp').waitFor()
  expect(asked.length).toBe(2)
})
