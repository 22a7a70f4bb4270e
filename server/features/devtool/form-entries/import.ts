/** Entries from a workbook or CSV: an entry for each row, all of them or none. What is wrong is told with the row and the heading. */
import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import { importFormEntry as contract } from '../../../../model/contract/devtool/form-entries.ts'
import type { FormDefinition, FormField } from '../../../../model/form/definition.ts'
import { formEntries, resourceNamed } from '../../../../model/index.ts'
import { columnOf } from '../../../../model/resource.ts'
import { fieldsOf, membersOf, publishedForm } from '../../../forms/index.ts'
import { readCsv, sheetRows } from '../../../documents/index.ts'
import { COMMENT, plain, withRefusals } from '../../../exchange/index.ts'
import { buildFor, typedAs } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import type { FieldsFor } from '../../../../model/form/fields-for.ts'
import type { Known } from './import-cells.ts'
import { headingsOf, isTypable, nounOf, valueOfCell } from './import-cells.ts'
import { keepEntry } from './keep.ts'

/** One transaction holds them all. */
const MAX_ROWS = 5000
const MAX_ERRORS = 200
/** Rows among which the headings are looked for. */
const WITHIN = 20

interface Line {
  readonly row: number
  readonly cells: readonly string[]
}
interface ImportError {
  readonly row: number
  readonly heading: string
  readonly value: string
  readonly message: string
}

/** Ends the transaction of a check, or of an import with errors, so that nothing is stored. */
class Taken extends Error {}

export const importFormEntry = implement(contract, {
  access: 'granted',
  summary: 'Send an entry for each row of a workbook or CSV, all of them or none',
  of: formEntries,
  upload: true,
  async handle({ input: { formId, mode }, caller, upload, t, request, services: { blobs }, inTenant }) {
    if (!upload?.path || upload.size === 0) return fail('import.empty')
    const { path } = upload
    const form = await inTenant((tx) => publishedForm(tx, formId))
    if (form.status === 'closed') fail('form.closed')
    const fields = fieldsOf(caller, form.definition)
    const { columns, headings, unknown, lines } = await withRefusals(() => read(path, form.definition, fields))
    if (lines.length === 0) fail('import.no-rows')
    if (lines.length > MAX_ROWS) fail('import.too-long', { values: { rows: MAX_ROWS, columns: headings.length } })
    const language = languageOfRequest(request)
    const sender = { userId: caller.client?.id === caller.userId ? undefined : caller.userId, fields, language, t }
    const errors: ImportError[] = []
    let stored = 0
    try {
      await inTenant(async (tx) => {
        const known = await lookUp(tx, form.definition, columns, lines)
        for (const { row, cells } of lines) {
          const data: Record<string, unknown> = {}
          for (const [at, field] of columns.entries()) {
            const text = (cells[at] ?? '').trim()
            if (field && text !== '') data[field.id] = valueOfCell(field, text, known)
          }
          try {
            await keepEntry(
              tx,
              sender,
              { formId, version: form.version, definition: form.definition, now: form.now, data, isDraft: false },
              blobs,
            )
            stored += 1
          } catch (error) {
            if (!(error instanceof Failure) || error.code !== 'entry.invalid') throw error
            for (const { field, message } of error.details.fields ?? []) {
              const at = columns.findIndex((each) => each?.id === field.split('.')[0])
              errors.push({ row, heading: headings[at] ?? '', value: (cells[at] ?? '').slice(0, 200), message })
            }
          }
        }
        if (mode === 'check' || errors.length > 0) throw new Taken()
      })
    } catch (error) {
      if (!(error instanceof Taken)) throw error
      stored = 0
    }
    return { rows: lines.length, stored, unknown, errors: errors.slice(0, MAX_ERRORS), errorTotal: errors.length }
  },
})

interface Table {
  readonly columns: readonly (FormField | undefined)[]
  readonly headings: readonly string[]
  readonly unknown: string[]
  readonly lines: readonly Line[]
}

/** @throws Failure `import.no-headings`; SheetError */
async function read(path: string, definition: FormDefinition, { mayWrite }: FieldsFor): Promise<Table> {
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
  const columns = top.cells.map((cell) => byHeading.get(plain(cell)))
  const lines = all.filter(
    ({ row, cells }) =>
      row > top.row &&
      !cells.find(Boolean)?.trim().startsWith(COMMENT) &&
      columns.some((field, at) => field && (cells[at] ?? '').trim() !== ''),
  )
  const unknown = top.cells.filter((cell, at) => cell.trim() !== '' && !columns[at]).map((cell) => cell.slice(0, 128))
  return { columns, headings: top.cells, unknown, lines }
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

/** Members of dictionaries by value and by label, and rows by their names, as the caller sees them. A name that several rows have names none. */
async function lookUp(
  tx: Transaction,
  definition: FormDefinition,
  columns: readonly (FormField | undefined)[],
  lines: readonly Line[],
): Promise<Known> {
  const members = new Map<string, string>()
  for (const language of ['zh', 'tw', 'en'] as const)
    for (const { type, value, label } of await membersOf(tx, definition, language))
      for (const word of [label, value]) members.set(`${type} ${plain(word)}`, value)
  const rows = new Map<string, string>()
  const names = new Map<string, Set<string>>()
  for (const [at, field] of columns.entries()) {
    const noun = field && nounOf(field)
    if (noun === undefined) continue
    const known = names.get(noun) ?? new Set<string>()
    names.set(noun, known)
    for (const { cells } of lines) if (cells[at]?.trim()) known.add(cells[at].trim())
  }
  for (const [noun, wanted] of names) {
    const of = resourceNamed(noun)
    if (!of) continue
    const title = columnOf(of.title)
    const found = await tx.all(
      typedAs<{ id: string; name: string }>(
        buildFor
          .selectFrom(of.table)
          .select(['id', `${title} as name`])
          .where(sql<boolean>`${sql.ref(title)} = any(${[...wanted]}::text[])`),
      ),
    )
    for (const [name, same] of Map.groupBy(found, (row) => row.name))
      if (same.length === 1 && same[0]) rows.set(`${noun} ${name}`, same[0].id)
  }
  return { members, rows, zone: await tx.timeZone() }
}
