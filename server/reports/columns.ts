/**
 * A set of many rows, column by column: a number takes eight bytes, a text two or four and is itself kept once. As rows of values a million of them take half a
 * gigabyte.
 */
import type { FigureAnswer } from '../../model/contract/report/figure.ts'
import { fail } from '../kernel/errors.ts'
import type { DataSet, PackedColumn, PackedSet, Scalar } from './data.ts'
import { columnsOf } from './data.ts'

/** Rows of all sets of a report, and bytes of all their columns: each set held as much once, and a report has twenty. */
export const MAX_SET_ROWS = 1_100_000
const MAX_BYTES = 128 * 1024 * 1024
/** What a text takes beside its letters, in the list and in the map. */
const BYTES_A_TEXT = 80
const FIRST = 1024
/** Texts that two bytes tell apart, which are most columns: names, days, minutes of some weeks. */
const MAX_NARROW_TEXTS = 0xffff

interface Column {
  put(row: number, value: Scalar): void
  at(row: number): Scalar
  bytes(): number
  pack(): PackedColumn
}

export interface FilledColumns {
  /** @throws Failure `report.too-much` */
  add(rows: readonly (readonly Scalar[])[]): void
  set(omitted: readonly string[]): DataSet
}

/** What the sets of one report have taken so far. */
export interface Taken {
  rows: number
  bytes: number
}
/** Counts of a report that holds no rows yet: each set of it adds to the same ones. */
export const nothingTaken = (): Taken => ({ rows: 0, bytes: 0 })

/** An empty set with these columns. @param taken By all sets of its report, which this one adds to */
export function openColumns(columns: FigureAnswer['columns'], taken: Taken): FilledColumns {
  const kept = columns.map(({ kind }) => (kind === 'number' ? numbers() : texts()))
  let [count, bytes] = [0, 0]
  return {
    add(rows) {
      taken.rows += rows.length
      if (taken.rows > MAX_SET_ROWS) fail('report.too-much', { values: { most: MAX_SET_ROWS } })
      for (const row of rows) {
        for (let at = 0; at < kept.length; at += 1) kept[at]?.put(count, row[at] ?? null)
        count += 1
      }
      const now = kept.reduce((sum, column) => sum + column.bytes(), 0)
      taken.bytes += now - bytes
      bytes = now
      if (taken.bytes > MAX_BYTES) fail('report.too-much', { values: { most: taken.rows } })
    },
    set: (omitted) => {
      const named = columnsOf(columns)
      return {
        columns: named,
        count,
        at: (row, column) => kept[column]?.at(row) ?? null,
        omitted,
        pack: () => ({ columns: named, count, omitted, lists: kept.splice(0).map((column) => column.pack()) }),
      }
    },
  }
}

/** The set that was packed in another thread. */
export function openPacked({ columns, count, omitted, lists }: PackedSet): DataSet {
  const at = lists.map((list) => ('numbers' in list ? numberAt(list.numbers, list.odd) : textAt(list.texts, list.values)))
  return { columns, count, omitted, at: (row, column) => at[column]?.(row) ?? null }
}

/** The memory of a packed set that goes to the other thread as it is. */
export const memoryOf = ({ lists }: PackedSet): ArrayBuffer[] =>
  lists.flatMap((list) => ('numbers' in list ? list.numbers : list.texts).map((piece) => piece.buffer))

const numberAt = (pieces: readonly Float64Array[], odd: ReadonlyMap<number, Scalar>) => (row: number) => {
  const value = pieces[row >>> PIECE_BITS]?.[row & PIECE_MASK]
  return value === undefined || Number.isNaN(value) ? (odd.get(row) ?? null) : value
}
const textAt = (pieces: readonly (Uint16Array | Uint32Array)[], values: readonly Scalar[]) => (row: number) =>
  values[pieces[row >>> PIECE_BITS]?.[row & PIECE_MASK] ?? 0] ?? null

/**
 * Rows of a piece of a column. A list that is doubled instead leaves as much behind as it holds, which is memory until the next collection: of a million rows of seven columns some forty megabytes.
 */
const PIECE_BITS = 16
const PIECE_ROWS = 2 ** PIECE_BITS
const PIECE_MASK = PIECE_ROWS - 1

type List = Float64Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/** The piece for a row, with room for it: most sets are short, and the first piece grows with its rows. */
function roomFor<Piece extends List>(pieces: Piece[], row: number, Kind: new (length: number) => Piece): void {
  const at = row >>> PIECE_BITS
  const last = pieces[at]
  if (last && (row & PIECE_MASK) < last.length) return
  const made = new Kind(last ? last.length * 2 : at === 0 ? FIRST : PIECE_ROWS)
  if (last) made.set(last)
  pieces[at] = made
}

const bytesOf = (pieces: readonly List[]) => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)

/** Nothing is NaN; a number that is none, and whatever else stands in such a column, is kept aside. */
function numbers(): Column {
  const pieces: Float64Array<ArrayBuffer>[] = []
  const odd = new Map<number, Scalar>()
  return {
    put(row, value) {
      roomFor(pieces, row, Float64Array)
      const isPlain = typeof value === 'number' && !Number.isNaN(value)
      ;(pieces[row >>> PIECE_BITS] as Float64Array)[row & PIECE_MASK] = isPlain ? value : NaN
      if (!isPlain && value !== null) odd.set(row, value)
    },
    at: numberAt(pieces, odd),
    bytes: () => bytesOf(pieces) + odd.size * BYTES_A_TEXT,
    pack: () => ({ numbers: pieces, odd }),
  }
}

/** Each text once: names and choices repeat, and so do times where several devices have values at them. */
function texts(): Column {
  const pieces: (Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>)[] = []
  const known = new Map<Scalar, number>([[null, 0]])
  const values: Scalar[] = [null]
  let letters = 0
  return {
    put(row, value) {
      let number = known.get(value)
      if (number === undefined) {
        known.set(value, (number = values.length))
        values.push(value)
        letters += typeof value === 'string' ? value.length : 0
      }
      const at = row >>> PIECE_BITS
      roomFor<Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
        pieces,
        row,
        pieces[at] instanceof Uint32Array ? Uint32Array : Uint16Array,
      )
      if (number > MAX_NARROW_TEXTS && pieces[at] instanceof Uint16Array) pieces[at] = Uint32Array.from(pieces[at])
      ;(pieces[at] as Uint16Array | Uint32Array)[row & PIECE_MASK] = number
    },
    at: textAt(pieces, values),
    bytes: () => bytesOf(pieces) + values.length * BYTES_A_TEXT + letters,
    pack: () => ({ texts: pieces, values }),
  }
}
