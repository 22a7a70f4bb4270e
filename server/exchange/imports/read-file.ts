/** The rows of an uploaded file: which columns are fields, and what is written in them. */
import type { Resource } from '../../../model/resource.ts'
import { limits, SheetError, sheetRows } from '../../documents/index.ts'
import { fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import type { Columns } from './headings.ts'
import { columnsOf } from './headings.ts'
import type { Asking, FileRow, Special } from './types.ts'

/** A row that begins with it is a note to people, such as the example in the template. */
export const COMMENT = '##'

/** Rows at the top among which the headings are looked for: a title may stand above them. */
const HEADING_WITHIN = 20

export interface FileContents {
  readonly columns: Columns
  /** Number of the row that holds the headings. */
  readonly headingRow: number
  readonly rows: readonly FileRow[]
  readonly comments: number
}

/** The rows of an import file by column, and its headings. @throws Failure `import.…` saying why the file is not taken. */
export async function readFile(
  path: string,
  of: Resource,
  special: Special,
  { caller, t }: Asking,
  onProgress: (share: number) => void,
): Promise<FileContents> {
  const view = viewOf(caller, of)
  let columns: Columns | undefined
  let headingRow = 0
  let passed = 0
  let comments = 0
  const rows: FileRow[] = []
  await told(async () => {
    for await (const { rows: batch, share } of sheetRows(path)) {
      for (const { row, cells, formulas } of batch) {
        if (columns === undefined) {
          columns = columnsOf(cells, of, view, special, t)
          if (columns === undefined && ++passed >= HEADING_WITHIN) fail('import.no-headings')
          headingRow = row
        } else if (cells.find(Boolean)?.trim().startsWith(COMMENT)) {
          comments += 1
        } else {
          const taken = rowOf(row, cells, formulas, columns)
          if (taken) rows.push(taken)
        }
      }
      onProgress(share)
    }
  })
  if (columns === undefined) fail('import.no-headings')
  return { columns, headingRow, rows, comments }
}

/** Nothing for a row that has something only where no field is. */
function rowOf(row: number, cells: readonly string[], formulas: readonly number[] | undefined, { fields }: Columns): FileRow | undefined {
  const texts: Record<string, string> = {}
  let isEmpty = true
  fields.forEach((field, column) => {
    if (field === undefined) return
    const text = (cells[column] ?? '').trim()
    texts[field] = text
    if (text !== '') isEmpty = false
  })
  const computed = formulas?.flatMap((column) => fields[column] ?? [])
  if (isEmpty && !computed?.length) return undefined
  return { row, id: newId(), texts, ...(computed?.length ? { formulas: computed } : {}) }
}

/** Runs work on a file and says in the caller's terms why it is not taken. */
export async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SheetError)
      fail(`import.${error.refusal}`, { values: { rows: limits.rows, columns: limits.columns }, cause: error })
    throw error
  }
}
