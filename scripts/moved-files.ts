/** What an installation has beside its database, and what a move does not bring: files, and the key of the secrets. */
import type { Config } from '../server/kernel/config.ts'
import { build } from '../server/kernel/database/sql.ts'
import { openDatabase } from '../server/kernel/database/database.ts'
import type { TransactionScopes } from '../server/kernel/database/tenant.ts'
import { openTransactionScopes } from '../server/kernel/database/tenant.ts'
import { readSealedSecrets } from '../server/identity/index.ts'
import type { Store } from '../server/storage/index.ts'
import { openStorage } from '../server/storage/index.ts'

/** Rows that are read at once, and files that are looked for at once. */
const ROWS = 1000
const TOGETHER = 16

/**
 * Whether every file that the rows name is in the store of this configuration, whole, and the key in `DATA_DIR` opens the secrets. Says how many are missing and
 * where they come from. @throws {StartError} when the database or the store cannot be reached
 */
export async function verifyFiles(config: Config & { databaseUrl: string }, print: (line: string) => void): Promise<boolean> {
  const { store, place } = await openStorage(config)
  const database = await openDatabase(config)
  try {
    const transactions = openTransactionScopes(database)
    const { all, missing } = await countFiles(transactions, store)
    const { path, all: secrets, unopened } = await readSealedSecrets(transactions, config.dataDir)
    print('What the rows name beside the database:')
    if (missing === 0) print(`  files: all ${all} are in ${place}.`)
    else
      print(
        `  files: ${missing} of ${all} are MISSING in ${place}. Copy what is in the folder blobs of the DATA_DIR that was moved, or in its bucket, there (docs/guides/file-store.md).`,
      )
    if (unopened === 0) print(secrets === 0 ? '  secrets: none is sealed.' : `  secrets: ${path} opens all ${secrets}.`)
    else
      print(
        `  secrets: ${path} is MISSING or another one: it opens ${secrets - unopened} of ${secrets}. Copy second-factors.key of the DATA_DIR that was moved there; without it nobody signs in with an authenticator app.`,
      )
    return missing === 0 && unopened === 0
  } finally {
    await database.close()
  }
}

/** How many files the rows name, and how many of them the store does not have with all of their bytes. */
async function countFiles(transactions: TransactionScopes, store: Store): Promise<{ all: number; missing: number }> {
  const counted = { all: 0, missing: 0 }
  let rows: { id: string; size: unknown }[] = []
  do {
    const last = rows.at(-1)?.id
    rows = await transactions.inPlatform(
      'the files of all tenants are looked for',
      (tx) =>
        tx.all(
          build
            .selectFrom('blobs')
            .select(['id', 'size'])
            .$if(last !== undefined, (query) => query.where('id', '>', last as string))
            .orderBy('id')
            .limit(ROWS),
        ),
      'read',
    )
    for (let at = 0; at < rows.length; at += TOGETHER) {
      const there = await Promise.all(rows.slice(at, at + TOGETHER).map(({ id, size }) => store.has(id, Number(size))))
      counted.missing += there.filter((each) => !each).length
    }
    counted.all += rows.length
  } while (rows.length === ROWS)
  return counted
}
