/**
 * The only doors to the tables. {@link inTenant} sees one tenant, because the database itself hides the rest;
 * {@link inPlatform} sees all of them and is for the few things that come before a tenant is known or belong to the
 * platform. Each is one transaction: it commits when the work returns, and nothing is kept when it throws.
 */
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { TenantId } from '../../../model/brands.ts'
import type { Database } from './database.ts'
import type { Purpose } from './embedded/space.ts'
import { fail } from '../errors.ts'
import type { RowScope } from './row-scope.ts'
import { EVERY_ROW, NO_ROW, isNarrowed } from './row-scope.ts'
import type { FairShare } from './fair-share.ts'
import { fairShare } from './fair-share.ts'
import { plansAnew } from './fresh-plans.ts'
import { NamedQuery, bracket } from './named-query.ts'
import { endWithNext, inOneWrite } from './one-write.ts'
import { nameOf } from './statement-names.ts'
import type { TimeZones, TransactionClock } from './time-zones.ts'
import { clockOf, openTimeZones } from './time-zones.ts'

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
  readonly tenantId: TenantId | undefined
  /** The zone in which this transaction reads and writes times without one, and by whose days it groups (IANA): the tenant's, or that of who asks for the platform. */
  timeZone(): Promise<string>
  /** The zone of the server, by whose hours and days readings are rolled up. */
  readonly serverTimeZone: string
  /** Which of them: what is remembered of an answer is remembered for this scope alone. */
  readonly rows: RowScope
  /**
   * One statement at a time over all rows of the tenant: for what the server has to know before it does what somebody asks who sees some of
   * them, such as whether an administrator is left. What it gives is told to nobody.
   * @param reason Why, in the words of the program.
   */
  beyondScope(reason: string): Pick<Transaction, 'first' | 'all'>
  /** Runs once the transaction is committed, before its result is given back; for caches and invalidations, which must not fail. */
  afterCommit(effect: () => void): void
  /**
   * The statements that were sent in this turn of the event loop are the last ones: the commit travels with them, which is a round trip less, for which no lock
   * is held. Should one of them fail, nothing is kept, as ever. @throws Error by every statement that is sent afterwards
   */
  commitWithThese(): void
}

/** Who writes, and in the course of what: the history keeps both with every change. Without an operation it keeps nothing. */
export interface Author {
  readonly tenantId: TenantId
  readonly userId?: string
  /** The request, or the job, that writes. */
  readonly operationId?: string
}

/** Who opens a tenant's scope: the server for itself, or somebody, and then it says which of the rows are in their scope. */
export type Actor = Author &
  ({ readonly userId?: undefined; readonly rows?: undefined } | { readonly userId: string; readonly rows: RowScope })

export interface TransactionScopes {
  inTenant<Result>(actor: Actor, work: (tx: Transaction) => Promise<Result>, mode?: Mode): Promise<Result>
  /**
   * @param reason Why the platform's scope is needed, in the words of the program and nobody's input: it goes along as a comment, for the log
   * of the database, and is counted ({@link platformUses}).
   */
  inPlatform<Result>(reason: string, work: (tx: Transaction) => Promise<Result>, mode?: Mode, author?: Author): Promise<Result>
  /**
   * Every transaction that writes asks for what is essential; what writes more asks for itself, before it begins.
   * @throws Failure `storage.full` while there is no room for the purpose.
   */
  assertSpace(purpose: Purpose): void
  /** The zone of the tenant's clock (IANA). Asks for a connection where it is not known: inside a transaction, ask that one. */
  timeZoneOf(tenantId: TenantId): Promise<string>
  /** How often each reason for the platform's scope has been given since the start. */
  platformUses(): Readonly<Record<string, number>>
  /** Whether the disk has room for the purpose. */
  hasSpace(purpose: Purpose): boolean
}

/** `snapshot` reads, and sees nothing of what happens meanwhile. */
export type Mode = 'read' | 'write' | 'snapshot'

/** The role of those who see some rows of their tenant: restrictive policies narrow it (row-policies.ts). */
const SCOPED = 'outstation_scoped'

/** What can stand in a comment of SQL without ending it. */
const REASON = /^[\w ,;:.()'’-]{4,120}$/

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Connections that no tenant takes from the others, where there are several. */
const MIN_FREE_FOR_OTHERS = 2
/** Transactions of one tenant that wait: as many as are done in about a second. */
const MAX_WAITING = 1000

/**
 * The only way to run SQL: transactions in a tenant's scope, or in the platform's.
 * @param zones Without those that follow what changes, each transaction looks up the zone of its tenant.
 */
export function openTransactionScopes(database: Database, zones: TimeZones = openTimeZones()): TransactionScopes {
  const { max: places, connectionTimeoutMillis: waitMs } = database.pool.options
  const uses = new Map<string, number>()
  const share = fairShare({ places, share: Math.max(1, places - MIN_FREE_FOR_OTHERS), most: MAX_WAITING, waitMs })
  const inTenant: TransactionScopes['inTenant'] = ({ tenantId, ...actor }, work, mode = 'write') => {
    const settings = { 'app.tenant_id': tenantId, ...(mode === 'write' ? historyOf(actor) : {}) }
    // Somebody whose scope nobody has said sees nothing.
    const rows = actor.userId === undefined ? EVERY_ROW : ((actor.rows as RowScope | undefined) ?? NO_ROW)
    const setting = `${settingsFor(isNarrowed(rows) ? SCOPED : 'outstation_tenant', settings)}${rows.statements}`
    return transact(database, share, { mode, setting, clock: clockOf(database, zones, tenantId) }, { tenantId, rows }, work)
  }
  return {
    assertSpace(purpose) {
      if (!database.hasSpace(purpose)) fail('storage.full')
    },
    hasSpace: (purpose) => database.hasSpace(purpose),
    platformUses: () => Object.fromEntries(uses),
    inTenant,
    timeZoneOf: async (tenantId) => zones.known(tenantId) ?? (await inTenant({ tenantId }, (tx) => tx.timeZone(), 'read')),
    inPlatform(reason, work, mode = 'write', author) {
      if (!REASON.test(reason)) throw new TypeError('the reason for the platform scope is a sentence of the program')
      uses.set(reason, (uses.get(reason) ?? 0) + 1)
      const settings = author && mode === 'write' ? { 'app.actor_tenant_id': author.tenantId, ...historyOf(author) } : {}
      const setting = `${settingsFor('outstation_platform', settings)} /* ${reason} */`
      const seen = { tenantId: undefined, rows: EVERY_ROW }
      return transact(database, share, { mode, setting, clock: clockOf(database, zones, author?.tenantId) }, seen, work)
    },
  }
}

function historyOf({ userId, operationId }: Omit<Author, 'tenantId'>): Record<string, string> {
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

interface Opening {
  readonly mode: Mode
  readonly setting: string
  readonly clock: TransactionClock
}

const begin: Record<Mode, string> = { read: 'begin read only', write: 'begin', snapshot: 'begin isolation level repeatable read read only' }

async function transact<Result>(
  database: Database,
  share: FairShare,
  { mode, setting, clock }: Opening,
  seen: Seen,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if (mode === 'write' && !database.hasSpace('essential')) fail('storage.full')
  const { tenantId } = seen
  const turn = share.enter(tenantId)
  if (turn) await turn
  const client = await database.pool.connect().catch((error: unknown) => {
    share.leave(tenantId)
    return fail('server.busy', { cause: error })
  })
  const state: Progress = { effects: [], open: 0, isOver: false, endIsAwaited: mode === 'write' }
  const runEffects = () => {
    for (const effect of state.effects.splice(0)) effect()
  }
  let broken: Error | undefined
  try {
    // Not awaited: the statements of `work` follow it down the same pipe. Should it fail, `begin` has left the transaction
    // aborted, or the connection is nobody (database.ts): in both cases nothing that follows can read or write.
    inOneWrite(client)
    const beginning = `${plansAnew(client) ? 'discard plans; ' : ''}${begin[mode]}; ${setting}${clock.setting}`
    const opened = clock.learn
      ? // One result for each statement, as `pg` gives them; the last is that of the clock.
        client.query(beginning).then((results) => clock.learn?.(zoneIn((results as unknown as pg.QueryResult[]).at(-1))))
      : bracket(client, beginning)
    opened.catch(() => undefined)
    const result = await working(work, overClient(client, seen, state, clock), state)
    await opened
    if (!state.endIsAwaited && state.open === 0 && !state.end) {
      endWithNext(client)
      runEffects()
      return result
    }
    const command = await (state.end ?? bracket(client, 'commit')).catch((error: unknown) => {
      // The answer is lost, not necessarily the commit. Caches are told: to forget too much does no harm.
      runEffects()
      throw error
    })
    if (command !== 'COMMIT') throw new Error('a statement of this transaction failed unnoticed; it was rolled back')
    runEffects()
    return result
  } catch (error) {
    // What failed after the commit had been sent leaves it as it was: caches are told, as where its answer is lost.
    if (state.end && (await state.end.catch(() => 'lost')) !== 'ROLLBACK') runEffects()
    await bracket(client, 'rollback').catch((second: Error) => {
      broken = second
    })
    throw error
  } finally {
    client.release(broken)
    share.leave(tenantId)
  }
}

async function working<Result>(work: (tx: Transaction) => Promise<Result>, tx: Transaction, state: Progress): Promise<Result> {
  try {
    return await work(tx)
  } finally {
    state.isOver = true
  }
}

const zoneIn = (result: pg.QueryResult<{ zone: string }> | undefined): string => result?.rows[0]?.zone ?? 'UTC'

interface Progress {
  readonly effects: (() => void)[]
  /** Statements that were sent and are not answered. */
  open: number
  /** The end may refuse something, or has to say whether a statement failed that was overlooked. */
  endIsAwaited: boolean
  /** Nothing can be sent any more: whatever comes too late would run in somebody else's transaction. */
  isOver: boolean
  /** The command that ended it, once its end was sent with its last statements. */
  end?: Promise<string>
}

/** Of whom a transaction sees rows, and which. */
type Seen = Pick<Transaction, 'tenantId' | 'rows'>

function overClient(client: pg.PoolClient, { tenantId, rows }: Seen, state: Progress, { zone, serverZone }: TransactionClock): Transaction {
  const role = isNarrowed(rows) ? SCOPED : ''
  const assertOpen = () => {
    if (state.isOver) throw new Error('the transaction is over')
  }
  const send = <Output, Result>(statement: Statement<Output>, pick: (result: pg.QueryResult) => Result): Promise<Result> => {
    assertOpen()
    inOneWrite(client)
    const { sql, parameters } = statement.compile()
    state.open += 1
    const picked = new Promise<Result>((resolve, reject) => {
      const answered = (error: Error | null | undefined, result: pg.QueryResult) => {
        if (error) {
          state.endIsAwaited = true
          reject(error)
        } else {
          state.open -= 1
          resolve(pick(result))
        }
      }
      client.query(new NamedQuery(sql, parameters as unknown[], nameOf(`${role}${sql}`), answered))
    })
    // A statement that nobody waits for any more (its sibling failed first) must not end the process.
    picked.catch(() => undefined)
    return picked
  }
  /** In one go, so that no other statement comes in between. Should it fail, so does the transaction, and with it what follows. */
  const beyond = <Output, Result>(reason: string, statement: Statement<Output>, pick: (result: pg.QueryResult) => Result) => {
    if (!REASON.test(reason)) throw new TypeError('the reason is a sentence of the program')
    if (role === '') return send(statement, pick)
    assertOpen()
    const { sql, parameters } = statement.compile()
    state.endIsAwaited = true
    client.query(`set local role outstation_tenant /* ${reason} */`).catch(() => undefined)
    const answer = client.query({ name: nameOf(sql), text: sql, values: parameters as unknown[] }).then(pick)
    answer.catch(() => undefined)
    client.query(`set local role ${SCOPED}`).catch(() => undefined)
    return answer
  }
  return {
    tenantId,
    serverTimeZone: serverZone,
    async timeZone() {
      if (zone !== undefined) return zone
      assertOpen()
      return zoneIn(await client.query(`select current_setting('timezone') as zone`))
    },
    rows,
    beyondScope: (reason) => ({
      all: <Output>(statement: Statement<Output>) => beyond(reason, statement, (result) => result.rows as Output[]),
      first: <Output>(statement: Statement<Output>) => beyond(reason, statement, (result) => result.rows[0] as Output | undefined),
    }),
    all: <Output>(statement: Statement<Output>) => send(statement, (result) => result.rows as Output[]),
    first: <Output>(statement: Statement<Output>) => send(statement, (result) => result.rows[0] as Output | undefined),
    run: (statement) => send(statement, (result) => result.rowCount ?? 0),
    // Without a name: what a prepared FETCH gives belongs to the cursor it was prepared for.
    async declare(cursor, statement, held) {
      assertOpen()
      const { sql, parameters } = statement.compile()
      // The end of the transaction is what reads the rows of a cursor that is held.
      state.endIsAwaited = true
      await client.query(
        `declare ${nameOfCursor(cursor)} no scroll cursor ${held ? 'with' : 'without'} hold for ${sql}`,
        parameters as unknown[],
      )
    },
    fetch: async <Output>(cursor: string, rows: number) =>
      (await client.query(`fetch ${rows} from ${nameOfCursor(cursor)}`)).rows as Output[],
    close: async (cursor) => void (await client.query(`close ${nameOfCursor(cursor)}`)),
    afterCommit: (effect) => void state.effects.push(effect),
    commitWithThese() {
      assertOpen()
      state.isOver = true
      state.end = bracket(client, 'commit')
      state.end.catch(() => undefined)
    },
  }
}

function nameOfCursor(cursor: string): string {
  if (!/^[a-z][a-z0-9_]{0,50}$/.test(cursor)) throw new TypeError('a cursor is named by the server, in small letters')
  return cursor
}
