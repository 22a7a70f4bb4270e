/** A server that listens on an open database, with everything that works beside it. Loads all the rest of the server: serve.ts asks for it once the database opens. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import type { Config } from './kernel/config.ts'
import type { Database } from './kernel/database/database.ts'
import { startVacuum } from './kernel/database/embedded/vacuum.ts'
import { sweepUploads } from './kernel/http/uploads.ts'
import { reasonAgainst } from './kernel/runtime/address.ts'
import type { Services } from './kernel/services.ts'
import { demonstrations, features, startMaintenance } from './modules.ts'
import { seed } from './seed/seed.ts'
import type { FirstPassword } from './seed/seed.ts'
import type { Hooks, Phase, Serving } from './serving.ts'
import { DRAIN_MS } from './serving.ts'
import { openServices } from './services.ts'
import { startSimulator } from './simulator/simulator.ts'
import { claimStorage } from './storage/index.ts'
import type { Storage } from './storage/index.ts'

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url))

/**
 * Listens and stores the seeds; gives the server when it is ready. Whoever opened the database closes it when this fails.
 * @throws {StartError} when the port was taken meanwhile, or the store of files is another installation's.
 */
export async function listen(
  config: Config,
  database: Database,
  storage: Storage,
  { onListening, clock }: Hooks,
): Promise<{ server: Serving; passwords: readonly FirstPassword[] }> {
  const services = await openServices(config, database, storage, clock)
  await claimStorage(storage, services.transactions)
  let phase: Phase = 'starting'
  const app = await buildApp(services, { phase: () => phase, ...(existsSync(WEB) ? { web: WEB } : {}) })
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
    phase = 'stopping'
    // Closing ends the connections that are idle now; those that are busy follow as soon as they have their answer.
    const idle = setInterval(() => app.server.closeIdleConnections(), 100).unref()
    await Promise.race([stopSimulator().then(() => app.close()), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
    clearInterval(idle)
    // A browser opens connections ahead of what it will ask; to Node these are never idle, and whoever used one later would ask a server that is gone.
    app.server.closeAllConnections()
    await Promise.all([stopMaintenance(), stopVacuum()])
    await services.invalidations.close()
    await database.close()
  }
  let stopped: Promise<void> | undefined
  const server: Serving = { url: address, app, database, storage, stop: () => (stopped ??= stop()) }
  onListening?.(server)

  const passwords = await seed(services, features, demonstrations)
  await claimStorage(storage, services.transactions).catch((error: unknown) =>
    app.log.warn({ err: error }, 'the store of files could not be marked as ours'),
  )
  // Told to stop meanwhile, it is stopping.
  if (stopped === undefined) phase = 'serving'
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
