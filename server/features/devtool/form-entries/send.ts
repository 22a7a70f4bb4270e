/** Entries are kept as drafts, sent, changed and taken back. */
import { sql } from 'kysely'
import type { z } from 'zod'
import * as contract from '../../../../model/contract/devtool/form-entries.ts'
import { formEntries } from '../../../../model/index.ts'
import { fieldsOf, leaveUnique, publishedForm, versionOf } from '../../../forms/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import type { KeptEntry, Stored } from './keep.ts'
import { keepEntry } from './keep.ts'
import { isSeen, mayChange } from './seen-entries.ts'

type Input = z.output<typeof contract.submitFormEntry.input>
type Sending = Pick<Call<Input>, 'input' | 'caller' | 't' | 'request' | 'services' | 'inTenant'>

export const saveFormEntry = implement(contract.saveFormEntry, {
  access: 'granted',
  unloggedInput: ['data'],
  summary: 'Keep a draft of an entry, of which nothing is required yet',
  of: formEntries,
  handle: (call) => send(call, true),
})

export const submitFormEntry = implement(contract.submitFormEntry, {
  access: 'granted',
  unloggedInput: ['data'],
  summary: 'Send an entry, or change one that was sent',
  of: formEntries,
  handle: (call) => send(call, false),
})

export const updateFormEntry = implement(contract.updateFormEntry, {
  access: 'granted',
  unloggedInput: ['data'],
  summary: 'Change an entry, of others too',
  of: formEntries,
  handle: (call) => send(call, false),
})

function send({ input, caller, t, request, services: { blobs }, inTenant }: Sending, isDraft: boolean): Promise<Stored> {
  return inTenant(async (tx) => {
    const form = await publishedForm(tx, input.formId)
    const before = input.id === undefined ? undefined : await entryToChange(tx, caller, { ...input, id: input.id })
    // What was sent already is changed in a closed form, too; nothing comes in any more.
    if (form.status === 'closed' && before?.state !== 'submitted') fail('form.closed')
    if (input.formVersion !== form.version && input.formVersion !== before?.version) fail('entry.version')
    const definition = await versionOf(tx, form.id, input.formVersion)
    const sender = {
      userId: caller.client?.id === caller.userId ? undefined : caller.userId,
      fields: fieldsOf(caller, form.definition),
      language: languageOfRequest(request),
      t,
    }
    return keepEntry(
      tx,
      sender,
      {
        formId: form.id,
        version: input.formVersion,
        definition,
        now: form.now,
        before,
        data: input.data,
        isDraft: isDraft && before?.state !== 'submitted',
      },
      blobs,
    )
  })
}

interface Asked {
  readonly id: string
  readonly formId: string
  readonly revision?: number | undefined
}

/** Held until the end. @throws Failure `row.not-found`, `permission.denied`, `entry.state`, `row.changed` */
async function entryToChange(
  tx: Transaction,
  caller: Call<unknown>['caller'],
  { id, formId, revision }: Asked,
): Promise<KeptEntry & { version: number }> {
  const entry = await tx.first(
    build
      .selectFrom('form_entries as entry')
      .select(['form_version', 'entry_number', 'entry_state', 'entry_source', 'owner_id', 'data', 'version'])
      .where('id', '=', id)
      .where('form_id', '=', formId)
      .where(isSeen(caller))
      .forUpdate(),
  )
  if (!entry) return fail('row.not-found')
  if (entry.entry_state === 'withdrawn') fail('entry.state')
  if (!mayChange(caller, entry)) fail('permission.denied')
  if (revision !== undefined && revision !== entry.version) fail('row.changed')
  return {
    id,
    number: entry.entry_number,
    state: entry.entry_state,
    source: entry.entry_source,
    data: entry.data,
    version: entry.form_version,
  }
}

export const withdrawFormEntry = implement(contract.withdrawFormEntry, {
  access: 'granted',
  space: 'essential',
  summary: 'Take back an entry that was sent: it stays to be read and counts no more',
  of: formEntries,
  handle: ({ input: { id, revision }, caller, inTenant }) =>
    inTenant(async (tx) => {
      const entry = await tx.first(
        build
          .selectFrom('form_entries as entry')
          .select(['entry_state', 'owner_id', 'version', 'entry_number'])
          .where('id', '=', id)
          .where(isSeen(caller))
          .forUpdate(),
      )
      if (!entry) return fail('row.not-found')
      if (entry.entry_state !== 'submitted') fail('entry.state')
      if (!mayChange(caller, entry)) fail('permission.denied')
      if (revision !== undefined && revision !== entry.version) fail('row.changed')
      await tx.run(
        build
          .updateTable('form_entries')
          .set({ entry_state: 'withdrawn', updated_at: sql`now()`, version: sql`version + 1` })
          .where('id', '=', id),
      )
      await leaveUnique(tx, id)
      return { id, entryNumber: entry.entry_number, entryState: 'withdrawn' as const, revision: entry.version + 1 }
    }),
})
