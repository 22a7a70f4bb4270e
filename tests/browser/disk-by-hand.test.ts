/** The network disk with a finger on a phone, with the keyboard among tiles, and after a reload in the middle of an upload. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { DISK, chosenNames, entry, filesOf, openDisk, shownNames } from './disk.ts'
import { choose, eventually, openSite, t, toolbarButton } from './support.ts'

const site = openSite()
const { folder, inside, namesIn, put } = filesOf(site)
const desktop = mkdtempSync(join(tmpdir(), 'outstation-desktop-'))
afterAll(() => rmSync(desktop, { recursive: true, force: true }))

const tick = (page: Page, name: string) => entry(page, name).getByRole('checkbox')
const focusedName = (page: Page) =>
  page.evaluate<string>('document.activeElement?.querySelector(".entry-name")?.textContent ?? document.activeElement?.tagName')

/** A button of the toolbar, or what is behind its last. */
async function act(page: Page, name: string): Promise<void> {
  const more = toolbarButton(page, t('list.more'))
  if ((await toolbarButton(page, name).count()) > 0) return toolbarButton(page, name).tap()
  await more.tap()
  await page.getByRole('menuitem', { name, exact: true }).tap()
}
async function offered(page: Page): Promise<string[]> {
  const more = toolbarButton(page, t('list.more'))
  const buttons = (await page.getByRole('toolbar').first().getByRole('button').allTextContents()).map((text) => text.trim()).filter(Boolean)
  if ((await more.count()) === 0) return buttons
  await more.tap()
  const behind = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  await page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').waitFor({ state: 'hidden' })
  return [...buttons, ...behind]
}

test.each(['list', 'tiles'] as const)("on a phone everything is within a finger's reach: %s", async (view) => {
  const at = await folder(`by hand ${view}`)
  const inner = `inner ${view}`
  await folder(inner, at)
  for (const name of ['one.txt', 'two.txt']) await put(at, name, name)
  const page = await site.page({ as: 'admin', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto(`${DISK}?folder=${at}`)
  await entry(page, 'one.txt').waitFor()
  await page.getByRole('button', { name: t(`disk.view-${view}`) }).tap()
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  // A finger opens what it taps, and a second one after a moment as well.
  await entry(page, 'one.txt').locator('.entry-name').tap()
  await page.getByRole('dialog').getByText('one.txt').first().waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .or(page.locator('.ant-modal-close'))
    .first()
    .tap()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await tick(page, 'one.txt').tap()
  await eventually(() => chosenNames(page)).toEqual(['one.txt'])
  const wanted = [
    'button.preview',
    'button.download',
    'disk.share',
    'disk.rename',
    'disk.move',
    'disk.versions',
    'disk.properties',
    'button.delete',
  ] as const
  const there = await offered(page)
  for (const name of wanted) expect(there, name).toContain(t(name))
  await act(page, t('disk.rename'))
  await page.getByRole('textbox', { name: t('disk.new-name') }).fill('first.txt')
  await page.keyboard.press('Enter')
  await entry(page, 'first.txt').waitFor()
  await tick(page, 'two.txt').tap()
  await eventually(async () => (await chosenNames(page)).sort()).toEqual(['first.txt', 'two.txt'])
  await act(page, t('disk.move'))
  const dialog = page.getByRole('dialog')
  await choose(page, dialog.getByRole('combobox', { name: t('disk.move-to') }), inner)
  await dialog.getByRole('button', { name: t('disk.move') }).tap()
  await eventually(() => namesIn(at)).toEqual([inner])
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await entry(page, inner).locator('.entry-name').tap()
  await entry(page, 'two.txt').waitFor()
  await tick(page, 'two.txt').tap()
  await act(page, t('button.delete'))
  await eventually(() => shownNames(page)).toEqual(['first.txt'])
  await page
    .getByRole('navigation', { name: t('disk.way') })
    .getByRole('button')
    .last()
    .tap()
  await entry(page, inner).waitFor()
  await page.getByRole('button', { name: t('disk.place-recycled') }).tap()
  await tick(page, 'two.txt').tap()
  await act(page, t('disk.restore'))
  await eventually(async () => (await inside((await inside(at))[0]?.id ?? '')).length).toBe(2)
  await page.getByRole('button', { name: t('disk.place-mine') }).tap()
  await toolbarButton(page, t('button.upload')).tap()
  await page.getByRole('menuitem', { name: t('disk.upload-files') }).waitFor()
})

test('among tiles the arrows lead to all sides, and the menu of an entry opens by key', async () => {
  const at = await folder()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']) await put(at, `${name}.txt`, name)
  const page = await openDisk(site, at)
  await page.getByRole('button', { name: t('disk.view-tiles') }).click()
  await entry(page, 'a.txt').focus()
  const across = await page.locator('.entry').evaluateAll((tiles) => tiles.filter((tile) => tile.offsetTop === tiles[0]?.offsetTop).length)
  expect(across).toBeGreaterThan(2)
  const names = await shownNames(page)
  const press = async (key: string, at: number) => {
    await page.keyboard.press(key)
    await eventually(() => focusedName(page)).toBe(names[at])
  }
  await press('ArrowRight', 1)
  await press('ArrowDown', Math.min(names.length - 1, 1 + across))
  await press('ArrowUp', names.length - 1 < 1 + across ? names.length - 1 - across : 1)
  await press('Home', 0)
  await press('End', names.length - 1)
  await press('ArrowLeft', names.length - 2)
  await page.keyboard.press('Shift+F10')
  const menu = page.locator('.ant-dropdown').getByRole('menuitem', { name: t('disk.properties') })
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await eventually(() => focusedName(page)).toBe(names.at(-2))
  await page.keyboard.press('Delete')
  await eventually(() => shownNames(page)).toEqual(names.filter((_, place) => place !== names.length - 2))
  await page.getByRole('button', { name: t('disk.view-list') }).click()
})

test('an upload that a reload interrupted goes on where it stopped when the same file is chosen again', async () => {
  const at = await folder()
  const path = join(desktop, 'interrupted.txt')
  writeFileSync(path, Buffer.alloc(9_000_000, 'measurement '))
  const page = await openDisk(site, at)
  page.on('dialog', (dialog) => void dialog.accept())
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const slow = (bytes: number) =>
    devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytes })
  const pick = async () => {
    await toolbarButton(page, t('button.upload')).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: t('disk.upload-files') }).click(),
    ])
    await chooser.setFiles(path)
  }
  const panel = page.getByRole('region', { name: t('disk.uploads-title') })
  await slow(1_500_000)
  await pick()
  await eventually(async () =>
    Number(await panel.getByRole('progressbar', { name: 'interrupted.txt' }).getAttribute('value')),
  ).toBeGreaterThan(30)
  await page.reload()
  await slow(-1)
  await page.locator('.disk-crumbs li').nth(1).waitFor()
  const sent: { method: string; offset: string | undefined }[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/file/upload'))
      sent.push({ method: request.method(), offset: request.headers()['upload-offset'] })
  })
  // The page says so and asks for the file, wherever in the disk one is by then.
  const again = page.getByRole('button', { name: `${t('disk.interrupted-go-on')}: interrupted.txt` })
  await page.goto(DISK)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), again.click()])
  await chooser.setFiles(path)
  await panel.getByText(t('disk.uploads-done', { count: 1 })).waitFor()
  await eventually(() => again.count()).toBe(0)
  await eventually(async () => (await inside(at)).map(({ originalFilename, size }) => [originalFilename, size])).toEqual([
    ['interrupted.txt', 8789.06],
  ])
  expect(
    sent.map(({ method }) => method),
    'asked where to go on, and not begun anew',
  ).not.toContain('POST')
  expect(Number(sent.find(({ method }) => method === 'PATCH')?.offset)).toBeGreaterThan(1_000_000)
})
