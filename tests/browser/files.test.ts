/** The network disk as people use it: with mouse, keyboard and files of their desktop. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { chosenNames, entry, filesOf, grid, openDisk as open, shownNames } from './disk.ts'
import { choose, eventually, message, openSite, t, toolbarButton } from './support.ts'

const site = openSite()
const { folder, inside, namesIn, put } = filesOf(site)
const openDisk = (at: string) => open(site, at)
const desktop = mkdtempSync(join(tmpdir(), 'outstation-desktop-'))
afterAll(() => rmSync(desktop, { recursive: true, force: true }))

const focusedName = (page: Page) =>
  page.evaluate<string>('document.activeElement?.querySelector(".entry-name")?.textContent ?? document.activeElement?.tagName')
const uploads = (page: Page): Locator => page.getByRole('region', { name: t('disk.uploads-title') })

/** Drops files and folders of the disk on an element, as the browser gets them from the desktop. */
async function drop(page: Page, target: Locator, files: readonly string[]): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to drop on')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const devtools = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data: { items: [], files: [...files], dragOperationsMask: 1 } })
  }
}

async function pick(page: Page, way: 'disk.upload-files' | 'disk.upload-folder', paths: string | string[]): Promise<void> {
  await toolbarButton(page, t('button.upload')).click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('menuitem', { name: t(way) }).click()])
  await chooser.setFiles(paths)
}

const onDesktop = (name: string, content: Buffer | string): string => {
  const path = join(desktop, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  return path
}

test('files are uploaded by the picker, a whole folder by dropping it, and a name that is taken is asked about', async () => {
  const at = await folder()
  const page = await openDisk(at)
  const text = onDesktop('pick/readings.txt', 'water level 12.5 m\n')
  await pick(page, 'disk.upload-files', [text, onDesktop('pick/empty.txt', '')])
  await entry(page, 'readings.txt').waitFor()
  await uploads(page).getByText(t('error.file.empty')).waitFor()
  expect(await namesIn(at)).toEqual(['readings.txt'])

  onDesktop('drop/Site/a.txt', 'a')
  onDesktop('drop/Site/2026/b.txt', 'bb')
  mkdirSync(join(desktop, 'drop/Site/none'), { recursive: true })
  await drop(page, page.locator('.disk-main'), [join(desktop, 'drop/Site')])
  await entry(page, 'Site').waitFor()
  await eventually(async () => {
    const site = (await inside(at)).find(({ originalFilename }) => originalFilename === 'Site')?.id ?? ''
    const below = (await inside(site)).find(({ originalFilename }) => originalFilename === '2026')?.id ?? ''
    return [await namesIn(site), await namesIn(below)]
  }).toEqual([['2026', 'none', 'a.txt'], ['b.txt']])

  onDesktop('pick/readings.txt', 'water level 13 m, and rising\n')
  await pick(page, 'disk.upload-files', text)
  await uploads(page)
    .getByRole('button', { name: t('disk.upload-keep') })
    .click()
  await entry(page, 'readings (2).txt').waitFor()
})

test('an upload is paused and goes on, survives a cut, and tells how far it is', async () => {
  const at = await folder()
  const page = await openDisk(at)
  // 8789.06 KB
  const path = onDesktop('long.txt', Buffer.alloc(9_000_000, 'measurement '))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const slow = (bytes: number) =>
    devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytes })
  await slow(1_500_000)
  await pick(page, 'disk.upload-files', path)
  const bar = uploads(page).getByRole('progressbar', { name: 'long.txt' })
  const share = async () => Number(await bar.getAttribute('value'))
  await eventually(share).toBeGreaterThan(5)
  await uploads(page)
    .getByRole('button', { name: `${t('disk.pause')}: long.txt` })
    .click()
  await uploads(page)
    .getByText(new RegExp(`^${t('disk.state-paused')} `))
    .waitFor()
  const paused = await share()
  expect(paused).toBeLessThan(100)
  expect(await namesIn(at)).toEqual([])
  await uploads(page)
    .getByRole('button', { name: `${t('disk.resume')}: long.txt` })
    .click()
  await eventually(share).toBeGreaterThan(paused)
  // The line is cut and comes back.
  await page.context().setOffline(true)
  await page.waitForTimeout(300)
  await page.context().setOffline(false)
  await slow(-1)
  await uploads(page)
    .getByText(t('disk.uploads-done', { count: 1 }))
    .waitFor()
  await eventually(async () => (await inside(at)).map(({ originalFilename, size }) => [originalFilename, size])).toEqual([
    ['long.txt', 8789.06],
  ])
})

test('the keyboard alone makes a folder, names it, walks, chooses, moves and deletes, and the way back leads up', async () => {
  const at = await folder()
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await put(at, name, name)
  const page = await openDisk(at)
  await toolbarButton(page, t('disk.new-folder')).press('Enter')
  const field = grid(page).getByRole('textbox', { name: t('disk.new-name') })
  await field.fill('Archive')
  await field.press('Enter')
  await entry(page, 'Archive').waitFor()
  await eventually(() => focusedName(page)).toBe('Archive')

  const press = (key: string) => page.keyboard.press(key)
  await press('ArrowDown')
  await press('Shift+ArrowDown')
  await eventually(() => chosenNames(page)).toEqual(['a.txt', 'b.txt'])
  await press('Control+a')
  await eventually(() => chosenNames(page)).toEqual(['Archive', 'a.txt', 'b.txt', 'c.txt'])
  await press('Escape')
  await press('c')
  await eventually(() => chosenNames(page)).toEqual(['c.txt'])
  await press('F2')
  await field.press('ArrowRight')
  await field.fill('last.txt')
  await field.press('Enter')
  await entry(page, 'last.txt').waitFor()
  await eventually(() => focusedName(page)).toBe('last.txt')
  await press('Delete')
  await message(page, t('disk.deleted', { count: 1 })).waitFor()
  await eventually(() => shownNames(page)).toEqual(['Archive', 'a.txt', 'b.txt'])
  // The keyboard is where the entry was.
  await eventually(() => focusedName(page)).toBe('b.txt')

  await entry(page, 'Archive').focus()
  await press('Enter')
  await page.getByText(t('disk.drop-here')).waitFor()
  await press('Backspace')
  await entry(page, 'a.txt').waitFor()
  await entry(page, 'a.txt').focus()
  await press('Space')
  await press('Backspace')
  await eventually(() => new URL(page.url()).search).toBe('')
})

test('what is dragged onto a folder lies in it, by the dialog as well, and the search finds it with its way', async () => {
  const at = await folder('drag here')
  const inner = await folder('inner', at)
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await put(at, name, name)
  const page = await openDisk(at)
  await entry(page, 'one.txt').click()
  await entry(page, 'two.txt').click({ modifiers: ['Control'] })
  await entry(page, 'one.txt').dragTo(entry(page, 'inner'))
  await message(page, t('disk.moved', { count: 2 })).waitFor()
  await eventually(async () => [await namesIn(at), await namesIn(inner)]).toEqual([
    ['inner', 'three.txt'],
    ['one.txt', 'two.txt'],
  ])

  await entry(page, 'three.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('disk.move') }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog.getByRole('combobox', { name: t('disk.move-to') }), 'inner')
  await dialog.getByRole('button', { name: t('disk.move') }).click()
  await eventually(() => namesIn(inner)).toEqual(['one.txt', 'three.txt', 'two.txt'])

  const search = page.getByRole('searchbox', { name: t('disk.search') }).or(page.getByRole('textbox', { name: t('disk.search') }))
  await search.fill('two')
  await search.press('Enter')
  await page.getByText(t('disk.found', { count: 1, name: 'two' })).waitFor()
  expect(await entry(page, 'two.txt').locator('small').textContent()).toBe('drag here / inner')
  await search.fill('')
  await entry(page, 'inner').waitFor()
  await page.getByRole('button', { name: t('disk.view-tiles') }).click()
  await page.reload()
  await eventually(() => grid(page).getAttribute('class')).toContain('tiles')
})

test('what is deleted is undone at once, or restored from the bin, or gone for good', async () => {
  const at = await folder()
  for (const name of ['keep.txt', 'away.txt']) await put(at, name, name)
  const page = await openDisk(at)
  await entry(page, 'keep.txt').click()
  await toolbarButton(page, t('list.more')).click()
  await page.getByRole('menuitem', { name: t('button.delete') }).click()
  await page.getByRole('button', { name: t('disk.undo') }).click()
  await entry(page, 'keep.txt').waitFor()

  await grid(page)
    .press('Escape')
    .catch(() => undefined)
  await entry(page, 'keep.txt').click()
  await entry(page, 'away.txt').click({ modifiers: ['Shift'] })
  await page.keyboard.press('Delete')
  await page.getByText(t('disk.drop-here')).waitFor()
  await page.getByRole('button', { name: t('disk.place-recycled') }).click()
  await entry(page, 'keep.txt').click()
  await toolbarButton(page, t('disk.restore')).click()
  await eventually(() => namesIn(at)).toEqual(['keep.txt'])
  await entry(page, 'away.txt').click()
  await toolbarButton(page, t('disk.erase')).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('disk.erase') })
    .click()
  await message(page, t('disk.erased')).waitFor()
  await eventually(() => entry(page, 'away.txt').count()).toBe(0)
})
