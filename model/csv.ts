/** Lines of CSV files (RFC 4180), the same from the server and from a page. A text that a spreadsheet would take for a formula is given an apostrophe. */

/** Stands at the beginning: without this mark of UTF-8 Excel takes Chinese for something else. */
export const CSV_MARK = '\ufeff'
/** What begins a formula in Excel, LibreOffice and WPS, in their wide forms as well (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const QUOTED = /[",\r\n]|^\s|\s$/

/** The cell of a text. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The line with its end. A number is one, whatever stands before its digits; null is an empty cell. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : typeof cell === 'number' ? String(cell) : csvText(cell))).join(',')}\r\n`
