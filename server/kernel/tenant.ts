/**
 * The only doors to the tables. {@link inTenant} sees one tenant, because the database itself hides the rest;
 * {@link inPlatform} sees all of them and is for the few things that come before a tenant is known or belong to the
 * platform. Each is one transaction: it commits when the work returns, and nothing is kept when it throws.
 */
import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'
import { fail } from './errors.ts'

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
  /** The tenant whose rows this transaction sees; `undefined` in platform scope. */
  readonly tenantId: string | undefined
  /** Runs once the transaction is committed, before its result is given back; for caches and events, which must not fail. */
  afterCommit(effect: () => void): void
}

export interface Doors {
  inTenant<Result>(caller: { tenantId: string }, work: (tx: Transaction) => Promise<Result>, mode?: Mode): Promise<Result>
  /** @param reason Why the platform's scope is needed; kept with the call so that each use can be reviewed. */
  inPlatform<Result>(reason: string, work: (tx: Transaction) => Promise<Result>, mode?: Mode): Promise<Result>
}

export type Mode = 'read' | 'write'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function openDoors(database: Database): Doors {
  return {
    inTenant({ tenantId }, work, mode = 'write') {
      // The id comes from the session; the pattern makes sure that it can stand inside a statement.
      if (!UUID.test(tenantId)) throw new TypeError('a tenant id must be a UUID')
      return transact(database, mode, `set local role outstation_tenant; set local app.tenant_id = '${tenantId}'`, tenantId, work)
    },
    inPlatform: (_reason, work, mode = 'write') => transact(database, mode, 'set local role outstation_platform', undefined, work),
  }
}

const begin: Record<Mode, string> = { read: 'begin read only', write: 'begin' }

async function transact<Result>(
  database: Database, mode: Mode, setting: string, tenantId: string | undefined, work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if (mode === 'write' && !database.mayWrite()) fail('storage.full')
  const client = await database.pool.connect().catch((error: unknown) => fail('server.busy', { cause: error }))
  const effects: (() => void)[] = []
  let broken: Error | undefined
  try {
    // Not awaited: the statements of `work` follow it down the same pipe. Should it fail, `begin` has left the transaction
    // aborted, or the connection is nobody (database.ts): in both cases nothing that follows can read or write.
    const [opened, working] = together(client, () => [client.query(`${begin[mode]}; ${setting}`), work(overClient(client, tenantId, effects))])
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
    await client.query('rollback').catch((second: Error) => { broken = second })
    throw error
  } finally {
    client.release(broken)
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
    afterCommit: (effect) => void effects.push(effect),
  }
}

/**
 * Names of prepared statements. Planning one of our list queries costs the database more than running it, so each text
 * is prepared once a connection. Texts are made by our own builder from a finite set of columns; the bound is for safety.
 */
const names = new Map<string, string>()
const MOST_NAMES = 2000

function nameOf(sql: string): string | undefined {
  let name = names.get(sql)
  if (name === undefined && names.size < MOST_NAMES) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 24)
    names.set(sql, name)
  }
  return name
}
