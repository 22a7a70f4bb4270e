/** Values as cells show them. */
import { numberShown, timeShown } from '../../model/reports/formats.ts'
import type { CellValue } from './data.ts'

/** What codes are called in the language of the reader: members of dictionaries by type and value, and verdicts. */
export interface ReportWords {
  readonly dictionaries: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly verdicts: ReadonlyMap<string, string>
}

export const NO_WORDS: ReportWords = { dictionaries: new Map(), verdicts: new Map() }

/** What a value is called: of a dictionary, or as a verdict without one. One that is called nothing stands there itself, and what the reader has not is nothing. */
export function wordFor({ dictionaries, verdicts }: ReportWords, { kind, value }: CellValue, dictionary?: string): string | null {
  if (kind === 'hidden' || value === null) return null
  const words = dictionary === undefined ? verdicts : dictionaries.get(dictionary)
  return words?.get(String(value)) ?? String(value)
}

/** What a reader who has not a value is shown in its place. */
export const UNKNOWN = '—'

/** A value as the cell shows it; nothing is an empty text. */
export function textOf({ kind, value }: CellValue, format: string | undefined): string {
  if (kind === 'hidden') return UNKNOWN
  if (value === null) return ''
  if (typeof value === 'number') return numberShown(value, format)
  return kind === 'time' ? timeShown(value, format) : value
}
