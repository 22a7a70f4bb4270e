/** Boxes to be ticked: where box and label stand, worked out by hand, what ticks them, and the characters that files have of them. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { unzip } from '../../tests/support/files.ts'
import { everyPage, fillingOf, sheetOf, templateOf } from '../../tests/support/report-sheets.ts'
import { readTemplate } from '../../model/reports/read.ts'
import { openMeasure } from '../documents/index.ts'
import { writeReportDocx } from './docx.ts'
import { paginate } from './pages.ts'
import { openRows } from './stream.ts'
import { writeReportXlsx } from './xlsx.ts'

const STYLES = [{ vertical: 'top' }, { vertical: 'top', align: 'right', wrap: true }]
const BOXES = {
  columns: [100, 60],
  rows: [40],
  styles: STYLES,
  cells: { A1: { formula: '1', check: { label: '合格' }, style: 0 }, B1: { formula: 'FALSE', check: {}, style: 0 } },
}
const boxesOf = async (template: object) => (await (await paginate(sheetOf(template, ['n'], []), await openMeasure())).page(0)).boxes

it('a box stands on the baseline of its label, eight tenths of the size wide, and is ticked or empty', async () => {
  const [ticked, empty] = await boxesOf(BOXES)
  // 2 points stay free; the baseline is 1.02 × 9 below them, at 47.18, and the box reaches 0.04 × 9 further down: from 47.54 up to 40.34.
  expect(ticked?.paths?.[0]).toEqual({ d: 'M38 47.54L45.2 47.54L45.2 40.34L38 40.34Z', stroke: '#000000', width: 0.6 })
  expect(ticked?.paths?.[1]).toEqual({ d: 'M39.44 43.94L41.02 45.74L43.9 41.92', stroke: '#000000', width: 1.2 })
  // The label begins 0.35 × 9 behind the box.
  expect(ticked?.lines).toEqual([{ text: '合格', x: 48.35, y: 47.18, width: 18 }])
  expect([empty?.paths?.map(({ d }) => d), empty?.lines]).toEqual([['M138 47.54L145.2 47.54L145.2 40.34L138 40.34Z'], []])
})

it('a label that breaks leaves room for its box and makes its row higher', async () => {
  const label = '温'.repeat(10)
  const [box] = await boxesOf({ ...BOXES, rows: [10], cells: { A1: { formula: '0', check: { label }, style: 1 } } })
  // Of 96 points the box takes 10.35: nine letters of 9 fit in a line, and two lines are 2 × 12.15 + 4 high.
  expect([box?.height, box?.lines.map(({ text, x }) => [text.length, x])]).toEqual([28.3, [[9, 53], [1, 125]]]) // prettier-ignore
  expect(box?.paths?.[0]?.d).toMatch(/^M42.65 /)
})

it('is ticked by a number that is not nought and by TRUE, by nothing else, and has a dash for whom the value is hidden from', () => {
  const cells = { A1: { field: 's.value', expand: 'down', aggregate: 'list', check: {} }, B1: { field: 's.secret', check: { label: 'x' } } }
  const sheet = sheetOf({ columns: [50, 50], rows: [20], cells }, ['value'], [[1], [0], [-2], [null], ['TRUE'], ['true'], ['1'], ['yes']], ['secret']) // prettier-ignore
  const texts = (column: number) => sheet.cells.filter((cell) => cell.column === column).map(({ text }) => text)
  expect(texts(0)).toEqual(['☑', '☐', '☑', '☐', '☑', '☑', '☑', '☐'])
  expect(new Set(texts(1))).toEqual(new Set(['— x']))
})

it('a workbook and a Word document have it as a text, also of a number', async () => {
  const book = (await unzip(await buffer(Readable.from(writeReportXlsx(sheetOf(BOXES, ['n'], []), 'x'))))).get('xl/worksheets/sheet1.xml')
  expect(book).toMatch(/<c r="A1" s="\d+" t="inlineStr"><is><t xml:space="preserve">☑ 合格<\/t><\/is><\/c>/)
  const word = await unzip(await buffer(Readable.from(writeReportDocx(sheetOf(BOXES, ['n'], []), { locale: 'en', header: 'h' }))))
  expect(word.get('word/document.xml')).toMatch(/<w:jc w:val="left"\/>.*>☑ 合格<.*>☐</)
})

it('row by row they are the same', async () => {
  const template = {
    columns: [50, 80],
    rows: [20],
    cells: { A1: { field: 's.n', expand: 'down', aggregate: 'list', check: { label: '{title}' } }, B1: { formula: 'A1 > 1', check: {} } },
  }
  const rows = [[0], [1], [2]]
  const streamed = await openRows(readTemplate(templateOf(template)), fillingOf(['n'], rows))
  const sheet = sheetOf(template, ['n'], rows)
  expect([...(streamed?.rows() ?? [])].flatMap(({ cells }) => cells.map(({ text, check }) => ({ text, check })))).toEqual(
    sheet.cells.map(({ text, check }) => ({ text, check })),
  )
  expect((await everyPage(await paginate(sheet, await openMeasure()))).length).toBe(1)
})
