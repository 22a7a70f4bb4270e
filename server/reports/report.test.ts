/** Templates filled and parted into pages: what stands where is worked out by hand here, never copied from what came out. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import excel from 'exceljs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { A4_UPRIGHT, placesOf, sheetOf } from '../../tests/support/report-sheets.ts'
import { openMeasure } from '../documents/index.ts'
import { Failure } from '../kernel/errors.ts'
import { withFoot } from './certificate.ts'
import { paginate } from './pages.ts'
import { writeReportXlsx } from './xlsx.ts'

const page = A4_UPRIGHT

const SALES = [
  ['north', 'a', 1],
  ['north', 'b', 2],
  ['south', 'a', 10],
  ['south', 'b', 20],
  ['south', 'b', 5],
] as const

function refusalOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    if (error instanceof Failure) return [error.code, error.details.values]
    throw error
  }
  return 'none'
}

it('the number of an issued report stands in whole on small paper as well', async () => {
  const measure = await openMeasure()
  const endOf = (width: number) => {
    const [box] = withFoot({ width, height: 170.08, boxes: [] }, 'No. 1', 36, measure).boxes
    return [box?.lines[0]?.text, Math.round(((box?.x ?? 0) + (box?.width ?? 0)) * 10) / 10]
  }
  // 60 mm are 170.08 points, of which a twelfth stays free; of A4 it is no more than 48.
  expect(endOf(170.08)).toEqual(['No. 1', 155.9])
  expect(endOf(595.28)).toEqual(['No. 1', 547.3])
})

it('columns that are too many name the cell that repeats to the right', () => {
  const wide = { columns: [20, 20], rows: [20], cells: { A1: { text: 'x' }, B1: { field: 's.n', expand: 'right', aggregate: 'list' } } }
  const rows = Array.from({ length: 1000 }, (_, at) => [at])
  expect(refusalOf(() => sheetOf(wide, ['n'], rows))).toEqual(['report.too-much-at', { most: 1000, cell: 'B1' }])
})

it('a cell that is stretched counts as what it covers, and charts are counted', () => {
  const tall = { columns: Array(100).fill(20), rows: [20], merges: ['B1:CV1'], cells: { A1: { field: 's.n', expand: 'down', aggregate: 'list' }, B1: { text: '', left: 'none' } } } // prettier-ignore
  const rows = (count: number) => Array.from({ length: count }, (_, at) => [at])
  // It says which cell has most of them.
  expect(refusalOf(() => sheetOf(tall, ['n'], rows(6000)))).toEqual(['report.too-much-at', { most: 500_000, cell: 'B1' }])
  expect(placesOf(sheetOf(tall, ['n'], rows(2)))).toContain('0,1 2x99 ')
  const chart = { kind: 'bar', x: 's.n', series: [{ field: 's.n' }] }
  const charts = { columns: [20, 20], rows: [20], cells: { A1: { field: 's.n', expand: 'down', aggregate: 'list' }, B1: { chart } } }
  expect(refusalOf(() => sheetOf(charts, ['n'], rows(1001)))).toEqual(['report.too-much-at', { most: 1000, cell: 'B1' }])
  expect(sheetOf(charts, ['n'], rows(1000)).cells).toHaveLength(2000)
})

it('groups expand downwards with sub-totals, and stretch over what repeats within them', () => {
  const sheet = sheetOf(
    {
      columns: [50, 50, 50],
      rows: [20, 20, 20],
      cells: {
        A1: { field: 's.region', expand: 'down' },
        B1: { field: 's.item', expand: 'down', left: 'A1' },
        C1: { field: 's.n', aggregate: 'sum', left: 'B1' },
        B2: { text: 'sum', left: 'A1' },
        C2: { formula: 'SUM(C1)', left: 'A1' },
        A3: { text: 'all' },
        C3: { formula: '=SUM(C2)', left: 'none' },
      },
    },
    ['region', 'item', 'n'],
    SALES,
  )
  expect(placesOf(sheet)).toEqual([
    '0,0 2x1 north',
    '0,1 1x1 a',
    '0,2 1x1 1',
    '1,1 1x1 b',
    '1,2 1x1 2',
    '2,1 1x1 sum',
    '2,2 1x1 3',
    '3,0 2x1 south',
    '3,1 1x1 a',
    '3,2 1x1 10',
    '4,1 1x1 b',
    '4,2 1x1 25',
    '5,1 1x1 sum',
    '5,2 1x1 35',
    '6,0 1x1 all',
    '6,2 1x1 38',
  ])
})

it('a crosstab has a value where a row and a column have data, and totals of both', () => {
  const sheet = sheetOf(
    {
      columns: [50, 50, 50],
      rows: [20, 20, 20],
      cells: {
        B1: { field: 's.item', expand: 'right' },
        C1: { text: 'all' },
        A2: { field: 's.region', expand: 'down', sort: 'descend' },
        B2: { field: 's.n', aggregate: 'sum' },
        C2: { field: 's.n', aggregate: 'sum' },
        B3: { formula: 'SUM(B2)' },
        C3: { formula: 'MAX(B2) & " of " & C2' },
      },
    },
    ['region', 'item', 'n'],
    SALES,
  )
  expect(placesOf(sheet)).toEqual([
    '0,1 1x1 a',
    '0,2 1x1 b',
    '0,3 1x1 all',
    '1,0 1x1 south',
    '1,1 1x1 10',
    '1,2 1x1 25',
    '1,3 1x1 35',
    '2,0 1x1 north',
    '2,1 1x1 1',
    '2,2 1x1 2',
    '2,3 1x1 3',
    '3,1 1x1 11',
    '3,2 1x1 27',
    '3,3 1x1  of 35',
  ])
})

it('ranks, shares, running sums and the row before are of the list that a cell is in', () => {
  const sheet = sheetOf(
    {
      columns: [50, 50, 50, 50, 50, 50],
      rows: [20],
      cells: {
        A1: { field: 's.n', expand: 'down', aggregate: 'list' },
        B1: { formula: 'RANK(A1)' },
        C1: { formula: 'SHARE(A1)', format: '0.0%' },
        D1: { formula: 'RUN(A1)' },
        E1: { formula: 'A1 - PREV(A1)' },
        F1: { formula: 'IFS(A1 > 9, "much", ROW() = 1, "first")' },
      },
    },
    ['region', 'item', 'n'],
    SALES,
  )
  const rows = [0, 1, 2, 3, 4].map((row) => sheet.cells.filter((cell) => cell.row === row).map(({ text }) => text))
  expect(rows).toEqual([
    ['1', '5', '2.6%', '1', '', 'first'],
    ['2', '4', '5.3%', '3', '1', ''],
    ['10', '2', '26.3%', '13', '8', 'much'],
    ['20', '1', '52.6%', '33', '10', 'much'],
    ['5', '3', '13.2%', '38', '-15', ''],
  ])
})

it('crosstabs of any data are what adding up row by row gives', () => {
  const row = fc.tuple(fc.constantFrom('p', 'q', 'r'), fc.constantFrom('x', 'y', 'z'), fc.integer({ min: -50, max: 50 }))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
      const sheet = sheetOf(
        {
          columns: [50, 50],
          rows: [20, 20, 20],
          cells: {
            B1: { field: 's.item', expand: 'right', sort: 'ascend' },
            A2: { field: 's.region', expand: 'down', sort: 'ascend' },
            B2: { field: 's.n', aggregate: 'sum' },
            B3: { formula: 'SUM(B2)' },
          },
        },
        ['region', 'item', 'n'],
        rows,
      )
      const members = (at: 0 | 1) => [...new Set(rows.map((each) => each[at]))].sort()
      const sum = (region: string | undefined, item: string) => {
        const found = rows.filter((each) => (region === undefined || each[0] === region) && each[1] === item)
        return found.length === 0 ? '' : String(found.reduce((whole, each) => whole + each[2], 0))
      }
      const wanted = [
        ['', ...members(1)],
        ...members(0).map((region) => [region, ...members(1).map((item) => sum(region, item))]),
        ['', ...members(1).map((item) => sum(undefined, item))],
      ]
      const made = wanted.map((line) => line.map(() => ''))
      for (const { row: at, column, text } of sheet.cells) (made[at] as string[])[column] = text
      expect(made).toEqual(wanted)
    }),
    { numRuns: 100 },
  )
})

it('what a reader has not shows a dash, counts nothing, and is named', () => {
  const sheet = sheetOf(
    {
      columns: [50, 50, 50],
      rows: [20, 20],
      cells: {
        A1: { field: 's.item', expand: 'down' },
        B1: { field: 's.secret', aggregate: 'sum' },
        C1: { field: 's.n', aggregate: 'sum' },
        B2: { formula: 'SUM(B1) + 1' },
      },
    },
    ['region', 'item', 'n'],
    SALES,
    ['secret'],
  )
  expect(placesOf(sheet)).toEqual(['0,0 1x1 a', '0,1 1x1 —', '0,2 1x1 11', '1,0 1x1 b', '1,1 1x1 —', '1,2 1x1 27', '2,1 1x1 1'])
  expect(sheet.omitted).toEqual(['s.secret'])
})

it('pages have the head again, rows that fit, numbers of pages, and the same places for the same cells', async () => {
  // A4 upright has 841.89 − 72 = 769.89 points; the head takes 20, and 37 rows of 20 fit below it (740 ≤ 749.89 < 760).
  const sheet = sheetOf(
    {
      page: { ...page, repeat: { head: [2, 2] } },
      columns: [100, 60],
      rows: [20, 20, 20],
      styles: [{ font: ['sc', 10], border: [1, 1, 1, 1] }],
      merges: ['A1:B1'],
      cells: {
        A1: { text: '{title} {page}/{pages}', style: 0 },
        A2: { text: 'n', style: 0 },
        A3: { field: 's.n', expand: 'down', aggregate: 'list', format: '0.0', style: 0 },
        B3: { formula: 'A3 * 2' },
      },
    },
    ['n'],
    Array.from({ length: 80 }, (_, at) => [at]),
  )
  const paged = await paginate(sheet, await openMeasure())
  expect(paged.count).toBe(3)
  const texts = async (at: number) => (await paged.page(at)).boxes.flatMap(({ lines }) => lines.map(({ text }) => text))
  // The title takes the place of one row on the first page.
  expect((await texts(0)).slice(0, 4)).toEqual(['Report 1/3', 'n', '0.0', '0'])
  expect((await Promise.all([0, 1, 2].map(texts))).map((page) => page.filter((text) => text.endsWith('.0')).length)).toEqual([36, 37, 7])
  expect((await texts(1)).slice(0, 3)).toEqual(['n', '36.0', '72'])
  const [head, first] = (await paged.page(1)).boxes
  expect(head).toMatchObject({ x: 36, y: 36, width: 100, height: 20, size: 10, border: [1, 1, 1, 1] })
  expect(first).toMatchObject({ x: 36, y: 56, width: 100, height: 20 })
  const [line] = first?.lines ?? []
  // Numbers end two points in front of the right edge.
  expect((line?.x ?? 0) + (line?.width ?? 0)).toBeCloseTo(134, 1)
})

it('a workbook has numbers and times as such, texts as texts, merged cells, widths, and the head on each page of a print', async () => {
  const sheet = sheetOf(
    {
      page: { ...page, landscape: true, repeat: { head: [1, 2] } },
      columns: [105, 52.5],
      rows: [30, 20, 20],
      merges: ['A1:B1'],
      cells: {
        A1: { text: '{title}' },
        A2: { text: 'Time' },
        A3: { field: 's.time', expand: 'down', format: 'HH:mm' },
        B3: { field: 's.v', format: '0.00%' },
      },
    },
    ['time', 'v'],
    [
      ['2026-11-26 08:30:00', 0.125],
      ['2026-11-26 09:30:00', '=1+1'],
    ],
  )
  const book = new excel.Workbook()
  await book.xlsx.load((await buffer(Readable.from(writeReportXlsx(sheet, 'Report: 1/2')))) as never)
  const [written] = book.worksheets
  expect(written?.name).toBe('Report  1 2')
  expect(written?.getCell('A1').master.address).toBe('A1')
  expect(written?.getCell('B1').isMerged).toBe(true)
  expect(written?.getCell('A3').value).toEqual(new Date('2026-11-26T08:30:00Z'))
  expect(written?.getCell('A3').numFmt).toBe('hh:mm')
  expect(written?.getCell('B3').value).toBe(0.125)
  expect(written?.getCell('B3').numFmt).toBe('0.00%')
  expect(written?.getCell('B4').value).toBe('=1+1')
  expect(written?.getCell('B4').type).toBe(excel.ValueType.String)
  // 105 points, of which a digit of the normal font has 6.
  expect(written?.getColumn(1).width).toBe(17.5)
  expect(written?.getRow(1).height).toBe(30)
  expect(written?.pageSetup).toMatchObject({ orientation: 'landscape', paperSize: 9, printTitlesRow: '1:2' })
  // What stands above its rows stays in sight.
  expect(written?.views).toEqual([expect.objectContaining({ state: 'frozen', ySplit: 2, topLeftCell: 'A3' })])
})
