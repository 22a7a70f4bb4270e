/** Brings the tables to the newest numbered migration. Files are SQL, run once each, in order, and never edited afterwards. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import type { Database } from './database.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * All migrations in the order of their numbers.
 * @throws StartError for a name that does not say when it has to run: one that is left out is noticed too late.
 */
export function readMigrations(folder: URL = FOLDER): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}_[a-z0-9-]+\.sql$/.test(name)) throw new StartError(`Migration ${name} has to be called like 0042_what-it-brings.sql.`)
    if (names[index - 1]?.slice(0, 4) === name.slice(0, 4))
      throw new StartError(`Migrations ${names[index - 1]} and ${name} have the same number.`)
  }
  return names.map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Runs what is missing; several servers that start at once wait for one another. Gives the names of what ran. */
export async function migrate(database: Pick<Database, 'asOwner'>, migrations = readMigrations()): Promise<string[]> {
  return database.asOwner(async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('outstation.migrations'))`)
    try {
      await client.query(
        `create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
      )
      const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
      const done = new Map(rows.map((row) => [row.name, row.checksum]))
      const missing = migrations.filter((migration) => {
        const before = done.get(migration.name)
        if (before !== undefined && before !== migration.checksum)
          throw new StartError(
            `Migration ${migration.name} was changed after it had run. Restore the file; a change needs a new migration.`,
          )
        return before === undefined
      })
      for (const migration of missing) await runOne(client, migration)
      return missing.map(({ name }) => name)
    } finally {
      await client.query(`select pg_advisory_unlock(hashtext('outstation.migrations'))`)
    }
  })
}

async function runOne(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new StartError(`Migration ${name} failed: ${(error as Error).message}`)
  }
}
