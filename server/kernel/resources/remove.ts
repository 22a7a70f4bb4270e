/** `delete{Noun}?id=1,2,3`: all of the rows or none; in a tree together with everything below them. */
import { sql } from 'kysely'
import { deleteContract } from '../../../model/contract/nouns.ts'
import type { Resource } from '../../../model/resource.ts'
import { accessTo } from '../http/access.ts'
import { fail } from '../errors.ts'
import type { Route } from '../http/http.ts'
import { implement } from '../http/http.ts'
import { buildFor } from '../database/sql.ts'
import { isNarrowed } from '../database/row-scope.ts'
import type { Transaction } from '../database/tenant.ts'
import type { Asking, NounWrites } from './noun-writes.ts'
import { writesOf } from './noun-writes.ts'
import { subtree } from './select.ts'
import { announceShape } from './shape.ts'
import { assertAllExist, assertNotBuiltIn, outOfScope } from './write.ts'

/** The route that deletes rows of the noun. @example delete: remove(organisations) */
export function remove(noun: Resource | NounWrites): Route {
  const { of } = writesOf(noun)
  return implement(deleteContract(of), {
    access: accessTo(of, 'write'),
    space: 'essential',
    summary: of.parent ? `Delete ${of.name} and everything below them` : `Delete ${of.name}`,
    of,
    handle: (call) => call.inScopeOf(of, (tx) => removeRows(tx, noun, call, call.input.id)),
  })
}

/**
 * Removes rows, all of them or none, with what that entails.
 * @throws Failure `row.not-found` unless all are there, `row.in-use` when something still points at one of them, or what the noun refuses.
 */
export async function removeRows(
  tx: Transaction,
  noun: Resource | NounWrites,
  asking: Asking,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  const {
    of,
    remove: { inUse, apply },
  } = writesOf(noun)
  await assertAllExist(tx, of, ids)
  await assertNotBuiltIn(tx, of, ids)
  if ((await inUse?.(tx, asking, ids))?.length) fail('row.in-use')
  const erase = () => deleteRows(tx, of, ids)
  const deleted = await (apply ? apply(tx, asking, ids, erase) : erase())
  await announceShape(tx, asking, of)
  return { deleted }
}

async function deleteRows(tx: Transaction, of: Resource, ids: readonly string[]): Promise<number> {
  try {
    const rows = buildFor.deleteFrom(of.table)
    const deleted = await tx.run(
      of.parent ? rows.where(sql<boolean>`id in ${below(of.table, ids)}`) : rows.where(sql<boolean>`id = any(${ids}::uuid[])`),
    )
    // They are there, and may be looked at only.
    if (deleted < ids.length && isNarrowed(tx.rows)) outOfScope(of)
    return deleted
  } catch (error) {
    if ((error as { code?: string }).code === '23503') fail('row.in-use', { cause: error })
    throw error
  }
}

/** Several subtrees at once; one statement, so that a parent and its children may go together. */
function below(table: string, roots: readonly string[]) {
  return sql`(select distinct node.id from unnest(${roots}::uuid[]) as root, lateral ${subtree(table, sql.ref('root'))} as node)`
}
