/**
 * How many rows a list has. Counting a million takes the database a tenth of a second of both cores, a page of them a
 * millisecond (`explain analyze`, PostgreSQL 15), so large totals are remembered for a moment; small ones are always exact.
 */
import type { AliasedRawBuilder, CompiledQuery } from 'kysely'
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

/** A statement that counts: made by {@link countOf} alone, so that no other can be taken for one. */
export class Count {
  readonly #compiled: CompiledQuery<{ count: string }>
  constructor(rows: Countable) {
    this.#compiled = typedAs<{ count: string }>(rows.select(sql<string>`count(*)`.as('count'))).compile()
  }
  compile(): CompiledQuery<{ count: string }> {
    return this.#compiled
  }
}

export interface Counted<Row> {
  list: Row[]
  total: number
}

/**
 * Reads a page with its total: `both` when it has to be counted, `page` alone, which is given it, while the total is known.
 * @throws Error when the count gives no number: a list without a total would look like an empty one.
 */
export async function withTotal<Row>(
  tx: Transaction,
  counting: Count,
  page: (total: number) => Promise<Row[]>,
  both: (count: () => Promise<number>) => Promise<Counted<Row>>,
): Promise<Counted<Row>> {
  const { sql: text, parameters } = counting.compile()
  const key = JSON.stringify([tx.tenantId, text, parameters])
  const known = totals.get(key)
  // One request at a time counts anew; the others go on with what is known.
  if (known && (known.counting || Date.now() - known.at < FRESH_MS)) return { list: await page(known.count), total: known.count }
  if (known) known.counting = true
  try {
    const found = await both(async () => numberOf(await tx.first(counting)))
    totals.delete(key)
    if (found.total >= REMEMBERED_FROM) totals.set(key, { count: found.total, at: Date.now(), counting: false })
    return found
  } finally {
    if (known) known.counting = false
  }
}

function numberOf(row: { readonly count: string } | undefined): number {
  if (!row || !/^\d+$/.test(row.count)) throw new Error('a count gave no number')
  return Number(row.count)
}

/** The statement that counts the rows, compiled once. */
export const countOf = (rows: Countable): Count => new Count(rows)
