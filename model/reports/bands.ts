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

/** Whether a row, counted from 0, is one of those. */
export const isBandRow = (page: ReportTemplate['page'], row: number): boolean =>
  bandsOf(page).some(({ rows: [from, to] }) => row >= from - 1 && row <= to - 1)
