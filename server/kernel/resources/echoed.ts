/** Clients that send back the whole row they read, with what nobody can change: that is taken as long as it says what the row says. */
import { nameOf } from '../../../model/messages.ts'
import type { Resource } from '../../../model/resource.ts'
import { fail } from '../errors.ts'
import type { Transaction } from '../database/tenant.ts'
import { viewOf } from '../authorization/view.ts'
import type { Asking, Values } from './noun-writes.ts'
import { rowsOf, withColumns } from './select.ts'

/** Refuses fields that would have to be changed and cannot be. Of a row that is not there, the change itself will say so. */
export async function assertAsStored(tx: Transaction, of: Resource, { caller, t }: Asking, id: string, echoed: Values): Promise<void> {
  if (Object.keys(echoed).length === 0) return
  const view = viewOf(caller, of)
  const row = await tx.first(withColumns(rowsOf(of, view, { id }), of, view))
  const others = row ? Object.keys(echoed).filter((name) => textOf(echoed[name]) !== textOf(row[name])) : []
  if (others.length > 0)
    fail('request.invalid', { fields: others.map((field) => ({ field, message: t('check.fixed', { field: nameOf(field, of, t) }) })) })
}

/** Blank and absent are one, and a list is its members, comma-joined. */
const textOf = (value: unknown): string => (Array.isArray(value) ? value : [value]).map((each) => String(each ?? '')).join()
