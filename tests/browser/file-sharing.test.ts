/** Files shown, shared and handed on: previews of each kind, people and roles, links for whoever has none, and the list of files. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { roles } from '../../model/index.ts'
import { pdf, png, tone, workbook } from '../support/media.ts'
import { addRow } from '../support/values.ts'
import { addUser } from './data.ts'
import { entry, filesOf, openDisk } from './disk.ts'
import { choose, eventually, message, openSite, rowNamed, settled, t, textsIn, toolbarButton } from './support.ts'

const site = openSite()
const { folder, put } = filesOf(site)

/** Somebody whose role reads files and does nothing else with them. */
async function addReader(): Promise<{ username: string; roleName: string }> {
  const admin = await site.client()
  const role = await addRow(admin, roles)
  const [menus, urls] = await Promise.all([
    admin.get<{ list: { id: string; menuCode: string }[] }>('/api/admin/sysmenu/querySysMenu', { menuCode: 'networkdisk', pageSize: 100 }),
    admin.get<{ list: { id: string; url: string }[] }>('/api/admin/sysurl/querySysUrl', { url: '/file/file/', pageSize: 1000 }),
  ])
  await admin.post('/api/admin/sysmenu/authorizeMenuToRole', {
    roleId: role.id,
    menuId: menus.data.list.filter(({ menuCode }) => menuCode === 'networkdisk').map(({ id }) => id),
  })
  await admin.post('/api/admin/sysurl/authorizeUrlToRole', {
    roleId: role.id,
    urlId: urls.data.list.filter(({ url }) => /\/(query|downloadFile|content)/.test(url)).map(({ id }) => id),
  })
  const { username } = await addUser(admin, { roleId: [role.id] })
  return { username, roleName: String(role.values['roleName']) }
}

const preview = (page: Page) => page.getByRole('dialog')
const look = async (page: Page, name: string) => {
  await entry(page, name).dblclick()
  await preview(page).getByText(name, { exact: true }).first().waitFor()
}
const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await preview(page).waitFor({ state: 'detached' })
}

test('each kind is shown in its own way, and what could run is a text', async () => {
  const at = await folder()
  const attack = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1"><script>window.ran=1</script></svg>'
  await Promise.all([
    put(at, 'a.png', png(40, 30)),
    put(at, 'b.pdf', await pdf(['水位 rises', 'Second page'])),
    put(at, 'd.xlsx', await workbook()),
    put(at, 'e.wav', tone()),
    put(at, 'f.html', attack),
    put(at, 'g.bin', Buffer.from([0, 1, 2])),
  ])
  const page = await openDisk(site, at)

  await look(page, 'a.png')
  await eventually(() => page.evaluate('document.querySelector(".file-picture img")?.naturalWidth')).toBe(40)
  await preview(page)
    .getByRole('button', { name: t('disk.next') })
    .click()
  await preview(page)
    .getByText(t('disk.pdf-pages', { count: 2 }))
    .waitFor()
  await eventually(() => preview(page).locator('.pdf-page').first().textContent()).toContain('rises')
  // Something is drawn: not every point is white.
  const ink = `(() => {
    const { width, height } = document.querySelector('.pdf-page canvas')
    return document.querySelector('.pdf-page canvas').getContext('2d').getImageData(0, 0, width, height).data.some((part, at) => at % 4 < 3 && part < 120)
  })()`
  await eventually(() => page.evaluate(ink)).toBe(true)
  await preview(page)
    .getByRole('button', { name: t('disk.next') })
    .click()
  await preview(page).getByRole('tab', { name: 'Second' }).click()
  await preview(page).getByRole('cell', { name: 'South' }).waitFor()
  await preview(page)
    .getByRole('button', { name: t('disk.next') })
    .click()
  await eventually(() => page.evaluate('document.querySelector("audio")?.duration')).toBeCloseTo(0.5, 1)
  await preview(page)
    .getByRole('button', { name: t('disk.next') })
    .click()
  await preview(page).getByText('onload="window.ran=1"').waitFor()
  expect(await page.evaluate('window.ran')).toBeUndefined()
  await preview(page)
    .getByRole('button', { name: t('disk.next') })
    .click()
  await preview(page).getByText(t('disk.no-preview')).waitFor()
  await close(page)
})

test('what is shared with a role is seen by its people, and by nobody when it ends', async () => {
  const at = await folder('for viewers')
  await put(at, 'plan.txt', 'the plan')
  const owner = await openDisk(site)
  const { username, roleName } = await addReader()
  const reader = await openDisk(site, '', username)
  await reader.getByRole('button', { name: t('disk.place-shared') }).click()
  // What the demonstration shares with everybody, and nothing else.
  await entry(reader, '共享资料').waitFor()
  expect(await entry(reader, 'for viewers').count()).toBe(0)

  await entry(owner, 'for viewers').click()
  await toolbarButton(owner, t('disk.share')).click()
  const dialog = owner.getByRole('dialog')
  await choose(owner, dialog.getByRole('combobox', { name: t('noun.roles') }), roleName)
  await owner.keyboard.press('Escape')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await message(owner, t('form.saved')).waitFor()

  await reader.reload()
  await entry(reader, 'for viewers').dblclick()
  await entry(reader, 'plan.txt').click()
  expect(await toolbarButton(reader, t('disk.rename')).count()).toBe(0)
  const [file] = await Promise.all([reader.waitForEvent('download'), toolbarButton(reader, t('button.download')).click()])
  expect((await readFile(await file.path())).toString()).toBe('the plan')
})

test('a link with a password opens for somebody who is not signed in, lists the folder and hands out files', async () => {
  const at = await folder('handed out')
  await Promise.all([
    put(at, 'report.txt', 'for you'),
    put(at, 'site.png', png(30, 20)),
    put(at, 'levels.pdf', await pdf(['水位 rises'])),
    put(at, 'data.bin', Buffer.from([0, 1, 2])),
  ])
  const page = await openDisk(site)
  await entry(page, 'handed out').click()
  await toolbarButton(page, t('disk.share')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('disk.link-password-field')).fill('open sesame')
  await dialog.getByRole('button', { name: t('disk.link-add') }).click()
  const address = await dialog.getByRole('textbox', { name: t('disk.link-address') }).inputValue()
  await dialog
    .getByText(new RegExp(t('disk.link-password')))
    .first()
    .waitFor()

  const stranger = await site.page()
  await stranger.goto(address)
  await stranger.getByLabel(t('signIn.password'), { exact: true }).fill('guess')
  await stranger.getByRole('button', { name: t('disk.page-open') }).click()
  await stranger.getByText(t('error.file.link-password')).waitFor()
  await stranger.getByLabel(t('signIn.password'), { exact: true }).fill('open sesame')
  await stranger.getByRole('button', { name: t('disk.page-open') }).click()
  await stranger.getByRole('heading', { name: 'handed out' }).waitFor()
  const [file] = await Promise.all([
    stranger.waitForEvent('download'),
    stranger.getByRole('button', { name: `${t('button.download')}: report.txt` }).click(),
  ])
  expect((await readFile(await file.path())).toString()).toBe('for you')
  // Looked at as well, without taking it along.
  const lookAt = (name: string) => stranger.getByRole('button', { name: `${t('button.preview')}: ${name}` })
  await lookAt('report.txt').click()
  await preview(stranger).getByText('for you').waitFor()
  await close(stranger)
  await lookAt('site.png').click()
  await eventually(() => stranger.evaluate('document.querySelector(".file-picture img")?.naturalWidth')).toBe(30)
  await close(stranger)
  await lookAt('levels.pdf').click()
  await eventually(() => preview(stranger).locator('.pdf-page').first().textContent()).toContain('rises')
  await close(stranger)
  expect(await lookAt('data.bin').count()).toBe(0)

  await dialog.getByRole('button', { name: new RegExp(`^${t('disk.link-remove')}: `) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('disk.link-remove') })
    .click()
  await eventually(() => dialog.getByRole('button', { name: new RegExp(`^${t('disk.link-remove')}: `) }).count()).toBe(0)
  await stranger.reload()
  await stranger.getByText(t('disk.page-gone')).waitFor()
})

test('the list of files finds by name and type, shares with a switch, renames and deletes', async () => {
  const at = await folder()
  await put(at, 'monthly levels.xlsx', await workbook())
  await put(at, 'monthly notes.txt', 'notes')
  const page = await site.page({ as: 'admin' })
  await page.goto('/file/upload-download?originalFilename=monthly')
  await settled(page)
  expect(await page.locator('.manager-name').count()).toBe(2)
  await choose(page, page.getByRole('combobox', { name: t('field.files.fileType') }), t('choice.fileType.spreadsheet'))
  await page.getByRole('button', { name: t('list.query') }).click()
  await eventually(() => page.locator('.manager-name').count()).toBe(1)
  const row = rowNamed(page, 'monthly levels.xlsx')
  await row.getByRole('switch').click()
  await message(page, t('disk.shared-now')).waitFor()
  await row.getByRole('button', { name: `${t('button.preview')}: monthly levels.xlsx` }).click()
  await page.getByRole('cell', { name: 'North' }).waitFor()
  await close(page)
  await row.getByRole('button', { name: `${t('list.more')}: monthly levels.xlsx` }).click()
  await page.getByRole('menuitem', { name: t('disk.rename') }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('monthly figures.xlsx')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.save') })
    .click()
  await rowNamed(page, 'monthly figures.xlsx').getByRole('checkbox').check()
  await toolbarButton(page, t('button.delete')).click()
  await message(page, t('disk.deleted', { count: 1 })).waitFor()
  await eventually(() => page.locator('.manager-name').count()).toBe(0)
})

test.each(['zh', 'tw'] as const)('places and buttons speak %s', async (language) => {
  const words = textsIn(language)
  const page = await openDisk(site, '', 'admin', language === 'zh' ? 'zh-CN' : 'zh-TW')
  for (const key of ['disk.place-mine', 'disk.place-shared', 'disk.place-recycled', 'disk.new-folder'] as const)
    await page
      .getByRole('button', { name: words(key) })
      .first()
      .waitFor()
  await page.getByRole('button', { name: words('disk.place-shared') }).click()
  await page.getByText(words('disk.nothing-shared')).or(page.locator('.entry').first()).first().waitFor()
})
