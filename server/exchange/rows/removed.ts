/** The recycle bin of a noun: rows that were removed, read from the history, and bringing them back. */
import { sql } from 'kysely'
import type { RemovedRow } from '../../../model/contract/exchange/rows.ts'
import { users } from '../../../model/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { fail } from '../../kernel/errors.ts'
import { build, buildFor, typedAs } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import type { Asking } from '../../kernel/resources/noun-writes.ts'
import { bringBack } from './bring-back.ts'

/** Rows of one answer. */
const PAGE = 50

/** `%` and `_` stand for themselves. */
const contains = (keyword: string) => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`

/** A page of the rows that are gone, the latest first; whoever sees some rows of the noun only sees none that are gone (row-policies.ts). */
export async function removedRows(
  tx: Transaction,
  of: Resource,
  caller: Caller,
  { keyword, before }: { readonly keyword?: string | undefined; readonly before?: string | undefined },
): Promise<{ list: RemovedRow[]; before: string | null }> {
  const name = viewOf(caller, of).sees(of.title) ? sql<string | null>`c.before ->> ${columnOf(of.title)}` : sql<string | null>`null::text`
  const people = viewOf(caller, users)
  const called = (column: 'nickname' | 'username') =>
    people.sees(column)
      ? sql<string | null>`(select ${sql.ref(`u.${column}`)} from users u where u.tenant_id = c.tenant_id and u.id = c.user_id)`
      : sql<string | null>`null::text`
  // Whoever is gone is named by the log, which keeps the account.
  const logged = people.sees('username')
    ? sql<string | null>`(select l.username from logs l where l.tenant_id = c.tenant_id and l.operation_id = c.operation_id limit 1)`
    : sql<string | null>`null::text`
  const user = sql<string | null>`coalesce(${called('nickname')}, ${called('username')}, ${logged})`
  const rows = await tx.all(
    typedAs<RemovedRow & { position: string }>({
      compile: () =>
        sql`select c.row_id as id, ${name} as name, to_char(c.changed_at, 'YYYY-MM-DD HH24:MI:SS') as time, ${user} as "user", c.position
        from changes c where c.tenant_id = ${tenantOf(tx)} and c.table_name = ${of.table} and c.verb = 'delete'
          and not exists (select from ${sql.table(of.table)} still where still.tenant_id = c.tenant_id and still.id = c.row_id)
          and not exists (select from changes later where later.tenant_id = c.tenant_id and later.row_id = c.row_id and later.table_name = c.table_name
            and later.verb = 'delete' and later.position > c.position)
          ${before === undefined ? sql`` : sql`and c.position < ${before}`}
          ${keyword ? sql`and ${name} ilike ${contains(keyword)}` : sql``}
        order by c.position desc limit ${PAGE + 1}`.compile(buildFor),
    }),
  )
  const list = rows.slice(0, PAGE).map(({ position: _, ...row }) => row)
  return { list, before: rows.length > PAGE ? (rows[PAGE - 1]?.position ?? null) : null }
}

/**
 * Brings rows back that were removed, whoever removed them, all of them or none. Gives their number.
 * @throws Failure `row.not-found` for one that was not removed, and what {@link bringBack} refuses.
 */
export async function restoreRemoved(tx: Transaction, of: Resource, asking: Asking, ids: readonly string[]): Promise<number> {
  const last = await tx.all(
    build
      .selectFrom('changes')
      .distinctOn('row_id')
      .select(['row_id', 'operation_id', 'verb'])
      .where('tenant_id', '=', asking.caller.tenantId)
      .where(sql<boolean>`row_id = any(${ids}::uuid[])`)
      .where('table_name', '=', of.table)
      .orderBy('row_id')
      .orderBy('position', 'desc'),
  )
  if (last.length < new Set(ids).size || last.some(({ verb }) => verb !== 'delete')) fail('row.not-found')
  let restored = 0
  for (const [operation, rows] of Map.groupBy(last, (row) => row.operation_id))
    restored += await bringBack(
      tx,
      of,
      asking,
      operation,
      rows.map((row) => row.row_id),
    )
  return restored
}
