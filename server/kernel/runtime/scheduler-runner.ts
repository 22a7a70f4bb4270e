/**
 * Carries out scheduled work. A row is taken with a lease, which is renewed while the handler works; when its server falls silent, another
 * takes the row once the lease is over. Work that fails is tried again after pauses that grow, and given up after {@link MAX_ATTEMPTS}.
 */
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import type { Invalidations } from './invalidations.ts'
import { newId } from '../ids.ts'
import { build } from '../database/sql.ts'
import type { TransactionScopes, Transaction } from '../database/tenant.ts'
import type { Clock } from './clock.ts'
import { databaseTime } from './clock.ts'
import { worker } from './worker.ts'

/** What a handler is given. */
export interface DueWork {
  readonly tenantId: TenantId
  readonly kind: string
  readonly key: string
  readonly payload: unknown
  readonly dueAt: Date
  /** 1 for the first. */
  readonly attempt: number
  /** Aborted when the server stops, or when the lease was lost. */
  readonly signal: AbortSignal
  /**
   * Ends the work together with what the transaction changes: then both happen once, however often the handler is called.
   * @throws LostWork where somebody else has taken it since; the transaction must not commit.
   */
  finish(tx: Transaction): Promise<void>
}

/** May be called more than once for one piece of work: what it does outside of {@link DueWork.finish} has to bear that. */
export type WorkHandler = (work: DueWork) => Promise<void>
export type WorkHandlers = Readonly<Record<string, WorkHandler>>

export interface SchedulerParts {
  readonly transactions: TransactionScopes
  readonly invalidations: Invalidations
  readonly clock: Clock
  readonly isAlone: boolean
  /** Kinds of work that waits while its tenant is out of use, and is due as soon as it is in use again. */
  readonly resting?: ReadonlySet<string>
}

/** Which work it was, for the log. */
export type WorkReport = Pick<DueWork, 'kind' | 'key' | 'tenantId' | 'attempt'>

export interface SchedulerReports {
  /** A handler failed, or the database; it is tried again. */
  readonly onError: (error: unknown, work?: WorkReport) => void
  /** It failed for the last time. */
  readonly onDead: (work: WorkReport) => void
}

/** The lease is over, and the work somebody else's. */
export class LostWork extends Error {}

/** Handlers of one kind at work at a time, so that none keeps the others waiting. One connection serves everybody on the embedded engine. */
const AT_A_TIME = { alone: 1, among: 2 }
const LEASE_SECONDS = 60
const RENEW_MS = 20_000
/** Another server may have scheduled something and died before it could say so. */
const LOOK_MS = 30_000
/** Once its time has come; the pauses between them are 5 s, 10 s, 20 s … and together about 20 minutes. */
export const MAX_ATTEMPTS = 9
const FIRST_PAUSE_SECONDS = 5
const MAX_PAUSE_SECONDS = 3600

interface Row {
  tenant_id: TenantId
  kind: string
  key: string
  payload: unknown
  due_at: Date
  attempts: number
  generation: number
}

const REASON = 'scheduled work is looked for in all tenants'

/** Returns the runner, at work from now on; its `stop` hands back what is under way. */
export function runScheduler(
  { transactions, invalidations, clock, isAlone, resting = new Set() }: SchedulerParts,
  handlers: WorkHandlers,
  { onError, onDead }: SchedulerReports,
): { stop(): Promise<void> } {
  const self = newId()
  const kinds = Object.keys(handlers)
  const running = new Set<{ kind: string; stop: AbortController; ended: Promise<void> }>()
  const now = () => databaseTime(clock)
  /** A tenant that is neither disabled nor marked for deletion, and has not expired (server/tenancy/usable.ts). */
  const isInUse =
    () => sql<boolean>`exists (select from tenants where tenants.id = scheduled_work.tenant_id and tenants.status = 1 and tenants.marked_at is null
    and (tenants.expires_at is null or tenants.expires_at > ${now()}))`
  const inSeconds = (seconds: number) => sql<Date>`${now()} + make_interval(secs => ${seconds})`
  let isFirst = true
  /** When the next look is planned, in milliseconds since 1970: what is scheduled for later needs none before. During a look anything may be missed. */
  let plannedAt = Infinity

  async function look(signal: AbortSignal): Promise<number> {
    // Alone, whatever is taken was taken by a server that is no more.
    if (isFirst && isAlone)
      await transactions.inPlatform(REASON, (tx) =>
        tx.run(build.updateTable('scheduled_work').set({ taken_by: null, taken_until: null }).where('taken_by', 'is not', null)),
      )
    isFirst = false
    plannedAt = Infinity
    while (!signal.aborted) {
      const free = kinds.filter(
        (kind) => [...running].filter((one) => one.kind === kind).length < (isAlone ? AT_A_TIME.alone : AT_A_TIME.among),
      )
      // Whoever becomes free looks again.
      if (free.length === 0) break
      const found = await take(free)
      if (typeof found === 'number') {
        plannedAt = clock.now() + Math.min(found, LOOK_MS)
        return found
      }
      start(found)
    }
    plannedAt = clock.now() + LOOK_MS
    return LOOK_MS
  }

  /** Gives a row that is due and now ours, or in how many milliseconds the next will be. */
  function take(free: readonly string[]): Promise<Row | number> {
    return transactions.inPlatform(REASON, async (tx) => {
      const when = sql<Date>`greatest(due_at, taken_until)`
      const waiting = build
        .selectFrom('scheduled_work')
        .where('dead_at', 'is', null)
        .where(sql<boolean>`kind = any(${free}::text[])`)
        .where(sql<boolean>`(kind <> all(${[...resting]}::text[]) or ${isInUse()})`)
      const next = waiting.select(['tenant_id', 'kind', 'key']).where(when, '<=', now()).orderBy(when).limit(1).forUpdate().skipLocked()
      const row = await tx.first(
        build
          .with('next', () => next)
          .updateTable('scheduled_work')
          .from('next')
          .whereRef('scheduled_work.tenant_id', '=', 'next.tenant_id')
          .whereRef('scheduled_work.kind', '=', 'next.kind')
          .whereRef('scheduled_work.key', '=', 'next.key')
          .set({ attempts: sql`attempts + 1`, taken_by: self, taken_until: inSeconds(LEASE_SECONDS) })
          .returning([
            'scheduled_work.tenant_id',
            'scheduled_work.kind',
            'scheduled_work.key',
            'payload',
            'due_at',
            'attempts',
            'generation',
          ]),
      )
      if (row) return row
      const wait = await tx.first(
        waiting.select(sql<number | null>`(extract(epoch from min(${when}) - ${now()}) * 1000)::float8`.as('wait')),
      )
      // What is due and was not taken is being taken by another server.
      return Math.max(20, Math.ceil(wait?.wait ?? LOOK_MS))
    })
  }

  const ours = (row: Row) =>
    build
      .updateTable('scheduled_work')
      .where('tenant_id', '=', row.tenant_id)
      .where('kind', '=', row.kind)
      .where('key', '=', row.key)
      .where('taken_by', '=', self)

  function start(row: Row): void {
    const stop = new AbortController()
    const renewing = worker({
      clock,
      every: RENEW_MS,
      first: RENEW_MS,
      onError,
      work: async () => {
        if ((await inTenantOf(row, (tx) => tx.run(ours(row).set({ taken_until: inSeconds(LEASE_SECONDS) })))) === 0)
          stop.abort(new LostWork())
      },
    })
    const one = {
      kind: row.kind,
      stop,
      ended: carryOut(row, stop.signal)
        .catch(onError)
        .finally(async () => {
          await renewing.stop()
          running.delete(one)
          looking.wake()
        }),
    }
    running.add(one)
  }

  async function carryOut(row: Row, signal: AbortSignal): Promise<void> {
    const work: DueWork = {
      tenantId: row.tenant_id,
      kind: row.kind,
      key: row.key,
      payload: row.payload,
      dueAt: row.due_at,
      attempt: row.attempts,
      signal,
      finish: (tx) => finish(tx, row),
    }
    // It has ended its server too often to be tried once more.
    if (row.attempts > MAX_ATTEMPTS) return bury(row, 'interrupted')
    let isFinished = false
    try {
      await handlers[row.kind]?.({
        ...work,
        finish: async (tx) => {
          await finish(tx, row)
          tx.afterCommit(() => {
            isFinished = true
          })
        },
      })
      if (!isFinished) await inTenantOf(row, (tx) => finish(tx, row))
    } catch (error) {
      if (error instanceof LostWork || signal.reason instanceof LostWork) return
      if (signal.aborted) return await handBack(row, { attempts: sql`attempts - 1` })
      onError(error, reportOf(row))
      const reason = error instanceof Error ? error.message.replaceAll('\0', '').slice(0, 500).toWellFormed() : 'failed'
      if (row.attempts >= MAX_ATTEMPTS) return await bury(row, reason)
      const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (row.attempts - 1), MAX_PAUSE_SECONDS)
      await handBack(row, { due_at: inSeconds(pause), last_error: reason })
    }
  }

  /** Deletes the row, or gives it free where it was scheduled again meanwhile. */
  async function finish(tx: Transaction, row: Row): Promise<void> {
    const ended = await tx.run(
      build
        .deleteFrom('scheduled_work')
        .where('tenant_id', '=', row.tenant_id)
        .where('kind', '=', row.kind)
        .where('key', '=', row.key)
        .where('taken_by', '=', self)
        .where('generation', '=', row.generation),
    )
    if (ended > 0) return
    if ((await tx.run(ours(row).set({ taken_by: null, taken_until: null }))) === 0) throw new LostWork()
  }

  /** The changes are of this round only: what was scheduled again meanwhile has a time of its own. */
  function handBack(row: Row, changes: Record<string, unknown>): Promise<void> {
    return inTenantOf(row, async (tx) => {
      const back = { taken_by: null, taken_until: null }
      if (
        (await tx.run(
          ours(row)
            .where('generation', '=', row.generation)
            .set({ ...changes, ...back }),
        )) === 0
      )
        await tx.run(ours(row).set(back))
    })
  }

  async function bury(row: Row, reason: string): Promise<void> {
    await handBack(row, { dead_at: sql`now()`, last_error: reason })
    onDead(reportOf(row))
  }

  const inTenantOf = <Result>(row: Row, work: (tx: Transaction) => Promise<Result>) =>
    transactions.inTenant({ tenantId: row.tenant_id }, work)

  const looking = worker({
    clock,
    work: look,
    onError,
    ...(kinds.length === 0 ? {} : { every: LOOK_MS }),
    wakeOn: (wake) =>
      invalidations.subscribe((invalidation) => {
        if (kinds.length > 0 && (invalidation === undefined || (invalidation.kind === 'work-scheduled' && invalidation.at < plannedAt)))
          wake()
      }),
  })
  return {
    async stop() {
      await looking.stop()
      for (const { stop } of running) stop.abort(new Error('the server stops'))
      await Promise.all([...running].map(({ ended }) => ended))
    },
  }
}

const reportOf = ({ tenant_id: tenantId, kind, key, attempts: attempt }: Row): WorkReport => ({ tenantId, kind, key, attempt })
