/** Workbooks as drafts of report templates: what becomes of them, and what is refused. */
import excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import type { ReadWorkbook, ReportDesign } from '../../../../model/contract/report/templates.ts'
import { EMPTY_TEMPLATE, faultsOf } from '../../../../model/reports/draft.ts'
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

describe('a draft as a workbook', () => {
  const content = {
    ...EMPTY_TEMPLATE,
    columns: [105, 60, 60],
    rows: [24, 15, 15],
    sets: {
      room: { document: { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], dimensions: [{ field: 'deviceCode' }] } },
    },
    styles: [
      {
        font: ['sc', 16, 'bold'] as ['sc', number, 'bold'],
        vertical: 'middle' as const,
        border: [0.5, 1, 0.5, 0.5] as [number, number, number, number],
      },
    ],
    cells: {
      A1: { text: '{title}, {page}', style: 0 },
      A2: { field: 'room.deviceCode', expand: 'down' as const },
      B2: { field: 'room.n', aggregate: 'sum' as const, format: '0.00' },
      C2: { formula: '20.5', format: '0.00' },
      B3: { formula: 'SUM(B2)', format: '0.00' },
      C3: { text: '+1' },
    },
    merges: ['A1:C1'],
  }
  const downloaded = async () => {
    const begun = await admin.post<{ id: string }>(`${PATH}/importReportDesign`, {
      ...{ templateName: `kept ${unique()}`, templateKind: 'other' },
      content,
    })
    expect(begun.http, begun.message).toBe(200)
    return fetch(`${server.url}${PATH}/downloadReportDesign?id=${begun.data.id}`, { headers: { authorization: `Bearer ${admin.token}` } })
  }

  it('is read as the same sheet again: columns of data, merged areas, looks and numbers', async () => {
    const answer = await downloaded()
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.xlsx')])
    const read = await readWith(admin, Buffer.from(await answer.arrayBuffer()))
    expect(read.http, read.message).toBe(200)
    const { cells, styles, ...around } = read.data.content
    expect(around).toMatchObject({ columns: content.columns, rows: content.rows, merges: ['A1:C1'], sets: {} })
    expect(cells).toMatchObject({
      A1: { text: '{title}, {page}' },
      A2: { field: 'room.deviceCode' },
      B2: { field: 'room.n' },
      C2: { formula: '20.5', format: '0.00' },
      B3: { text: '=SUM(B2)' },
      C3: { text: '+1' },
    })
    expect(styles[cells['A1']?.style ?? -1]).toMatchObject(content.styles[0] as object)
  })

  it('has no formula that another program would work out, and none of the documents', async () => {
    const book = new excel.Workbook()
    await book.xlsx.load(await (await downloaded()).arrayBuffer())
    const found: unknown[] = []
    book.worksheets[0]?.eachRow((row) => row.eachCell((cell) => found.push(cell.value)))
    expect(found).toEqual(expect.arrayContaining(['{{room.deviceCode}}', '=SUM(B2)', '+1', 20.5]))
    expect(found.filter((value) => typeof value === 'object')).toEqual([])
    expect(JSON.stringify(found)).not.toContain('subject')
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
    ['a workbook with macros', () => withRelation('vbaProject'), /contains macros/],
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
