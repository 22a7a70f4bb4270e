/**
 * Writes rows of a noun for whoever is no route: a form, a task of a workflow, a generator, a noun that was declared at run time.
 * What the caller may not do by the noun's own calls they cannot do here, nor by anything that stands on it.
 */
import type { Change } from '../../../model/contract/nouns.ts'
import { z } from 'zod'
import { rowIds } from '../../../model/contract/resources.ts'
import { describe } from '../../../model/messages.ts'
import type { Resource } from '../../../model/resource.ts'
import { addSchema, updateSchema } from '../../../model/schemas.ts'
import { pathOf } from '../../../model/noun-calls.ts'
import { accessTo } from '../http/access.ts'
import type { Caller } from '../authorization/caller.ts'
import { fail } from '../errors.ts'
import type { Transaction } from '../database/tenant.ts'
import { addOne, newRow, prepared } from './add.ts'
import type { Asking, NounWrites, Values, Written } from './noun-writes.ts'
import { writesNamed } from './noun-writes.ts'
import { removeRows } from './remove.ts'
import { changeRow, changeRows } from './update.ts'
import { isOfTenants } from './write.ts'

export type Operation = 'add' | 'change' | 'remove'

export interface Order {
  /** The name of a noun that some route writes, or what writing it entails: all that a noun of run time has. */
  readonly noun: string | NounWrites
  readonly operation: Operation
  /** As the body of the noun's own call: `id`, with `remove` one or several, beside the fields. Nothing of it is trusted. */
  readonly values: unknown
}

const VERBS = { add: 'add', change: 'update', remove: 'delete' } as const

/**
 * The row as it was written, with what is told of it once, or how many were removed.
 * @param tx Of the scope in which the noun's rows are written (authorization/in-scope-of.ts).
 * @throws Failure `permission.denied` unless the caller may make the noun's own call; `request.invalid` for a value that is none of the
 * field, and for a field that the caller does not see, which is as unknown as one that does not exist; then what the write path refuses.
 */
export async function write(tx: Transaction, asking: Asking, { noun, operation, values }: Order): Promise<Written | { deleted: number }> {
  const writes = typeof noun === 'string' ? writesNamed(noun) : noun
  // A noun that nobody knows answers like one that is forbidden.
  if (!writes || !mayWriteNoun(asking.caller, writes.of, operation)) fail('permission.denied')
  const { of } = writes
  if (tx.tenantId !== (isOfTenants(of) ? asking.caller.tenantId : undefined))
    throw new Error(`rows of ${of.name} are not written in this scope`)
  if (operation === 'remove') return removeRows(tx, writes, asking, parsed(rowIds, values, of, asking).id)
  if (operation === 'change') return changeRow(tx, writes, asking, parsed(updateSchema(of), values, of, asking) as Change)
  const rows = await prepared(writes, asking, [newRow(parsed(addSchema(of), values, of, asking) as Values)])
  return addOne(tx, writes, asking, rows)
}

/** The same values for several rows. */
export interface SameChange {
  readonly noun: string
  readonly rows: readonly { readonly id: string; readonly version?: number | undefined }[]
  /** As the body of the noun's own call to change one, without the id. Nothing of it is trusted. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The rows as they were written, all of them or none. @throws Failure as {@link write} does */
export async function writeSame(tx: Transaction, asking: Asking, { noun, rows, values }: SameChange): Promise<readonly Written[]> {
  const writes = writesNamed(noun)
  const [first] = rows
  if (!writes || !first || !mayWriteNoun(asking.caller, writes.of, 'change')) fail('permission.denied')
  const {
    id: _id,
    version: _version,
    ...checked
  } = parsed(updateSchema(writes.of), { ...values, id: first.id }, writes.of, asking) as Change
  return changeRows(
    tx,
    writes,
    asking,
    rows.map((row) => ({ ...row, values: checked })),
  )
}

/** Whether the caller may do it: what decides about the noun's own calls (http/access.ts), and every limit of a session: a preview writes nothing, whoever asks for it. */
export function mayWriteNoun(caller: Caller, of: Resource, operation: Operation): boolean {
  if (caller.limit !== undefined || !caller.urls.has(pathOf(of, VERBS[operation]))) return false
  return accessTo(of, 'write') !== 'platform' || caller.isPlatform
}

function parsed<Schema extends z.core.$ZodType>(schema: Schema, values: unknown, of: Resource, { t }: Asking): z.output<Schema> {
  const result = z.safeParse(schema, values, { reportInput: true })
  if (!result.success) fail('request.invalid', { fields: describe(result.error.issues, of, t) })
  return result.data
}
