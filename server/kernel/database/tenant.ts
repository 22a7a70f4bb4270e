/**
 * The only doors to the tables. {@link inTenant} sees one tenant, because the database itself hides the rest;
 * {@link inPlatform} sees all of them and is for the few things that come before a tenant is known or belong to the
 * platform. Each is one transaction: it commits when the work returns, and nothing is kept when it throws.
 */
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
import { bracket, forgetsStatements } from './named-query.ts'
import { endWithNext, inOneWrite } from './one-write.ts'
import { MAX_STATEMENTS } from './statement-names.ts'
import type { TimeZones, TransactionClock } from './time-zones.ts'
import { clockOf, openTimeZones } from './time-zones.ts'
import type { Progress, Seen, Transaction } from './transaction.ts'
import { REASON, SCOPED, overClient, zoneIn } from './transaction.ts'

export type { Statement, Transaction } from './transaction.ts'
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
  const admission = share.enter(tenantId)
  if (admission) await admission
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
    // Inside the transaction: in front of it `discard plans` takes a snapshot, after which a `begin` that sets the isolation level is refused.
    const isFull = forgetsStatements(client, MAX_STATEMENTS)
    const beginning = `${begin[mode]}; ${isFull ? 'deallocate all; ' : ''}${plansAnew(client) ? 'discard plans; ' : ''}${setting}${clock.setting}`
    const opened = clock.learn
      ? // One result for each statement, as `pg` gives them; the last is that of the clock.
        client.query(beginning).then((results) => clock.learn?.(zoneIn((results as unknown as pg.QueryResult[]).at(-1))))
      : bracket(client, beginning)
    opened.catch((error: Error) => {
      // What such a connection has prepared is not known.
      if (isFull) broken = error
    })
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
