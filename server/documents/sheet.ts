/** A table to be written as a file, whatever the format: headings, and rows that come as they are read. */

export type Cell = string | number | null

export interface Column {
  readonly heading: string
  /** `time`: written as on the wire, `yyyy-MM-dd HH:mm:ss`, with or without milliseconds, or a day `yyyy-MM-dd`. A value that is none of its kind is a text. */
  readonly kind: 'text' | 'number' | 'time'
  /** About how many characters its texts have, for the share of the page it is given. */
  readonly width: number
}

export interface Sheet {
  /** What the rows are: users, roles … */
  readonly title: string
  /** Whose they are. */
  readonly tenant: string
  /** When and by whom it was made, in one line. */
  readonly note: string
  /** By what the rows are narrowed, in one line; absent where the file does not say. */
  readonly narrowed?: string
  /** What a workbook says of itself on a sheet behind the rows: facts, each by its name. */
  readonly about?: { readonly title: string; readonly facts: readonly (readonly [name: string, text: string])[] }
  /** BCP 47 tag of the language. */
  readonly locale: string
  readonly columns: readonly Column[]
  readonly rows: AsyncIterable<Cell[][]>
  /** The column that names the rows; the first without one. */
  readonly key?: number
  /** The rows read once more, for a format whose layout depends on what stands in them; only what is asked for is read. */
  readonly before?: () => AsyncIterable<Cell[][]>
}

/** The widths of the columns, which add up to the total: none is too narrow to read, none takes all of it. */
export function widthsOf(columns: readonly Column[], total: number): number[] {
  const wanted = columns.map(({ width }) => Math.min(40, Math.max(6, width)))
  const sum = wanted.reduce((all, each) => all + each, 0)
  return wanted.map((each) => (each / sum) * total)
}

/** With more columns than this a page lies on its side. */
export const MAX_PORTRAIT_COLUMNS = 6
