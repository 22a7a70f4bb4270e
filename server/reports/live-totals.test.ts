/** Totals of workbooks as formulas: over which cells, worked out by hand, and that nothing else is one. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { unzip } from '../../tests/support/files.ts'
import { readTemplate } from '../../model/reports/read.ts'
import { A4_UPRIGHT, atOnce, fillingOf, sheetOf, templateOf } from '../../tests/support/report-sheets.ts'
import { expand } from './expand.ts'
import type { Standing } from './live-totals.ts'
import { openAreas } from './live-totals.ts'
import { writeReportXlsx } from './xlsx.ts'

const LIVE = { ...A4_UPRIGHT, liveTotals: true }
const SALES = [
  ['north', 'a', 1],
  ['north', 'b', 2],
  ['south', 'a', 10],
  ['south', '=1+1', 20],
] as const
const GROUPED = {
  page: LIVE,
  columns: [50, 50, 50],
  rows: [20, 20, 20],
  cells: {
    A1: { field: 's.region', expand: 'down' },
    B1: { field: 's.item', expand: 'down', left: 'A1' },
    C1: { field: 's.n', aggregate: 'sum', left: 'B1' },
    B2: { formula: 'COUNT(C1)', left: 'A1' },
    C2: { formula: 'SUM(C1)', left: 'A1' },
    A3: { formula: 'MAX(C1)', left: 'none' },
    B3: { formula: 'AVG(C1) + 0', left: 'none' },
    C3: { formula: '=SUM(C2)', left: 'none' },
  },
}
const worksheet = async (
  template: object,
  names: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  omitted: readonly string[] = [],
) =>
  (await unzip(await buffer(Readable.from(writeReportXlsx(sheetOf(template, names, rows, omitted), 'x'))))).get(
    'xl/worksheets/sheet1.xml',
  ) ?? ''
function formulaOver(called: string, standing: readonly Standing[]): string | undefined {
  const areas = openAreas()
  for (const each of standing) areas.add(each)
  return areas.formula(called)
}
/** Cells with formulas, as `C3 SUM(C1:C2) 3`. */
const formulasIn = (xml: string) =>
  [...xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*><f>([^<]*)<\/f><v>([^<]*)<\/v>/g)].map(([, at, formula, value]) => `${at} ${formula} ${value}`)

it('a total is over the copies that it is of, beside the value that it comes to; what is more than a total is a value', async () => {
  // Rows 1 and 2 are of the north with its total in row 3, 4 and 5 of the south with 6; row 7 has those of all.
  expect(formulasIn(await worksheet(GROUPED, ['region', 'item', 'n'], SALES))).toEqual([
    'C3 SUM(C1:C2) 3',
    'C6 SUM(C4:C5) 30',
    'A7 MAX(C1:C2,C4:C5) 20',
    'C7 SUM(C3,C6) 33',
  ])
})

it('there are none unless the template asks for them, none of what is left out or is no number, and none of what data says', async () => {
  const plain = await worksheet({ ...GROUPED, page: A4_UPRIGHT }, ['region', 'item', 'n'], SALES)
  expect(plain).not.toContain('<f>')
  expect(plain).toContain('=1+1')
  const left = await worksheet({ ...GROUPED, rowRules: { 1: { hideIf: 'C1 = 2' } } }, ['region', 'item', 'n'], SALES)
  // The row of the north that is left out counts all the same, so its totals are values.
  expect(formulasIn(left)).toEqual(['C5 SUM(C3:C4) 30', 'C6 SUM(C2,C5) 33'])
  const texts = { page: LIVE, columns: [50], rows: [20, 20], cells: { A1: { field: 's.name', expand: 'down', aggregate: 'list' }, A2: { formula: 'SUM(A1)' } } } // prettier-ignore
  expect(await worksheet(texts, ['name'], [['x'], ['SUM(A1:A9)']])).not.toContain('<f>')
  expect(await worksheet(texts, ['other'], [['x']], ['name'])).not.toContain('<f>')
})

it('there are none over boxes, which are texts in a workbook, nor over what each page puts together for itself', async () => {
  const page = { ...LIVE, repeat: { foot: [2, 2] } }
  const cells = {
    A1: { field: 's.n', expand: 'down', aggregate: 'list', check: {} },
    B1: { field: 's.n' },
    B2: { subtotal: { of: 'B1', take: 'sum' } },
    A3: { formula: 'SUM(A1)' },
    B3: { formula: 'SUM(B2)' },
    C3: { formula: 'SUM(B1)' },
  }
  const xml = await worksheet({ page, columns: [50, 50, 50], rows: [20, 20, 20], cells }, ['n'], [[1], [0], [4]])
  expect(formulasIn(xml)).toEqual(['C5 SUM(B1:B3) 5'])
  expect(xml).toContain('<v>5</v>')
})

it('are worked out for a workbook alone: pages and documents are made without', () => {
  const rows = Array.from({ length: 50 }, (_, at) => [at % 5, at])
  const cells = { A1: { field: 's.group', expand: 'down' }, B1: { field: 's.n', expand: 'down', aggregate: 'list', left: 'A1' }, A2: { formula: 'SUM(B1)' } } // prettier-ignore
  const stepsOf = (page: object) => {
    const work = expand(readTemplate(templateOf({ page, columns: [50, 50], rows: [20, 20], cells })), fillingOf(['group', 'n'], rows))
    let steps = 0
    while (!work.next().done) steps += 1
    return steps
  }
  expect(stepsOf(LIVE)).toBe(stepsOf(A4_UPRIGHT))
})

it('take no more steps than the values beside them', async () => {
  const rows = Array.from({ length: 6 }, (_, at) => [at])
  const isWithin = async (steps: number, page: object) => {
    const cells = { A1: { field: 's.n', expand: 'down', aggregate: 'list' }, B1: { formula: 'SUM(A1)' }, A2: { formula: 'SUM(A1)' } }
    const filling = fillingOf(['n'], rows)
    const report = readTemplate(templateOf({ page, columns: [50, 50], rows: [20, 20], cells }))
    try {
      const sheet = atOnce(expand(report, { ...filling, bounds: { ...filling.bounds, steps } }))
      return (await buffer(Readable.from(writeReportXlsx(sheet, 'x')))).length > 0
    } catch {
      return false
    }
  }
  let least = 1
  while (least < 200 && !(await isWithin(least, A4_UPRIGHT))) least += 1
  expect(least).toBeGreaterThan(6)
  expect(await isWithin(least - 1, A4_UPRIGHT)).toBe(false)
  expect(await isWithin(least, LIVE)).toBe(true)
})

it('totals of a crosstab go along its rows and its columns', async () => {
  const template = {
    page: LIVE,
    columns: [50, 50, 50],
    rows: [20, 20, 20],
    cells: {
      B1: { field: 's.item', expand: 'right' },
      A2: { field: 's.region', expand: 'down' },
      B2: { field: 's.n', aggregate: 'sum' },
      C2: { formula: 'SUM(B2)' },
      B3: { formula: 'SUM(B2)' },
      C3: { formula: 'SUM(C2)' },
    },
  }
  expect(formulasIn(await worksheet(template, ['region', 'item', 'n'], SALES.slice(0, 3)))).toEqual([
    'D2 SUM(B2:C2) 3',
    'D3 SUM(B3:C3) 10',
    'B4 SUM(B2:B3) 11',
    'C4 SUM(C2:C3) 2',
    'D4 SUM(D2:D3) 13',
  ])
})

it('merged cells go on where they end, and what lies in too many places is a value', () => {
  const at = (row: number, column: number, rows = 1, columns = 1) => ({ row, column, rows, columns })
  expect(formulaOver('SUM', [at(0, 0, 2), at(2, 0), at(4, 0, 1, 3)])).toBe('SUM(A1:A3,A5)')
  expect(formulaOver('MIN', [at(3, 26)])).toBe('MIN(AA4)')
  expect(formulaOver('SUM', [])).toBeUndefined()
  const scattered = (count: number) => Array.from({ length: count }, (_, nth) => at(nth * 2, nth * 2))
  expect(formulaOver('SUM', scattered(30))).toMatch(/^SUM\(A1,C3,.*\)$/)
  expect(formulaOver('SUM', scattered(31))).toBeUndefined()
  // Whoever goes through a million copies learns at the thirty-first that there is no use in the others.
  const areas = openAreas()
  expect(scattered(32).map((each) => areas.add(each)).indexOf(false)).toBe(30) // prettier-ignore
  // Forty columns of two rows are as many areas downwards, and two along the rows.
  expect(
    formulaOver(
      'SUM',
      Array.from({ length: 80 }, (_, nth) => at(nth % 2 ? 5 : 1, nth >> 1)),
    ),
  ).toBe('SUM(A2:AN2,A6:AN6)')
})
