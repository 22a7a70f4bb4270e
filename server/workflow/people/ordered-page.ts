/** Pages of somebody's own rows, in the order that an index has or in another one, with how many there are. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TotalIs } from '../../../model/contract/resources.ts'
import type { Sorter } from '../../../model/list-query.ts'
import { fail } from '../../kernel/errors.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'

export interface RowsPart {
  readonly limit: number
  readonly offset: number
}
export interface IdsPage {
  readonly ids: readonly string[]
  readonly total: number
  readonly totalIs: TotalIs
}

/** Rows that are counted while somebody waits, and that are brought into an order that no index has (docs/decisions/0080-bounded-totals-and-substring-search.md). */
const COUNTED = 10_000

export const [ASCENDING, DESCENDING] = [sql`asc`, sql`desc`]

export interface OwnRows {
  /** Ids and the time (`at`) by which an index has the rows: at most so many, the first in this direction. */
  readonly first: (most: number, direction: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The field of that time. */
  readonly indexed: string
  /** How many of them are counted in that order, where reading them costs more than of others. */
  readonly counted?: number
  /** What the other orders look at, by their fields, and the joins from `found` that bring it. */
  readonly orders: Readonly<Record<string, string | RawBuilder<unknown>>>
  readonly joined: RawBuilder<unknown>
}

/**
 * Ids of a page of the rows in that order.
 * @throws Failure `list.too-many-to-sort` where no index has the order and there are more rows than are sorted while somebody waits
 */
export async function orderedPage(tx: Transaction, rows: OwnRows, { field, direction }: Sorter, part: RowsPart): Promise<IdsPage> {
  const towards = direction === 'ascend' ? ASCENDING : DESCENDING
  return field === rows.indexed ? indexedPage(tx, rows, towards, part) : sortedPage(tx, rows, field, towards, part)
}

async function indexedPage(
  tx: Transaction,
  { first, counted = COUNTED }: OwnRows,
  towards: RawBuilder<unknown>,
  { limit, offset }: RowsPart,
): Promise<IdsPage> {
  // What lies beyond is read as far as somebody turns the pages. A page that is not full ends the list: nothing is left to be counted.
  const most = Math.max(counted, offset + limit) + 1
  const found = await tx.first(
    statement(
      sql<{ total: number; ids: string[] | null }>`with page as materialized (
        select found.id, found.at from (${first(offset + limit, towards)}) found order by found.at ${towards}, found.id ${towards} limit ${limit} offset ${offset}),
      held as (select count(*)::integer as rows from page)
      select (select array_agg(page.id order by page.at ${towards}, page.id ${towards}) from page) as ids,
        case when held.rows < ${limit} and (held.rows > 0 or ${offset} = 0) then ${offset} + held.rows
        else (select count(*)::integer from (${first(most, towards)}) counted) end as total from held`,
    ),
  )
  const total = found?.total ?? 0
  return { ids: found?.ids ?? [], total, totalIs: total < most ? 'exact' : 'at-least' }
}

/** One reading for the number and the page: of more rows than that none is looked up. */
async function sortedPage(
  tx: Transaction,
  { first, orders, joined }: OwnRows,
  field: string,
  towards: RawBuilder<unknown>,
  { limit, offset }: RowsPart,
): Promise<IdsPage> {
  const column = Object.hasOwn(orders, field) ? orders[field] : undefined
  if (column === undefined) throw new Error(`nothing says how these rows are ordered by ${field}`)
  const found = await tx.first(
    statement(
      sql<{ total: number; ids: string[] }>`with found as materialized (${first(COUNTED + 1, DESCENDING)})
      select (select count(*)::integer from found) as total, array(select found.id from found ${joined} where (select count(*) from found) <= ${COUNTED}
        order by ${typeof column === 'string' ? sql.ref(column) : column} ${towards} nulls last, found.id ${towards} limit ${limit} offset ${offset}) as ids`,
    ),
  )
  const { total, ids } = found ?? { total: 0, ids: [] }
  if (total > COUNTED) fail('list.too-many-to-sort', { values: { most: COUNTED }, more: { most: COUNTED } })
  return { ids, total, totalIs: 'exact' }
}
