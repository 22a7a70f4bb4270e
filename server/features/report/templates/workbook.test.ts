/** Workbooks as drafts of report templates: what becomes of them, and what is refused. */
import excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import type { ReadWorkbook, ReportDesign } from '../../../../model/contract/report/templates.ts'
import { faultsOf } from '../../../../model/reports/draft.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { partsOf, sheetOf, worksheet, zipped } from '../../../../tests/support/workbooks.ts'

const PATH = '/api/report/template'

let server: TestServer
let admin: Client
let viewer: Client
beforeAll(async () => {
  server = await sharedServer()
  const tenant = await buildTenant(server, {
    roles: [
      {
        roleCode: 'VIEW',
        roleName: 'View',
        roleDescription: '',
        menus: 'all',
        urls: ['/report/template/query*'],
        hiddenButtons: [],
        hiddenFields: [],
      },
    ],
    users: [buildUser({ username: 'looker', roles: ['VIEW'] })],
  })
  admin = await tenant.signIn('admin')
  viewer = await tenant.signIn('looker')
})
afterAll(() => server.stop())

const readWith = (
  client: Client | undefined,
  file: Buffer | undefined,
  options: { name?: string; sheet?: string; language?: string } = {},
) =>
  upload<ReadWorkbook>(server.url, client, `${PATH}/readReportWorkbook`, file, {
    name: options.name ?? 'form.xlsx',
    language: options.language ?? 'en',
    fields: options.sheet === undefined ? {} : { sheet: options.sheet },
  })

async function formBook(): Promise<Buffer> {
  const book = new excel.Workbook()
  const sheet = book.addWorksheet('Form')
  sheet.getCell('A1').value = 'Record of the room'
  sheet.getCell('A1').font = { size: 16, bold: true }
  sheet.getCell('A1').border = { left: { style: 'thin' }, top: { style: 'thin' }, bottom: { style: 'thin' } }
  sheet.getCell('C1').border = { right: { style: 'medium' } }
  sheet.mergeCellsWithoutStyle('A1:C1')
  sheet.getCell('A2').value = '=1+1'
  sheet.getCell('B2').value = 20.5
  sheet.getCell('B2').numFmt = '0.00'
  sheet.getCell('C2').value = { formula: 'B2*2', result: 41 }
  sheet.getCell('A3').value = '{{room.time}}'
  sheet.getCell('A3').numFmt = 'yyyy-mm-dd hh:mm'
  sheet.getCell('B3').value = 3
  sheet.getCell('B3').numFmt = '"¥"#,##0.00'
  sheet.getColumn(1).width = 20
  sheet.getRow(2).height = 24
  book.addWorksheet('Other').getCell('A1').value = 'beside'
  return Buffer.from(await book.xlsx.writeBuffer())
}

describe('a workbook', () => {
  it('comes to a draft that says what it says, and tells what does not come along', async () => {
    const read = await readWith(admin, await formBook())
    expect(read.http, JSON.stringify(read.errors ?? read.message)).toBe(200)
    const { content, losses, sheets } = read.data
    expect(sheets).toEqual(['Form', 'Other'])
    expect(content).toMatchObject({ columns: [105, expect.any(Number), expect.any(Number)], merges: ['A1:C1'], sets: {} })
    expect(content.rows[1]).toBe(24)
    expect(content.cells).toMatchObject({
      A1: { text: 'Record of the room' },
      // A text is a text, whatever it begins with, and a formula of the workbook is nothing.
      A2: { text: '=1+1' },
      B2: { formula: '20.5', format: '0.00' },
      A3: { field: 'room.time', format: 'yyyy-MM-dd HH:mm' },
      B3: { formula: '3' },
    })
    expect(content.cells['C2']?.formula ?? content.cells['C2']?.text).toBeUndefined()
    expect(JSON.stringify(content)).not.toContain('41')
    // A merged area has the lines of the cells at its edges.
    expect(content.styles[content.cells['A1']?.style ?? -1]).toMatchObject({ font: ['sc', 16, 'bold'], border: [0.5, 1, 0.5, 0.5] })
    expect(losses).toEqual(
      expect.arrayContaining([
        { what: 'formula', count: 1, places: ['C2'] },
        { what: 'format', count: 1, places: ['B3'] },
        { what: 'sheet', count: 1, places: ['Other'] },
      ]),
    )
    const second = (await readWith(admin, await formBook(), { sheet: '2' })).data
    expect(second.content.cells['A1']?.text).toBe('beside')
    expect((await readWith(admin, await formBook(), { sheet: '3' })).http).toBe(422)
  })

  it('becomes a template that is previewed and published', async () => {
    const { content } = (await readWith(admin, await formBook())).data
    const { A3: _field, ...cells } = content.cells
    expect(faultsOf({ ...content, cells })).toEqual([])
    const begun = await admin.post<{ id: string }>(`${PATH}/importReportDesign`, {
      ...{ templateName: `form ${unique()}`, templateKind: 'other' },
      content: { ...content, cells },
    })
    expect(begun.http, begun.message).toBe(200)
    const { id } = begun.data
    const page = await admin.post<ReportPage>(`${PATH}/previewReportTemplate`, { id, content: { ...content, cells } })
    const words = page.data.boxes.flatMap(({ lines }) => lines.map(({ text }) => text))
    expect(words).toEqual(expect.arrayContaining(['Record of the room', '=1+1', '20.50']))
    expect((await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id })).data.content).toEqual({ ...content, cells })
  })
})

describe('refused is', () => {
  const withRelation = (type: string) => {
    const parts = partsOf(sheetOf([['a']]))
    const relations = 'xl/_rels/workbook.xml.rels'
    const relation = `<Relationship Id="z" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="away.bin"/></Relationships>`
    return zipped({ ...parts, [relations]: String(parts[relations]).replace('</Relationships>', relation) })
  }
  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['a workbook with macros', () => withRelation('vbaProject'), /brings macros along/],
    ['a workbook that takes values from others', () => withRelation('externalLink'), /values from other files/],
    ['a text beyond the sheet', () => zipped(partsOf(worksheet('<row r="501"><c r="A501"><v>1</v></c></row>'))), /more than 500 rows/],
    ['a text beside the sheet', () => zipped(partsOf(worksheet('<row r="1"><c r="CW1"><v>1</v></c></row>'))), /more than 100 columns/],
    ['what is no workbook', () => Buffer.from('hello'), /damaged or is not an Excel workbook/],
    ['nothing', () => Buffer.alloc(0), /cannot be empty/],
  ])('%s', async (_name, file, sentence) => {
    const answer = await readWith(admin, await file())
    expect([answer.http, answer.message]).toEqual([422, expect.stringMatching(sentence)])
  })

  it('in the language of the caller, and a file of another kind', async () => {
    expect((await readWith(admin, await withRelation('vbaProject'), { language: 'zh-CN' })).message).toContain('宏')
    expect((await readWith(admin, await formBook(), { name: 'form.xlsm' })).http).toBe(422)
  })

  it('who has no right to it', async () => {
    const file = await formBook()
    expect([(await readWith(undefined, file)).http, (await readWith(viewer, file)).http]).toEqual([401, 403])
  })
})
