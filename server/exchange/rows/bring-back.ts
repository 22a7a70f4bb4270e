/**
 * Rows that were removed, stored again from the history with the ids they had, and with what went with them: links, and the rows of other
 * nouns that belonged to them. What the history never keeps (secrets) does not come back.
 */
import { sql } from 'kysely'
import type { Resource } from '../../../model/resource.ts'
import { fail } from '../../kernel/errors.ts'
import { build, buildFor, typedAs } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Statement, Transaction } from '../../kernel/database/tenant.ts'
import type { Asking, Values } from '../../kernel/resources/noun-writes.ts'
import { writesOf } from '../../kernel/resources/noun-writes.ts'
import { mapConstraintErrors } from '../../kernel/resources/write.ts'

/** What a removal took away from one table. */
interface Lost {
  readonly table: string
  readonly rowId: string
  readonly before: Values
}

/** Rows of the tables and the table they point at, by foreign keys of a tenant's rows. */
interface Key {
  readonly table: string
  readonly column: string
  readonly target: string
}

/**
 * Stores the rows again that an operation removed, and what went with them. Gives their number.
 * @param ids Those of the rows that are to come back; all of them were removed by the operation.
 * @throws Failure `reference.not-found` where a row belonged to one that is gone, `row.taken` where its name is another row's by now, or
 * what the noun refuses.
 */
export async function bringBack(
  tx: Transaction,
  of: Resource,
  asking: Asking,
  operationId: string,
  ids: readonly string[],
): Promise<number> {
  const { restore } = writesOf(of)
  if (!restore) fail('restore.never')
  const lost = belongingTo(await lostBy(tx, operationId), of, ids)
  const tables = [...new Set(lost.map(({ table }) => table))]
  const keys = await keysAmong(tx, tables)
  const columns = await columnsOf(tx, tables)
  const own = await restore.columns?.()
  for (const table of parentsFirst(of.table, tables, keys)) {
    const rows = lost.filter((one) => one.table === table).map(({ before }) => ({ ...before, ...(table === of.table ? own : {}) }))
    // Of what went with a row, that comes back whose other end is there; a row itself must have what it belonged to.
    const needed = table === of.table ? [] : keys.filter((key) => key.table === table)
    await mapConstraintErrors(of, () => tx.run(insertion(tx, table, columns.get(table) ?? new Set(), rows, needed)))
  }
  await restore.apply?.(tx, asking, ids)
  return ids.length
}

/** Seen by whoever may bring rows back, beyond their scope: whether a row may stand again is judged by the row. */
async function lostBy(tx: Transaction, operationId: string): Promise<Lost[]> {
  const rows = await tx
    .beyondScope('what was removed is seen by nobody who sees some rows')
    .all(
      build
        .selectFrom('changes')
        .select(['table_name', 'row_id', 'before'])
        .where('tenant_id', '=', tenantOf(tx))
        .where('operation_id', '=', operationId)
        .where('verb', '=', 'delete')
        .orderBy('position'),
    )
  return rows.map(({ table_name: table, row_id: rowId, before }) => ({ table, rowId, before: before as Values }))
}

/** The rows themselves, and whatever names one of them: again and again, for what went with a row may have had rows of its own. */
function belongingTo(lost: readonly Lost[], { table }: Resource, ids: readonly string[]): Lost[] {
  const named = new Set(ids)
  const found = new Set(lost.filter((one) => one.table === table && named.has(one.rowId)))
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const one of lost) {
      if (found.has(one) || (one.table === table && one.before['id'] === one.rowId)) continue
      if (!named.has(one.rowId) && !Object.values(one.before).some((value) => typeof value === 'string' && named.has(value))) continue
      found.add(one)
      if (one.before['id'] === one.rowId) named.add(one.rowId)
    }
  }
  return lost.filter((one) => found.has(one))
}

async function keysAmong(tx: Transaction, tables: readonly string[]): Promise<Key[]> {
  const raw = sql<Key>`
    select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target
    from pg_constraint c cross join lateral unnest(c.conkey, c.confkey) as pair(here, there)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = pair.here
    join pg_attribute t on t.attrelid = c.confrelid and t.attnum = pair.there and t.attname = 'id'
    where c.contype = 'f' and c.confrelid <> 'tenants'::regclass and c.conrelid::regclass::text = any(${tables}::text[])`
  return tx.all({ compile: () => raw.compile(buildFor) })
}

/** Columns that a row can be stored with: none that the table computes. */
async function columnsOf(tx: Transaction, tables: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const raw = sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.oid = any(${tables}::regclass[]) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`
  const rows = await tx.all<{ table: string; column: string }>({ compile: () => raw.compile(buildFor) })
  return new Map(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, some]) => [table, new Set(some.map(({ column }) => column))] as const),
  )
}

/** A table after those of the others that its rows point at. */
function parentsFirst(first: string, tables: readonly string[], keys: readonly Key[]): string[] {
  const left = new Set(tables)
  const sorted: string[] = []
  while (left.size > 0) {
    const waits = (table: string) => keys.some((key) => key.table === table && key.target !== table && left.has(key.target))
    const free = [...left].filter((table) => !waits(table))
    // A circle of tables would be one of rows that were never there one after the other.
    const next = left.has(first) && !waits(first) ? [first] : free.length > 0 ? free : [...left]
    for (const table of next) left.delete(table)
    sorted.push(...next)
  }
  return sorted
}

function insertion(
  tx: Transaction,
  table: string,
  known: ReadonlySet<string>,
  rows: readonly Values[],
  needed: readonly Key[],
): Statement<unknown> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => known.has(name) && name !== 'tenant_id')
  const tenant = sql`${tenantOf(tx)}::uuid`
  // Whoever added the row stays the one who did.
  const author = known.has('created_by') && !names.includes('created_by')
  const added = sql`(select c.user_id from changes c where c.tenant_id = ${tenant} and c.row_id = lost.id and c.table_name = ${table} and c.verb = 'add'
    order by c.position limit 1)`
  const there = needed.map(
    ({ column, target }) => sql`(lost.${sql.ref(column)} is null or exists (select from ${sql.table(target)} other
      where other.id = lost.${sql.ref(column)}))`,
  )
  const raw = sql`insert into ${sql.table(table)} (tenant_id, ${sql.join(names.map((name) => sql.ref(name)))}${author ? sql`, created_by` : sql``})
    overriding system value
    select ${tenant}, ${sql.join(names.map((name) => sql`lost.${sql.ref(name)}`))}${author ? sql`, ${added}` : sql``}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json) as lost
    ${there.length > 0 ? sql`where ${sql.join(there, sql` and `)}` : sql``}`
  return typedAs({ compile: () => raw.compile(buildFor) })
}
