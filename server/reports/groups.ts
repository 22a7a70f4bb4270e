/**
 * What a cell that expands comes to over some rows: one group a row, one for each value, for each stretch of rows with one value, or for each segment of numbers. Kept as two lists of numbers, since a report of a million rows
 * has as many groups.
 */
import { compareTimes, numberShown } from '../../model/reports/formats.ts'
import type { Segment, TemplateCell } from '../../model/reports/template.ts'
import type { CellValue, NamedColumn, Rows } from './data.ts'
import { HIDDEN, NOTHING, valueIn } from './data.ts'
import type { Steps } from './cooperative.ts'
import { ROWS_PER_SLICE, sortedBySteps } from './cooperative.ts'

export interface Groups {
  /** With the empty ones that fill up. */
  readonly count: number
  valueOf(at: number): CellValue
  rowsOf(at: number): Rows
}

/** Rows in the order of their groups, and behind which of them each group ends; each row is a group of its own without. */
interface Parted {
  readonly order: Rows
  readonly ends?: Uint32Array
  /** Of groups that are called otherwise than by what their first row has. */
  readonly names?: readonly CellValue[]
}

/** The groups of some rows by a cell that expands. Of a column that the reader has not, all rows are one group. */
export function* groupsOf(cell: TemplateCell, named: NamedColumn, rows: Rows): Steps<Groups> {
  const { aggregate = 'group', sort, most = Infinity, fill = 1, perPage = 1 } = cell
  const isKnown = named.column !== undefined
  const plain: Parted = !isKnown
    ? { order: rows, ends: Uint32Array.of(rows.length) }
    : aggregate === 'list'
      ? { order: rows }
      : aggregate === 'neighbours'
        ? yield* byNeighbours(named, rows)
        : aggregate === 'segments'
          ? yield* bySegments(named, rows, cell)
          : yield* byValue(named, rows)
  const { order, ends, names } = sort && isKnown && !plain.names ? yield* sorted(plain, named, sort) : plain
  const there = Math.min(ends ? ends.length : order.length, most)
  const least = fill === 'page' ? Math.max(1, Math.ceil(there / perPage)) * perPage : fill
  const from = (at: number) => (ends ? (at === 0 ? 0 : (ends[at - 1] as number)) : at)
  return {
    count: Math.max(there, least),
    valueOf: (at) => (at >= there ? NOTHING : isKnown ? (names?.[at] ?? valueIn(named, order[from(at)] as number)) : HIDDEN),
    // A view where there is one: copies of a million rows at each level would be as many again.
    rowsOf: (at) => (at >= there ? [] : ends ? partOf(order, from(at), ends[at] as number) : [order[at] as number]),
  }
}

const partOf = (rows: Rows, from: number, to: number): Rows =>
  rows instanceof Uint32Array ? rows.subarray(from, to) : rows.slice(from, to)

/** One group for each value, in the order in which they come. */
function* byValue(named: NamedColumn, rows: Rows): Steps<Parted> {
  const groups = new Map<unknown, number>()
  /** Behind which row each group ends, as long as rows come group by group, as those of an ordered answer do: then they are in their order as they are, and no list of a million of them is made. */
  const ends: number[] = []
  let groupOf: Uint32Array | undefined
  for (let at = 0; at < rows.length; at += 1) {
    const { value } = valueIn(named, rows[at] as number)
    let group = groups.get(value)
    if (group === undefined) groups.set(value, (group = groups.size))
    if (!groupOf && group < ends.length - 1) groupOf = numbersOf(ends, rows.length)
    if (groupOf) groupOf[at] = group
    else ends[group] = at + 1
    if (at % ROWS_PER_SLICE === 0) yield
  }
  if (groups.size === rows.length) return { order: rows }
  return groupOf ? yield* putTogether(rows, groupOf, groups.size) : { order: rows, ends: Uint32Array.from(ends) }
}

/** Which group each row is in, as far as these ends go. */
function numbersOf(ends: readonly number[], count: number): Uint32Array {
  const groupOf = new Uint32Array(count)
  ends.forEach((end, group) => groupOf.fill(group, ends[group - 1] ?? 0, end))
  return groupOf
}

/** One group for each stretch of rows that follow one another with the same value. */
function* byNeighbours(named: NamedColumn, rows: Rows): Steps<Parted> {
  const ends: number[] = []
  let before: unknown
  for (let at = 0; at < rows.length; at += 1) {
    const { value } = valueIn(named, rows[at] as number)
    if (at > 0 && value !== before) ends.push(at)
    before = value
    if (at % ROWS_PER_SLICE === 0) yield
  }
  if (rows.length > 0) ends.push(rows.length)
  return { order: rows, ends: Uint32Array.from(ends) }
}

/** What a segment is called. */
function nameOf(segments: readonly Segment[], at: number, format: string | undefined): CellValue {
  const { below, name } = segments[at] as Segment
  const from = segments[at - 1]?.below
  const shown = (end: number | undefined) => numberShown(end ?? 0, format)
  const ends = below === undefined ? `≥ ${shown(from)}` : from === undefined ? `< ${shown(below)}` : `${shown(from)} – ${shown(below)}`
  return { kind: 'text', value: name || ends }
}

/** One group for each segment, from the lowest or the highest on, also for one that no row is in; rows without a number are one behind them. */
function* bySegments(named: NamedColumn, rows: Rows, { segments = [], sort, format }: TemplateCell): Steps<Parted> {
  const last = segments.length - 1
  /** Which segment a group is, and the other way round. */
  const turned = (at: number) => (sort === 'descend' ? last - at : at)
  const groupOf = new Uint32Array(rows.length)
  let isComplete = true
  for (let at = 0; at < rows.length; at += 1) {
    const { value } = valueIn(named, rows[at] as number)
    const isNumber = typeof value === 'number'
    isComplete &&= isNumber
    groupOf[at] = isNumber ? turned(segments.findIndex(({ below = Infinity }) => value < below || below === Infinity)) : last + 1
    if (at % ROWS_PER_SLICE === 0) yield
  }
  const names = segments.map((_, at) => nameOf(segments, turned(at), format))
  return {
    ...(yield* putTogether(rows, groupOf, isComplete ? names.length : names.length + 1)),
    names: isComplete ? names : [...names, NOTHING],
  }
}

/** Rows in the order of their groups, those of each as they come. */
function* putTogether(rows: Rows, groupOf: Uint32Array, count: number): Steps<Parted> {
  const ends = new Uint32Array(count)
  for (const group of groupOf) ends[group] = (ends[group] as number) + 1
  let sum = 0
  const next = ends.map((size) => (sum += size) - size)
  const order = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at += 1) {
    const group = groupOf[at] as number
    order[next[group] as number] = rows[at] as number
    next[group] = (next[group] as number) + 1
    if (at % ROWS_PER_SLICE === 0) yield
  }
  // Each begins where the one before it ends, so where the last of its rows was put is its end.
  return { order, ends: next }
}

function* sorted({ order, ends }: Parted, named: NamedColumn, sort: 'ascend' | 'descend'): Steps<Parted> {
  const from = (group: number) => (ends ? (group === 0 ? 0 : (ends[group - 1] as number)) : group)
  const count = ends ? ends.length : order.length
  const values: CellValue[] = []
  for (let group = 0; group < count; group += 1) {
    values.push(valueIn(named, order[from(group)] as number))
    if (group % ROWS_PER_SLICE === 0) yield
  }
  const sign = sort === 'ascend' ? 1 : -1
  const turned = yield* sortedBySteps(
    [...values.keys()],
    (one, other) => compare(values[one] as CellValue, values[other] as CellValue) * sign,
  )
  if (!ends) return { order: Uint32Array.from(turned, (group) => order[group] as number) }
  const made = { order: new Uint32Array(order.length), ends: new Uint32Array(ends.length) }
  let put = 0
  turned.forEach((group, at) => {
    for (let row = from(group); row < (ends[group] as number); row += 1) made.order[put++] = order[row] as number
    made.ends[at] = put
  })
  return made
}

/** Numbers by their size, other values by their letters; what is empty comes first. */
function compare({ kind, value: one }: CellValue, { value: other }: CellValue): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? -1 : 1
  if (kind === 'time') return compareTimes(String(one), String(other))
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0
}
