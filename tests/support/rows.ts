/** What is really stored, read past row security by the owner of the tables. */
import pg from 'pg'
import type { TenantId } from '../../model/brands.ts'
import type { TestServer } from './server.ts'

/** Tables whose rows belong to a tenant, from the catalogue of the database: a new table is included by itself. */
export async function tenantTables(server: TestServer): Promise<string[]> {
  return server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
    return rows.map((row) => row.name)
  })
}

/** What a call may add to even when it is refused: that it was made. And what goes on by itself: how far events have been read. */
const LOGS = new Set(['logs', 'log_seals', 'log_values', 'event_cursors', 'run_forecasts', 'day_rollup_states'])

/** Of tables whose rows are not hashed as they are. */
const HASHES: Readonly<Record<string, string>> = {
  // That somebody was there is stored once a minute, and is no change of anything.
  sessions: "hashtextextended((to_jsonb(t) - 'last_seen_at')::text, 0)",
  // A column of type json has no hash.
  uploads: 'hashtextextended(t::text, 0)',
}

interface Counted {
  readonly name: string
  readonly rows: number
  readonly hash: string | null
}

/** Counts the rows of every table that a tenant has. */
type Count = (tenantId: TenantId) => Promise<Counted[]>

/** Of each server, whose tables stay the same while it runs. */
const counts = new WeakMap<TestServer, Promise<Count>>()

/**
 * A fingerprint of every row of one tenant but its log, and of its entry among the tenants: of each table the number of rows and
 * the sum of their hashes, worked out where the rows are and without making a text of each, since it is asked for before and after
 * every refused call.
 */
export async function fingerprint(server: TestServer, tenantId: TenantId): Promise<string> {
  const opened = counts.get(server) ?? openCount(server)
  counts.set(server, opened)
  const rows = await (await opened)(tenantId)
  if (rows.reduce((sum, table) => sum + table.rows, 0) < 10)
    throw new Error('a built tenant has more rows than this: the fingerprint looks at nothing')
  return rows
    .filter((table) => table.rows > 0)
    .map((table) => `${table.name}: ${table.rows} rows, ${table.hash}`)
    .join('\n')
}

/** One statement over all tables, prepared once: planning it takes longer than counting. */
async function openCount(server: TestServer): Promise<Count> {
  const tables = (await tenantTables(server)).filter((table) => !LOGS.has(table))
  // It comes of what was changed before, and is done when it is done.
  const but = (table: string) => (table === 'scheduled_work' ? " and kind <> 'process-recheck'" : '')
  const hash = (table: string) => HASHES[table] ?? 'hash_record_extended(t, 0)'
  const parts = [...tables.map((table) => [table, 'tenant_id'] as const), ['tenants', 'id'] as const].map(
    ([table, column]) =>
      `select '${table}' as name, count(*)::int as rows, sum(${hash(table)}) as hash from ${table} t where ${column} = $1${but(table)}`,
  )
  const text = `${parts.join(' union all ')} order by 1`
  const counting = async (client: pg.ClientBase, tenantId: TenantId) =>
    (await client.query<Counted>({ name: 'rows-of-a-tenant', text, values: [tenantId] })).rows
  if (server.databaseUrl === undefined) return (tenantId) => server.database.asOwner((client) => counting(client, tenantId))
  // A connection of its own, which ends with its database (server.ts).
  const client = new pg.Client({ connectionString: server.databaseUrl, application_name: 'tests' })
  client.on('error', () => undefined)
  await client.connect()
  return (tenantId) => counting(client, tenantId)
}

/** The text of every row of every table. */
export async function dump(server: TestServer): Promise<string> {
  return server.database.asOwner(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const parts: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`)
      for (const { line } of rows) parts.push(`${name} ${line}`)
    }
    return parts.join('\n')
  })
}
