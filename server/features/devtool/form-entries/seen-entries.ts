/** Whose entries somebody sees and changes: their own, and others' with the right to it. Row security narrows both. */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { EntryState } from '../../../../model/devtool/form-entries.ts'
import { formEntries } from '../../../../model/index.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

/** Whoever may list entries as such sees those of others; who may only fill in sees their own. */
const seesOthers = (caller: Caller): boolean => caller.urls.has(pathOf(formEntries, 'query'))

/** The condition for rows of `form_entries`, called `entry`. What others have not sent yet nobody sees. */
export function isSeen(caller: Caller): RawBuilder<SqlBool> {
  const own = sql<boolean>`entry.owner_id = ${caller.userId}::uuid`
  return seesOthers(caller) ? sql<boolean>`(entry.entry_state <> 'draft' or ${own})` : own
}

interface Row {
  readonly owner_id: string | null
  readonly entry_state: EntryState
}

/** One's own, and with the right to change entries those of others. */
export const mayChange = (caller: Caller, { owner_id, entry_state }: Row): boolean =>
  entry_state !== 'withdrawn' && (owner_id === caller.userId || viewOf(caller, formEntries).allowed.includes('update'))

/** Whether the caller may take the entry back. */
export const mayWithdraw = (caller: Caller, row: Row): boolean =>
  row.entry_state === 'submitted' && mayChange(caller, row) && viewOf(caller, formEntries).allowed.includes('withdraw')
