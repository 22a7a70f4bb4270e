/** What the steps of an import hand to one another. */
import type { z } from 'zod'
import type { Difference } from '../../../model/contract/exchange/imports.ts'
import type { Asking, Values } from '../../kernel/resources/noun-writes.ts'
import type { RowErrors } from './row-errors.ts'

export type { Difference, ImportError, ImportKind, ImportMode, ImportReport } from '../../../model/contract/exchange/imports.ts'
export { IMPORT_KINDS as kinds, IMPORT_MODES as modes } from '../../../model/contract/exchange/imports.ts'

export type { Asking }

export type { Finding } from './row-errors.ts'

export type { InScope } from './in-scope.ts'

/** One row of the file: what is written for each field that has a column. */
export interface FileRow {
  /** As the spreadsheet numbers it. */
  readonly row: number
  /** The id it gets when it is stored; other rows of the file may point at it. */
  readonly id: string
  readonly texts: Readonly<Record<string, string>>
  /** The code of the row above, in a tree whose exports tell it beside the name. */
  readonly parentCode?: string
  /** Fields whose cell holds a formula. */
  readonly formulas?: readonly string[]
}

/** A row whose values have passed every check so far. */
export interface GoodRow {
  readonly row: number
  readonly id: string
  readonly values: Values
}

/** A row that is there, and the values that differ. */
export interface ChangedRow extends GoodRow {
  /** As it was read; another one since then is somebody else's change. */
  readonly version: number
}

/** What becomes of one row of the file. */
export interface Plan {
  readonly row: FileRow
  /** Of a new row all values, of one that is there those that differ; nothing where they are wrong. */
  readonly values?: Values | undefined
  /** The row that is there: its version, and its values before. */
  readonly existing?: { readonly id: string; readonly version: number; readonly before: Values }
}

/** What a check found. */
export interface Judged {
  /** Rows to be added, without an error, parents before their children. */
  readonly added: readonly GoodRow[]
  readonly changed: readonly ChangedRow[]
  /** How many rows say what is there already. */
  readonly unchanged: number
  readonly differences: readonly Difference[]
  readonly findings: RowErrors
}

/** What is told once, to whoever imports, and kept nowhere: the headings, and a line for each row. */
export interface IssuedSecrets {
  readonly headings: readonly string[]
  readonly lines: string[][]
}

/** What is special about the files of a noun. What a row entails stands in the `writes.ts` of the noun (server/kernel/resources/noun-writes.ts). */
export interface Special {
  /** The rows are there already: this field, which nobody writes, names them, and the file changes the others. */
  readonly by?: string
  /** Fields that are never columns of the file. */
  readonly without?: readonly string[]
  /** Further parameters of the call. */
  readonly options?: Readonly<Record<string, z.ZodType>>
  /** What those parameters say of every row: columns that are no fields of the noun. */
  readonly columns?: (options: Values) => Promise<Values>
  /** Rows of one file at most. */
  readonly most?: number
}
