/** What is told of a sheet that stands in a workbook of somebody else: its cells, looks and page, and what is left out. */
import type { LayoutPicture } from './read-drawings.ts'
import type { CellLook, LookLoss } from './read-looks.ts'
import type { LayoutRun } from './read-runs.ts'

export type { SheetExtent } from './read-drawings.ts'

/** What of a sheet is not told, beside what looks lose. */
export type LayoutLoss =
  | LookLoss
  | 'formula'
  | 'error'
  | 'rich-text'
  | 'covered'
  | 'hidden'
  | 'break'
  | 'link'
  | 'comment'
  | 'condition'
  | 'validation'
  | 'drawing'
  | 'picture'
  | 'header'
  | 'table'
  | 'sheet'

export interface LayoutCell {
  /** Counted from 0. */
  readonly row: number
  readonly column: number
  /** As people read it; empty for one that has looks alone. */
  readonly text: string
  /** The text in parts that look otherwise; absent of one that has none. */
  readonly runs?: readonly LayoutRun[]
  /** A number that is none of a day or a time. */
  readonly number: number | undefined
  /** The number format as the workbook has it; empty for the usual one. */
  readonly format: string
  readonly look: CellLook | undefined
}

export interface SheetLayout {
  readonly sheet: string
  /** The names of all sheets that are shown. */
  readonly sheets: readonly string[]
  /** Points; undefined where the sheet says nothing. */
  readonly widths: readonly (number | undefined)[]
  readonly heights: readonly (number | undefined)[]
  readonly usual: { readonly width: number; readonly height: number }
  readonly merges: readonly string[]
  readonly cells: readonly LayoutCell[]
  /** Whatever their bytes are: nobody has looked at them. */
  readonly pictures: readonly LayoutPicture[]
  /** As the file has them: a number of paper (18.3.1.63), inches above, to the right, below and to the left. */
  readonly page: {
    readonly paper: number
    /** Of paper that has no number: millimetres across and down, as the file has them. */
    readonly size: readonly [number, number] | undefined
    readonly isLandscape: boolean
    readonly margins: readonly [number, number, number, number] | undefined
  }
  /** Rows at the head of each printed page, counted from 1. */
  readonly titles: readonly [number, number] | undefined
  /** Places as people call them: `B4`, `A1:C2`, a row `3`, a column `C`, the name of a sheet. */
  readonly losses: readonly { readonly what: LayoutLoss; readonly place: string }[]
  readonly hasMacros: boolean
  readonly hasLinks: boolean
}
