/** What `move` and `restore` say and do when a database of the embedded engine has come into PostgreSQL. */
import type { MovedTable } from '../server/backups/index.ts'
import { verifyChains } from '../server/audit/index.ts'
import type { Config } from '../server/kernel/config.ts'
import { openDatabase } from '../server/kernel/database/database.ts'
import { migrate } from '../server/kernel/database/migrate.ts'
import { openTransactionScopes } from '../server/kernel/database/tenant.ts'

/** The tables that have rows, a line each, and a line that sums them up. */
export function linesOf(tables: readonly MovedTable[]): string[] {
  const filled = tables.filter(({ rows }) => rows > 0)
  const sum = tables.reduce((all, { rows }) => all + rows, 0)
  return [
    `  ${'table'.padEnd(32)}${'rows'.padStart(12)}  content`,
    ...filled.map(({ name, rows, checksum }) => `  ${name.padEnd(32)}${String(rows).padStart(12)}  equal (${checksum})`),
    `${tables.length} tables, ${sum} rows: as many in each table on both sides, and their content is equal.`,
  ]
}

/** Brings the tables to this version and reads the chains of the log again; false when one does not hold, as it did not where it came from. */
export async function verifyThere(config: Config & { databaseUrl: string }, print: (line: string) => void): Promise<boolean> {
  const database = await openDatabase(config)
  try {
    const ran = await migrate(database)
    if (ran.length > 0) print(`Brought the tables up to date (${ran.length} migration${ran.length > 1 ? 's' : ''}).`)
    print('The chains of the log:')
    return await verifyChains(openTransactionScopes(database), { print: (line) => print(`  ${line}`) })
  } finally {
    await database.close()
  }
}
