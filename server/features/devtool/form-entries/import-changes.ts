/** Which entries the rows of a file name by their numbers, and what the rows say otherwise than these do. */
import { sql } from 'kysely'
import type { Difference } from '../../../../model/contract/exchange/imports.ts'
import type { EntrySource, EntryState } from '../../../../model/devtool/form-entries.ts'
import type { EntryData } from '../../../../model/form/check-entry.ts'
import { readValue } from '../../../../model/form/field-values.ts'
import type { FormDefinition, FormField } from '../../../../model/form/definition.ts'
import type { FieldsFor } from '../../../../model/form/fields-for.ts'
import { seenPart } from '../../../../model/form/fields-for.ts'
import type { Language } from '../../../../model/language.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import type { PublishedForm } from '../../../forms/index.ts'
import { membersOf, namesIn, seenValues, versionOf } from '../../../forms/index.ts'
import { isCleared } from '../../../exchange/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import { pgArray } from '../../../kernel/database/pg-array.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Words } from './entry-columns.ts'
import { cellOf } from './entry-columns.ts'
import type { Known } from './import-cells.ts'
import { valueOfCell } from './import-cells.ts'
import type { Line, Table } from './import-table.ts'
import type { KeptEntry } from './keep.ts'
import { isSeen, mayChange } from './seen-entries.ts'

/** An entry that is there, with what a row makes of it. */
export interface Change {
  readonly before: KeptEntry
  readonly definition: FormDefinition
  readonly formVersion: number
  /** As it was read; another one since then is somebody else's change. */
  readonly revision: number
  /** All values that the caller sees, as they are to be. */
  readonly data: Readonly<Record<string, unknown>>
  readonly differences: readonly Difference[]
}

export interface Asked {
  readonly form: PublishedForm
  readonly caller: Caller
  readonly fields: FieldsFor
  readonly language: Language
  readonly t: Translate
  readonly table: Table
  readonly numberAt: number
  readonly known: Known
}

interface Entry {
  readonly id: string
  readonly form_version: number
  readonly entry_number: number
  readonly entry_state: EntryState
  readonly entry_source: EntrySource
  readonly owner_id: string | null
  readonly data: EntryData
  readonly version: number
}

/** Why a row cannot change its entry, in words. */
interface Refused {
  readonly refusal: string
}

/** Steps for reading one value. */
const STEPS = 10_000

/**
 * Gives a function that tells, by the rows of the file, what each makes of its entry, or why that cannot be; nothing of a row without a number.
 * The entries are held until the end of the transaction. Whoever sees an entry, and which of its fields, is decided as everywhere.
 */
export async function openChanges(
  tx: Transaction,
  { form, caller, fields, language, t, table: { columns, headings, lines }, numberAt, known }: Asked,
): Promise<{ of(batch: readonly Line[]): Promise<ReadonlyMap<number, Change | Refused>> }> {
  const heading = t('field.form-entries.entryNumber')
  const textOf = ({ cells }: Line) => (cells[numberAt] ?? '').trim()
  const numberOf = (line: Line) => (/^\d{1,9}$/.test(textOf(line)) ? Number(textOf(line)) : undefined)
  const numbers = [...new Set(lines.flatMap((line) => numberOf(line) ?? []))]
  // In one order, so that two imports at once do not wait for each other.
  const held = await tx.all(
    build
      .selectFrom('form_entries as entry')
      .select(['id', 'entry_number'])
      .where('form_id', '=', form.id)
      .where(sql<boolean>`entry_number = any(${pgArray(numbers)}::int[])`)
      .where(isSeen(caller))
      .orderBy('entry_number')
      .forUpdate(),
  )
  const ids = new Map(held.map(({ id, entry_number: number }) => [number, id]))
  const seen = seenPart(form.definition, fields)
  const members = new Map((await membersOf(tx, seen, language)).map(({ type, value, label }) => [`${type} ${value}`, label]))
  const zone = await tx.timeZone()
  const first = new Map<string, number>()

  async function entriesOf(some: readonly string[]): Promise<{ entries: ReadonlyMap<string, Entry>; words: Words }> {
    const entries: Entry[] = await tx.all(
      build
        .selectFrom('form_entries as entry')
        .select(['id', 'form_version', 'entry_number', 'entry_state', 'entry_source', 'owner_id', 'data', 'version'])
        .where(sql<boolean>`id = any(${pgArray(some)}::uuid[])`),
    )
    const names = await namesIn(
      tx,
      caller,
      seen,
      entries.map(({ data }) => seenValues(form.definition, fields, data)),
    )
    return { entries: new Map(entries.map((entry) => [entry.id, entry])), words: { language, t, zone, names, members } }
  }

  /** The entry of the row. */
  async function changeOf({ row, cells }: Line, entry: Entry, words: Words): Promise<Change | Refused> {
    const { id, entry_number: number, form_version: formVersion, version: revision } = entry
    const definition = await versionOf(tx, form.id, formVersion)
    const ownFields = new Map(definition.fields.map((field) => [field.id, field]))
    const data = seenValues(definition, fields, entry.data)
    const differences: Difference[] = []
    for (const [at, column] of columns.entries()) {
      const text = (cells[at] ?? '').trim()
      if (!column || text === '') continue
      // As it was filled in; one that it did not have then is refused when the entry is kept.
      const field = ownFields.get(column.id) ?? column
      const before = String(cellOf(field, data[field.id], words) ?? '').trim()
      const isEmptied = isCleared(text)
      const value = isEmptied ? undefined : valueOfCell(field, text, known)
      if (isAsShown(text, before) || isSame(field, value, data[field.id])) continue
      data[field.id] = value
      const after = isEmptied ? '' : text
      differences.push({ row, name: t('entries.entry', { number }), field: field.id, heading: headings[at] ?? '', before, after })
    }
    if (differences.length > 0) {
      if (entry.entry_state === 'withdrawn') return { refusal: t('error.entry.state') }
      if (!mayChange(caller, entry)) return { refusal: t('error.permission.denied') }
      if (entry.entry_state === 'draft' && form.status === 'closed') return { refusal: t('error.form.closed') }
    }
    const before = { id, number, state: entry.entry_state, source: entry.entry_source, data: entry.data }
    return { before, definition, formVersion, revision, data, differences }
  }

  return {
    async of(batch) {
      const named = batch.flatMap((line) => ids.get(numberOf(line) ?? -1) ?? [])
      const { entries, words } = await entriesOf([...new Set(named)])
      const found = new Map<number, Change | Refused>()
      for (const line of batch) {
        const value = textOf(line)
        if (value === '') continue
        const entry = entries.get(ids.get(numberOf(line) ?? -1) ?? '')
        const twin = entry && first.get(entry.id)
        if (!entry) found.set(line.row, { refusal: t('import.check.none', { field: heading, value: value.slice(0, 80) }) })
        else if (twin !== undefined) found.set(line.row, { refusal: t('import.check.twin', { field: heading, row: twin }) })
        else {
          first.set(entry.id, line.row)
          found.set(line.row, await changeOf(line, entry, words))
        }
      }
      return found
    },
  }
}

const oneLine = (text: string) => text.replaceAll('\r\n', '\n')

/** Whether the cell says what an export says of the value; CSV has a sign before what a spreadsheet would take for a formula. */
const isAsShown = (text: string, shown: string): boolean => [shown, `'${shown}`].some((each) => oneLine(each) === oneLine(text))

/** Whether the value would be kept as what is there. */
function isSame(field: FormField, value: unknown, kept: unknown): boolean {
  if (value === undefined || kept === undefined) return value === kept
  const read = readValue(field, value, { left: STEPS })
  return 'value' in read && JSON.stringify(read.value) === JSON.stringify(kept)
}
