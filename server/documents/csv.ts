/**
 * A table as CSV (RFC 4180), written while its rows are read. With a mark of UTF-8 at the beginning, without which Excel takes
 * Chinese for something else. A text that a spreadsheet would take for a formula is given an apostrophe.
 */
import type { Cell, Column, Sheet } from './sheet.ts'

export const CSV = 'text/csv; charset=utf-8'

const MARK = '\ufeff'
/** What begins a formula in Excel, LibreOffice and WPS, in their wide forms as well (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const QUOTED = /[",\r\n]|^\s|\s$/

/** The bytes of a CSV file (RFC 4180) in UTF-8 with a byte order mark, made while the rows are read. */
export async function* writeCsv({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${MARK}${columns.map(({ heading }) => textCell(heading)).join(',')}\r\n`)
  for await (const batch of rows) {
    yield Buffer.from(batch.map((cells) => `${columns.map((column, index) => cellText(cells[index], column)).join(',')}\r\n`).join(''))
  }
}

function cellText(cell: Cell | undefined, { kind }: Column): string {
  if (cell === null || cell === undefined) return ''
  // A number is one, whatever stands before its digits.
  return kind === 'number' && typeof cell === 'number' ? String(cell) : textCell(String(cell))
}

function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
