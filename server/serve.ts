/** A server from its database to its port, with everything that works beside it: for the program (main.ts), and for the tests, which open many in one process. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './kernel/config.ts'
import { isAboveRowSecurity, openDatabase } from './kernel/database/database.ts'
import type { Database } from './kernel/database/database.ts'
import { startVacuum } from './kernel/database/embedded/vacuum.ts'
import { migrate } from './kernel/database/migrate.ts'
import { sweepUploads } from './kernel/http/uploads.ts'
import { assertFree, reasonAgainst } from './kernel/runtime/address.ts'
import type { Services } from './kernel/services.ts'
import { features, startMaintenance } from './modules.ts'
import { seed } from './seed/seed.ts'
import type { FirstPassword } from './seed/seed.ts'
import { openServices } from './services.ts'
import { startSimulator } from './simulator/simulator.ts'
import { claimStorage, openStorage } from './storage/index.ts'
import type { Storage } from './storage/index.ts'

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url))
/** How long running requests may take to finish once the server is told to stop, in milliseconds. */
export const DRAIN_MS = 10_000

/** A server that listens. */
export interface Serving {
  readonly url: string
  readonly app: FastifyInstance
  readonly database: Database
  readonly storage: Storage
  /** Takes no new request, waits for those that run, ends the work in the background and closes the database. The first call does it. */
  stop(): Promise<void>
}

interface Hooks {
  /** Told what the operator reads while it starts. */
  readonly say: (text: string) => void
  /** Called once the port is taken, before the seeds run. */
  readonly onListening?: (server: Serving) => void
}

/**
 * Opens the database, brings its tables up to date, listens and stores the seeds; gives the server when it is ready.
 * @throws {StartError} what is wrong with the configuration, in one sentence; nothing is left open.
 */
export async function serve(config: Config, hooks: Hooks): Promise<{ server: Serving; passwords: readonly FirstPassword[] }> {
  await assertFree(config)
  // Before the database: what is wrong with it shall leave nothing behind.
  const storage = await openStorage(config)
  hooks.say(config.databaseUrl === undefined ? `Opening the embedded database in ${config.dataDir}` : 'Connecting to PostgreSQL')
  const database = await openDatabase(config)
  try {
    const ran = await migrate(database)
    if (ran.length > 0) hooks.say(`Brought the tables up to date (${ran.length} migration${ran.length > 1 ? 's' : ''})`)
    // Whether the login could see every tenant's rows if a statement gave up its role. The embedded engine has one user, whom nobody else can be.
    if (await isAboveRowSecurity(database))
      hooks.say(
        'Warning: the user of DATABASE_URL is a superuser or has BYPASSRLS, so that row-level security does not bind it. See “The database login” in README.md',
      )
    return await listen(config, database, storage, hooks)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function listen(config: Config, database: Database, storage: Storage, { onListening }: Hooks) {
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
  const stop = async () => {
    isReady = false
    // Closing ends the connections that are idle now; those that are busy follow as soon as they have their answer.
    const idle = setInterval(() => app.server.closeIdleConnections(), 100).unref()
    await Promise.race([stopSimulator().then(() => app.close()), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
    clearInterval(idle)
    await Promise.all([stopMaintenance(), stopVacuum()])
    await services.invalidations.close()
    await database.close()
  }
  let stopped: Promise<void> | undefined
  const server: Serving = { url: address, app, database, storage, stop: () => (stopped ??= stop()) }
  onListening?.(server)

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
  return { server, passwords }
}

/** Files that a server was killed over belong to nobody; where there is no other server, whatever is older than this process is one of them. */
async function sweepLeftovers({ blobs, transactions, config }: Services, database: Database): Promise<void> {
  if (!(await database.isAlone())) return
  await Promise.all([blobs.sweep(transactions, 'start'), sweepUploads(config.dataDir, performance.timeOrigin)])
}
