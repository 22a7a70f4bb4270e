/** Where the headings of a workbook stand: a title, or a whole sheet about the file, may come before them. */
import { SheetError, sheetRows } from '../../documents/index.ts'
import type { Batch, SheetRow } from '../../documents/index.ts'
import { fail } from '../../kernel/errors.ts'
import type { Columns } from './headings.ts'

/** Rows at the top of a sheet among which the headings are looked for. */
const WITHIN = 20
/** Sheets that are looked at. */
const MAX_SHEETS = 10
/** One word of ours stands on many a cover; two beside each other are headings. */
const SURE = 2

export interface Headings {
  readonly columns: Columns
  /** Number of the row that holds them. */
  readonly row: number
  /** Which sheet, from 0, and what it is called. */
  readonly at: number
  readonly sheet: string
}

/** The rows of the sheet with the headings, from its top. */
export interface Table {
  readonly headings: Headings
  readonly batches: AsyncIterable<Batch>
}

/**
 * The table below the row with the most words that are known, on the first sheet where one has two of them; else on the first where one has one.
 * @param columnsOf Nothing for a row that names no field.
 * @throws Failure `import.no-headings`; SheetError
 */
export async function openTable(path: string, columnsOf: (row: SheetRow) => Columns | undefined): Promise<Table> {
  let unsure: Headings | undefined
  for (let at = 0; at < MAX_SHEETS; at += 1) {
    const source = sheetRows(path, at)
    const read = await topOf(source, at)
    if (!read) break
    const found = bestOf(read, at, columnsOf)
    if (found && countOf(found) >= SURE) return { headings: found, batches: together(read, source) }
    await source.return(undefined)
    unsure ??= found
  }
  if (!unsure) fail('import.no-headings')
  return { headings: unsure, batches: sheetRows(path, unsure.at) }
}

/** The batches that hold the first rows; nothing where there are no more sheets. */
async function topOf(source: AsyncGenerator<Batch>, at: number): Promise<Batch[] | undefined> {
  const read: Batch[] = []
  try {
    for (let rows = 0; rows < WITHIN;) {
      const { value, done } = await source.next()
      if (done) break
      read.push(value)
      rows += value.rows.length
    }
  } catch (error) {
    if (at > 0 && error instanceof SheetError && error.refusal === 'no-sheet') return undefined
    throw error
  }
  return read
}

const countOf = ({ columns }: Headings) => columns.fields.filter(Boolean).length

function bestOf(read: readonly Batch[], at: number, columnsOf: (row: SheetRow) => Columns | undefined): Headings | undefined {
  let best: Headings | undefined
  for (const row of read.flatMap(({ rows }) => rows).slice(0, WITHIN)) {
    const columns = columnsOf(row)
    const found = columns && { columns, row: row.row, at, sheet: read[0]?.sheet ?? '' }
    if (found && (!best || countOf(found) > countOf(best))) best = found
  }
  return best
}

async function* together(read: readonly Batch[], source: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  try {
    yield* read
    yield* source
  } finally {
    await source.return(undefined)
  }
}
