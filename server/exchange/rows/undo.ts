/** Takes back what somebody has just done to rows: their own doing, and only as long as nobody has touched the rows since. */
import { sql } from 'kysely'
import { UNDO_MINUTES } from '../../../model/contract/exchange/rows.ts'
import { pathOf } from '../../../model/noun-calls.ts'
import type { Resource } from '../../../model/resource.ts'
import { fail } from '../../kernel/errors.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Asking } from '../../kernel/resources/noun-writes.ts'
import { changeBack, tablesOf } from '../imports/change-back.ts'
import { bringBack } from './bring-back.ts'

/**
 * Changes rows back that the caller changed, or brings those back that the caller removed. Gives their number.
 * @throws Failure `undo.over` where it was somebody else, too long ago or not done at once; `permission.denied` without the right to do the
 * opposite; then what the noun refuses.
 */
export async function undoLast(tx: Transaction, of: Resource, asking: Asking, ids: readonly string[]): Promise<number> {
  const { caller } = asking
  const last = await tx.beyondScope('what somebody removed is in the scope of nobody').all(
    build
      .selectFrom('changes')
      .distinctOn('row_id')
      .select(['row_id', 'operation_id', 'user_id', sql<boolean>`changed_at > now() - make_interval(mins => ${UNDO_MINUTES})`.as('is_new')])
      .where('tenant_id', '=', caller.tenantId)
      .where(sql<boolean>`row_id = any(${ids}::uuid[])`)
      .where('table_name', 'in', tablesOf(of))
      .orderBy('row_id')
      .orderBy('position', 'desc'),
  )
  const [first] = last
  const isOwn = last.every(({ user_id: user, operation_id: operation, is_new: isNew }) => {
    return isNew && user === caller.userId && operation === first?.operation_id
  })
  if (!first || !isOwn || last.length < new Set(ids).size) fail('undo.over')
  const removed = await tx
    .beyondScope('what somebody removed is in the scope of nobody')
    .all(
      build
        .selectFrom('changes')
        .select('row_id')
        .where('tenant_id', '=', caller.tenantId)
        .where('operation_id', '=', first.operation_id)
        .where('table_name', '=', of.table)
        .where('verb', '<>', 'update')
        .where('row_id', 'in', ids),
    )
  if (!caller.urls.has(pathOf(of, removed.length > 0 ? 'add' : 'update'))) fail('permission.denied')
  return removed.length > 0 ? bringBack(tx, of, asking, first.operation_id, ids) : changeBack(tx, of, asking, first.operation_id, ids)
}
