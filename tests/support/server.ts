/** The real server on a database of its own, for one test file. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DestinationStream } from 'pino'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import type { AppOptions } from '../../server/app.ts'
import { buildApp } from '../../server/app.ts'
import type { Config } from '../../server/kernel/config.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/kernel/database/database.ts'
import { openDatabase } from '../../server/kernel/database/database.ts'
import type { Clock } from '../../server/kernel/runtime/clock.ts'
import type { Services } from '../../server/kernel/services.ts'
import { openServices } from '../../server/services.ts'
import { keptOwners } from './owners.ts'
import { databaseUrl, onServer, openCopy } from './template.ts'

export interface TestServer {
  readonly url: string
  readonly app: FastifyInstance
  readonly services: Services
  readonly database: Database
  /** Where the database can be reached by a second server; `undefined` on the embedded engine, which serves one. */
  readonly databaseUrl: string | undefined
  stop(): Promise<void>
}

/** Starts a server on a fresh copy of the template. Stop it in `afterAll`. */
export async function startServer(
  changes: Partial<Config> = {},
  logs?: DestinationStream,
  kinds?: AppOptions['kinds'],
  clock?: Clock,
): Promise<TestServer> {
  const template = inject('template')
  const timeZone = 'Asia/Shanghai'
  if ('folder' in template) return serve(await openCopy(template, timeZone), undefined, changes, { logs, kinds, clock })
  const name = `${template.database}_${randomBytes(6).toString('hex')}`
  await onServer(template.server, `create database ${name} template ${template.database}`)
  const url = databaseUrl(template.server, name)
  return serve(await openDatabase({ databaseUrl: url, dataDir: '', timeZone }), url, changes, { logs, kinds, clock }, () =>
    onServer(template.server, `drop database if exists ${name} with (force)`),
  )
}

let shared: Promise<TestServer> | undefined

/**
 * The server that the files of one worker share, so that it starts once for all of them. For tests that make tenants of their
 * own and look at nothing else: settings, the catalogue, the platform, rows and files of everybody and what counts attempts
 * belong to others as well. Its `stop` does nothing; it ends with the worker, and its database with the run (template.ts).
 */
export function sharedServer(): Promise<TestServer> {
  shared ??= startServer().then((server) => {
    process.once('exit', () => rmSync(server.services.config.dataDir, { recursive: true, force: true }))
    return { ...server, stop: () => Promise.resolve() }
  })
  return shared
}

/** A second server on the same PostgreSQL database, as a cluster would run. */
export async function startSecond(first: TestServer, changes: Partial<Config> = {}): Promise<TestServer> {
  if (first.databaseUrl === undefined) throw new Error('the embedded engine serves one server only')
  return serve(await openDatabase({ databaseUrl: first.databaseUrl, dataDir: '', timeZone: 'Asia/Shanghai' }), first.databaseUrl, {
    dataDir: first.services.config.dataDir,
    ...changes,
  })
}

/** Starts a server on an empty database that `prepare` has given its tables and rows. */
export async function startServerFrom(prepare: (database: Database) => Promise<void>): Promise<TestServer> {
  const template = inject('template')
  const timeZone = 'Asia/Shanghai'
  const name = `outstation_test_${randomBytes(6).toString('hex')}`
  const url = 'folder' in template ? undefined : databaseUrl(template.server, name)
  if (!('folder' in template)) await onServer(template.server, `create database ${name}`)
  const database = await openDatabase({ databaseUrl: url, dataDir: '', timeZone, inMemory: url === undefined })
  await prepare(database)
  return serve(
    database,
    url,
    {},
    {},
    'folder' in template ? undefined : () => onServer(template.server, `drop database if exists ${name} with (force)`),
  )
}

async function serve(
  database: Database,
  url: string | undefined,
  changes: Partial<Config>,
  { logs, kinds, clock }: { logs?: DestinationStream | undefined; kinds?: AppOptions['kinds'] | undefined; clock?: Clock | undefined } = {},
  afterwards?: () => Promise<void>,
): Promise<TestServer> {
  const files = mkdtempSync(join(tmpdir(), 'outstation-files-'))
  const config: Config = {
    ...readConfig({
      LOG_LEVEL: logs ? 'trace' : 'silent',
      RATE_LIMIT: '1000000',
      TIME_ZONE: 'Asia/Shanghai',
      MQTT_PORT: 'off',
      MODBUS: 'off',
      SIMULATOR_PORT: 'off',
      DATA_DIR: files,
    }),
    databaseUrl: url,
    ...changes,
  }
  const services = await openServices(config, database, undefined, clock)
  const app = await buildApp(services, { ...(logs ? { logs } : {}), ...(kinds ? { kinds } : {}) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const owners = url === undefined ? undefined : keptOwners(url)
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    app,
    services,
    database: owners ? { ...database, asOwner: owners.asOwner } : database,
    databaseUrl: url,
    async stop() {
      await owners?.close()
      await app.close()
      await services.invalidations.close()
      await database.close()
      await afterwards?.()
      rmSync(files, { recursive: true, force: true })
    },
  }
}
