/** A table as CSV, written while its rows are read; what a line is stands in `model/csv.ts`. */
import { CSV_MARK, csvLine } from '../../model/csv.ts'
import type { Cell, Column, Sheet } from './sheet.ts'

export const CSV = 'text/csv; charset=utf-8'

/** The bytes of a CSV file (RFC 4180) in UTF-8 with a byte order mark, made while the rows are read. */
export async function* writeCsv({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_MARK + csvLine(columns.map(({ heading }) => heading)))
  for await (const batch of rows) {
    yield Buffer.from(batch.map((cells) => csvLine(columns.map((column, index) => cellOf(cells[index], column)))).join(''))
  }
}

function cellOf(cell: Cell | undefined, { kind }: Column): string | number | null {
  if (cell === null || cell === undefined) return null
  return kind === 'number' && typeof cell === 'number' ? cell : String(cell)
}
