/**
 * Reports row by row: of any template that can be written so, with any data, they have the cells that the sheet in memory has, and both are what going
 * through the rows by hand gives.
 */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { judgedPath } from '../../model/reports/path.ts'
import { readTemplate } from '../../model/reports/read.ts'
import { unzip } from '../../tests/support/files.ts'
import { A4_UPRIGHT, everyPage, fillingOf, sheetOf, templateOf } from '../../tests/support/report-sheets.ts'
import { openMeasure } from '../documents/index.ts'
import type { Scalar } from './data.ts'
import type { SheetCell } from './expand.ts'
import { paginate, paginateRows } from './pages.ts'
import type { RowSheet } from './stream.ts'
import { openRows } from './stream.ts'
import { writeReportXlsx } from './xlsx.ts'

type Row = readonly [a: string | null, b: string | null, c: string | null, n: number | null]
const NAMES = ['aa', 'bb', 'cc', 'n']
const HOW = ['sum', 'avg', 'min', 'max', 'count', 'distinct', 'first', 'last'] as const
type How = (typeof HOW)[number]

interface LevelShape {
  readonly isOfNeighbours?: boolean
  readonly sort?: 'ascend' | 'descend'
  readonly most?: number
  readonly fill?: number
  readonly before: boolean
  readonly after: How | undefined
}

interface Shape {
  /** Groups within one another. */
  readonly groups: readonly LevelShape[]
  readonly innermost: LevelShape & { readonly aggregate: 'list' | 'group' }
  readonly take: How
  readonly total: How
}

const key = fc.constantFrom('k', 'm', '=1+1', 'z', null)
const levelShape = fc.record(
  {
    sort: fc.constantFrom('ascend' as const, 'descend' as const),
    most: fc.integer({ min: 1, max: 4 }),
    fill: fc.integer({ min: 1, max: 3 }),
    isOfNeighbours: fc.boolean(),
    before: fc.boolean(),
    after: fc.option(fc.constantFrom(...HOW), { nil: undefined }),
  },
  { requiredKeys: ['before', 'after'] },
)
const shapes: fc.Arbitrary<Shape> = fc.record({
  groups: fc.array(levelShape, { maxLength: 3 }),
  innermost: fc.record(
    {
      aggregate: fc.constantFrom('list' as const, 'group' as const),
      sort: fc.constantFrom('ascend' as const, 'descend' as const),
      most: fc.integer({ min: 1, max: 6 }),
      fill: fc.integer({ min: 1, max: 3 }),
      before: fc.constant(false),
      after: fc.constant(undefined),
    },
    { requiredKeys: ['aggregate', 'before', 'after'] },
  ),
  take: fc.constantFrom(...HOW),
  total: fc.constantFrom(...HOW),
})
const data: fc.Arbitrary<Row[]> = fc.array(fc.tuple(key, key, key, fc.option(fc.integer({ min: -9, max: 9 }), { nil: null })), {
  maxLength: 40,
})

const letter = (column: number) => String.fromCharCode(65 + column)
/** Groups are called by the first columns of the data, in this order; the innermost by the one behind them, or by the number. */
const columnOf = (level: number) => Math.min(level, 3)

/** The template of a shape: a row above and below what repeats within each group, groups beside one another, then a value, twice as much, and a group's name. */
function built({ groups, innermost, take, total }: Shape) {
  const depth = groups.length
  const value = depth + 1
  const above = groups.map(({ before }) => before)
  const list = 2 + above.filter(Boolean).length
  const cells: Record<string, object> = {}
  let next = 2
  groups.forEach(({ sort, most, fill, before, isOfNeighbours }, level) => {
    const left = level === 0 ? {} : { left: `${letter(level - 1)}${list}` }
    cells[`${letter(level)}${list}`] = {
      field: `s.${NAMES[level]}`,
      expand: 'down',
      ...left,
      ...(isOfNeighbours ? { aggregate: 'neighbours' } : sort ? { sort } : {}),
      ...(most ? { most } : {}),
      ...(fill ? { fill } : {}),
    }
    if (before) cells[`${letter(value)}${next++}`] = { text: `above ${level}`, left: `${letter(level)}${list}` }
  })
  const { aggregate, sort, most, fill } = innermost
  const own = `${letter(depth)}${list}`
  cells[own] = {
    field: `s.${NAMES[columnOf(depth)]}`,
    expand: 'down',
    aggregate,
    ...(depth > 0 ? { left: `${letter(depth - 1)}${list}` } : {}),
    ...(sort ? { sort } : {}),
    ...(most ? { most } : {}),
    ...(fill ? { fill } : {}),
  }
  const shown = `${letter(value)}${list}`
  cells[shown] = { field: 's.n', aggregate: take, left: own, rules: [{ if: `${shown} > 3`, style: 1 }], style: 0 }
  cells[`${letter(value + 1)}${list}`] = { formula: `${shown} * 2`, left: own }
  let row = list
  groups.toReversed().forEach(({ after }, at) => {
    if (after === undefined) return
    row += 1
    const left = `${letter(depth - 1 - at)}${list}`
    cells[`${letter(value)}${row}`] = { field: 's.n', aggregate: after, left }
    cells[`${letter(value + 1)}${row}`] = { formula: `SUM(${shown}) * 100 + COUNT(${shown})`, left }
  })
  row += 1
  cells[`${letter(value)}1`] = { text: '{title}', left: 'none' }
  cells[`${letter(value)}${row}`] = { field: 's.n', aggregate: total, left: 'none' }
  cells[`${letter(value + 1)}${row}`] = { formula: `MAX(${shown})`, left: 'none' }
  return { columns: Array<number>(value + 2).fill(40), rows: Array<number>(row).fill(15), cells, styles: [{}, { fill: '#ff0000' }] }
}

const text = (value: Scalar) => (value === null ? '' : String(value))

function take(how: How, rows: readonly Row[]): number | null {
  const values = rows.flatMap(([, , , n]) => (n === null ? [] : [n]))
  if (how === 'count') return values.length
  if (how === 'distinct') return new Set(values).size
  if (values.length === 0) return null
  const sum = values.reduce((one, other) => one + other, 0)
  return {
    sum,
    avg: sum / values.length,
    min: Math.min(...values),
    max: Math.max(...values),
    first: values[0] as number,
    last: values.at(-1) as number,
  }[how]
}

/** Parts of the rows by a column: in the order of their first row, or sorted. */
function parted(
  rows: readonly Row[],
  column: number,
  isList: boolean,
  { sort, most = Infinity, fill = 1, isOfNeighbours = false }: LevelShape,
): { value: Scalar; rows: readonly Row[] }[] {
  const parts: { value: Scalar; rows: Row[] }[] = []
  for (const row of rows) {
    const value = row[column] as Scalar
    const known = isList ? undefined : (isOfNeighbours ? parts.slice(-1) : parts).find((part) => part.value === value)
    if (known) known.rows.push(row)
    else parts.push({ value, rows: [row] })
  }
  const rank = (value: Scalar) => (value === null ? '' : typeof value === 'number' ? String(value + 100).padStart(4, '0') : `a${value}`)
  if (sort && !isOfNeighbours)
    parts.sort(
      (one, other) =>
        (rank(one.value) < rank(other.value) ? -1 : rank(one.value) > rank(other.value) ? 1 : 0) * (sort === 'ascend' ? 1 : -1),
    )
  const found = parts.slice(0, most)
  while (found.length < fill) found.push({ value: null, rows: [] })
  return found
}

/** The cells by hand, as `row,column rows×columns text style`. */
function byHand({ groups, innermost, take: how, total }: Shape, rows: readonly Row[]): string[] {
  const depth = groups.length
  const value = depth + 1
  const found: { row: number; column: number; words: string }[] = []
  let row = 0
  const put = (column: number, words: string, at = row, tall = 1, style?: number) =>
    found.push({ row: at, column, words: `${at},${column} ${tall}x1 ${words} ${style ?? '-'}` })
  function walk(level: number, part: readonly Row[]): (number | null)[] {
    if (level === depth)
      return parted(part, columnOf(depth), innermost.aggregate === 'list', innermost).map((each) => {
        const shown = take(how, each.rows)
        put(depth, text(each.value))
        put(value, text(shown), row, 1, shown !== null && shown > 3 ? 1 : 0)
        put(value + 1, text(shown === null ? null : Number((shown * 2).toPrecision(15))))
        row += 1
        return shown
      })
    const shape = groups[level] as LevelShape
    return parted(part, level, false, shape).flatMap((each) => {
      if (shape.before) {
        put(value, `above ${level}`)
        row += 1
      }
      const from = row
      const within = groups.slice(level + 1)
      const shown = walk(level + 1, each.rows)
      // Over the rows of the list alone: what stands above the first of them and below the last of a group within is not covered.
      const begin = from + within.filter(({ before }) => before).length
      const end = row - within.filter(({ after }) => after !== undefined).length
      put(level, text(each.value), begin, end - begin)
      if (shape.after !== undefined) {
        put(value, text(take(shape.after, each.rows)))
        const numbers = shown.filter((one) => one !== null)
        put(value + 1, text(numbers.reduce((sum, one) => sum + one, 0) * 100 + numbers.length))
        row += 1
      }
      return shown
    })
  }
  put(value, 'Report')
  row += 1
  const shown = walk(0, rows).filter((one) => one !== null)
  put(value, text(take(total, rows)))
  put(value + 1, shown.length === 0 ? '' : text(Math.max(...shown)))
  return found.toSorted((one, other) => one.row - other.row || one.column - other.column).map(({ words }) => words)
}

const wordsOf = (cells: readonly SheetCell[]) =>
  cells.map(({ row, column, rows, columns, text: shown, style }) => `${row},${column} ${rows}x${columns} ${shown} ${style ?? '-'}`)

async function streamed(template: object, rows: readonly (readonly Scalar[])[]): Promise<RowSheet> {
  const sheet = await openRows(readTemplate(templateOf(template)), fillingOf(NAMES, rows))
  if (!sheet) throw new Error('the template is not written row by row')
  return sheet
}

/** What divides by three is shown with some more digits in a formula than in a sum of numbers. */
const isExact = ({ take: how }: Shape) => how !== 'avg'

it('any template and any data come to the same cells by both ways, and by hand', async () => {
  await fc.assert(
    fc.asyncProperty(shapes.filter(isExact), data, async (shape, rows) => {
      const template = built(shape)
      const inMemory = sheetOf(template, NAMES, rows)
      const sheet = await streamed(template, rows)
      const found = [...sheet.rows()]
      expect(wordsOf(found.flatMap(({ cells }) => cells))).toEqual(wordsOf(inMemory.cells))
      expect(found.map(({ height }) => height)).toEqual(inMemory.rows)
      expect(sheet.count).toBe(inMemory.rows.length)
      expect(wordsOf(inMemory.cells)).toEqual(byHand(shape, rows))
    }),
    { numRuns: 120 },
  )
})

const when = fc.constantFrom<true | string>(true, 'ROW() = 2', 'COUNT(outer) > 3')
const paging = fc.record(
  {
    together: fc.constant(true as const),
    withNext: fc.integer({ min: 1, max: 5 }),
    breakBefore: when,
    breakAfter: when,
    /** Of which row, as a part of all. */
    at: fc.double({ min: 0, max: 0.99, noNaN: true }),
  },
  { requiredKeys: ['at'] },
)
const first = fc.constantFrom({}, { firstHead: 'none' }, { firstFoot: 'none' }, { firstHead: 'none', firstFoot: 'none' })

it('files of both ways are the same, byte for byte, with the same pages', async () => {
  const measure = await openMeasure()
  await fc.assert(
    fc.asyncProperty(shapes, data, fc.option(fc.integer({ min: 1, max: 3 })), first, paging, async (shape, rows, perPage, own, rule) => {
      const template = built(shape)
      const outer = Object.entries(template.cells).find(([, cell]) => 'expand' in cell) as [string, object]
      const { together, at, ...ruled } = rule
      template.cells[outer[0]] = { ...outer[1], ...(perPage === null ? {} : { perPage }), ...(together ? { together } : {}) }
      // Of the rows between the head and the foot.
      const rowRules =
        template.rows.length > 2
          ? { [2 + Math.floor(at * (template.rows.length - 2))]: JSON.parse(JSON.stringify(ruled).replaceAll('outer', outer[0])) as object }
          : {}
      const page = { ...A4_UPRIGHT, repeat: { head: [1, 1], foot: [template.rows.length, template.rows.length], ...own } }
      const whole = { ...template, page, rowRules, rows: template.rows.map(() => 90) }
      const inMemory = sheetOf(whole, NAMES, rows)
      const sheet = await streamed(whole, rows)
      const [one, other] = await Promise.all([inMemory, sheet].map((each) => buffer(Readable.from(writeReportXlsx(each, 'x')))))
      expect(other?.equals(one as Buffer)).toBe(true)
      const paged = await paginate(inMemory, measure)
      expect(await everyPage(await paginateRows(sheet, measure))).toEqual(await everyPage(paged))
    }),
    { numRuns: 40 },
  )
}, 60_000)

it('what begins with a sign of formulas is a text in the file', async () => {
  const signs = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "=cmd|' /C calc'!A0", '{=1}']
  const sheet = await streamed(
    { columns: [60], rows: [15], cells: { A1: { field: 's.aa', expand: 'down', aggregate: 'list' } } },
    signs.map((sign) => [sign, null, null, null]),
  )
  const xml = (await unzip(await buffer(Readable.from(writeReportXlsx(sheet, 'x'))))).get('xl/worksheets/sheet1.xml') ?? ''
  expect(xml).not.toContain('<f')
  expect(xml.match(/t="inlineStr"/g)).toHaveLength(signs.length)
})

it('each time that it is read it may take the steps that a report has: where rows stand together a workbook reads them twice', async () => {
  const cells = {
    A1: { field: 's.aa', expand: 'down', together: true },
    B1: { field: 's.n', expand: 'down', aggregate: 'list', left: 'A1' },
    C1: { formula: 'B1 + B1 + B1 + B1', left: 'B1' },
  }
  const report = readTemplate(templateOf({ columns: [60, 60, 60], rows: [15], cells }))
  const filling = fillingOf(
    NAMES,
    Array.from({ length: 100 }, (_, at) => [`name ${at % 10}`, 'x', at, at]),
  )
  const written = async (steps: number) => {
    const sheet = await openRows(report, { ...filling, bounds: { ...filling.bounds, steps } })
    if (!sheet) throw new Error('it is not written row by row')
    return buffer(Readable.from(writeReportXlsx(sheet, 'x')))
  }
  // As many as it takes to read it once, and no more.
  let enough = 100
  const once = async (steps: number) => {
    const sheet = await openRows(report, { ...filling, bounds: { ...filling.bounds, steps } })
    for (const { cells: found } of sheet?.rows() ?? []) expect(found.every(({ value }) => value.value !== undefined)).toBe(true)
  }
  const isEnough = () =>
    once(enough).then(
      () => true,
      () => false,
    )
  while (enough < 10_000 && !(await isEnough())) enough += 100
  expect(enough).toBeGreaterThan(100)
  expect((await written(enough)).equals(await written(enough * 100))).toBe(true)
  await expect(written(enough / 4)).rejects.toMatchObject({ code: 'report.too-much' })
})

const base = { A1: { field: 's.aa', expand: 'down' }, B1: { field: 's.n', expand: 'down', aggregate: 'list', left: 'A1' } }
it.each<[string, object, string]>([
  ['groups and their rows', base, 'stream'],
  [
    'the row itself and what is put together of rows',
    { ...base, C1: { formula: 'B1 * 2', left: 'B1' }, C2: { formula: 'SUM(B1)', left: 'A1' } },
    'stream',
  ],
  ['what expands to the right', { ...base, C1: { field: 's.bb', expand: 'right' } }, 'matrix C1'],
  ['a running sum', { ...base, C1: { formula: 'RUN(B1)', left: 'B1' } }, 'matrix C1'],
  ['a position', { ...base, C1: { formula: 'B1[A1:-1]', left: 'A1' } }, 'matrix C1'],
  ['one cell of the rows below', { ...base, C2: { formula: 'B1', left: 'A1' } }, 'matrix C2'],
  ['a chart', { ...base, D2: { chart: { kind: 'bar', x: 's.aa', series: [{ field: 's.n' }] }, left: 'none' } }, 'matrix D2'],
  ['two lists below one another', { A1: { field: 's.aa', expand: 'down' }, A2: { field: 's.bb', expand: 'down' } }, 'matrix A2'],
  ['nothing that repeats', { A1: { text: 'x' } }, 'matrix'],
])('a template with %s is written by the way that it can be, and says which cell prevents the other', (_, cells, expected) => {
  const judged = judgedPath(readTemplate(templateOf({ columns: [20, 20, 20, 20], rows: [15, 15], cells })))
  expect(judged.path === 'stream' || judged.cause === undefined ? judged.path : `${judged.path} ${judged.cause}`).toBe(expected)
})

it.each<[string, object, unknown]>([
  ['pages that begin with it', { 2: { breakBefore: true, breakAfter: 'SUM(B1) > 3', withNext: 1 } }, 'stream'],
  ['a condition on the row itself', { 1: { breakBefore: 'B1 > 3' } }, 'stream'],
  ['a condition on one cell of the rows within', { 2: { breakBefore: 'B1 > 3' } }, 'rowRules.2'],
  ['what leaves it out', { 1: { hideIf: 'B1 > 3' } }, 'rowRules.1'],
])('a row with %s is written by the way that it can be', (_, rowRules, expected) => {
  const cells = { ...base, C2: { text: 'below', left: 'A1' } }
  const judged = judgedPath(readTemplate(templateOf({ columns: [20, 20, 20], rows: [15, 15], cells, rowRules })))
  expect(judged.path === 'stream' ? judged.path : judged.cause).toBe(expected)
})

it('columns of pages prevent it as well, and are no cell', () => {
  const page = { size: 'A4', margins: [0, 0, 0, 0], columns: { count: 2, gap: 0 } }
  const template = templateOf({ page, columns: [20, 20, 20, 20], rows: [15, 15], cells: base })
  expect(judgedPath(readTemplate(template))).toEqual({ path: 'matrix', cause: 'page.columns' })
})
