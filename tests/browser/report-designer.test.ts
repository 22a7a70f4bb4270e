/** A report is designed by keyboard, kept, published and read among the reports; two who do it at once lose nothing. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { ReportDesign } from '../../model/contract/report/templates.ts'
import { unique } from '../support/builders.ts'
import { listen } from '../support/socket.ts'
import { pngOf } from '../support/pictures.ts'
import { partsOf, worksheet, zipped } from '../support/workbooks.ts'
import { problemsOf } from './axe.ts'
import { eventually, focused, openSite, rowNamed, t } from './support.ts'

const site = openSite()
const PATH = '/api/report/template'

async function copied(): Promise<{ readonly id: string; readonly name: string }> {
  const admin = await site.client()
  const name = `Report ${unique()}`
  const { data } = await admin.post<{ id: string }>(`${PATH}/copyReportTemplate`, {
    templateName: name,
    templateKind: 'other',
    report: 'alarm-month',
  })
  return { id: data.id, name }
}

test('a report is written by keys, shows what is wrong at its cell, is published and read', async () => {
  const { id, name } = await copied()
  const admin = await site.client()
  const design = async () => (await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id })).data
  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 } })
  await page.goto(`/reportdesigner/reportdesign?id=${id}`)
  const grid = page.getByRole('grid')
  await grid.waitFor()
  await grid.focus()

  // Over the merged cells of the title downwards, and a formula that is wrong.
  for (let row = 0; row < 5; row += 1) await page.keyboard.press('ArrowDown')
  expect(await grid.getAttribute('aria-activedescendant')).toBe('sheet-A6')
  await page.keyboard.type('=SUM(B4')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Verified')
  await page.keyboard.press('Enter')
  await page.getByText(t('report-design.tool-faults', { count: 1 })).click()
  await page.getByRole('button', { name: /^A6/ }).click()
  expect(await grid.getAttribute('aria-activedescendant')).toBe('sheet-A6')
  await page.keyboard.press('F2')
  await page.keyboard.type(')')
  await page.keyboard.press('Enter')
  await page.getByText(t('report-versions.no-faults')).waitFor()

  // Two steps back and forward again, and the looks of an area.
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+y')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+b')
  await eventually(async () => (await design()).content.cells['A6']?.formula).toBe('SUM(B4)')
  await eventually(async () => {
    const { cells, styles } = (await design()).content
    return ['A6', 'B6'].map((cell) => styles[cells[cell]?.style ?? -1]?.font?.[2])
  }).toEqual(['bold', 'bold'])

  await page.getByText(t('report-design.tool-preview'), { exact: true }).click()
  await page.getByRole('region', { name }).getByText('Verified').waitFor({ state: 'attached' })
  expect(await problemsOf(page)).toEqual([])

  await page.getByRole('button', { name: t('report-versions.publish'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('report-versions.publish'), exact: true })
    .click()
  await page
    .getByText(t('report-list.version', { version: 1 }))
    .first()
    .waitFor()
  await page.goto(`/reports/curingreport?report=${id}`)
  await page.getByText('Verified').waitFor({ state: 'attached' })
})

test('of two who save at once the second chooses, cell by cell, and cells come from a spreadsheet', async () => {
  const { id } = await copied()
  const admin = await site.client()
  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 } })
  await page.goto(`/reportdesigner/reportdesign?id=${id}`)
  const grid = page.getByRole('grid')
  await grid.waitFor()
  const { data: before } = await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id })
  const theirs = { ...before.content, cells: { ...before.content.cells, A6: { text: 'theirs' } } }
  expect((await admin.post(`${PATH}/saveReportDraft`, { id, content: theirs, revision: before.revision })).http).toBe(200)

  await page.locator('[data-name=A6]').click()
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'mine\\tbeside')
    data.setData('text/html', '<table><tr><td style="font-weight:bold">mine</td><td>beside</td></tr></table>')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('report-versions.changed', { place: 'A6' })).waitFor()
  await dialog.getByText(t('report-versions.added', { place: 'B6' })).waitFor()
  await dialog.getByRole('button', { name: t('report-design.keep-mine') }).click()
  await eventually(async () => {
    const { cells, styles } = (await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id })).data.content
    return [cells['A6']?.text, cells['B6']?.text, styles[cells['A6']?.style ?? -1]?.font?.[2]]
  }).toEqual(['mine', 'beside', 'bold'])
})

test('who else designs the report is shown for as long as they do, and a corner of a crosstab is written on both sides of its line', async () => {
  const { id } = await copied()
  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 } })
  await page.goto(`/reportdesigner/reportdesign?id=${id}`)
  await page.getByRole('grid').waitFor()
  // Of the demonstration, administrators alone may design reports.
  const admin = await site.client()
  const idOf = async (path: string, asked: Record<string, string>) =>
    (await admin.get<{ list: { id: string }[] }>(path, asked)).data.list[0]?.id ?? ''
  const userId = await idOf('/api/admin/sysuser/querySysUser', { username: 'editor' })
  const roleId = await idOf('/api/admin/sysrole/querySysRole', { roleCode: 'ROLE_ADMIN' })
  expect((await admin.put('/api/admin/sysuser/updateSysUser', { id: userId, roleId: [roleId] })).http).toBe(200)
  const socket = await listen(site.url, (await site.client('editor')).token)
  socket.send(JSON.stringify({ designs: [id] }))
  await socket.until(({ received }) => received.some(({ names }) => names?.length === 1), 10_000)
  const status = page.getByRole('status').filter({ hasText: t('report-design.editing', { names: '' }).trim() })
  await status.waitFor()
  expect(await problemsOf(page)).toEqual([])
  socket.close()
  await status.waitFor({ state: 'detached' })

  await page.locator('[data-name=B6]').click()
  await page.getByRole('switch', { name: t('report-design.diagonal') }).click()
  await page.getByRole('textbox', { name: t('report-design.diagonal-columns') }).fill('Month')
  await page.getByRole('textbox', { name: t('report-design.diagonal-rows') }).fill('Room')
  expect((await page.locator('[data-name=B6]').innerText()).split('\n').filter(Boolean)).toEqual(['Month', 'Room'])
  expect(await problemsOf(page)).toEqual([])
  await page.getByText(t('report-design.tool-page'), { exact: true }).click()
  await page.getByRole('combobox', { name: t('report-design.firstFoot') }).click()
  await page.getByTitle(t('report-design.first-rows'), { exact: true }).click()
  expect(await problemsOf(page)).toEqual([])
  await eventually(async () => {
    const { cells, page: paper } = (await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id })).data.content
    return [cells['B6']?.diagonal, paper.repeat?.firstFoot]
  }).toEqual([{ rows: 'Room', columns: 'Month' }, [1, 1]])
})

test('what is typed stays in its cell wherever the pointer goes, and a new name of the report keeps nobody from saving', async () => {
  const { id } = await copied()
  const admin = await site.client()
  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 } })
  await page.goto(`/reportdesigner/reportdesign?id=${id}`)
  await page.getByRole('grid').waitFor()
  const { data: before } = await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id })
  expect((await admin.put(`${PATH}/updateReportTemplate`, { id, version: before.revision, templateDescription: 'anew' })).http).toBe(200)

  const cell = (name: string) => page.locator(`[data-name=${name}]`)
  await cell('A6').click()
  await page.keyboard.type('first')
  await cell('C6').click()
  await page.getByRole('textbox', { name: t('report-design.content') }).click()
  await page.keyboard.type('second')
  await cell('B6').click()
  await page.keyboard.type('third')
  await page.keyboard.press('Enter')
  await eventually(async () => {
    const { cells } = (await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id })).data.content
    return ['A6', 'C6', 'B6'].map((name) => cells[name]?.text)
  }).toEqual(['first', 'second', 'third'])
})

test('a workbook becomes a template, whose texts are found and replaced and whose looks are brushed', async () => {
  const admin = await site.client()
  const name = `Form ${unique()}`
  const sheet = '<row r="1"><c r="A1" t="inlineStr"><is><t>Room one</t></is></c><c r="B1"><f>1+1</f><v>2</v></c></row>'
  const book = await zipped(partsOf(worksheet(`${sheet}<row r="2"><c r="A2" t="inlineStr"><is><t>the room</t></is></c></row>`)))
  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 } })
  await page.goto('/reportdesigner/reporttemplate')
  await page.getByRole('button', { name: t('button.add'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill(name)
  await dialog.getByText(t('report-list.beginning-file')).click()
  await dialog.getByLabel(t('report-list.file'), { exact: true }).setInputFiles({
    name: 'form.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: book,
  })
  const lost = dialog.getByRole('region', { name: t('report-workbook.left') })
  await lost.getByText(t('report-workbook.formula')).waitFor()
  expect(await lost.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('B1')])
  expect(await problemsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: t('common.save') }).click()
  const grid = page.getByRole('grid')
  await grid.waitFor()
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  const design = async () => (await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id })).data.content

  await grid.focus()
  await page.keyboard.press('Control+f')
  const sought = page.getByRole('textbox', { name: t('report-design.find-text') })
  await focused(sought)
  await sought.fill('room')
  // Asked for again, from the sheet and from inside the bar: what is sought is written anew.
  const isChosen = () =>
    sought.evaluate((element) => {
      const { selectionStart, selectionEnd } = element as unknown as { selectionStart: number; selectionEnd: number }
      return selectionEnd - selectionStart
    })
  for (const from of [grid, page.getByRole('textbox', { name: t('report-design.replace-by') })]) {
    await from.focus()
    await page.keyboard.press('Control+f')
    await focused(sought)
    expect(await isChosen()).toBe(4)
  }
  // Escape gives up what is being put together, and not the search.
  await sought.dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, cancelable: true })
  await focused(sought)
  await page.getByText(t('report-design.find-count', { at: 1, count: 2 })).waitFor()
  await page.keyboard.press('Enter')
  expect(await grid.getAttribute('aria-activedescendant')).toBe('sheet-A2')
  await page.getByRole('textbox', { name: t('report-design.replace-by') }).fill('hall')
  await page.getByRole('button', { name: t('report-design.replace-all') }).click()
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('textbox', { name: t('report-design.replace-by') }).press('Escape')
  // The looks of one cell on another, by keys alone.
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Control+Alt+c')
  await page.keyboard.press('ArrowUp')
  // Neither another button of the pointer nor the grip of a heading puts them anywhere.
  await page.locator('[data-name=B2]').click({ button: 'right' })
  await page.locator('.sheet-edge-column .sheet-grip').first().click()
  await page.locator('.sheet-brush').waitFor()
  await grid.focus()
  await page.keyboard.press('Enter')
  await eventually(async () => {
    const { cells, styles } = await design()
    return ['A1', 'A2'].map((cell) => [cells[cell]?.text, styles[cells[cell]?.style ?? -1]?.font?.[2]])
  }).toEqual([
    ['hall one', 'bold'],
    ['the hall', 'bold'],
  ])
})

test('a picture is put into a cell, taken back, replaced by a pasted one and shown in the preview', async () => {
  const { id } = await copied()
  const admin = await site.client()
  const cellOf = async (name: string) => (await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id })).data.content.cells[name]
  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 } })
  await page.goto(`/reportdesigner/reportdesign?id=${id}`)
  const grid = page.getByRole('grid')
  await grid.waitFor()
  await page.locator('[data-name=A6]').click()

  // The button is reached by keys, and opens what the system chooses files with.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: t('report-design.picture-put') }).press('Enter'),
  ])
  await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(40, 20, () => [200, 30, 30]) })
  const picture = page.locator('[data-name=A6]').getByRole('img', { name: t('report-design.picture', { cell: 'A6' }) })
  await picture.waitFor()
  await eventually(async () => (await cellOf('A6'))?.picture !== undefined).toBe(true)
  const first = (await cellOf('A6'))?.picture

  await grid.focus()
  await page.keyboard.press('Control+z')
  await picture.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+y')
  await picture.waitFor()

  // What says that it is a picture and is none is refused, and the one of before stays.
  const file = page.locator('.report-panel input[type=file]')
  await file.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
  await page.getByText(t('error.template.picture-type')).waitFor()
  await picture.waitFor()

  await grid.focus()
  await page.evaluate(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 30, height: 30 })
    canvas.getContext('2d').fillRect(0, 0, 30, 30)
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
    const data = new DataTransfer()
    data.items.add(new File([blob], 'image.png', { type: 'image/png' }))
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)
  await eventually(async () => (await cellOf('A6'))?.picture === first).toBe(false)
  expect((await cellOf('A6'))?.picture).toBeDefined()

  await page.getByText(t('report-design.tool-preview'), { exact: true }).click()
  await page.locator('.report-sheet image').waitFor({ state: 'attached' })
  expect(await problemsOf(page)).toEqual([])

  await page.getByText(t('report-design.tool-cell'), { exact: true }).click()
  await page.getByRole('button', { name: t('report-design.picture-remove') }).click()
  await picture.waitFor({ state: 'detached' })
  await eventually(async () => (await cellOf('A6'))?.picture).toBeUndefined()
})

test('a template kept as a file has its picture in it, and gives it back where it is brought along', async () => {
  const { id, name } = await copied()
  const admin = await site.client()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(pngOf(40, 20, () => [30, 30, 200]))]), 'logo.png')
  const uploaded = await fetch(`${site.url}${PATH}/uploadReportPicture`, { method: 'POST', body: form, headers: { authorization: `Bearer ${admin.token}` } }) // prettier-ignore
  const { data: kept } = (await uploaded.json()) as { data: { id: string } }
  const { data: design } = await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id })
  const content = { ...design.content, cells: { ...design.content.cells, A6: { picture: kept.id } } }
  expect((await admin.post(`${PATH}/saveReportDraft`, { id, content, revision: design.revision })).http).toBe(200)

  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 } })
  await page.goto('/reportdesigner/reporttemplate')
  await rowNamed(page, name)
    .getByRole('button', { name: `${t('list.more')}: ${name}` })
    .click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('report-list.save-file'), exact: true }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  const pictures = (JSON.parse(text) as { pictures: Record<string, string> }).pictures
  expect(Object.keys(pictures)).toEqual([kept.id])

  // As a file of another tenant has it: with an id that there is not here.
  const foreign = '01900000-0000-7000-8000-000000000001'
  await page.getByRole('button', { name: t('button.add'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill(`Brought ${unique()}`)
  await dialog.getByText(t('report-list.beginning-file')).click()
  await dialog
    .getByLabel(t('report-list.file'), { exact: true })
    .setInputFiles({ name: 'kept.json', mimeType: 'application/json', buffer: Buffer.from(text.replaceAll(kept.id, foreign)) })
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await page.locator('[data-name=A6]').getByRole('img').waitFor()
  const brought = new URL(page.url()).searchParams.get('id') ?? ''
  const { data } = await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id: brought })
  // The same picture is the same one again.
  expect(data.content.cells['A6']?.picture).toBe(kept.id)
})
