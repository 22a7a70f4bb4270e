/** What is really stored, read past row security by the owner of the tables. */
import { createHash } from 'node:crypto'
import type { TestServer } from './server.ts'

/** Tables whose rows belong to a tenant, from the catalogue of the database: a new table is included by itself. */
export async function tenantTables(server: TestServer): Promise<string[]> {
  return server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`)
    return rows.map((row) => row.name)
  })
}

/** A fingerprint of every row of one tenant, and of its entry among the tenants. */
export async function fingerprint(server: TestServer, tenantId: string): Promise<string> {
  const tables = await tenantTables(server)
  const parts = [...tables.map((table) => [table, 'tenant_id'] as const), ['tenants', 'id'] as const].map(([table, column], index) =>
    `select ${index} as place, t::text as line from ${table} t where ${column} = '${tenantId}'`)
  return server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ place: number; line: string }>(`${parts.join(' union all ')} order by 1, 2`)
    if (rows.length < 10) throw new Error('a built tenant has more rows than this: the fingerprint looks at nothing')
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  })
}

/** The text of every row of every table. */
export async function dump(server: TestServer): Promise<string> {
  return server.database.asOwner(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`)
    const parts: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`)
      parts.push(...rows.map((row) => `${name} ${row.line}`))
    }
    return parts.join('\n')
  })
}
