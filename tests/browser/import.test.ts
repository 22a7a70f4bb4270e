/** Importing as people do it: a template, a file dropped on the page, errors by row and column, good rows, undo. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Download, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appClients, users } from '../../model/index.ts'
import { unique, uniqueMobile } from '../support/builders.ts'
import { rowsOfFile } from '../support/files.ts'
import { request } from '../support/oauth.ts'
import { pathsOf } from '../support/values.ts'
import { workbookOf } from '../support/workbooks.ts'
import { eventually, message, openSite, rowNamed, settled, t, toolbarButton } from './support.ts'

const site = openSite()
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function openDialog(): Promise<{ page: Page; dialog: Locator }> {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser?pageSize=10')
  await settled(page)
  return { page, dialog: await openFrom(page) }
}

async function openFrom(page: Page): Promise<Locator> {
  const button = toolbarButton(page, t('button.import'))
  if ((await button.count()) > 0) {
    await button.click()
  } else {
    await page
      .getByRole('toolbar', { name: t('list.actions') })
      .getByRole('button', { name: t('list.more') })
      .click()
    await page.getByRole('menuitem', { name: t('button.import') }).click()
  }
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('import.drop')).waitFor()
  return dialog
}

async function organisation(): Promise<string> {
  const { data } = await (await site.client()).get<{ list: { orgIdCn: string }[] }>(pathsOf(users).query, { pageSize: 1 })
  return data.list[0]?.orgIdCn as string
}

async function fileOf(
  names: readonly string[],
  wrong: readonly string[] = [],
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const org = await organisation()
  const row = (name: string, email: string) => [name, name, email, '86', uniqueMobile(), 'ROLE_VIEWER', org, t('choice.status.1')]
  const buffer = await workbookOf([
    [
      ...['username', 'nickname', 'email', 'prefix', 'mobile', 'roleId', 'orgId', 'status'].map((field) =>
        t(`field.users.${field}` as Parameters<typeof t>[0]),
      ),
      'Shoe size',
    ],
    ...names.map((name) => row(name, `${name}@example.com`)),
    ...wrong.map((name) => row(name, 'nobody')),
  ])
  return { name: 'people.xlsx', mimeType: XLSX, buffer }
}

const pick = (dialog: Locator, file: Parameters<Locator['setInputFiles']>[0]) => dialog.locator('input[type=file]').setInputFiles(file)
const confirmed = (dialog: Locator) => dialog.getByRole('button', { name: t('common.confirm'), exact: true }).click()

async function choose(dialog: Locator, file: Parameters<typeof pick>[1]): Promise<void> {
  await pick(dialog, file)
  await confirmed(dialog)
}

async function downloaded(page: Page, work: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), work()])
  return download
}

async function axe(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const found = await page.evaluate(
    async () =>
      (
        await (
          globalThis as unknown as {
            axe: { run(within: string): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> }
          }
        ).axe.run('[role=dialog]')
      ).violations,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

test('what is no workbook, or empty, is refused with a warning before it is sent', async () => {
  const { page, dialog } = await openDialog()
  await confirmed(dialog)
  await message(page, t('error.import.empty')).waitFor()
  await pick(dialog, { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
  await message(page, t('error.import.type')).waitFor()
  await message(page, t('error.import.empty')).waitFor({ state: 'hidden' })
  await pick(dialog, { name: 'people.xlsx', mimeType: XLSX, buffer: Buffer.alloc(0) })
  await message(page, t('error.import.empty')).waitFor()
  await choose(dialog, { name: 'people.xlsx', mimeType: XLSX, buffer: Buffer.from('no workbook at all') })
  await message(page, t('error.import.unreadable')).waitFor()
  await dialog.getByText(t('import.drop')).waitFor()
  expect((await downloaded(page, () => dialog.getByRole('button', { name: t('import.template-get') }).click())).suggestedFilename()).toBe(
    `${t('import.template', { noun: t('noun.users') })}.xlsx`,
  )
  expect(await axe(page)).toEqual([])
})

test('cancelled with a file chosen, nothing is sent, and the dialog opens without it', async () => {
  const { page, dialog } = await openDialog()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('importSysUser')) sent.push(request.url())
  })
  await pick(dialog, await fileOf([`n${unique()}`]))
  await dialog.getByText('.xlsx (', { exact: false }).first().waitFor()
  await dialog.getByRole('button', { name: t('common.cancel'), exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await openFrom(page)
  await dialog.getByText(t('import.drop')).waitFor()
  expect(sent).toEqual([])
})

test('closed with a file in it, the dialog opens without, and nothing was stored', async () => {
  const { page, dialog } = await openDialog()
  const name = `c${unique()}`
  await choose(dialog, await fileOf([name]))
  await dialog.getByRole('button', { name: t('import.store', { count: 1 }) }).waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
  await dialog.waitFor({ state: 'hidden' })
  await openFrom(page)
  expect(await dialog.getByRole('button', { name: t('import.store', { count: 1 }) }).count()).toBe(0)
  expect((await (await site.client()).get<{ total: number }>(pathsOf(users).query, { username: name })).data.total).toBe(0)
})

test('errors are shown by row and column; the good rows go in, the others come back as a file, and all can be undone', async () => {
  const { page, dialog } = await openDialog()
  const [right, wrong] = [`r${unique()}`, `w${unique()}`]
  await choose(dialog, await fileOf([right], [wrong]))
  await dialog.getByText(t('import.unknown', { columns: 'Shoe size' })).waitFor()
  const errors = dialog.getByRole('region', { name: t('import.errors') })
  await errors.getByRole('cell', { name: `C · ${t('field.users.email')}` }).waitFor()
  await errors.getByRole('cell', { name: t('check.email', { field: t('field.users.email') }) }).waitFor()
  await errors.getByRole('searchbox').fill('nothing like this')
  await eventually(() => errors.getByRole('cell', { name: 'nobody' }).count()).toBe(0)
  await errors.getByRole('searchbox').fill('nobody')
  await errors.getByRole('cell', { name: 'nobody' }).waitFor()
  expect(await axe(page)).toEqual([])
  expect((await downloaded(page, () => dialog.getByRole('button', { name: t('import.errors-get') }).click())).suggestedFilename()).toBe(
    `people (${t('import.file-errors')}).xlsx`,
  )
  await dialog.getByRole('button', { name: t('import.store-good', { count: 1 }) }).click()
  await message(page, t('import.done', { count: 1 })).waitFor()
  await rowNamed(page, right).waitFor()
  await downloaded(page, () => dialog.getByRole('button', { name: t('import.rest-get') }).click())
  await dialog.getByRole('button', { name: t('import.undo') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('import.undo') })
    .click()
  await message(page, t('import.undone', { count: 1 })).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await eventually(() => rowNamed(page, right).count()).toBe(0)
})

test('records are changed by a file: what differs is shown before, nothing else is written, and what is the same says so', async () => {
  const { page, dialog } = await openDialog()
  const name = `u${unique()}`
  await choose(dialog, await fileOf([name]))
  await dialog.getByRole('button', { name: t('import.store', { count: 1 }) }).click()
  await message(page, t('import.done', { count: 1 })).waitFor()
  const buffer = await workbookOf([
    ['username', 'nickname'],
    [name, 'Changed'],
  ])
  const file = { name: 'people.xlsx', mimeType: XLSX, buffer }
  await openFrom(page)
  await dialog.getByRole('radio', { name: t('import.kind-update') }).check()
  await dialog.getByText(t('field.users.username'), { exact: false }).first().waitFor()
  expect(await axe(page)).toEqual([])
  await choose(dialog, file)
  const changes = dialog.getByRole('region', { name: t('import.differences') })
  await changes.getByRole('cell', { name: 'Changed' }).waitFor()
  await changes.getByRole('cell', { name, exact: true }).first().waitFor()
  expect(await axe(page)).toEqual([])
  expect(
    (await downloaded(page, () => dialog.getByRole('button', { name: t('import.differences-get') }).click())).suggestedFilename(),
  ).toBe(`people (${t('import.file-changes')}).xlsx`)
  await dialog.getByRole('button', { name: t('import.store-update', { changed: 1 }) }).click()
  await message(page, t('import.done-changes', { added: 0, changed: 1, unchanged: 0 })).waitFor()
  await page.getByRole('cell', { name: 'Changed' }).first().waitFor()
  await openFrom(page)
  await dialog.getByRole('radio', { name: t('import.kind-update') }).check()
  await choose(dialog, file)
  await dialog.getByText(t('import.nothing')).waitFor()
  expect(await dialog.getByRole('button', { name: t('import.store-update', { changed: 0 }) }).count()).toBe(0)
})

test('a file dropped on the dialog is checked and imported; the dialog closes, the list reloads, the import is among the recent ones', async () => {
  const { page, dialog } = await openDialog()
  const name = `d${unique()}`
  const { buffer } = await fileOf([name])
  // Runs in the page, whose types these tests do not have.
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(atob('${buffer.toString('base64')}'), (letter) => letter.charCodeAt(0))], 'dropped.xlsx'))
    return data
  })()`)
  await dialog.locator('.import-zone').dispatchEvent('drop', { dataTransfer: transfer })
  await confirmed(dialog)
  await dialog.getByRole('button', { name: t('import.store', { count: 1 }) }).click()
  await message(page, t('import.done', { count: 1 })).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await rowNamed(page, name).waitFor()
})

test('secrets that an import hands out wait for whoever looked at another page meanwhile, and are not closed away unasked', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  await page
    .getByRole('navigation', { name: t('shell.menu') })
    .getByRole('link', { name: t('menu.appclient'), exact: true })
    .click()
  await page.waitForURL('**/admin/appclient')
  await settled(page)
  const dialog = await openFrom(page)
  const [one, two] = [`app-${unique()}`, `app-${unique()}`]
  const headings = [
    'clientCode',
    'clientDescription',
    'clientType',
    'authType',
    'authScope',
    'roleId',
    'fallbackUrl',
    'tokenSeconds',
    'refreshSeconds',
    'firstParty',
    'status',
  ]
  const row = (code: string) => [
    code,
    'From a file',
    t('choice.clientType.confidential'),
    t('choice.authType.client_credentials'),
    'admin.sysorg.read',
    'ROLE_EDITOR',
    'https://app.example.com/callback',
    600,
    3600,
    t('choice.firstParty.0'),
    t('choice.status.1'),
  ]
  const buffer = await workbookOf([headings.map((field) => t(`field.app-clients.${field}` as Parameters<typeof t>[0])), row(one), row(two)])
  await choose(dialog, { name: 'clients.xlsx', mimeType: XLSX, buffer })
  const store = dialog.getByRole('button', { name: t('import.store', { count: 2 }) })
  await store.waitFor()
  // What is stored goes on while its page rests.
  const { promise: gate, resolve: letGo } = Promise.withResolvers<undefined>()
  await page.route('**/importAppClient*', async (route) => {
    await gate
    await route.continue()
  })
  await store.click()
  await dialog.getByText(t('import.sending')).waitFor()
  await page.goBack()
  await settled(page)
  expect(await dialog.count()).toBe(0)
  letGo(undefined)
  await message(page, t('import.done', { count: 2 })).waitFor()
  await page.goForward()
  await dialog.getByText(t('import.handed-once')).waitFor()
  expect(await axe(page)).toEqual([])

  await dialog
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click()
  await page
    .getByRole('alertdialog', { name: t('import.handed') })
    .getByRole('button', { name: t('common.cancel') })
    .click()
  const download = await downloaded(page, () => dialog.getByRole('button', { name: t('import.handed-get') }).click())
  const secrets = ((await rowsOfFile(readFileSync(await download.path()), XLSX)) as string[][]).slice(1)
  expect(secrets.map(([id]) => id)).toEqual([`10001.${one}`, `10001.${two}`])
  const [[clientId = '', secret = ''] = []] = secrets
  expect((await request(site.url, { id: '', clientId, secret }, { grant_type: 'client_credentials' })).http).toBe(200)
  await dialog
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click()
  await dialog.waitFor({ state: 'hidden' })
  await rowNamed(page, one).waitFor()
  expect((await (await site.client()).get<{ total: number }>(pathsOf(appClients).query, { clientCode: one })).data.total).toBe(1)
})
