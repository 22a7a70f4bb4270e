/** The rows of an uploaded file: which columns are fields, and what is written in them. */
import type { Resource } from '../../../model/resource.ts'
import { limits, SheetError } from '../../documents/index.ts'
import { fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import type { Headings } from './find-headings.ts'
import { openTable } from './find-headings.ts'
import type { Columns } from './headings.ts'
import { columnsOf, parentCodeOf } from './headings.ts'
import type { Asking, FileRow, Special } from './types.ts'

/** A row that begins with it is a note to people, such as the example in the template. */
export const COMMENT = '##'

export interface FileContents {
  readonly columns: Columns
  readonly headings: Headings
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
  let comments = 0
  const rows: FileRow[] = []
  return withRefusals(async () => {
    const { headings, batches } = await openTable(path, ({ cells }) => columnsOf(cells, of, view, special, t))
    const { columns } = headings
    for await (const { rows: batch, share } of batches) {
      for (const { row, cells, formulas } of batch) {
        if (row <= headings.row) continue
        if (cells.find(Boolean)?.trim().startsWith(COMMENT)) {
          comments += 1
        } else {
          const taken = rowOf(of, row, cells, formulas, columns)
          if (taken) rows.push(taken)
        }
      }
      onProgress(share)
    }
    return { columns, headings, rows, comments }
  })
}

/** Nothing for a row that has something only where no field is. */
function rowOf(
  of: Resource,
  row: number,
  cells: readonly string[],
  formulas: readonly number[] | undefined,
  { fields }: Columns,
): FileRow | undefined {
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
  const { [parentCodeOf(of) ?? '']: parentCode = '', ...others } = texts
  const parent = of.parent !== undefined && parentCode !== '' ? { [of.parent]: others[of.parent] || parentCode } : {}
  return {
    row,
    id: newId(),
    texts: { ...others, ...parent },
    ...(parentCode === '' ? {} : { parentCode }),
    ...(computed?.length ? { formulas: computed } : {}),
  }
}

/** Runs work on a file and says in the caller's terms why it is not taken. @param most Rows and columns that the work takes */
export async function withRefusals<Result>(
  work: () => Promise<Result>,
  most: { readonly rows: number; readonly columns: number } = limits,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SheetError) fail(`import.${error.refusal}`, { values: { rows: most.rows, columns: most.columns }, cause: error })
    throw error
  }
}
