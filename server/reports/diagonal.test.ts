/** Diagonal heads: where line and texts stand, worked out by hand, and that files of other programs' kind have the line as a border and give it back. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import excel from 'exceljs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unzip } from '../../tests/support/files.ts'
import { fillingOf, sheetOf, templateOf } from '../../tests/support/report-sheets.ts'
import { readTemplate } from '../../model/reports/read.ts'
import { TEMPLATE } from '../../model/reports/template.ts'
import { openMeasure, sheetLayout } from '../documents/index.ts'
import { headOfWorkbook, workbookHead } from './diagonal.ts'
import { writeReportDocx } from './docx.ts'
import { paginate } from './pages.ts'
import { openRows } from './stream.ts'
import { sheetOfTemplate } from './template-workbook.ts'
import { templateOfLayout } from './workbook-template.ts'
import { writeReportXlsx } from './xlsx.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outstation-heads-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HEAD = { rows: '优先级', columns: '日期' }
const crossed = (more: object = {}) =>
  sheetOf(
    { columns: [100, 50], rows: [40], cells: { A1: { diagonal: HEAD, ...more }, B1: { text: 'x', ...more } }, styles: STYLES },
    ['n'],
    [],
  )
const STYLES = [{ border: [0.5, 1, 0.5, 0.5], align: 'center', wrap: true }]
const boxOf = async (sheet: ReturnType<typeof sheetOf>) => (await (await paginate(sheet, await openMeasure())).page(0)).boxes[0]

it('a line goes from corner to corner, with a text above it at the right and one below it at the left', async () => {
  const box = await boxOf(crossed())
  expect(box?.paths).toEqual([{ d: 'M36 36L136 76', stroke: '#000000', width: 0.5 }])
  // Chinese letters of 9 points are 9 points wide; 2 points stay free at each side, a line takes 1.35 × 9 and its baseline is 1.02 × 9 below its top.
  expect(box?.lines).toEqual([
    { text: '日期', x: 116, y: 47.18, width: 18 },
    { text: '优先级', x: 38, y: 71.03, width: 27 },
  ])
  // As thick as the thickest line around the cell.
  expect((await boxOf(crossed({ style: 0 })))?.paths?.[0]?.width).toBe(1)
})

it('a row that is too low for both texts grows, and parameters stand in one line', async () => {
  const sheet = sheetOf({ columns: [100], rows: [18], cells: { A1: { diagonal: { rows: 'No. {title}', columns: '日期' } } } }, ['n'], [])
  const box = await boxOf(sheet)
  // Two lines of 12.15 and 4 around them.
  expect([box?.height, box?.paths?.[0]?.d]).toEqual([28.3, 'M36 36L136 64.3'])
  expect(box?.lines.map(({ text }) => text)).toEqual(['日期', 'No. Report'])
})

it('a text that is too long ends where the line begins, and never beyond the middle', async () => {
  const long = '温'.repeat(30)
  const ends = async (height: number) => {
    const sheet = sheetOf({ columns: [100], rows: [height], cells: { A1: { diagonal: { rows: long, columns: long } } } }, ['n'], [])
    return (await boxOf(sheet))?.lines.map(({ x, width }) => [x, x + width] as const) ?? []
  }
  // 100 × (1 − 14.15 ÷ 283) − 4 = 91 points of a high cell, 46 of the lowest.
  for (const [height, room] of [
    [283, 91],
    [4, 46],
  ] as const)
    // prettier-ignore
    for (const [from, to] of await ends(height)) expect(to - from).toBeLessThanOrEqual(room)
  expect((await ends(283))[1]?.[1]).toBeGreaterThan(38 + 80)
})

it('a workbook has the line as a border of that cell alone, and both texts one below the other', async () => {
  const bytes = await buffer(Readable.from(writeReportXlsx(crossed({ style: 0 }), 'x')))
  const book = new excel.Workbook()
  await book.xlsx.load(bytes as never)
  const [head, beside] = ['A1', 'B1'].map((name) => book.worksheets[0]?.getCell(name))
  expect(head?.border).toMatchObject({ diagonal: { down: true, up: false, style: 'medium' }, left: { style: 'thin' } })
  expect(head?.alignment).toMatchObject({ horizontal: 'left', wrapText: true })
  expect(String(head?.value).split('\n').map((line) => line.trim())).toEqual(['日期', '优先级']) // prettier-ignore
  expect(beside?.border?.diagonal).toBeUndefined()
  // 90 of 100 points less 18 of letters, by spaces of 0.23 × 9: 34 of them.
  expect(workbookHead(HEAD, 100, 9)).toBe(`${' '.repeat(34)}日期\n优先级`)
})

it('a Word document has the line as a border, and each text at its side', async () => {
  const word =
    (await unzip(await buffer(Readable.from(writeReportDocx(crossed(), { locale: 'en', header: 'h' }))))).get('word/document.xml') ?? ''
  expect(word.match(/<w:tl2br w:val="single" w:sz="4"/g)).toHaveLength(1)
  expect(
    [...word.matchAll(/<w:jc w:val="(left|right)"\/><\/w:pPr><w:r>.*?<w:t xml:space="preserve">(.*?)<\/w:t>/g)].map(([, at, text]) => [
      at,
      text,
    ]),
  ).toEqual([
    // prettier-ignore
    ['right', '日期'],
    ['left', '优先级'],
    ['left', 'x'],
  ])
})

it('a long report has it row by row', async () => {
  const template = { columns: [50], rows: [30, 20], cells: { A1: { diagonal: HEAD }, A2: { field: 's.name', expand: 'down' } } }
  const sheet = await openRows(readTemplate(templateOf(template)), fillingOf(['name'], [['a'], ['b']]))
  const rows = [...(sheet?.rows() ?? [])]
  expect(rows.map(({ cells }) => cells[0]?.text)).toEqual(['日期\n优先级', 'a', 'b'])
  expect(rows.map(({ cells }) => cells[0]?.diagonal)).toEqual([HEAD, undefined, undefined])
})

const importOf = async (bytes: Buffer) => {
  const path = join(folder, `${randomUUID()}.xlsx`)
  writeFileSync(path, bytes)
  return templateOfLayout(await sheetLayout(path, { rows: 500, columns: 100 }))
}

it('a template that becomes a workbook is the same when it comes back', async () => {
  const template = TEMPLATE.parse({
    ...templateOf({ columns: [105], rows: [30], cells: { A1: { diagonal: { rows: 'Day {title}', columns: '优先级' }, style: 0 } } }),
    styles: [{ font: ['sc', 9, 'bold'], fill: '#e6f0fa', border: [0.5, 0.5, 0.5, 0.5] }],
  })
  const { content, losses } = await importOf(await buffer(Readable.from(writeReportXlsx(sheetOfTemplate(template), 'x'))))
  expect(content.cells).toEqual(template.cells)
  expect(content.styles).toEqual(template.styles)
  // The numbers of pages below them are those of each workbook.
  expect(losses.map(({ what }) => what)).toEqual(['header'])
})

it('of a workbook the line downwards comes along, also without texts; upwards and through a number it is told', async () => {
  const book = new excel.Workbook()
  const sheet = book.addWorksheet('One')
  const down = { diagonal: { down: true, style: 'thin' as const } }
  sheet.getCell('A1').value = '   日期\n 项目 \n名称'
  sheet.getCell('A1').border = down
  sheet.getCell('A1').alignment = { vertical: 'justify' as never }
  sheet.getCell('B1').border = down
  sheet.getCell('C1').value = 20.5
  sheet.getCell('C1').border = down
  sheet.getCell('D1').value = 'up'
  sheet.getCell('D1').border = { diagonal: { up: true, style: 'thin' } }
  const { content, losses } = await importOf(Buffer.from(await book.xlsx.writeBuffer()))
  expect(content.cells['A1']).toMatchObject({ diagonal: { rows: '项目 名称', columns: '日期' } })
  expect(content.cells['B1']).toMatchObject({ diagonal: { rows: '', columns: '' } })
  expect(content.cells['C1']).toMatchObject({ formula: '20.5' })
  expect(content.cells['D1']).toMatchObject({ text: 'up' })
  expect(losses).toEqual([{ what: 'diagonal', count: 2, places: expect.arrayContaining(['C1', 'D1']) as unknown }])
  expect(() => readTemplate(content)).not.toThrow()
  expect(headOfWorkbook('one line')).toEqual({ rows: 'one line', columns: '' })
})
