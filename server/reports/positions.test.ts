/** Cells by position, what pages put together for themselves, and any template beside an expander that does it the long way. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TemplateFault } from '../../model/reports/faults.ts'
import { A4_UPRIGHT, gridOf, sheetOf } from '../../tests/support/report-sheets.ts'
import { openMeasure } from '../documents/index.ts'
import { paginate } from './pages.ts'

const YEARS = [
  ['2024', 'jan', 10],
  ['2024', 'feb', 20],
  ['2025', 'feb', 26],
  ['2025', 'mar', 5],
] as const

it('a value by position is that of the member before, of the one at a number, and within another of the same name', () => {
  const sheet = sheetOf(
    {
      columns: [50, 50, 50, 50, 50, 50],
      rows: [20, 20, 20],
      cells: {
        A1: { field: 's.year', expand: 'down' },
        B1: { field: 's.month', expand: 'down' },
        C1: { field: 's.n', aggregate: 'sum' },
        // The same month a year ago; the first month of this year and the month before; a share of the first year.
        D1: { formula: 'C1 - C1[A1:-1]' },
        E1: { formula: 'C1[B1:1] & "/" & C1[B1:-1]' },
        F1: { formula: 'C1 / C2[A1:1]', format: '0%' },
        A2: { text: 'sum', left: 'A1' },
        C2: { formula: 'SUM(C1)', left: 'A1' },
        D2: { formula: 'C2 - C2[A1:-1]', left: 'A1' },
        C3: { formula: 'C2[A1:2] + SUM(C1[A1:1,B1:2])', left: 'none' },
      },
    },
    ['year', 'month', 'n'],
    YEARS,
  )
  expect(gridOf(sheet)).toEqual([
    ['2024', 'jan', '10', '', '10/', '33%'],
    ['', 'feb', '20', '', '10/10', '67%'],
    ['sum', '', '30', '', '', ''],
    ['2025', 'feb', '26', '6', '26/', '87%'],
    ['', 'mar', '5', '', '26/26', '17%'],
    ['sum', '', '31', '1', '', ''],
    ['', '', '51', '', '', ''],
  ])
})

it('positions hold across as well as down', () => {
  const sheet = sheetOf(
    {
      columns: [50, 50, 50],
      rows: [20, 20, 20],
      cells: {
        B1: { field: 's.year', expand: 'right' },
        A2: { field: 's.month', expand: 'down' },
        B2: { field: 's.n', aggregate: 'sum' },
        C2: { formula: 'B2[B1:2] - B2[B1:1]' },
        B3: { formula: 'SUM(B2) - SUM(B2[B1:-1])' },
      },
    },
    ['year', 'month', 'n'],
    YEARS,
  )
  expect(gridOf(sheet)).toEqual([
    ['', '2024', '2025', ''],
    ['jan', '10', '', ''],
    ['feb', '20', '26', '6'],
    ['mar', '', '5', ''],
    ['', '30', '1', ''],
  ])
})

const cells = { A1: { field: 's.year', expand: 'down' }, B1: { field: 's.n', aggregate: 'sum' } }
it.each<[string, object, string]>([
  ['a position of a cell that does not expand', { C1: { formula: 'B1[B1:1]' } }, 'C1 direction B1'],
  ['a position of a cell that there is none of', { C1: { formula: 'B1[D1:1]' } }, 'C1 cell D1'],
  ['a step from where the formula does not stand', { C2: { formula: 'B1[A1:-1]', left: 'none' } }, 'C2 direction A1'],
  ['the value before itself', { C1: { formula: 'C1[A1:-1] + 1' } }, 'C1 circle C1 → C1'],
  ['no position', { C1: { formula: 'B1[A1]' } }, 'C1 formula 1: B1[A1]'],
  ['a bracket without an end', { C1: { formula: 'B1[A1:1' } }, 'C1 formula 8: '],
  ['a sub-total that is not at the head or foot of pages', { C2: { subtotal: { of: 'B1', take: 'sum' } } }, 'C2 repeat B1'],
  ['so many a page of what does not repeat', { B1: { text: 'x', perPage: 3 } }, 'B1 content '],
])('%s is refused', (_name, more, fault) => {
  let found = ''
  try {
    sheetOf({ columns: [50, 50, 50], rows: [20, 20], cells: { ...cells, ...more } }, ['year', 'n'], [])
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
    found = `${error.place} ${error.code} ${error.detail}`
  }
  expect(found).toBe(fault)
})

it('pages end after so many rows, are filled up, and put together what stands on them and what is carried over', async () => {
  const sheet = sheetOf(
    {
      page: { ...A4_UPRIGHT, repeat: { head: [1, 1], foot: [3, 3] } },
      columns: [100, 100],
      rows: [20, 20, 20],
      cells: {
        A1: { text: 'carried' },
        B1: { subtotal: { of: 'B2', take: 'sum', over: 'before' } },
        A2: { field: 's.name', expand: 'down', aggregate: 'list', perPage: 3, fill: 'page' },
        B2: { field: 's.n', format: '0.0' },
        A3: { subtotal: { of: 'B2', take: 'sum' }, format: '0.0' },
        B3: { subtotal: { of: 'B2', take: 'sum', over: 'so-far' } },
      },
    },
    ['name', 'n'],
    [1, 2, 3, 10, 20, 30, 100].map((n, at) => [`r${at}`, n]),
  )
  // Seven rows are filled up to nine; a sheet without pages has all on one.
  expect(sheet.rows).toHaveLength(11)
  expect([...sheet.breaks]).toEqual([4, 7])
  expect(gridOf(sheet).at(-1)).toEqual(['166.0', '166'])
  const paged = await paginate(sheet, await openMeasure())
  const texts = async (at: number) => (await paged.page(at)).boxes.flatMap(({ lines }) => lines.map(({ text }) => text))
  expect(paged.count).toBe(3)
  expect(await Promise.all([0, 1, 2].map(texts))).toEqual([
    ['carried', 'r0', '1.0', 'r1', '2.0', 'r2', '3.0', '6.0', '6'],
    ['carried', '6', 'r3', '10.0', 'r4', '20.0', 'r5', '30.0', '60.0', '66'],
    ['carried', '66', 'r6', '100.0', '100.0', '166'],
  ])
})

it('a sub-total that is drawn as a code is that of its page', async () => {
  const sheet = sheetOf(
    {
      page: { ...A4_UPRIGHT, repeat: { foot: [2, 2] } },
      columns: [200],
      rows: [20, 40],
      cells: {
        A1: { field: 's.n', expand: 'down', aggregate: 'list', perPage: 2 },
        A2: { subtotal: { of: 'A1', take: 'sum' }, code: 'code128' },
      },
    },
    ['n'],
    [[1], [2], [30]],
  )
  const paged = await paginate(sheet, await openMeasure())
  const coded = async (at: number) =>
    (await paged.page(at)).boxes.flatMap(({ paths, lines }) => (paths ? lines.map(({ text }) => text) : []))
  expect([await coded(0), await coded(1)]).toEqual([['3'], ['30']])
})

type Row = readonly [string, string, string, number]
type Sort = 'ascend' | 'descend'
interface Shape {
  /** Groups within one another: one to three. */
  readonly levels: number
  readonly sorts: readonly (Sort | undefined)[]
  /** Which of them have a row with their sum below. */
  readonly sums: readonly boolean[]
}

/** What a report of groups comes to, worked out by going through all rows again for each cell. */
function longWay(rows: readonly Row[], { levels, sorts, sums }: Shape): string[][] {
  const grid: string[][] = []
  const sum = (some: readonly Row[]) => some.reduce((all, row) => all + row[3], 0)
  const line = (at: Readonly<Record<number, string | number>>) =>
    Array.from({ length: levels + 5 }, (_, column) => String(at[column] ?? ''))
  const namesOf = (some: readonly Row[], level: number) => {
    const names = [...new Set(some.map((row) => row[level] as string))]
    return sorts[level] === undefined ? names : names.sort((one, other) => (one < other ? -1 : 1) * (sorts[level] === 'ascend' ? 1 : -1))
  }
  const all = sum(rows)
  const outermost = namesOf(rows, 0)
  const go = (some: readonly Row[], level: number, labels: readonly string[], path: readonly string[]): void => {
    const names = namesOf(some, level)
    const own = (name: string) => some.filter((row) => row[level] === name)
    names.forEach((name, at) => {
      const shown = [...labels.map((label) => (at === 0 ? label : '')), name]
      if (level < levels - 1) go(own(name), level + 1, shown, [...path, name])
      else {
        const here = sum(own(name))
        const before = outermost[outermost.indexOf([...path, name][0] as string) - 1]
        const same = rows.filter((row) => [before, ...[...path, name].slice(1)].every((each, step) => row[step] === each))
        grid.push(
          line({
            ...shown,
            [levels]: here,
            [levels + 1]: 1 + names.filter((each) => sum(own(each)) > here).length,
            [levels + 2]: sum(names.slice(0, at + 1).flatMap(own)),
            [levels + 3]: same.length === 0 ? '' : sum(same),
            [levels + 4]: all === 0 ? '' : `${Math.floor((here * 200 + all) / (2 * all))}%`,
          }),
        )
      }
      if (sums[level]) grid.push(line({ [levels]: sum(own(name)) }))
    })
  }
  go(rows, 0, [], [])
  return [...grid, line({ [levels]: all })]
}

/** The template of the same report. */
function templateOf({ levels, sorts, sums }: Shape): object {
  const letters = 'ABCDEFGH'
  const figure = letters.charAt(levels)
  const groups = Array.from({ length: levels }, (_, level) => [
    `${letters.charAt(level)}1`,
    { field: `s.l${level}`, expand: 'down', ...(sorts[level] ? { sort: sorts[level] } : {}) },
  ])
  const inner = Array.from({ length: levels }, (_, at) => levels - 1 - at).filter((level) => sums[level])
  const subtotals = inner.map((level, at) => [`${figure}${at + 2}`, { formula: `SUM(${figure}1)`, left: `${letters.charAt(level)}1` }])
  const last = inner.length + 2
  return {
    columns: Array.from({ length: levels + 5 }, () => 40),
    rows: Array.from({ length: last }, () => 20),
    cells: Object.fromEntries([
      ...groups,
      [`${figure}1`, { field: 's.n', aggregate: 'sum' }],
      [`${letters.charAt(levels + 1)}1`, { formula: `RANK(${figure}1)` }],
      [`${letters.charAt(levels + 2)}1`, { formula: `RUN(${figure}1)` }],
      [`${letters.charAt(levels + 3)}1`, { formula: `${figure}1[A1:-1]` }],
      [`${letters.charAt(levels + 4)}1`, { formula: `${figure}1/${figure}${last}`, format: '0%' }],
      ...subtotals,
      [`${figure}${last}`, { formula: `SUM(${figure}1)`, left: 'none' }],
    ]) as object,
  }
}

it('groups of any depth, order and rows are what going through all rows again and again gives', () => {
  const name = fc.constantFrom('a', 'b', 'c')
  const shape = fc.record({
    levels: fc.integer({ min: 1, max: 3 }),
    sorts: fc.array(fc.constantFrom<Sort | undefined>('ascend', 'descend', undefined), { minLength: 3, maxLength: 3 }),
    sums: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  })
  fc.assert(
    fc.property(
      shape,
      fc.array(fc.tuple(name, name, name, fc.integer({ min: 0, max: 40 })), { minLength: 1, maxLength: 14 }),
      (of, rows) => {
        expect(gridOf(sheetOf(templateOf(of), ['l0', 'l1', 'l2', 'n'], rows))).toEqual(longWay(rows, of))
      },
    ),
    { numRuns: 60 },
  )
})
