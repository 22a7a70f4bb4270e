/**
 * One driver, two engines. `DATABASE_URL` set: PostgreSQL. Unset: the embedded engine behind the same `pg` driver.
 * Nothing above this file and `tenant.ts` sees the driver; nothing anywhere sees which engine it is.
 */
import { randomBytes } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { mkdirSync, accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { KernelConfig } from '../config.ts'
import { StartError } from '../start-error.ts'
import { openEmbedded } from './embedded/engine.ts'
import { lockFolder } from './embedded/lock.ts'
import type { Purpose } from './embedded/space.ts'
import { watchSpace } from './embedded/space.ts'
import { listenOn } from './listen.ts'
import { UNFINISHED_MOVE, assertNotMoved } from './moved.ts'

export interface Database {
  readonly engine: 'embedded' | 'postgresql'
  readonly version: string
  /** The zone of the server (IANA): of what belongs to no tenant, and of hours and days that are rolled up. */
  readonly timeZone: string
  /** Connections that may do nothing until {@link file://./tenant.ts} lends them a role. */
  readonly pool: pg.Pool
  /** False while the disk is too full to write to for this purpose. */
  hasSpace(purpose: Purpose): boolean
  /** Runs with the rights of the tables' owner: migrations, backups and the tests' own checks, nothing else. */
  asOwner<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result>
  /** Where the embedded engine has its files; absent for one in memory. */
  readonly folder?: string | undefined
  /** Whether no other server is at work on it just now. */
  isAlone(): Promise<boolean>
  /** Messages between servers on the same database; absent where there can be only one server. */
  listen?(channel: string, onMessage: (payload: string) => void, onLink: (up: boolean) => void): Promise<{ stop(): Promise<void> }>
  close(): Promise<void>
}

/** Oldest PostgreSQL this product is tested with. */
const OLDEST = 15

/** Connections to PostgreSQL. Ten keep two cores busy; more only queue inside the database. */
const CONNECTIONS = 10

/** A statement of a request that runs longer has lost its way; the embedded engine has a watch of its own. */
const STATEMENT_TIMEOUT_MS = 60_000

type DatabaseOptions = Pick<KernelConfig, 'databaseUrl' | 'dataDir' | 'timeZone'> &
  Partial<Pick<KernelConfig, 'minFreeMb'>> & {
    inMemory?: boolean
    /** For whoever only reads: an embedded database that lives on in PostgreSQL is opened, too. */
    evenIfMoved?: boolean
    /** Called while the embedded engine opens in its thread, for what the caller's thread can do until then. */
    meanwhile?: () => void
  }

/**
 * The database: PostgreSQL by its address, otherwise the embedded engine in the data directory.
 * @throws {StartError} when the database cannot be reached, is too old, its folder is not ours to use, or it was moved away or not wholly moved here.
 */
export async function openDatabase(wanted: DatabaseOptions): Promise<Database> {
  return wanted.databaseUrl === undefined ? openInFolder(wanted) : openServer(wanted.databaseUrl, wanted.timeZone)
}

async function openServer(url: string, timeZone: string): Promise<Database> {
  // Each process by a name of its own, so that it can tell others from itself.
  const name = `outstation server ${randomBytes(6).toString('hex')}`
  const settings: pg.ClientConfig = { connectionString: url, connectionTimeoutMillis: 5000, application_name: name, keepAlive: true }
  const version = await onceConnected(settings, async (client) => {
    const { rows } = await client.query<{ number: string; version: string; unfinished: boolean }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as version, to_regclass('public.${UNFINISHED_MOVE}') is not null as unfinished`,
    )
    if (Number(rows[0]?.number) < OLDEST * 10_000)
      throw new StartError(`DATABASE_URL names PostgreSQL ${rows[0]?.version}; version ${OLDEST} or newer is needed.`)
    if (rows[0]?.unfinished)
      throw new StartError(
        'DATABASE_URL names a database that holds an unfinished move. Run npm run move again: it goes on where it was broken off.',
      )
    return rows[0]?.version ?? ''
  })
  const pool = openPool({ ...settings, max: CONNECTIONS, statement_timeout: STATEMENT_TIMEOUT_MS }, timeZone)
  return {
    engine: 'postgresql',
    version,
    timeZone,
    pool,
    hasSpace: () => true, // it looks after its disk itself
    asOwner: (work) => onceConnected(settings, work),
    isAlone: () =>
      onceConnected(settings, async (client) => {
        const others = await client.query(
          "select 1 from pg_stat_activity where datname = current_database() and application_name like 'outstation server %' and application_name <> $1 limit 1",
          [name],
        )
        return others.rowCount === 0
      }),
    listen: (channel, onMessage, onLink) => listenOn(settings, channel, onMessage, onLink),
    close: () => pool.end(),
  }
}

async function onceConnected<Result>(settings: pg.ClientConfig, work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(settings)
  // A connection that breaks between two statements is found out by the next; without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const reason = (error as { code?: string }).code ?? (error as Error).message
    // Class 28 of the SQL states: invalid authorization.
    throw new StartError(
      `DATABASE_URL: the database ${reason.startsWith('28') ? 'does not let this user in' : 'cannot be reached'} (${reason}).`,
    )
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function openInFolder(wanted: DatabaseOptions): Promise<Database> {
  const files = wanted.inMemory ? undefined : join(wanted.dataDir, 'postgres')
  if (files !== undefined && !wanted.evenIfMoved) assertNotMoved(files)
  const space = wanted.inMemory ? undefined : await watchSpace(wanted.dataDir, wanted.minFreeMb ?? 0)
  const lock = wanted.inMemory ? undefined : takeFolder(wanted.dataDir)
  const engine = await openEmbedded(files, wanted).catch((error: unknown) => {
    lock?.release()
    throw new StartError(`DATA_DIR ${wanted.dataDir}: the embedded database cannot be opened (${(error as Error).message}).`)
  })
  const pool = openPool({ stream: () => engine.connect() as never, user: 'postgres', database: 'postgres', max: 1 }, wanted.timeZone)
  const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`)
  return {
    engine: 'embedded',
    version: rows[0]?.version ?? '',
    timeZone: wanted.timeZone,
    pool,
    hasSpace: (purpose) => space?.isLeft(purpose) ?? true,
    isAlone: async () => true,
    folder: files,
    async asOwner(work) {
      const client = await pool.connect()
      try {
        await client.query('set role none')
        return await work(client)
      } finally {
        await client.query(POWERLESS)
        client.release()
      }
    },
    async close() {
      space?.stop()
      await pool.end()
      await engine.close()
      lock?.release()
    },
  }
}

function takeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR ${folder} cannot be written to (${(error as { code?: string }).code ?? 'unknown reason'}).`)
  }
  return lockFolder(folder)
}

/**
 * A connection begins without any right, so that a statement which escaped its transaction finds nothing. The role is
 * made by the first migration; before that there is no table to protect either.
 */
const POWERLESS = `do $$ begin set role outstation_nobody; exception when undefined_object or invalid_parameter_value then null; end $$`

/**
 * The planner takes the questions of row policies and the long statements of figures for costlier than they are, and has them compiled, each time they run: 0.7 s for a count that takes
 * 30 ms (100,000 points, 2,000 sites of which 500 are in scope), a third of the time of a year of 500 points by the day (PostgreSQL 15). Nothing that is asked here runs long enough to repay it.
 */
const UNCOMPILED = 'set jit = off'

function openPool(settings: pg.PoolConfig, timeZone: string): pg.Pool {
  const pool = new pg.Pool({ ...settings, pipeline: true, idleTimeoutMillis: 0, allowExitOnIdle: false })
  pool.on('connect', (client) => {
    // One that breaks between two statements of a transaction has nobody waiting whom it could tell; the next statement fails.
    client.on('error', () => undefined)
    const ready = ['discard all', `set timezone = ${pg.escapeLiteral(timeZone)}`, UNCOMPILED, POWERLESS].map((text) => client.query(text))
    Promise.all(ready).catch(() => client.end())
  })
  pool.on('error', () => {
    /* an idle connection broke; the pool opens another when it is needed */
  })
  return pool
}

/** Whether row-level security does not bind the login of a PostgreSQL: it is a superuser or has BYPASSRLS. Always false for the embedded engine. */
export async function isAboveRowSecurity(database: Database): Promise<boolean> {
  if (database.engine !== 'postgresql') return false
  return database.asOwner(async (client) => {
    const { rows } = await client.query<{ above: boolean }>(
      'select rolsuper or rolbypassrls as above from pg_roles where rolname = session_user',
    )
    return rows[0]?.above ?? false
  })
}

/** What the driver has and its types leave out. */
declare module 'pg' {
  interface ClientBase {
    readonly connection: { readonly stream: Duplex } & EventEmitter
    end(): Promise<void>
  }
}
