/** Data of a report: the answers of its figures documents, by the names that its cells call their columns by. */
import type { FigureAnswer } from '../../model/contract/report/figure.ts'

export type Scalar = string | number | null

/** What a cell holds. `hidden` is what its reader does not have. */
export interface CellValue {
  readonly kind: 'text' | 'number' | 'time' | 'hidden'
  readonly value: Scalar
}

export interface DataSet {
  readonly columns: ReadonlyMap<string, { readonly at: number; readonly kind: 'text' | 'number' | 'time' }>
  /** Rows. */
  readonly count: number
  /** What stands in a row and a column, by their numbers. */
  at(row: number, column: number): Scalar
  /** Fields that the reader has not, as they are called in the document. */
  readonly omitted: readonly string[]
  /** What the set is made of, to be handed to another thread: nothing is left of it here. Absent of a set that is kept row by row. */
  pack?(): PackedSet
}

/** A set as it goes from one thread to another (columns.ts): of its columns the lists of numbers are handed over, not copied. */
export interface PackedSet {
  readonly columns: DataSet['columns']
  readonly count: number
  readonly omitted: readonly string[]
  readonly lists: readonly PackedColumn[]
}
/** Its rows in pieces of equal length, the first of which may be a shorter one. */
export type PackedColumn =
  | { readonly numbers: readonly Float64Array<ArrayBuffer>[]; readonly odd: ReadonlyMap<number, Scalar> }
  | { readonly texts: readonly (Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>)[]; readonly values: readonly Scalar[] }

export const NOTHING: CellValue = { kind: 'text', value: null }
export const HIDDEN: CellValue = { kind: 'hidden', value: null }

/** The set that an answer is. @param omitted Further fields that were left out of its document */
export function dataSetOf(
  { columns, rows, omitted }: Pick<FigureAnswer, 'columns' | 'rows' | 'omitted'>,
  left: readonly string[] = [],
): DataSet {
  return {
    columns: columnsOf(columns),
    count: rows.length,
    at: (row, column) => rows[row]?.[column] ?? null,
    omitted: [...omitted, ...left],
  }
}

/** Columns of an answer, by their names. */
export const columnsOf = (columns: FigureAnswer['columns']): DataSet['columns'] =>
  new Map(columns.map(({ name, kind }, at) => [name, { at, kind: kind === 'number' || kind === 'time' ? kind : 'text' }]))

/** Numbers of rows of a set. */
export type Rows = readonly number[] | Uint32Array

/** The column that a cell names (`room.time`), with its set. */
export interface NamedColumn {
  readonly set: DataSet
  readonly name: string
  /** Undefined where the reader has it not. */
  readonly column: { readonly at: number; readonly kind: 'text' | 'number' | 'time' } | undefined
}

/** What `room.time` means. A set that there is none of has nothing. */
export function columnNamed(sets: ReadonlyMap<string, DataSet>, field: string): NamedColumn {
  const dot = field.indexOf('.')
  const name = field.slice(dot + 1)
  const set = sets.get(field.slice(0, dot)) ?? EMPTY
  return { set, name, column: set.columns.get(name) }
}

const EMPTY: DataSet = { columns: new Map(), count: 0, at: () => null, omitted: [] }

/** The value of a row in a column. */
export function valueIn({ set, column }: NamedColumn, row: number): CellValue {
  if (!column) return HIDDEN
  const value = set.at(row, column.at)
  return value === null ? NOTHING : { kind: typeof value === 'number' ? 'number' : column.kind === 'time' ? 'time' : 'text', value }
}
