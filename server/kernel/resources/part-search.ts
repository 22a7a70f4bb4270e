/**
 * Rows by a part of a text, among a million of one tenant. No index serves `like` under row security: it is not leakproof, so whose a row
 * is has to be judged first, row by row. So an index of parts (trigrams) is asked in the platform's scope for the ids of one tenant.
 * Nobody is told of them: the caller's rows are read among them, behind row security and with the same condition.
 */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import QuickLRU from 'quick-lru'
import type { TenantId } from '../../../model/brands.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import type { View } from '../authorization/view.ts'
import { buildFor, typedAs } from '../database/sql.ts'
import type { Statement, TransactionScopes } from '../database/tenant.ts'
import type { Filters } from './select.ts'
import { contains } from './select.ts'

/** With more of them it is as quick to go through the rows in their order. */
const MAX_MATCHES = 1000
/** So many rows are looked at first: a tenant that has no more needs no index, and of a part that three of them have there are many. */
const SAMPLE = 2000
const COMMON_IN_SAMPLE = 3
/** How long it is remembered that a tenant has few rows, or that many rows have a part, which takes the index longer to say than reading the rows. */
const KNOWN_MS = 60_000
const MAX_KNOWN = 1000
const known = new QuickLRU<string, { found: PartMatches; until: number }>({ maxSize: MAX_KNOWN })
/** What the index knows: three letters or digits in a row. */
const IN_INDEX = /[\p{L}\p{N}]{3}/u

/**
 * The counter that a whole number such as `WO-2026-000123` ends with. What is before it stands in all numbers of a year, whose rows the index would go through:
 * it is asked for the counter alone, and the rows of that are read with the whole condition. A year by itself is too short to be one.
 */
const COUNTER = /[-/_](\d{5,})$/

/** The ids of all rows that can have the part; `many` when that is more than are worth naming; nothing where the index is of no use. */
export type PartMatches = readonly string[] | 'many' | undefined

export interface PartSearch {
  /** The index of parts: there is none where its extension could not be created. */
  readonly index: string
  readonly table: string
  readonly column: string
  readonly part: string
  /** Whether the column has the part. */
  readonly has: RawBuilder<SqlBool>
  /** What the rows of the index have in common. */
  readonly where?: RawBuilder<SqlBool>
}

/** Asks the index of parts for the rows of one tenant. */
export async function findByPart(transactions: TransactionScopes, tenantId: TenantId, search: PartSearch): Promise<PartMatches> {
  const { index, table, column, part, has, where } = search
  if (!IN_INDEX.test(part)) return undefined
  const ofTenant = JSON.stringify([tenantId, index])
  const ofPart = JSON.stringify([tenantId, index, column, part])
  const before = [known.get(ofTenant), known.get(ofPart)].find((each) => each && each.until > performance.now())
  if (before) return before.found
  const remember = (key: string, found: PartMatches) => {
    known.set(key, { found, until: performance.now() + KNOWN_MS })
    return found
  }
  if (!(await hasIndex(transactions, index))) return undefined
  const rows = buildFor
    .selectFrom(table)
    .where('tenant_id', '=', tenantId)
    .$if(where !== undefined, (query) => query.where(where as RawBuilder<SqlBool>))
  const sample = typedAs<{ rows: number; hits: number }>(
    buildFor
      .selectFrom(rows.select(column).limit(sql.lit(SAMPLE)).as('sample'))
      .select([sql`count(*)::int`.as('rows'), sql`(count(*) filter (where ${has}))::int`.as('hits')]),
  )
  const matches = typedAs<{ id: string }>(
    rows
      .where(has)
      .select('id')
      .limit(sql.lit(MAX_MATCHES + 1)),
  )
  return transactions.inPlatform(
    "an index of parts cannot be asked behind row security; of what it gives the caller's rows are read behind it",
    async (tx) => {
      const seen = await tx.first(sample)
      if (seen && seen.rows < SAMPLE) return remember(ofTenant, undefined)
      if (seen && seen.hits >= COMMON_IN_SAMPLE) return remember(ofPart, 'many')
      const [, found] = await Promise.all([tx.run(BY_INDEX), tx.all(matches)])
      return found.length > MAX_MATCHES ? remember(ofPart, 'many') : found.map(({ id }) => id)
    },
    'read',
  )
}

/** The planner knows nothing of parts in the middle of a text, and guesses that going through the rows finds enough of them soon. */
const BY_INDEX: Statement<unknown> = {
  compile: () =>
    sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan']) as name`.compile(
      buildFor,
    ),
}

/** Asked once: migrations create indexes before the server begins. */
const indexes = new WeakMap<TransactionScopes, Map<string, Promise<boolean>>>()

function hasIndex(transactions: TransactionScopes, index: string): Promise<boolean> {
  let known = indexes.get(transactions)
  if (!known) indexes.set(transactions, (known = new Map()))
  let answer = known.get(index)
  if (!answer) {
    const statement = typedAs<{ there: boolean }>({
      compile: () => sql`select to_regclass(${index}) is not null as there`.compile(buildFor),
    })
    answer = transactions
      .inPlatform('which indexes there are concerns no tenant', (tx) => tx.first(statement), 'read')
      .then((row) => row?.there === true)
    known.set(index, answer)
    // A database that is away for a moment is asked again.
    answer.catch(() => known.delete(index))
  }
  return answer
}

/** The rows of a noun that a filter by part of a text can leave: of the first such filter that the caller has and the index knows. */
export async function findByFilter(
  transactions: TransactionScopes,
  of: Resource,
  view: View,
  tenantId: TenantId,
  filters: Filters,
): Promise<PartMatches> {
  const { partsIndex } = of
  const name = partsIndex?.fields.find((field) => filters[field] !== undefined && view.sees(field) && IN_INDEX.test(String(filters[field])))
  if (!partsIndex || name === undefined) return undefined
  const column = columnOf(name)
  const text = String(filters[name])
  const part = COUNTER.exec(text)?.[1] ?? text
  return findByPart(transactions, tenantId, {
    index: partsIndex.name,
    table: of.table,
    column,
    part,
    has: contains([sql.ref(column)], part),
  })
}
