/** One golden report: its template, its data, and its pages as they are drawn by hand. */
import type { ReportTemplate } from '../../../model/reports/template.ts'
import type { Scalar } from '../../../server/reports/data.ts'
import type { Drawn } from './drawn.ts'

export interface GoldenSet {
  /** Columns named by one letter have numbers, `time` has times, others have texts. */
  readonly names: readonly string[]
  /** Further ones that have times. */
  readonly times?: readonly string[]
  readonly rows: readonly (readonly Scalar[])[]
}

export interface Golden extends Drawn {
  readonly name: string
  readonly template: ReportTemplate
  readonly sets: Readonly<Record<string, GoldenSet>>
  readonly params?: Readonly<Record<string, string>>
  /** Fields that the reader has not. */
  readonly omitted?: readonly string[]
}

/** The members of a template that a test says nothing of: upright A4 with margins of 36, without styles and cells. */
export const PLAIN = { format: 1, page: { size: 'A4', margins: [36, 36, 36, 36] }, styles: [], sets: { s: { document: {} } } } as const

/** A golden report over one set `s`. */
export const golden = (
  name: string,
  template: object,
  [names, ...rows]: readonly [readonly string[], ...(readonly (readonly Scalar[])[])],
  ...pages: Drawn['pages']
): Golden => ({ name, template: { ...PLAIN, ...template } as unknown as ReportTemplate, sets: { s: { names, rows } }, pages })
