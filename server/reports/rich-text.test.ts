/** Texts of several looks: where their parts stand, worked out by hand, how they break, and that files have the same parts. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import excel from 'exceljs'
import { expect, it, vi } from 'vitest'
import { unzip } from '../../tests/support/files.ts'
import { atOnce, fillingOf, sheetOf, templateOf } from '../../tests/support/report-sheets.ts'
import { readTemplate } from '../../model/reports/read.ts'
import { openMeasure, writeBoxes } from '../documents/index.ts'
import { writeReportDocx } from './docx.ts'
import { heightsOf } from './heights.ts'
import { paginate } from './pages.ts'
import { openRows } from './stream.ts'
import { writeReportXlsx } from './xlsx.ts'

const RED = '#b42318'
const RICH = [{ text: '温度' }, { text: '超限', size: 18, bold: true, colour: RED }, { text: '记录表格式', italic: true }]
const sheetWith = (rich: readonly object[], style: object = { wrap: true }, more: object = {}) =>
  sheetOf({ columns: [100], rows: [20], styles: [style], cells: { A1: { rich, style: 0 } }, ...more }, ['n'], [])
const boxesOf = async (sheet: ReturnType<typeof sheetOf>) => (await (await paginate(sheet, await openMeasure())).page(0)).boxes
const wordsOf = async (sheet: ReturnType<typeof sheetOf>) =>
  (await boxesOf(sheet)).flatMap(({ lines }) => lines.map(({ text, x, y }) => [text, x, y]))

it('parts stand behind one another on one baseline, and a line is as high as its largest part', async () => {
  // Chinese letters are as wide as they are high: 18 + 36 + 4 × 9 are 90 of 96 points, the fifth letter of the last part is in the next line.
  // The lines are 18 × 1.35 and 9 × 1.35 high, with 4 points around them 40.45; the first baseline is 36 + 2 + 18 × 1.02.
  expect(await boxesOf(sheetWith(RICH, { wrap: true, fill: '#ffffff' }))).toEqual([
    { x: 36, y: 36, width: 100, height: 40.45, size: 9, fill: '#ffffff', lines: [] },
    { x: 38, y: 47.18, width: 18, height: 12.15, size: 9, lines: [{ text: '温度', x: 38, y: 56.36, width: 18 }] },
    { x: 56, y: 38, width: 36, height: 24.3, size: 18, isBold: true, colour: RED, lines: [{ text: '超限', x: 56, y: 56.36, width: 36 }] },
    { x: 92, y: 47.18, width: 36, height: 12.15, size: 9, isItalic: true, lines: [{ text: '记录表格', x: 92, y: 56.36, width: 36 }] },
    { x: 38, y: 62.3, width: 9, height: 12.15, size: 9, isItalic: true, lines: [{ text: '式', x: 38, y: 71.48, width: 9 }] },
  ])
})

it('parts are aligned as one, break at their own line ends, and where they do not break what is too long ends with dots', async () => {
  // 45 points end 2 before the edge.
  expect((await wordsOf(sheetWith([{ text: '温度' }, { text: '超', size: 27 }], { align: 'right' }))).map(([, x]) => x)).toEqual([89, 107])
  expect((await wordsOf(sheetWith([{ text: '温\n' }, { text: '\n度' }]))).map(([text, , y]) => [text, y])).toEqual([
    ['温', 47.18],
    ['度', 71.48],
  ])
  const cut = await wordsOf(sheetWith([{ text: '温'.repeat(8) }, { text: '度'.repeat(8) }], {}))
  expect(cut.map(([text]) => text).join('')).toMatch(/^温{8}度{1,2}…$/)
  // A word goes to the next line as a whole, whichever part begins it.
  expect(
    (await wordsOf(sheetWith([{ text: '温度温度温度温度 ' }, { text: 'mm', bold: true }, { text: 'Hg' }]))).map(([text]) => text),
  ).toEqual(['温度温度温度温度', 'mm', 'Hg'])
})

it('parameters and numbers of pages stand in parts as in any text, and what they say is no markup', async () => {
  const sheet = sheetWith([{ text: '{title} <b>&', bold: true }, { text: ' {page}/{pages}' }])
  expect((await wordsOf(sheet)).map(([text]) => text)).toEqual(['Report <b>&', ' 1/1'])
  const book = await unzip(await buffer(Readable.from(writeReportXlsx(sheetWith([{ text: '{title} <b>&', bold: true }]), 'x'))))
  expect(book.get('xl/worksheets/sheet1.xml')).toContain('<t xml:space="preserve">Report &lt;b&gt;&amp;</t>')
})

it('all copies of a cell have the same parts, which are measured once', async () => {
  const template = { columns: [100, 100], rows: [20], styles: [{ wrap: true }], cells: { A1: { field: 's.n', expand: 'down', aggregate: 'list' }, B1: { rich: RICH, style: 0 } } } // prettier-ignore
  const sheet = sheetOf(template, ['n'], [[1], [2], [3]])
  const streamed = await openRows(readTemplate(templateOf(template)), fillingOf(['n'], [[1], [2], [3]]))
  for (const cells of [sheet.cells, [...(streamed?.rows() ?? [])].flatMap((row) => row.cells)]) {
    const copies = cells.filter(({ column }) => column === 1)
    expect(copies.map(({ text }) => text)).toEqual(Array(3).fill('温度超限记录表格式'))
    expect(new Set(copies.map(({ rich }) => rich)).size).toBe(1)
    expect(new Set(copies.map(({ value }) => value)).size).toBe(1)
  }
  const measure = await openMeasure()
  let spread = 0
  const counting = Object.assign((...asked: Parameters<typeof measure>) => measure(...asked), {
    spread: (...asked: Parameters<typeof measure.spread>) => ((spread += 1), measure.spread(...asked)),
  })
  expect(new Set(atOnce(heightsOf(sheet, counting))).size).toBe(1)
  expect(spread).toBe(1)
})

it('others have their turn between the cells of one page', async () => {
  const measure = await openMeasure()
  const paged = await paginate(sheetOf({ columns: [100], rows: [20, 20], cells: { A1: { rich: RICH }, A2: { text: 'x' } } }, ['n'], []), measure) // prettier-ignore
  // Each look at the clock comes a second later.
  let [now, hasYielded] = [0, false]
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
  setImmediate(() => (hasYielded = true))
  await paged.page(0)
  clock.mockRestore()
  expect(hasYielded).toBe(true)
})

it('a workbook has no more letters of all parts together than a cell may have', async () => {
  const sheet = sheetWith([{ text: 'a' }])
  const long = [{ text: 'x'.repeat(32_000) }, { text: 'y'.repeat(766), bold: true }, { text: 'zz' }, { text: 'end' }]
  const texts = async (rich: readonly { text: string }[]) => {
    const cells = sheet.cells.map((cell) => ({ ...cell, rich }))
    const xml = (await unzip(await buffer(Readable.from(writeReportXlsx({ ...sheet, cells }, 'x'))))).get('xl/worksheets/sheet1.xml') ?? ''
    return [...xml.matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, text = '']) => text)
  }
  // 32,000 + 766 letters, and the last of 32,767 are the dots.
  expect((await texts(long)).map((text) => [text.length, text.at(-1)])).toEqual([[32_000, 'x'], [767, '…']]) // prettier-ignore
  expect((await texts([...long.slice(0, 2), { text: 'z' }])).join('')).toHaveLength(32_767)
})

it('a workbook and a Word document have the same parts', async () => {
  const sheet = sheetWith(RICH)
  const book = new excel.Workbook()
  await book.xlsx.load((await buffer(Readable.from(writeReportXlsx(sheet, 'x')))) as never)
  expect(book.worksheets[0]?.getCell('A1').value).toEqual({
    richText: [
      { font: { size: 9, name: 'Noto Sans SC' }, text: '温度' },
      { font: { bold: true, size: 18, color: { argb: 'FFB42318' }, name: 'Noto Sans SC' }, text: '超限' },
      { font: { italic: true, size: 9, name: 'Noto Sans SC' }, text: '记录表格式' },
    ],
  })
  const word = (await unzip(await buffer(Readable.from(writeReportDocx(sheet, { locale: 'en', header: 'h' }))))).get('word/document.xml')
  expect(word).toContain('<w:r><w:rPr><w:b/><w:color w:val="B42318"/><w:sz w:val="36"/><w:szCs w:val="36"/></w:rPr><w:t xml:space="preserve">超限</w:t></w:r>') // prettier-ignore
  expect(word).toContain('<w:rPr><w:i/><w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr><w:t xml:space="preserve">记录表格式</w:t>')
})

it('a PDF slants what is italic, and formulas and long reports have the whole text', async () => {
  const pages = [{ width: 200, height: 100, boxes: await boxesOf(sheetWith([{ text: 'plain' }, { text: 'slanted', italic: true }])) }]
  const pdf = await buffer(Readable.from(writeBoxes({ title: 't', author: 'a', locale: 'en', pages })))
  expect(pdf.length).toBeGreaterThan(1000)
  const template = {
    columns: [100, 100],
    rows: [20, 20],
    cells: { A1: { rich: RICH }, B1: { formula: 'LEN(A1)' }, A2: { field: 's.n', expand: 'down', aggregate: 'list' } },
  }
  const sheet = sheetOf(template, ['n'], [[1], [2]])
  expect(sheet.cells.slice(0, 2).map(({ text }) => text)).toEqual(['温度超限记录表格式', '9'])
  const streamed = await openRows(readTemplate(templateOf(template)), fillingOf(['n'], [[1], [2]]))
  expect([...(streamed?.rows() ?? [])][0]?.cells[0]).toMatchObject({ text: '温度超限记录表格式', rich: RICH })
})
