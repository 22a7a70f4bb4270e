/**
 * Keeps an entry: what the form's check leaves of what was sent, and what only the server can say besides. Files have to be theirs who send it, and
 * what is unique has to be said by no other entry.
 */
import { sql } from 'kysely'
import type { EntrySource, EntryState } from '../../../../model/devtool/form-entries.ts'
import type { EntryData, EntryFault } from '../../../../model/form/check-entry.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import type { Filling } from '../../../forms/index.ts'
import { assertNamed, bindFiles, checkValues, dropFiles, filesOf, nextNumber, refuseFaults, takeUnique } from '../../../forms/index.ts'
import type { Blobs } from '../../../storage/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'

/** Who sends it. */
export interface Sender extends Filling {
  /** Absent: whoever has the address of a link, or an application that asks for itself. */
  readonly userId?: string | undefined
  readonly linkId?: string | undefined
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
  const { definition, before, isDraft } = sent
  const { data, fields } = await checkValues(tx, sender, { ...sent, before: before?.data })
  await assertNamed(tx, sender, { definition, data, before: before?.data })
  const refuse = (faults: readonly EntryFault[]) => refuseFaults(faults, definition, sender)
  const number = before?.number ?? (await nextNumber(tx, sent.formId))
  const kept: Record<string, unknown> = { ...data }
  for (const { id, kind } of definition.fields) if (kind === 'serial' && fields.has(id)) kept[id] = before?.data[id] ?? String(number)
  const id = before?.id ?? newId()
  const wanted = filesOf(definition, kept)
  const former = before ? filesOf(definition, before.data) : []
  const written = before ? await change(tx, before, sent, kept) : await add(tx, id, number, sender, sent, kept)
  const owner = { by: 'entry_id', id } as const
  refuse(await bindFiles(tx, { owner, formId: sent.formId, sender, wanted, former }))
  await dropFiles(tx, blobs, { owner, wanted })
  if (!isDraft) refuse(await takeUnique(tx, sent.formId, owner, definition, kept))
  return { id, entryNumber: number, entryState: written.entry_state, revision: written.version }
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
