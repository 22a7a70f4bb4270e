/**
 * A server from its database to its port, with everything that works beside it: for the program (main.ts), and for the tests, which open many
 * in one process. It loads little, so that what is wrong with the configuration is told at once, and the database opens while the rest loads.
 */
import type { Config } from './kernel/config.ts'
import { isAboveRowSecurity, openDatabase } from './kernel/database/database.ts'
import { migrate } from './kernel/database/migrate.ts'
import { assertFree } from './kernel/runtime/address.ts'
import type { FirstPassword } from './seed/seed.ts'
import type { Hooks, Serving } from './serving.ts'
import { openStorage } from './storage/index.ts'

/** All that is left of the server; loaded once, however often it is asked for. */
const rest = () => import('./listen.ts')

/**
 * Opens the database, brings its tables up to date, listens and stores the seeds; gives the server when it is ready.
 * @throws {StartError} what is wrong with the configuration, in one sentence; nothing is left open.
 */
export async function serve(config: Config, hooks: Hooks): Promise<{ server: Serving; passwords: readonly FirstPassword[] }> {
  await assertFree(config)
  if (config.backupRecipients.length > 0) await (await import('./backups/index.ts')).assertRecipients(config.backupRecipients)
  // Before the database: what is wrong with it shall leave nothing behind.
  const storage = await openStorage(config)
  hooks.print(config.databaseUrl === undefined ? `Opening the embedded database in ${config.dataDir}` : 'Connecting to PostgreSQL')
  // The embedded engine opens in a thread of its own: this one loads the thousand modules behind listen.ts meanwhile, which takes longer.
  const database = await openDatabase({ ...config, meanwhile: () => void rest().catch(() => undefined) })
  try {
    const ran = await migrate(database)
    if (ran.length > 0) hooks.print(`Brought the tables up to date (${ran.length} migration${ran.length > 1 ? 's' : ''})`)
    // Whether the login could see every tenant's rows if a statement gave up its role. The embedded engine has one user, whom nobody else can be.
    if (await isAboveRowSecurity(database))
      hooks.print(
        'Warning: the user of DATABASE_URL is a superuser or has BYPASSRLS, so that row-level security does not bind it. See “The database login” in README.md',
      )
    const { listen } = await rest()
    return await listen(config, database, storage, hooks)
  } catch (error) {
    await database.close()
    throw error
  }
}
