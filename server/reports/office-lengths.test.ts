/** Lengths of workbooks and Word documents, worked out by hand: what programs of other makers print of them, tests/office-readers.test.ts asks. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { unzip } from '../../tests/support/files.ts'
import { A4_UPRIGHT, sheetOf } from '../../tests/support/report-sheets.ts'
import type { SheetLayout } from '../documents/index.ts'
import type { ReportSheet } from './expand.ts'
import { writeReportDocx } from './docx.ts'
import { templateOfLayout } from './workbook-template.ts'
import { writeReportXlsx } from './xlsx.ts'

const WRAPPED = [{ wrap: true }]
const LIST = { field: 's.name', expand: 'down', aggregate: 'list', style: 0 }

async function worksheetOf(sheet: ReportSheet) {
  const parts = await unzip(await buffer(Readable.from(writeReportXlsx(sheet, 'x'))))
  const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
  const all = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, found]) => Number(found))
  return {
    xml,
    styles: parts.get('xl/styles.xml') ?? '',
    widths: all(/<col [^>]*width="([\d.]+)"/g),
    heights: all(/<row [^>]* ht="([\d.]+)"/g),
    breaks: /<rowBreaks.*?<\/rowBreaks>/
      .exec(xml)?.[0]
      .match(/(?<=id=")\d+/g)
      ?.map(Number),
    columnBreaks: /<colBreaks.*?<\/colBreaks>/
      .exec(xml)?.[0]
      .match(/(?<=id=")\d+/g)
      ?.map(Number),
  }
}

/** Of three rows of 100 points a page has two: 100 mm are 283.46 points, of which margins of 36 leave 211.46. */
const LABELS = {
  page: { size: [150, 100], margins: [36, 36, 36, 36] },
  columns: [60],
  rows: [100],
  cells: { A1: { field: 's.name', expand: 'down', aggregate: 'list' } },
}
const labels = () => sheetOf(LABELS, ['name'], [['a'], ['b'], ['c']])

describe('own paper', () => {
  it('is told to programs by its sides, and pages begin where they do for those that know no paper of their own', async () => {
    const { xml, breaks } = await worksheetOf(labels())
    expect(xml).toContain('<pageSetup paperWidth="150.00mm" paperHeight="100.00mm" orientation="portrait"')
    expect(breaks).toEqual([2])
    const word = await unzip(await buffer(Readable.from(writeReportDocx(labels(), { locale: 'en', header: 'h' }))))
    // 425.2 and 283.46 points in twentieths.
    expect(word.get('word/document.xml')).toContain('<w:pgSz w:w="8504" w:h="5669"/>')
  })

  it.each<[size: [number, number], written: string]>([
    [[182, 257], 'paperSize="13" orientation="portrait"'],
    [[257, 182], 'paperSize="13" orientation="landscape"'],
    [[297, 210], 'paperSize="9" orientation="landscape"'],
    [[215.9, 355.6], 'paperSize="5" orientation="portrait"'],
    [[183, 257], 'paperWidth="183.00mm" paperHeight="257.00mm" orientation="portrait"'],
  ])('of %j is told by its number where it has one', async (size, written) => {
    const { xml, breaks } = await worksheetOf(sheetOf({ ...LABELS, page: { ...LABELS.page, size }, rows: [400] }, ['name'], [['a'], ['b']]))
    expect(xml).toContain(`<pageSetup ${written} `)
    // Programs that know the paper begin a page where it is full.
    expect(breaks).toEqual(written.startsWith('paperSize') ? undefined : [1])
  })

  it('with a side that Word does not open is refused before there are bytes', () => {
    const word = (side: number) =>
      writeReportDocx(sheetOf({ ...LABELS, page: { ...LABELS.page, size: [100, side] } }, ['name'], []), { locale: 'en', header: 'h' })
    expect(() => word(558.9)).toThrow('report.word-paper')
    expect(() => word(558.8)).not.toThrow()
  })

  it.each<[string, Partial<SheetLayout['page']>, object]>([
    ['B5 by its number', { paper: 13 }, { size: [182, 257] }],
    ['B5 that is turned', { paper: 13, isLandscape: true }, { size: [257, 182] }],
    ['A3 by its number', { paper: 8, isLandscape: true }, { size: 'A3', landscape: true }],
    ['sides of its own', { size: [241, 93.14] }, { size: [241, 93.1] }],
    ['what no printer has', { size: [5, 5000] }, { size: 'A4' }],
    ['a number that nobody knows', { paper: 4711, isLandscape: true }, { size: 'A4', landscape: true }],
  ])('of a workbook that is read comes along: %s', (_, page, wanted) => {
    const layout: SheetLayout = { sheet: 'Sheet1', sheets: ['Sheet1'], hasMacros: false, hasLinks: false, page: { paper: 9, size: undefined, isLandscape: false, margins: undefined, ...page }, widths: [], heights: [], usual: { width: 60, height: 15 }, merges: [], cells: [], pictures: [], titles: undefined, losses: [] } // prettier-ignore
    const { content, losses } = templateOfLayout(layout)
    expect(content.page).toEqual({ margins: [36, 36, 36, 36], ...wanted })
    expect(losses.map(({ what }) => what)).toEqual(_.startsWith('what') || _.startsWith('a number') ? ['paper'] : [])
  })
})

describe('a workbook', () => {
  it('has rows as high as texts that break make them, between edges at whole pixels', async () => {
    const { heights } = await worksheetOf(
      sheetOf({ columns: [40], rows: [16], styles: WRAPPED, cells: { A1: LIST } }, ['name'], [['混凝土测温记录表格式'], ['a'], ['b']]),
    )
    // Of 36 points a line has four letters of nine: three lines are 3 × 9 × 1.35 + 4 = 40.45 points, and one is 16.15. Their edges are at 53.9, 75.5 and 97 pixels.
    expect(heights).toEqual([53 * 0.75, 22 * 0.75, 22 * 0.75])
  })

  it('counts widths by a digit that is six points wide on every screen', async () => {
    const { widths, styles, xml } = await worksheetOf(sheetOf({ columns: [60, 100.4, 100.4], rows: [15], cells: {} }, ['name'], []))
    expect(styles).toContain('<fonts count="2"><font><sz val="12"/><name val="Times New Roman"/>')
    // Edges at 80, 213.87 and 347.73 pixels.
    expect(widths.map((width) => (width * 6) / 0.75)).toEqual([80, 133, 134])
    // As in the PDF, a narrow sheet begins at the margin.
    expect(xml).not.toContain('horizontalCentered')
  })

  it('is made smaller by whole percents, whose rest its lengths have, and begins pages where the PDF does', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => [String(at)])
    const template = { columns: [400, 400], rows: [100], cells: { A1: LIST }, styles: WRAPPED }
    const { widths, breaks, xml } = await worksheetOf(sheetOf(template, ['name'], rows))
    // 523.28 of 800 points are 65.41 %: at 66 % lengths are 0.99106 of themselves, and edges at 528.57 and 1057.13 pixels.
    expect(widths.map((width) => Math.round((width * 6) / 0.75))).toEqual([528, 529])
    expect(xml).toContain('fitToWidth="1" fitToHeight="0"')
    // 769.89 / 0.6541 = 1177 points are eleven rows of a hundred.
    expect(breaks).toEqual([11])
    const whole = await worksheetOf(sheetOf({ ...template, columns: [200, 200] }, ['name'], rows))
    // Where nothing is made smaller, pages begin where they are full.
    expect(whole.breaks).toBeUndefined()
  })

  it('goes on on pages beside where it would be made too small', async () => {
    // At 60 % a page has 872.13 points: two columns of 400, and the third beside them.
    const { columnBreaks, xml } = await worksheetOf(sheetOf({ columns: [400, 400, 400], rows: [15], cells: {} }, ['name'], []))
    expect(columnBreaks).toEqual([2])
    expect(xml).toContain('scale="60"')
    expect(xml).not.toContain('fitTo')
  })
})

describe('a Word document', () => {
  const tablesOf = async (sheet: ReportSheet) => {
    const parts = await unzip(await buffer(Readable.from(writeReportDocx(sheet, { locale: 'en', header: 'h' }))))
    const xml = parts.get('word/document.xml') ?? ''
    return {
      xml,
      tables: [...xml.matchAll(/<w:tbl>.*?<\/w:tbl>/g)].map(([table]) =>
        [...table.matchAll(/<w:tr>.*?<\/w:tr>/g)].map(([row]) => ({
          texts: [...row.matchAll(/<w:t [^>]*>([^<]*)</g)].map(([, text]) => text),
          isHead: row.includes('<w:tblHeader/>'),
          height: Number(/w:val="(\d+)" w:hRule=/.exec(row)?.[1]),
        })),
      ),
    }
  }
  const template = {
    page: { ...A4_UPRIGHT, repeat: { head: [2, 2] } },
    columns: [100],
    rows: [30, 20, 20],
    styles: WRAPPED,
    cells: { A1: { text: 'Title' }, A2: { text: 'Head' }, A3: { ...LIST, perPage: 2 } },
  }

  it('has its head alone on each page, its title once, and a table from each break to the next', async () => {
    const { xml, tables } = await tablesOf(sheetOf(template, ['name'], [['a'], ['b'], ['c']]))
    const row = (text: string, height: number, isHead = false) => ({ texts: [text], isHead, height })
    // The paragraph between two tables is a point high, and so much lower is a row beside it.
    expect(tables).toEqual([
      [row('Title', 580)],
      [row('Head', 400, true), row('a', 400), row('b', 380)],
      [row('Head', 380, true), row('c', 380)],
    ])
    expect(xml.match(/<w:pageBreakBefore\/>/g)).toHaveLength(1)
  })

  it('has what is made smaller as small as its pages have it, and columns beside on pages of their own', async () => {
    const { xml, tables } = await tablesOf(sheetOf({ ...template, columns: [400, 400, 400], merges: ['A1:C1'] }, ['name'], [['a']]))
    // 60 %: 400 points are 240, a row of 20 is 12, and letters of 9 points have 5.4, which is 11 halves.
    expect(xml.match(/<w:tblGrid>.*?<\/w:tblGrid>/g)).toEqual([
      ...Array<string>(2).fill('<w:tblGrid><w:gridCol w:w="4800"/><w:gridCol w:w="4800"/></w:tblGrid>'),
      ...Array<string>(2).fill('<w:tblGrid><w:gridCol w:w="4800"/></w:tblGrid>'),
    ])
    expect(tables.map(([first]) => first?.height)).toEqual([340, 240, 320, 240])
    // A cell over the edge of a page has its text on both.
    expect(tables.map(([first]) => first?.texts)).toEqual([['Title'], ['Head'], ['Title'], []])
    expect(xml).toContain('<w:sz w:val="11"/>')
  })
})
