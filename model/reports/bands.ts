/** Rows of a template that stand at the head or at the foot of pages. */
import type { ReportTemplate } from './template.ts'

export const BANDS = ['head', 'foot', 'firstHead', 'firstFoot'] as const
export type BandName = (typeof BANDS)[number]

/** The bands that have rows, which are counted from 1, the last one included. */
export const bandsOf = ({ repeat }: ReportTemplate['page']): { readonly name: BandName; readonly rows: readonly [number, number] }[] =>
  BANDS.flatMap((name) => {
    const rows = repeat?.[name]
    return rows === undefined || rows === 'none' ? [] : [{ name, rows }]
  })
