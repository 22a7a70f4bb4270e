/** A workbook or CSV of entries as rows, with the field that each of its columns is about. */
import { open } from 'node:fs/promises'
import type { ImportKind } from '../../../../model/contract/exchange/imports.ts'
import type { FormDefinition, FormField } from '../../../../model/form/definition.ts'
import type { FieldsFor } from '../../../../model/form/fields-for.ts'
import { languages } from '../../../../model/labels/index.ts'
import { readCsv, sheetRows } from '../../../documents/index.ts'
import { COMMENT, plain } from '../../../exchange/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { headingsOf, isTypable } from './import-cells.ts'

/** One transaction holds them all. */
export const MAX_ROWS = 5000
/** Rows among which the headings are looked for. */
const WITHIN = 20

export interface Line {
  readonly row: number
  readonly cells: readonly string[]
}
export interface Table {
  readonly columns: readonly (FormField | undefined)[]
  readonly headings: readonly string[]
  /** Headings that name no field. */
  readonly unknown: string[]
  /** The column that names the entries which are there; nothing where there is none, or entries are only added. */
  readonly numberAt: number | undefined
  readonly lines: readonly Line[]
}

/** What an export says of an entry itself; these are no fields. */
const ITSELF = ['entryNumber', 'entryState', 'entrySource', 'ownerId', 'submitTime'] as const
const headingsOfEntry = (name: (typeof ITSELF)[number]) =>
  languages.map((language) => plain(translatorFor(language)(`field.form-entries.${name}`)))

/**
 * The rows of a file, and which column is which field, of those that the caller writes.
 * @throws Failure `import.no-headings`; SheetError
 */
export async function readTable(path: string, definition: FormDefinition, { mayWrite }: FieldsFor, kind: ImportKind): Promise<Table> {
  const byHeading = new Map<string, FormField>()
  for (const field of definition.fields.filter((each) => isTypable(each) && mayWrite(each)))
    for (const heading of headingsOf(field)) if (!byHeading.has(heading)) byHeading.set(heading, field)
  const all: Line[] = []
  for await (const { rows } of (await isPackage(path)) ? sheetRows(path) : readCsv(path)) {
    all.push(...rows.map(({ row, cells }) => ({ row, cells })))
    if (all.length > MAX_ROWS + WITHIN) break
  }
  const countOf = ({ cells }: Line) => cells.filter((cell) => byHeading.has(plain(cell))).length
  const top = all
    .slice(0, WITHIN)
    .reduce<Line | undefined>((best, line) => (countOf(line) > (best ? countOf(best) : 0) ? line : best), undefined)
  if (!top) return fail('import.no-headings')
  const numbers = headingsOfEntry('entryNumber')
  // An export has it before the fields, one of which may be called the same.
  const found = kind === 'add' ? -1 : top.cells.findIndex((cell) => numbers.includes(plain(cell)))
  const numberAt = found < 0 ? undefined : found
  const columns = top.cells.map((cell, at) => (at === numberAt ? undefined : byHeading.get(plain(cell))))
  const lines = all.filter(
    ({ row, cells }) =>
      row > top.row &&
      !cells.find(Boolean)?.trim().startsWith(COMMENT) &&
      columns.some((field, at) => field && (cells[at] ?? '').trim() !== ''),
  )
  const own = kind === 'add' ? [] : ITSELF.flatMap(headingsOfEntry)
  const unknown = top.cells.filter((cell, at) => cell.trim() !== '' && !columns[at] && !own.includes(plain(cell)))
  return { columns, headings: top.cells, unknown: unknown.map((cell) => cell.slice(0, 128)), numberAt, lines }
}

/** Whether the file is a workbook, told by its beginning. */
async function isPackage(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === 'PK'
  } finally {
    await file.close()
  }
}
