/**
 * Keeps an entry: what the form's check leaves of what was sent, and what only the server can say besides. Rows that are named have to be there for
 * whoever names them, readings have to be stored, files have to be theirs, and what is unique has to be said by no other entry.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { EntrySource, EntryState } from '../../../../model/devtool/form-entries.ts'
import { placeOf } from '../../../../model/devtool/entry-faults.ts'
import type { FieldError } from '../../../../model/errors.ts'
import type { EntryData, EntryFault } from '../../../../model/form/check-entry.ts'
import { checkEntry } from '../../../../model/form/check-entry.ts'
import type { FormDefinition, FormField } from '../../../../model/form/definition.ts'
import { sentenceOfFault } from '../../../../model/form/texts.ts'
import type { Language } from '../../../../model/language.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import type { Blobs } from '../../../storage/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { FieldsFor } from '../../../../model/form/fields-for.ts'
import { isStorable } from '../shared/storable.ts'
import { bindFiles, dropFiles, filesOf } from './bind-files.ts'
import { missingChoices, missingRows, unstoredReadings } from './named-rows.ts'

/** Who sends it. */
export interface Sender {
  /** Absent: whoever has the address of a link, or an application that asks for itself. */
  readonly userId?: string | undefined
  readonly linkId?: string | undefined
  readonly fields: FieldsFor
  readonly language: Language
  readonly t: Translate
}

/** An entry that is there already. */
export interface KeptEntry {
  readonly id: string
  readonly number: number
  readonly state: EntryState
  readonly source: EntrySource
  readonly data: EntryData
}

export interface Sent {
  readonly formId: string
  readonly version: number
  readonly definition: FormDefinition
  /** The clock of the database. */
  readonly now: number
  readonly before?: KeptEntry | undefined
  readonly data: EntryData
  readonly isDraft: boolean
}

export interface Stored {
  readonly id: string
  readonly entryNumber: number
  readonly entryState: EntryState
  readonly revision: number
}

/** The entry as it is kept now. @throws Failure `entry.invalid`, with each fault at its place; `quota.entries` */
export async function keepEntry(tx: Transaction, sender: Sender, sent: Sent, blobs: Pick<Blobs, 'discard'>): Promise<Stored> {
  const { definition, before, isDraft, now } = sent
  const { data, faults, fields } = checkEntry(definition, sent.data, {
    now,
    zone: await tx.timeZone(),
    mayWrite: sender.fields.mayWrite,
    before: before?.data,
    isDraft,
  })
  refuse([...unknownFields(sent, sender.fields), ...faults], sent, sender)
  refuse(
    [
      ...unstorable(definition, data),
      ...(await missingRows(tx, definition, data, before?.data)),
      ...(await missingChoices(tx, definition, data, before?.data)),
      ...(await unstoredReadings(tx, definition, data, before?.data)),
    ],
    sent,
    sender,
  )
  const number = before?.number ?? (await nextNumber(tx, sent.formId))
  const kept: Record<string, unknown> = { ...data }
  for (const { id, kind } of definition.fields) if (kind === 'serial' && fields.has(id)) kept[id] = before?.data[id] ?? String(number)
  const id = before?.id ?? newId()
  const wanted = filesOf(definition, kept)
  const former = before ? filesOf(definition, before.data) : []
  const written = before ? await change(tx, before, sent, kept) : await add(tx, id, number, sender, sent, kept)
  refuse(await bindFiles(tx, { entryId: id, formId: sent.formId, sender, definition, wanted, former }), sent, sender)
  await dropFiles(tx, blobs, { entryId: id, wanted })
  if (!isDraft) refuse(await takeUnique(tx, sent.formId, id, definition, kept), sent, sender)
  return { id, entryNumber: number, entryState: written.entry_state, revision: written.version }
}

/** A field that is hidden from the sender answers like one that there is not. */
function unknownFields({ data, definition }: Sent, { sees }: FieldsFor): EntryFault[] {
  const hidden = definition.fields.filter((field) => !sees(field) && Object.hasOwn(data, field.id))
  return hidden.map(({ id }) => ({ field: id, code: 'unknown' }))
}

const unstorable = (definition: FormDefinition, data: EntryData): EntryFault[] =>
  definition.fields.filter(({ id }) => !isStorable(data[id])).map(({ id }) => ({ field: id, code: 'text' }))

/** @throws Failure `entry.invalid` where there is a fault */
function refuse(faults: readonly EntryFault[], { definition }: Sent, { language, t, fields: { sees } }: Sender): void {
  if (faults.length === 0) return
  // Of what is hidden nobody is told what it is called.
  const shown = { ...definition, fields: definition.fields.filter(sees) }
  const fields = [...new Map(faults.map((fault) => [`${placeOf(fault)} ${fault.code}`, fault])).values()].map((fault): FieldError => ({
    field: placeOf(fault).toWellFormed(),
    message: sentenceOfFault(fault, shown, language, t),
    code: fault.code,
    ...(fault.values ? { values: fault.values } : {}),
  }))
  fail('entry.invalid', { fields })
}

/** Whoever takes one keeps the form's next sender waiting until the end of the transaction: a moment. */
async function nextNumber(tx: Transaction, formId: string): Promise<number> {
  const counter = await tx.first(
    build
      .insertInto('form_counters')
      .values({ tenant_id: tenantOf(tx), form_id: formId, last_number: 1 })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'form_id']).doUpdateSet({ last_number: sql`form_counters.last_number + 1` }))
      .returning('last_number'),
  )
  return counter?.last_number ?? fail('row.not-found')
}

type Written = { readonly entry_state: EntryState; readonly version: number }

async function add(
  tx: Transaction,
  id: string,
  number: number,
  { userId, linkId }: Sender,
  { formId, version, isDraft }: Sent,
  data: EntryData,
): Promise<Written> {
  const entry_state = isDraft ? 'draft' : 'submitted'
  await tx.run(
    build.insertInto('form_entries').values({
      tenant_id: tenantOf(tx),
      id,
      form_id: formId,
      form_version: version,
      entry_number: number,
      entry_state,
      entry_source: linkId === undefined ? 'inside' : 'outside',
      owner_id: userId ?? null,
      submit_time: isDraft ? null : sql<Date>`now()`,
      data: JSON.stringify(data),
    }),
  )
  return { entry_state, version: 1 }
}

/** One that was sent stays so, whatever is changed in it. */
async function change(tx: Transaction, { id, state }: KeptEntry, { version, isDraft }: Sent, data: EntryData): Promise<Written> {
  const isSending = !isDraft && state === 'draft'
  const changed = await tx.first(
    build
      .updateTable('form_entries')
      .set({
        form_version: version,
        data: JSON.stringify(data),
        ...(isSending ? { entry_state: 'submitted' as const, submit_time: sql<Date>`now()` } : {}),
        updated_at: sql`now()`,
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .returning(['entry_state', 'version']),
  )
  return changed ?? fail('row.not-found')
}

/** What the entry's unique fields say is no other entry's from now on. The key makes two that say the same at once wait for each other. */
async function takeUnique(
  tx: Transaction,
  formId: string,
  entryId: string,
  definition: FormDefinition,
  data: EntryData,
): Promise<EntryFault[]> {
  const unique = definition.fields.filter(({ unique: isUnique }) => isUnique)
  await tx.run(build.deleteFrom('form_unique_values').where('entry_id', '=', entryId))
  const said = unique.filter(({ id }) => data[id] !== undefined).sort((one, other) => (one.id < other.id ? -1 : 1))
  if (said.length === 0) return []
  const taken = await tx.all(
    build
      .insertInto('form_unique_values')
      .values(
        said.map(({ id }) => ({
          tenant_id: tenantOf(tx),
          form_id: formId,
          field_id: id,
          value_digest: digestOf(data[id]),
          entry_id: entryId,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('field_id'),
  )
  const own = new Set(taken.map(({ field_id: field }) => field))
  return said.filter(({ id }) => !own.has(id)).map(({ id }: FormField) => ({ field: id, code: 'taken' }))
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** An entry that counts no more leaves its values to others. */
export async function leaveUnique(tx: Transaction, entryId: string): Promise<void> {
  await tx.run(build.deleteFrom('form_unique_values').where('entry_id', '=', entryId))
}
