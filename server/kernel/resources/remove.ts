/** `delete{Noun}?id=1,2,3`: all of the rows or none; in a tree together with everything below them. */
import { sql } from 'kysely'
import { z } from 'zod'
import { id } from '../../../model/fields.ts'
import type { Resource } from '../../../model/resource.ts'
import { accessTo } from '../http/access.ts'
import { fail } from '../errors.ts'
import type { Call, Route } from '../http/http.ts'
import { route } from '../http/http.ts'
import { buildFor } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'
import { subtree } from './select.ts'
import { assertAllExist, assertNotBuiltIn } from './write.ts'

/** Ids as a JSON list, repeated keys or comma-joined. */
export const idsFrom = (value: unknown) =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : value

export const idsSchema = z.strictObject({
  id: z.preprocess(
    idsFrom,
    z
      .array(id)
      .min(1)
      .max(1000)
      .transform((ids) => [...new Set(ids)]),
  ),
})

/** @example delete: remove(organisations) */
export function remove(of: Resource, removal: typeof removeRows = removeRows): Route {
  return route({
    method: 'POST',
    path: `${of.api.base}/delete${of.api.noun}`,
    access: accessTo(of, 'write'),
    summary: of.parent ? `Delete ${of.name} and everything below them` : `Delete ${of.name}`,
    of,
    input: idsSchema,
    output: z.strictObject({ deleted: z.int() }),
    handle: (call) => call.inScopeOf(of, (tx) => removal(tx, of, call, call.input.id)),
  })
}

/** @throws Failure `row.not-found` unless all are there, `row.in-use` when something still points at one of them. */
export async function removeRows(
  tx: Transaction,
  of: Resource,
  _asking: Pick<Call<unknown>, 'caller' | 't' | 'services'>,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  await assertAllExist(tx, of, ids)
  await assertNotBuiltIn(tx, of, ids)
  try {
    const rows = buildFor.deleteFrom(of.table)
    return { deleted: await tx.run(of.parent ? rows.where(sql<boolean>`id in ${below(of.table, ids)}`) : rows.where('id', 'in', ids)) }
  } catch (error) {
    if ((error as { code?: string }).code === '23503') fail('row.in-use', { cause: error })
    throw error
  }
}

/** Several subtrees at once; one statement, so that a parent and its children may go together. */
function below(table: string, roots: readonly string[]) {
  return sql`(select distinct node.id from unnest(array[${sql.join(roots)}]::uuid[]) as root, lateral ${subtree(table, sql.ref('root'))} as node)`
}
