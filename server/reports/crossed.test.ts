/**
 * Templates that repeat in both directions, drawn at random: groups downwards and to the right with their totals, figures that go along with no cell or with
 * the outermost one, and a second block below. Beside them a reckoning that knows neither members nor spans: it looks through all rows again for each cell.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sheetOf } from '../../tests/support/report-sheets.ts'
import { amount } from '../../tests/support/thorough.ts'

const RUNS = amount({ quick: 60, ci: 100, touched: 150, thorough: 1500 })

type Name = string | null
/** Two columns that repeat downwards, two to the right, one of the second block, and a number. */
type Row = readonly [d0: Name, d1: Name, r0: Name, r1: Name, other: Name, n: number | null]
const NAMES = ['down0', 'down1', 'right0', 'right1', 'other', 'n']
const HOW = ['sum', 'min', 'max', 'count', 'first', 'last'] as const
type How = (typeof HOW)[number]

interface Level {
  /** Of the data. */
  readonly column: 0 | 1 | 2 | 3
  readonly sort: 'ascend' | 'descend' | undefined
  readonly hasTotal: boolean
}
interface Shape {
  readonly down: readonly Level[]
  readonly right: readonly Level[]
  readonly take: How
  /** What totals are: figures of their own, or sums of what stands in the cells. */
  readonly totals: How | 'formula'
  /** Goes along with the outermost group alone. */
  readonly hasOuter: boolean
  /** The figures of the second block: to the right like those above, or along with no column. */
  readonly second: 'crossed' | 'none' | undefined
}

const levels = (first: 0 | 2) =>
  fc
    .array(fc.record({ sort: fc.constantFrom('ascend' as const, 'descend' as const, undefined), hasTotal: fc.boolean() }), { maxLength: 2 })
    .map((list) => list.map((level, at): Level => ({ ...level, column: (first + at) as Level['column'] })))
const shapes: fc.Arbitrary<Shape> = fc.record({
  down: levels(0),
  right: levels(2),
  take: fc.constantFrom(...HOW),
  totals: fc.constantFrom(...HOW, 'formula' as const),
  hasOuter: fc.boolean(),
  second: fc.constantFrom('crossed' as const, 'none' as const, undefined),
})
const name = fc.constantFrom<Name>('k', 'm', '=1+1', null)
const data: fc.Arbitrary<Row[]> = fc.array(
  fc.tuple(name, name, name, name, name, fc.option(fc.integer({ min: -9, max: 9 }), { nil: null })),
  { maxLength: 14 },
)

/** Where things stand in the template. Rows: a title, the heads, the list, its totals, the total of all, the second block. */
function places({ down, right }: Shape) {
  const value = Math.max(1, down.length)
  const [totalsRight, totalsDown] = [right, down].map((list) => list.filter(({ hasTotal }) => hasTotal).toReversed())
  const list = 1 + right.length
  const all = value + 1 + (totalsRight?.length ?? 0)
  const below = list + 1 + (totalsDown?.length ?? 0)
  return {
    value,
    list,
    totalsRight: totalsRight ?? [],
    totalsDown: totalsDown ?? [],
    all,
    outer: all + 1,
    beside: all + 2,
    below,
    second: below + 1,
  }
}

const at = (row: number, column: number) => `${String.fromCharCode(65 + column)}${row + 1}`

function templateOf(shape: Shape): object {
  const { down, right, take, totals, hasOuter, second } = shape
  const place = places(shape)
  const cells: Record<string, object> = { [at(0, place.value)]: { text: 'title', top: 'none' } }
  const label = ({ column }: Level) => at(place.list, column)
  const head = ({ column }: Level) => at(column - 1, place.value)
  const shown = at(place.list, place.value)
  const total = totals === 'formula' ? { formula: `SUM(${shown})` } : { field: 's.n', aggregate: totals }
  for (const level of [...down, ...right])
    cells[level.column < 2 ? label(level) : head(level)] = {
      field: `s.${NAMES[level.column]}`,
      expand: level.column < 2 ? 'down' : 'right',
      ...(level.sort ? { sort: level.sort } : {}),
    }
  cells[shown] = { field: 's.n', aggregate: take }
  place.totalsRight.forEach((level, nth) => {
    const column = place.value + 1 + nth
    cells[at(place.list - 1, column)] = { text: `of ${level.column}`, top: head(level) }
    cells[at(place.list, column)] = { ...total, top: head(level) }
  })
  cells[at(place.list, place.all)] = { ...total, top: 'none' }
  place.totalsDown.forEach((level, nth) => {
    const row = place.list + 1 + nth
    cells[at(row, place.value)] = { ...total, left: label(level) }
    place.totalsRight.forEach((other, beside) => {
      cells[at(row, place.value + 1 + beside)] = { ...total, left: label(level), top: head(other) }
    })
    cells[at(row, place.all)] = { ...total, left: label(level), top: 'none' }
  })
  cells[at(place.below, place.value)] = { ...total, left: 'none' }
  cells[at(place.below, place.all)] = { ...total, left: 'none', top: 'none' }
  const [outermost] = down
  if (hasOuter && outermost) cells[at(place.list, place.outer)] = { field: 's.n', aggregate: 'sum', left: label(outermost) }
  cells[at(place.list, place.beside)] = { text: 'beside', left: 'none' }
  if (second) {
    cells[at(place.second, 0)] = { field: 's.other', expand: 'down' }
    cells[at(place.second, place.value)] = { field: 's.n', aggregate: take, ...(second === 'none' ? { top: 'none' } : {}) }
  }
  return {
    columns: Array<number>(place.beside + 1).fill(20),
    rows: Array<number>(place.second + 1).fill(15),
    cells,
  }
}

/** A line of the sheet: which one of the template it is, and what the columns of the data have to be for it. */
interface Line {
  readonly of: number
  readonly keys: readonly Name[]
  /** Of a group that there is nothing of. */
  readonly isEmpty: boolean
}

const rank = (value: Name) => (value === null ? '' : `a${value}`)

/** The lines that groups come to: `list` for each of the innermost ones, and `totals` behind those that have one. */
function linesOf(rows: readonly Row[], all: readonly Level[], list: number, totals: (level: Level) => number | undefined): Line[] {
  const go = (some: readonly Row[], depth: number, keys: readonly Name[], isEmpty: boolean): Line[] => {
    const level = all[depth]
    if (!level) return [{ of: list, keys, isEmpty }]
    const names = [...new Set(some.map((row) => row[level.column]))]
    if (level.sort) names.sort((one, other) => (rank(one) < rank(other) ? -1 : 1) * (level.sort === 'ascend' ? 1 : -1))
    return (names.length === 0 ? [null] : names).flatMap((key) => {
      const inner = [...keys, key]
      const nothing = isEmpty || names.length === 0
      const total = totals(level)
      const within = some.filter((row) => row[level.column] === key)
      return [...go(within, depth + 1, inner, nothing), ...(total === undefined ? [] : [{ of: total, keys: inner, isEmpty: nothing }])]
    })
  }
  return go(rows, 0, [], false)
}

function taken(how: How, rows: readonly Row[]): number | null {
  const values = rows.flatMap((row) => (row[5] === null ? [] : [row[5]]))
  if (how === 'count') return values.length
  if (values.length === 0) return null
  const [first, last] = [values[0] as number, values.at(-1) as number]
  return { sum: values.reduce((one, other) => one + other, 0), min: Math.min(...values), max: Math.max(...values), first, last }[how]
}

/** The cells, as `row,column rows×columns text`, by looking through all rows for each of them. */
function byHand(shape: Shape, rows: readonly Row[]): string[] {
  const { down, right, take, totals, hasOuter, second } = shape
  const place = places(shape)
  const nthOf = (list: readonly Level[], from: number) => (level: Level) => {
    const nth = list.indexOf(level)
    return nth < 0 ? undefined : from + nth
  }
  const plain = (of: number): Line => ({ of, keys: [], isEmpty: false })
  const list = linesOf(rows, down, place.list, nthOf(place.totalsDown, place.list + 1))
  const others = second ? [...new Set(rows.map((row) => row[4]))] : []
  const sheet: Line[] = [
    ...Array.from({ length: place.list }, (_, row) => plain(row)),
    ...list,
    plain(place.below),
    ...(second
      ? (others.length === 0 ? [null] : others).map((key) => ({ of: place.second, keys: [key], isEmpty: rows.length === 0 }))
      : [plain(place.second)]),
  ]
  const across: Line[] = [
    ...Array.from({ length: place.value }, (_, column) => plain(column)),
    ...linesOf(rows, right, place.value, nthOf(place.totalsRight, place.value + 1)),
    ...[place.all, place.outer, place.beside].map(plain),
  ]
  const isOf = (row: Row, line: Line, of: readonly Level[]) =>
    !line.isEmpty && line.keys.every((key, depth) => row[(of[depth] as Level).column] === key)
  const rowsOf = (line: Line, column: Line) => rows.filter((row) => isOf(row, line, down) && isOf(row, column, right))
  const begins = (line: Line, keys: readonly Name[]) => keys.every((key, depth) => line.keys[depth] === key)
  const text = (value: Name | number) => (value === null ? '' : String(value))
  /** A figure of a line and a column that are lists or totals. */
  const figure = (line: Line, column: Line): string => {
    if (line.of === place.list && column.of === place.value) return text(taken(take, rowsOf(line, column)))
    if (totals !== 'formula') return text(taken(totals, rowsOf(line, column)))
    const cells = sheet
      .filter((each) => each.of === place.list && begins(each, line.keys))
      .flatMap((each) =>
        across.filter((other) => other.of === place.value && begins(other, column.keys)).map((other) => rowsOf(each, other)),
      )
    return text(cells.reduce((sum, each) => sum + (taken(take, each) ?? 0), 0))
  }
  const found: { row: number; column: number; words: string }[] = []
  const put = (row: number, column: number, words: string, lastRow = row, lastColumn = column) =>
    found.push({ row, column, words: `${row},${column} ${lastRow - row + 1}x${lastColumn - column + 1} ${words}` })
  /** Stretches of lines of one kind whose first keys are the same. */
  const stretches = (lines: readonly Line[], of: number, depth: number): (readonly [number, number, Line])[] => {
    const own = [...lines.entries()].filter(([, line]) => line.of === of)
    const same = (one: Line, other: Line) => one.keys.slice(0, depth).every((key, nth) => other.keys[nth] === key)
    return own
      .filter(([, line], nth) => nth === 0 || !same((own[nth - 1] as (typeof own)[number])[1], line))
      .map(([from, line]) => [from, own.findLast(([, other]) => same(line, other))?.[0] ?? from, line] as const)
  }
  const firstAcross = across.findIndex(({ of }) => of === place.value)
  const lastAcross = across.findLastIndex(({ of }) => of === place.value)
  put(0, firstAcross, 'title', 0, lastAcross)
  right.forEach((_, depth) => {
    for (const [from, to, line] of stretches(across, place.value, depth + 1))
      put(depth + 1, from, text(line.keys[depth] ?? null), depth + 1, to)
  })
  place.totalsRight.forEach((level, nth) => {
    for (const [column, line] of across.entries()) if (line.of === place.value + 1 + nth) put(place.list - 1, column, `of ${level.column}`)
  })
  down.forEach((_, depth) => {
    for (const [from, to, line] of stretches(sheet, place.list, depth + 1)) put(from, depth, text(line.keys[depth] ?? null), to)
  })
  for (const [row, line] of sheet.entries()) {
    if (line.of < place.list || line.of > place.below) continue
    for (const [column, beside] of across.entries()) {
      if (beside.of < place.value || beside.of > place.all) continue
      // Below all groups there is a figure of each column and of all, and none of the totals between.
      if (line.of !== place.below || beside.of === place.value || beside.of === place.all) put(row, column, figure(line, beside))
    }
  }
  const at = (of: number) => across.findIndex((line) => line.of === of)
  if (hasOuter && down.length > 0)
    for (const [from, to, line] of stretches(sheet, place.list, 1)) {
      const own = rows.filter((row) => !line.isEmpty && row[0] === line.keys[0])
      put(from, at(place.outer), text(taken('sum', own)), to)
    }
  const listed = [...sheet.entries()].filter(([, { of }]) => of === place.list).map(([row]) => row)
  put(listed[0] as number, at(place.beside), 'beside', listed.at(-1))
  for (const [row, line] of sheet.entries()) {
    if (!second || line.of !== place.second) continue
    const own = rows.filter((each) => !line.isEmpty && each[4] === line.keys[0])
    put(row, 0, text(line.keys[0] ?? null))
    if (second === 'none') put(row, firstAcross, text(taken(take, own)), row, lastAcross)
    else
      for (const [column, beside] of across.entries())
        if (beside.of === place.value)
          put(
            row,
            column,
            text(
              taken(
                take,
                own.filter((each) => isOf(each, beside, right)),
              ),
            ),
          )
  }
  return found.toSorted((one, other) => one.row - other.row || one.column - other.column).map(({ words }) => words)
}

it('whatever repeats in both directions is what looking through all rows gives', () => {
  const drawn = { down: new Set<number>(), right: new Set<number>() }
  fc.assert(
    fc.property(shapes, data, (shape, rows) => {
      drawn.down.add(shape.down.length)
      drawn.right.add(shape.right.length)
      const { cells } = sheetOf(templateOf(shape), NAMES, rows)
      const words = cells.map(({ row, column, rows: tall, columns, text }) => `${row},${column} ${tall}x${columns} ${text}`)
      expect(words).toEqual(byHand(shape, rows))
    }),
    { numRuns: RUNS },
  )
  // Each depth of both was asked.
  expect([drawn.down.size, drawn.right.size]).toEqual([3, 3])
})
