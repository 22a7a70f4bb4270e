/** Values as cells show them. */
import { numberShown, timeShown } from '../../model/reports/formats.ts'
import type { CellValue } from './data.ts'

/** What a reader who has not a value is shown in its place. */
export const UNKNOWN = '—'

/** A value as the cell shows it; nothing is an empty text. */
export function textOf({ kind, value }: CellValue, format: string | undefined): string {
  if (kind === 'hidden') return UNKNOWN
  if (value === null) return ''
  if (typeof value === 'number') return numberShown(value, format)
  return kind === 'time' ? timeShown(value, format) : value
}
