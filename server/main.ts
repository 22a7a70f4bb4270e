/** Starts and stops the server. Everything that can be wrong at the start is one sentence and an exit code. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { buildApp } from './app.ts'
import { features, startMaintenance } from './modules.ts'
import { assertFree, reasonAgainst } from './kernel/runtime/address.ts'
import { claimStorage, openStorage } from './storage/index.ts'
import { readConfig } from './config.ts'
import { StartError } from './kernel/start-error.ts'
import type { Config } from './kernel/config.ts'
import { isAboveRowSecurity, openDatabase } from './kernel/database/database.ts'
import type { Database } from './kernel/database/database.ts'
import { startVacuum } from './kernel/database/embedded/vacuum.ts'
import { migrate } from './kernel/database/migrate.ts'
import { openServices } from './services.ts'
import type { Services } from './kernel/services.ts'
import type { Storage } from './storage/index.ts'
import { sweepUploads } from './kernel/http/uploads.ts'
import { seed } from './seed/seed.ts'
import type { FirstPassword } from './seed/seed.ts'
import { startSimulator } from './simulator/simulator.ts'

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url))
/** How long running requests may take to finish once the server is told to stop. */
const DRAIN_MS = 10_000

/**
 * V8 lets the heap of a long export grow to three times what it holds before it looks for what can go. Looking sooner costs
 * a tenth of the processor time of such an export, and a million rows stay within 150 MB (npm run bench:export).
 */
const HEAP_GROWTH = '--heap-growing-percent=20'

async function start(): Promise<void> {
  setFlagsFromString(HEAP_GROWTH)
  const config = readConfig(process.env)
  await assertFree(config)
  // Before the database: what is wrong with it shall leave nothing behind.
  const storage = await openStorage(config)
  say(config.databaseUrl === undefined ? `Opening the embedded database in ${config.dataDir}` : 'Connecting to PostgreSQL')
  const database = await openDatabase(config)
  try {
    const ran = await migrate(database)
    if (ran.length > 0) say(`Brought the tables up to date (${ran.length} migration${ran.length > 1 ? 's' : ''})`)
    if (await isAboveRowSecurity(database))
      say(
        'Warning: the user of DATABASE_URL is a superuser or has BYPASSRLS, so that row-level security does not bind it. See “The database login” in README.md',
      )
    await serve(config, database, storage)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(config: Config, database: Database, storage: Storage): Promise<void> {
  const services = await openServices(config, database, storage)
  await claimStorage(storage, services.transactions)
  let isReady = false
  const app = await buildApp(services, { isReady: () => isReady, ...(existsSync(WEB) ? { web: WEB } : {}) })
  // The port is taken before the seeds run: their passwords are told once, so nothing may fail after them.
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw reasonAgainst(config, error)
  })

  // With PORT=0 the operating system chose the port, and only now it is known.
  if (config.port === 0) config.publicUrl = address

  let stopMaintenance = async (): Promise<void> => undefined
  let stopVacuum = async (): Promise<void> => undefined
  let stopSimulator = async (): Promise<void> => undefined
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    isReady = false
    setTimeout(() => process.exit(1), DRAIN_MS + 5000).unref()
    // Closing ends the connections that are idle now; those that are busy follow as soon as they have their answer.
    setInterval(() => app.server.closeIdleConnections(), 100).unref()
    await Promise.race([stopSimulator().then(() => app.close()), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
    await Promise.all([stopMaintenance(), stopVacuum()])
    await services.invalidations.close()
    await database.close()
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'an error nobody handled')
    void stop(1)
  })

  const passwords = await seed(services, features)
  await claimStorage(storage, services.transactions).catch((error: unknown) =>
    app.log.warn({ err: error }, 'the store of files could not be marked as ours'),
  )
  isReady = true
  void sweepLeftovers(services, database).catch((error: unknown) =>
    app.log.warn({ err: error }, 'what an earlier server left could not be swept away'),
  )
  const maintenance = startMaintenance({ app, services, features })
  stopMaintenance = async () => void (await Promise.all(maintenance.map((each) => each.stop())))
  stopVacuum = startVacuum(database, services.clock, (error) =>
    app.log.warn({ err: error }, 'the tables of the embedded database could not be vacuumed'),
  )
  stopSimulator = startSimulator(services, {
    log: { info: (text) => app.log.info(text), error: (details, text) => app.log.error(details, text) },
  }).stop
  greet(config, database, storage, passwords)
}

/** Files that a server was killed over belong to nobody; where there is no other server, whatever is older than this process is one of them. */
async function sweepLeftovers({ blobs, transactions, config }: Services, database: Database): Promise<void> {
  if (!(await database.isAlone())) return
  await Promise.all([blobs.sweep(transactions, 'start'), sweepUploads(config.dataDir, performance.timeOrigin)])
}

function greet(config: Config, { engine, version }: Database, { place }: Storage, passwords: readonly FirstPassword[]): void {
  const promise =
    engine === 'embedded'
      ? 'safe against a killed process, not against a power failure; for production set DATABASE_URL'
      : 'a commit is on disk before it is acknowledged, as the database is configured'
  const lines = [
    '',
    `  Outstation is ready at ${config.publicUrl}`,
    `  Database: ${engine === 'embedded' ? `embedded PostgreSQL ${version} in ${config.dataDir}` : `PostgreSQL ${version}`} (${promise})`,
    `  Files: ${config.s3 ? `S3 store at ${place}` : place}`,
  ]
  if (passwords.length > 0) {
    lines.push('', '  First passwords, shown only now:', '', '    tenant   user     password')
    for (const { tenantCode, username, password } of passwords) lines.push(`    ${tenantCode.padEnd(8)} ${username.padEnd(8)} ${password}`)
  }
  say([...lines, ''].join('\n'))
}

/** Whether the login could see every tenant's rows if a statement gave up its role. The embedded engine has one user, whom nobody else can be. */
function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

start().catch((error: unknown) => {
  process.stderr.write(
    error instanceof StartError
      ? `Outstation cannot start: ${error.message}\n`
      : `Outstation cannot start: ${(error as Error).stack ?? String(error)}\n`,
  )
  process.exit(1)
})
