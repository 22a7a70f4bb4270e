/** The tables that hold rows of tenants, as the database itself knows them: a new one is among them without a word here. */
import { sql } from 'kysely'
import { buildFor, typedAs } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

interface Column {
  table: string
  column: string
  type: string
}
export interface TenantTable {
  readonly name: string
  readonly columns: readonly Column[]
  readonly key: readonly string[]
}

/** The tables of a tenant. Those that point at others come before them, so that rows can be deleted in this order. */
export async function tenantTables(tx: Transaction): Promise<TenantTable[]> {
  const [columns, keys, links] = await Promise.all([readColumns(tx), readKeys(tx), readLinks(tx)])
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const names = [...byTable.keys()].filter((name) => byTable.get(name)?.some(({ column }) => column === 'tenant_id')).sort()
  return inOrder(names, links).map((name) => ({
    name,
    columns: byTable.get(name) ?? [],
    key: keys.find(({ table }) => table === name)?.columns ?? [],
  }))
}

// Partitions are read and written through the table they belong to.
const readColumns = (tx: Transaction) =>
  tx.all(
    typedAs<Column>(
      buildFor
        .selectFrom('pg_catalog.pg_attribute as a')
        .innerJoin('pg_catalog.pg_class as c', 'c.oid', 'a.attrelid')
        .select(['c.relname as table', 'a.attname as column', sql<string>`format_type(a.atttypid, null)`.as('type')])
        .where(
          sql<boolean>`c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped`,
        )
        .orderBy('c.relname')
        .orderBy('a.attnum'),
    ),
  )

const readKeys = (tx: Transaction) =>
  tx.all(
    typedAs<{ table: string; columns: string[] }>(
      buildFor
        .selectFrom('pg_catalog.pg_constraint as k')
        .select([
          sql`k.conrelid::regclass::text`.as('table'),
          sql`(select array_agg(a.attname::text order by part.place)
    from unnest(k.conkey) with ordinality as part(number, place) join pg_catalog.pg_attribute as a on a.attrelid = k.conrelid and a.attnum = part.number)`.as(
            'columns',
          ),
        ])
        .where(sql<boolean>`k.contype = 'p' and k.connamespace = 'public'::regnamespace`),
    ),
  )

const readLinks = (tx: Transaction) =>
  tx.all(
    typedAs<{ from: string; to: string }>(
      buildFor
        .selectFrom('pg_catalog.pg_constraint')
        .select([sql`conrelid::regclass::text`.as('from'), sql`confrelid::regclass::text`.as('to')])
        .where(sql<boolean>`contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`),
    ),
  )

/** @throws Error when tables point at one another in a circle: then no order deletes them. */
function inOrder(names: readonly string[], links: readonly { from: string; to: string }[]): string[] {
  const left = new Set(names)
  const order: string[] = []
  while (left.size > 0) {
    const free = [...left].filter((name) => !links.some(({ from, to }) => to === name && left.has(from)))
    if (free.length === 0) throw new Error(`these tables point at one another in a circle: ${[...left].join(', ')}`)
    for (const name of free) left.delete(name)
    order.push(...free)
  }
  return order
}
