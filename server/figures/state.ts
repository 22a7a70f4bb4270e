/** What answers are made of, as it is now: whether one of a time that is over still holds. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { FigureAnswer } from '../../model/contract/report/figure.ts'
import { statement } from '../acquisition/index.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'

/** A time is over so long after its end: what comes later for it is told by the roll-ups (`readings-changed`). */
export const STILL_OPEN_MS = 15 * 60_000
/** Changes of rows become visible in another order than they were numbered in, and numbers are those of all tenants: it is looked at which the last ones of the tenant are. */
const LAST_CHANGES = 200

/** A word for the rows of a tenant and its readings of times that are over: another one once any of them has changed. */
export function openState(
  transactions: TransactionScopes,
  invalidations: Pick<Invalidations, 'subscribe' | 'reliable'>,
): { of(tenantId: TenantId): Promise<string | undefined> } {
  const changed = new Map<string, number>()
  let all = 0
  invalidations.subscribe((invalidation) => {
    if (!invalidation) all += 1
    else if (invalidation.kind === 'readings-changed') changed.set(invalidation.tenantId, (changed.get(invalidation.tenantId) ?? 0) + 1)
  })
  return {
    async of(tenantId) {
      if (!invalidations.reliable) return undefined
      const readings = `${all} ${changed.get(tenantId) ?? 0}`
      // Names, places and rights of rows, and how long values stand, are in the history of rows; shifts and parameters as well.
      const [row] = await transactions.inTenant(
        { tenantId },
        (tx) =>
          tx.all(
            statement(sql<{ state: string }>`select md5(string_agg(position::text, ' ' order by position)) as state from (
              select position from changes where tenant_id = ${tenantId}::uuid order by position desc limit ${sql.lit(LAST_CHANGES)}) as last`),
          ),
        'read',
      )
      return `${readings} ${row?.state ?? ''}`
    },
  }
}

/** About how much memory an answer takes. */
export function bytesOfAnswer({ rows, columns }: FigureAnswer): number {
  const texts = rows.reduce(
    (sum, row) => row.reduce<number>((all, cell) => all + (typeof cell === 'string' ? 2 * cell.length + 16 : 0), sum),
    0,
  )
  return 500 + columns.length * 200 + rows.length * (40 + columns.length * 16) + texts
}
