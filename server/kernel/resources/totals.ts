/**
 * How many rows a list has. Counting a million takes the database a tenth of a second of both cores, a page of them a
 * millisecond (`explain analyze`, PostgreSQL 15), so large totals are remembered for a moment; small ones are always exact.
 */
import type { AliasedRawBuilder } from 'kysely'
import { sql } from 'kysely'
import QuickLRU from 'quick-lru'
import { typedAs } from '../database/sql.ts'
import type { Statement, Transaction } from '../database/tenant.ts'

/** Below this a count costs less than a person could notice, and one row more or less matters. */
const REMEMBERED_FROM = 50_000
/** How old a remembered total may be. */
const FRESH_MS = 5000
const MAX_REMEMBERED_TOTALS = 1000

interface Total {
  count: number
  at: number
  counting: boolean
}

const totals = new QuickLRU<string, Total>({ maxSize: MAX_REMEMBERED_TOTALS })

/** Rows that can be counted: a statement that has not said yet what of them it gives. */
export interface Countable {
  select(count: AliasedRawBuilder<string, 'count'>): Statement<unknown>
}

export interface Counted<Row> {
  list: Row[]
  total: number
}

/** Reads a page with its total: `both` when it has to be counted, `page` alone, which is given it, while the total is known. */
export async function withTotal<Row>(
  tx: Transaction,
  statement: Statement<{ count: string }>,
  page: (total: number) => Promise<Row[]>,
  both: (count: () => Promise<number>) => Promise<Counted<Row>>,
): Promise<Counted<Row>> {
  const { sql: text, parameters } = statement.compile()
  const key = JSON.stringify([tx.tenantId, text, parameters])
  const known = totals.get(key)
  // One request at a time counts anew; the others go on with what is known.
  if (known && (known.counting || Date.now() - known.at < FRESH_MS)) return { list: await page(known.count), total: known.count }
  if (known) known.counting = true
  try {
    const found = await both(async () => Number((await tx.first(statement))?.count ?? 0))
    totals.delete(key)
    if (found.total >= REMEMBERED_FROM) totals.set(key, { count: found.total, at: Date.now(), counting: false })
    return found
  } finally {
    if (known) known.counting = false
  }
}

export function countOf(rows: Countable): Statement<{ count: string }> {
  return typedAs<{ count: string }>(rows.select(sql<string>`count(*)`.as('count')))
}
