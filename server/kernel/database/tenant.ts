/**
 * The only doors to the tables. {@link inTenant} sees one tenant, because the database itself hides the rest;
 * {@link inPlatform} sees all of them and is for the few things that come before a tenant is known or belong to the
 * platform. Each is one transaction: it commits when the work returns, and nothing is kept when it throws.
 */
import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'
import type { Purpose } from './embedded/space.ts'
import { fail } from '../errors.ts'
import type { FairShare } from './fair-share.ts'
import { fairShare } from './fair-share.ts'

/** Anything Kysely can compile, typed by the rows it gives. */
export interface Statement<Output> {
  compile(): CompiledQuery<Output>
}

/** A running transaction. Statements given without waiting in between travel together in one round trip. */
export interface Transaction {
  all<Output>(statement: Statement<Output>): Promise<Output[]>
  first<Output>(statement: Statement<Output>): Promise<Output | undefined>
  /** Gives the number of rows that were written. */
  run(statement: Statement<unknown>): Promise<number>
  /**
   * A cursor over the rows as they are now, which {@link fetch} reads on and on. Held, it outlives the transaction and stays on
   * the connection until it is closed: for the embedded engine, which has one connection and must not keep it.
   */
  declare(cursor: string, statement: Statement<unknown>, held: boolean): Promise<void>
  fetch<Output>(cursor: string, rows: number): Promise<Output[]>
  close(cursor: string): Promise<void>
  /** The tenant whose rows this transaction sees; `undefined` in platform scope. */
  readonly tenantId: string | undefined
  /** Runs once the transaction is committed, before its result is given back; for caches and invalidations, which must not fail. */
  afterCommit(effect: () => void): void
}

/** Who writes, and in the course of what: the history keeps both with every change. Without an operation it keeps nothing. */
export interface Actor {
  readonly tenantId: string
  readonly userId?: string
  /** The request, or the job, that writes. */
  readonly operationId?: string
}

export interface TransactionScopes {
  inTenant<Result>(actor: Actor, work: (tx: Transaction) => Promise<Result>, mode?: Mode): Promise<Result>
  /** @param reason Why the platform's scope is needed; kept with the call so that each use can be reviewed. */
  inPlatform<Result>(reason: string, work: (tx: Transaction) => Promise<Result>, mode?: Mode, actor?: Actor): Promise<Result>
  /**
   * Every transaction that writes asks for what is essential; what writes more asks for itself, before it begins.
   * @throws Failure `storage.full` while there is no room for the purpose.
   */
  assertSpace(purpose: Purpose): void
  /** Whether the disk has room for the purpose. */
  hasSpace(purpose: Purpose): boolean
}

/** `snapshot` reads, and sees nothing of what happens meanwhile. */
export type Mode = 'read' | 'write' | 'snapshot'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Connections that no tenant takes from the others, where there are several. */
const MIN_FREE_FOR_OTHERS = 2
/** Transactions of one tenant that wait: as many as are done in about a second. */
const MAX_WAITING = 1000

/** The only way to run SQL: transactions in a tenant's scope, or in the platform's. */
export function openTransactionScopes(database: Database): TransactionScopes {
  const { max: places, connectionTimeoutMillis: waitMs } = database.pool.options
  const share = fairShare({ places, share: Math.max(1, places - MIN_FREE_FOR_OTHERS), most: MAX_WAITING, waitMs })
  return {
    assertSpace(purpose) {
      if (!database.hasSpace(purpose)) fail('storage.full')
    },
    hasSpace: (purpose) => database.hasSpace(purpose),
    inTenant({ tenantId, ...actor }, work, mode = 'write') {
      const settings = { 'app.tenant_id': tenantId, ...(mode === 'write' ? historyOf(actor) : {}) }
      return transact(database, share, mode, settingsFor('outstation_tenant', settings), tenantId, work)
    },
    inPlatform(_reason, work, mode = 'write', actor) {
      const settings = actor && mode === 'write' ? { 'app.actor_tenant_id': actor.tenantId, ...historyOf(actor) } : {}
      return transact(database, share, mode, settingsFor('outstation_platform', settings), undefined, work)
    },
  }
}

function historyOf({ userId, operationId }: Omit<Actor, 'tenantId'>): Record<string, string> {
  return { ...(userId ? { 'app.user_id': userId } : {}), ...(operationId ? { 'app.operation_id': operationId } : {}) }
}

/** Ids come from the session and the server; the pattern makes sure that they can stand inside a statement. */
function settingsFor(role: string, settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => {
    if (!UUID.test(value)) throw new TypeError(`${name} must be a UUID`)
    return `; set local ${name} = '${value}'`
  })
  return `set local role ${role}${lines.join('')}`
}

const begin: Record<Mode, string> = { read: 'begin read only', write: 'begin', snapshot: 'begin isolation level repeatable read read only' }

async function transact<Result>(
  database: Database,
  share: FairShare,
  mode: Mode,
  setting: string,
  tenantId: string | undefined,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if (mode === 'write' && !database.hasSpace('essential')) fail('storage.full')
  const turn = share.enter(tenantId)
  if (turn) await turn
  const client = await database.pool.connect().catch((error: unknown) => {
    share.leave(tenantId)
    return fail('server.busy', { cause: error })
  })
  const effects: (() => void)[] = []
  let broken: Error | undefined
  try {
    // Not awaited: the statements of `work` follow it down the same pipe. Should it fail, `begin` has left the transaction
    // aborted, or the connection is nobody (database.ts): in both cases nothing that follows can read or write.
    const [opened, working] = together(client, () => [
      client.query(`${begin[mode]}; ${setting}`),
      work(overClient(client, tenantId, effects)),
    ])
    opened.catch(() => undefined)
    const result = await working
    await opened
    const { command } = await client.query('commit').catch((error: unknown) => {
      // The answer is lost, not necessarily the commit. Caches are told: to forget too much does no harm.
      for (const effect of effects) effect()
      throw error
    })
    if (command !== 'COMMIT') throw new Error('a statement of this transaction failed unnoticed; it was rolled back')
    for (const effect of effects) effect()
    return result
  } catch (error) {
    await client.query('rollback').catch((second: Error) => {
      broken = second
    })
    throw error
  } finally {
    client.release(broken)
    share.leave(tenantId)
  }
}

/**
 * What is sent while `send` runs goes out in one write. Half of the time this server spends on a request is system calls
 * (`node --cpu-prof`), and without this each statement is one.
 */
function together<Result>(client: pg.PoolClient, send: () => Result): Result {
  const { stream } = client.connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

function overClient(client: pg.PoolClient, tenantId: string | undefined, effects: (() => void)[]): Transaction {
  const send = <Output, Result>(statement: Statement<Output>, pick: (result: pg.QueryResult) => Result): Promise<Result> => {
    const { sql, parameters } = statement.compile()
    const picked = client.query({ name: nameOf(sql), text: sql, values: parameters as unknown[] }).then(pick)
    // A statement that nobody waits for any more (its sibling failed first) must not end the process.
    picked.catch(() => undefined)
    return picked
  }
  return {
    tenantId,
    all: <Output>(statement: Statement<Output>) => send(statement, (result) => result.rows as Output[]),
    first: <Output>(statement: Statement<Output>) => send(statement, (result) => result.rows[0] as Output | undefined),
    run: (statement) => send(statement, (result) => result.rowCount ?? 0),
    // Without a name: what a prepared FETCH gives belongs to the cursor it was prepared for.
    async declare(cursor, statement, held) {
      const { sql, parameters } = statement.compile()
      await client.query(
        `declare ${nameOfCursor(cursor)} no scroll cursor ${held ? 'with' : 'without'} hold for ${sql}`,
        parameters as unknown[],
      )
    },
    fetch: async <Output>(cursor: string, rows: number) =>
      (await client.query(`fetch ${rows} from ${nameOfCursor(cursor)}`)).rows as Output[],
    close: async (cursor) => void (await client.query(`close ${nameOfCursor(cursor)}`)),
    afterCommit: (effect) => void effects.push(effect),
  }
}

function nameOfCursor(cursor: string): string {
  if (!/^[a-z][a-z0-9_]{0,50}$/.test(cursor)) throw new TypeError('a cursor is named by the server, in small letters')
  return cursor
}

/**
 * Names of prepared statements. Planning one of our list queries costs the database more than running it, so each text
 * is prepared once a connection. Texts are made by our own builder from a finite set of columns; the bound is for safety.
 */
const names = new Map<string, string>()
const MAX_NAMES = 2000

function nameOf(sql: string): string | undefined {
  let name = names.get(sql)
  if (name === undefined && names.size < MAX_NAMES) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 24)
    names.set(sql, name)
  }
  return name
}
