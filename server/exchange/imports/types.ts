/** What the steps of an import hand to one another. */
import type { z } from 'zod'
import type { Asking, Values } from '../../kernel/resources/noun-writes.ts'

/** `check` stores nothing; `good` stores the rows without errors; `all` stores every row or none. */
export const modes = ['check', 'good', 'all'] as const
export type ImportMode = (typeof modes)[number]

export type { Asking }

export type { InScope } from './in-scope.ts'

/** One row of the file: what is written for each field that has a column. */
export interface FileRow {
  /** As the spreadsheet numbers it. */
  readonly row: number
  /** The id it gets when it is stored; other rows of the file may point at it. */
  readonly id: string
  readonly texts: Readonly<Record<string, string>>
  /** Fields whose cell holds a formula. */
  readonly formulas?: readonly string[]
}

/** A finding in words, in the caller's language. */
export interface Finding {
  readonly field: string
  readonly message: string
}

/** A row whose values have passed every check so far. */
export interface GoodRow {
  readonly row: number
  readonly id: string
  readonly values: Values
}

/** What is told once, to whoever imports, and kept nowhere: the headings, and a line for each row. */
export interface IssuedSecrets {
  readonly headings: readonly string[]
  readonly lines: string[][]
}

/** What is special about the files of a noun. What a row entails stands in operations/noun-writes.ts. */
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

export interface ImportError extends Finding {
  readonly row: number
  /** Letters of the column; empty where the file has none for the field. */
  readonly column: string
  readonly heading: string
  /** What stands in the cell, shortened. */
  readonly value: string
}

export interface ImportReport {
  readonly mode: ImportMode
  readonly fileName: string
  /** Rows with data, those without an error, and those that were stored. */
  readonly rows: number
  readonly good: number
  readonly added: number
  /** Rows that begin with the sign of a comment. */
  readonly comments: number
  readonly headings: {
    /** Headings that are no field of the noun (or none the caller may see). */
    readonly unknown: readonly string[]
    /** Headings of fields that the server writes by itself. */
    readonly ignored: readonly string[]
    /** Needed fields that have no column. */
    readonly missing: readonly string[]
  }
  /** The first of them; the annotated file has all. */
  readonly errors: readonly ImportError[]
  readonly errorTotal: number
  readonly badRows: number
  /** Of readings, once they are stored: values that were not there before, those of them that replaced another one, and those that were there. */
  readonly values?: { readonly stored: number; readonly corrected: number; readonly repeated: number }
  /** Set once rows are stored: what an undo names. */
  readonly importId: string | null
}
