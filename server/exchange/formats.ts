/** The files a list can become, and how its rows become their table. */
import type { TenantId } from '../../model/brands.ts'
import type { Field } from '../../model/field.ts'
import type { LabelKey, Language, Translate } from '../../model/labels/index.ts'
import { labelOf, localeOf } from '../../model/labels/index.ts'
import { limitsOf } from '../../model/messages.ts'
import type { Listing, Resource } from '../../model/resource.ts'
import { secondText } from '../../model/zone.ts'
import { CSV, writeCsv, DOCX, writeDocx, PDF, writePdf, XLSX, writeXlsx } from '../documents/index.ts'
import type { Cell, Column, Sheet } from '../documents/index.ts'
import { fail } from '../kernel/errors.ts'
import type { Beside } from './beside.ts'
import { aboutOf, orderInWords } from './about.ts'
import { filterWords, memberWords } from './filter-words.ts'
import { wordsOfHtml } from '../kernel/resources/rich-text.ts'
import type { Services } from '../kernel/services.ts'
import { inScopeOf } from '../kernel/authorization/in-scope-of.ts'
import { viewOf } from '../kernel/authorization/view.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { isShown } from '../kernel/resources/names.ts'
import type { ReadRow, ReadAllRequest } from '../kernel/resources/read-all.ts'
import { readAll } from '../kernel/resources/read-all.ts'

export interface Format {
  /** The beginning of the call, and the operation of the view. */
  readonly verb: 'export' | 'exportWord' | 'exportPDF'
  readonly type: string
  /** Rows it can hold: beyond, no program opens it in a time anybody would wait. */
  readonly most: number
  write(sheet: Sheet): AsyncIterable<Buffer>
}

export const formats = {
  xlsx: { verb: 'export', type: XLSX, most: 5_000_000, write: writeXlsx },
  /** For programs: of the same call and the same right as the workbook. */
  csv: { verb: 'export', type: CSV, most: 5_000_000, write: writeCsv },
  docx: { verb: 'exportWord', type: DOCX, most: 200_000, write: writeDocx },
  pdf: { verb: 'exportPDF', type: PDF, most: 200_000, write: writePdf },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats

/** Refuses a format that does not hold that many rows. @throws Failure `export.too-many` when the format does not hold that many rows. */
export function assertFits(format: FormatName, total: number): void {
  const { most } = formats[format]
  if (total > most) fail('export.too-many', { values: { total, most } })
}

/** What programs for spreadsheets take. */
const MAX_CELL_CHARACTERS = 32_767

export interface Written {
  readonly language: Language
  readonly t: Translate
}

/** The rows of a file, and the keys of what stands in it beside the fields. */
export interface FileRequest extends Omit<ReadAllRequest, 'also'> {
  readonly beside?: { readonly keys: readonly string[]; readonly by: Beside } | undefined
}

/** The bytes of the file, made while the rows are read. `onRows` is told how many have been written. */
export async function* bytesOf(
  services: Services,
  format: FormatName,
  wanted: FileRequest,
  asked: Written,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const { columns, read } = await withBeside(services, wanted, asked)
  const sheet: Sheet = {
    ...(await aboutOf(services, wanted.caller, asked.t, {
      title: titleOf(wanted.of, asked.t),
      filters: await filterWords(services, wanted, asked.t),
      order: orderInWords(wanted.of, wanted.sorter, asked.t),
    })),
    locale: localeOf[asked.language],
    columns: columns.map(({ column }) => column),
    rows: cellsOf(read, columns, onRows, signal),
    key: Math.max(
      0,
      columns.findIndex(({ name }) => name === wanted.of.title),
    ),
    before: () => cellsOf(read, columns, () => undefined, signal),
  }
  yield* formats[format].write(sheet)
}

/** The columns of the file and how its rows are read: those of fields, then those beside them, whose cells come with each batch of rows. */
async function withBeside(services: Services, { beside, ...wanted }: FileRequest, asked: Written) {
  const columns = columnsFor(wanted, asked.t)
  if (!beside?.by.may(wanted.caller)) return { columns, read: () => readAll(services, wanted) }
  const { keys, by } = beside
  const more = await inScopeOf(
    services.transactions,
    wanted.of,
    wanted.caller,
    (tx) => by.open(tx, wanted.caller, keys, asked.language),
    'read',
  )
  const cells = new WeakMap<ReadRow, readonly Cell[]>()
  const also = async (tx: Transaction, rows: readonly ReadRow[]) => {
    const found = await more.cells(
      tx,
      rows.map(({ id }) => id),
    )
    for (const row of rows) cells.set(row, found.get(row.id) ?? [])
  }
  const besides = more.columns.map((column, at): Exported => ({ name: '', column, cell: (row) => cells.get(row)?.[at] ?? null }))
  return { columns: [...columns, ...besides], read: () => readAll(services, { ...wanted, also }) }
}

/** The name of the noun in the caller's language, for the heading and the name of a file. */
export function titleOf(of: Resource, t: Translate): string {
  return t(`noun.${of.name}` as LabelKey)
}

/** `yyyy-MM-dd HHmm` of the tenant's clock just now, for the names of files. */
export async function timeInName({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>, tenantId: TenantId): Promise<string> {
  return secondText(await transactions.timeZoneOf(tenantId), clock.now())
    .slice(0, 16)
    .replace(':', '')
}

export interface Exported {
  readonly name: string
  readonly column: Column
  cell(row: ReadRow): Cell
}

/**
 * The columns of an export. What the caller sees in the list is what the file shows: choices as words, linked rows by their names. All of
 * it in the order of the noun, without what only orders rows; or the fields that were asked for, in the order of the asking.
 */
export function columnsFor(
  { of, caller, fields }: Pick<ReadAllRequest, 'caller' | 'fields'> & { readonly of: Listing },
  t: Translate,
): Exported[] {
  const view = viewOf(caller, of)
  const names = view.fields.filter((name) => isShown(of, view, name))
  return (fields ? fields.filter((name) => names.includes(name)) : names.filter((name) => !of.fields[name]?.rights.internal)).map(
    (name) => {
      const field = of.fields[name] as Field
      const heading = t(labelOf(of, name))
      const column = {
        heading,
        kind: cellKindOf(field),
        width: Math.max(widthOf(field), roomFor(heading)),
      }
      const words = memberWords(name, field, t)
      return { name, column, cell: (row) => cellOf(row[name], words, field, t('common.between')) }
    },
  )
}

/** Members of a choice by their words, linked rows by their names; several of them with what the language puts in between. */
function cellOf(value: unknown, words: ReadonlyMap<string, string>, { kind, rich }: Field, between: string): Cell {
  if (value === null || value === undefined) return null
  if (rich) return wordsOfHtml(String(value)).slice(0, MAX_CELL_CHARACTERS)
  if (kind === 'references') return String(value).split(',').join(between)
  if (words.size === 0) return typeof value === 'number' ? value : String(value)
  const members = Array.isArray(value) ? value.map(String) : kind === 'list' ? String(value).split(',') : [String(value)]
  return members.map((member) => words.get(member) ?? member).join(between)
}

function cellKindOf({ kind }: Field): Column['kind'] {
  return kind === 'time' ? kind : kind === 'integer' || kind === 'decimal' ? 'number' : 'text'
}

/** A Chinese character is as wide as two letters. */
function roomFor(text: string): number {
  return [...text].reduce((room, letter) => room + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1), 1)
}

function widthOf(field: Field): number {
  if (field.kind === 'time') return 19
  if (field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'choice') return 10
  if (field.kind === 'reference' || field.kind === 'references') return 18
  const { max = 32 } = limitsOf(field)
  return max <= 20 ? Math.max(8, max) : Math.min(28, Math.max(16, Math.round(max / 4)))
}

/** @param read Called when the first cells are asked for: a reading that is opened and never read would keep its connection for good. */
async function* cellsOf(
  read: () => AsyncIterable<ReadRow[]>,
  columns: readonly Exported[],
  onRows: (rows: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Cell[][]> {
  let rows = 0
  for await (const batch of read()) {
    signal.throwIfAborted()
    yield batch.map((row) => columns.map(({ cell }) => cell(row)))
    rows += batch.length
    onRows(rows)
  }
  signal.throwIfAborted()
}
