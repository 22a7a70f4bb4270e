/**
 * Carries out scheduled work. A row is taken with a lease, which is renewed while the handler works; when its server falls silent, another
 * takes the row once the lease is over. Work that fails is tried again after pauses that grow, and given up after {@link MAX_ATTEMPTS}.
 */
import type { TenantId } from '../../../model/brands.ts'
import type { Invalidations } from './invalidations.ts'
import type { TransactionScopes, Transaction } from '../database/tenant.ts'
import type { Clock } from './clock.ts'
import type { Failed, Room, WorkRow } from './scheduler-rows.ts'
import { LostWork, nameOf, openWorkRows } from './scheduler-rows.ts'
import { LOOK_MS } from './scheduler.ts'
import { worker } from './worker.ts'

export { LostWork } from './scheduler-rows.ts'

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

/** Handlers of one kind at work at a time, so that none keeps the others waiting. One connection serves everybody on the embedded engine. */
const AT_A_TIME = { alone: 1, among: 2 }
/**
 * Pieces that take less than so many milliseconds wait for little but the processors, which two at once take from whoever calls: they are carried out one after the other, and the slowest calls
 * beside ten thousand timers that are due at once are quicker (`bench:processes`). One that takes longer is no reason for the others to wait: then there are two.
 */
const QUICK_MS = 20
/**
 * Of a kind whose pieces are quick, as many are taken in one go as are done in so many milliseconds: taking them one at a time costs about as much as carrying
 * them out. Of what is slow each server takes what it works on, and leaves the rest to the others.
 */
const AHEAD_MS = 200
const MAX_AHEAD = 50
const RENEW_MS = 20_000
/** Once its time has come; the pauses between them are 5 s, 10 s, 20 s … and together about 20 minutes. */
export const MAX_ATTEMPTS = 9
const FIRST_PAUSE_SECONDS = 5
const MAX_PAUSE_SECONDS = 3600

const REASON = 'scheduled work is looked for in all tenants'

/** What is ours of a kind. */
interface Line {
  readonly kind: string
  /** Taken, and not begun. */
  readonly waiting: WorkRow[]
  readonly atWork: Set<AtWork>
  /** What of it takes longer than {@link QUICK_MS}. */
  readonly slow: Set<WorkRow>
  /** How many milliseconds a piece takes: one that took longer counts at once, quicker ones step by step. */
  paceMs: number
}

interface AtWork {
  readonly row: WorkRow
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** Returns the runner, at work from now on; its `stop` hands back what is under way. */
export function runScheduler(
  { transactions, invalidations, clock, isAlone, resting = new Set() }: SchedulerParts,
  handlers: WorkHandlers,
  { onError, onDead }: SchedulerReports,
): { stop(): Promise<void> } {
  const rows = openWorkRows(clock, resting)
  const atATime = ({ paceMs, slow }: Line) => (isAlone || (paceMs < QUICK_MS && slow.size === 0) ? AT_A_TIME.alone : AT_A_TIME.among)
  const lines = new Map(
    Object.keys(handlers).map((kind): [string, Line] => [
      kind,
      { kind, waiting: [], atWork: new Set(), slow: new Set(), paceMs: Infinity },
    ]),
  )
  let isFirst = true
  let isStopping = false
  /** When the next look is planned, in milliseconds since 1970: what is scheduled for later needs none before. During a look anything may be missed. */
  let plannedAt = Infinity

  async function look(signal: AbortSignal): Promise<number> {
    // Alone, whatever is taken was taken by a server that is no more.
    if (isFirst && isAlone) await transactions.inPlatform(REASON, (tx) => rows.freeAll(tx))
    isFirst = false
    plannedAt = Infinity
    while (!signal.aborted) {
      const wanted = [...lines.values()].flatMap(roomOf)
      // Whoever becomes free looks again.
      if (wanted.length === 0) break
      const found = await take(wanted)
      if (typeof found === 'number') {
        plannedAt = clock.now() + Math.min(found, LOOK_MS)
        return found
      }
      for (const row of found) lines.get(row.kind)?.waiting.push(row)
      for (const line of lines.values()) goOn(line)
    }
    // Another server may have scheduled something and died before it could say so.
    plannedAt = clock.now() + LOOK_MS
    return LOOK_MS
  }

  function roomOf(line: Line): Room[] {
    const { kind, waiting, atWork, paceMs } = line
    const free = atATime(line) - waiting.length - atWork.size
    if (free <= 0) return []
    return [{ kind, most: free + Math.min(MAX_AHEAD, Math.floor((AHEAD_MS / Math.max(1, paceMs)) * atATime(line))) }]
  }

  /** Gives rows that are due and now ours, or in how many milliseconds the next will be. */
  function take(wanted: readonly Room[]): Promise<readonly WorkRow[] | number> {
    const takeOrWait = async (tx: Transaction) => {
      const taken = await rows.take(tx, wanted)
      if (taken.length > 0) return taken
      const wait = await rows.msToNext(
        tx,
        wanted.map(({ kind }) => kind),
      )
      // What is due and was not taken is being taken by another server.
      return Math.max(20, Math.ceil(wait ?? LOOK_MS))
    }
    return transactions.inPlatform(REASON, takeOrWait)
  }

  /** Begins what is waiting, as far as there is room; what is about the same thing as something that is at work waits for it, so that it comes in its order. */
  function goOn(line: Line): void {
    while (!isStopping && line.atWork.size < atATime(line)) {
      const busy = new Set([...line.atWork].map(({ row }) => aboutOf(row)))
      const at = line.waiting.findIndex((row) => !busy.has(aboutOf(row)))
      if (at < 0) return
      for (const row of line.waiting.splice(at, 1)) start(line, row)
    }
  }

  function start(line: Line, row: WorkRow): void {
    const stop = new AbortController()
    const began = clock.now()
    const slow = clock.timeout(QUICK_MS, () => {
      line.slow.add(row)
      goOn(line)
      looking.wake()
    })
    const one: AtWork = {
      row,
      stop,
      ended: carryOut(row, stop.signal)
        .catch(onError)
        .finally(() => {
          slow.cancel()
          line.slow.delete(row)
          const took = clock.now() - began
          line.paceMs = Number.isFinite(line.paceMs) ? Math.max(took, (line.paceMs + took) / 2) : took
          line.atWork.delete(one)
          goOn(line)
          if (line.atWork.size + line.waiting.length < atATime(line)) looking.wake()
        }),
    }
    line.atWork.add(one)
  }

  async function carryOut(row: WorkRow, signal: AbortSignal): Promise<void> {
    const { tenant_id: tenantId, kind, key, payload, due_at: dueAt, attempts: attempt } = row
    // It has ended its server too often to be tried once more.
    if (attempt > MAX_ATTEMPTS) return bury(row, 'interrupted')
    let isFinished = false
    const finish = async (tx: Transaction) => {
      await rows.finish(tx, row)
      tx.afterCommit(() => {
        isFinished = true
      })
    }
    try {
      await handlers[kind]?.({ tenantId, kind, key, payload, dueAt, attempt, signal, finish })
      if (!isFinished) await inTenantOf(row, (tx) => rows.finish(tx, row))
    } catch (error) {
      if (error instanceof LostWork || signal.reason instanceof LostWork) return
      if (signal.aborted) return await handBack(row, { isInterrupted: true })
      onError(error, reportOf(row))
      const reason = error instanceof Error ? error.message.replaceAll('\0', '').slice(0, 500).toWellFormed() : 'failed'
      if (attempt >= MAX_ATTEMPTS) return await bury(row, reason)
      await handBack(row, { pause: Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), MAX_PAUSE_SECONDS), error: reason })
    }
  }

  const handBack = (row: WorkRow, failed: Failed) => inTenantOf(row, (tx) => rows.handBack(tx, row, failed))

  async function bury(row: WorkRow, error: string): Promise<void> {
    await handBack(row, { isDead: true, error })
    onDead(reportOf(row))
  }

  /** Renews what is ours; whoever works on what is not any more hears of it. */
  async function renew(): Promise<void> {
    const held = [...lines.values()].flatMap(({ atWork, waiting }) => [...[...atWork].map(({ row }) => row), ...waiting])
    if (held.length === 0) return
    const kept = await transactions.inPlatform('leases of work in all tenants are renewed', (tx) => rows.renew(tx, held))
    const lost = new Set(held.filter((row) => !kept.has(nameOf(row))))
    for (const line of lines.values()) {
      for (const { row, stop } of line.atWork) if (lost.has(row)) stop.abort(new LostWork())
      line.waiting.splice(0, Infinity, ...line.waiting.filter((row) => !lost.has(row)))
    }
  }

  const inTenantOf = <Result>(row: WorkRow, work: (tx: Transaction) => Promise<Result>) =>
    transactions.inTenant({ tenantId: row.tenant_id }, work)

  const looking = worker({
    clock,
    work: look,
    onError,
    ...(lines.size === 0 ? {} : { every: LOOK_MS }),
    wakeOn: (wake) =>
      invalidations.subscribe((invalidation) => {
        if (lines.size > 0 && (invalidation === undefined || (invalidation.kind === 'work-scheduled' && invalidation.at < plannedAt)))
          wake()
      }),
  })
  const renewing = worker({ clock, every: RENEW_MS, first: RENEW_MS, onError, work: renew })
  return {
    async stop() {
      isStopping = true
      await looking.stop()
      const waiting = [...lines.values()].flatMap((line) => line.waiting.splice(0))
      const atWork = [...lines.values()].flatMap((line) => [...line.atWork])
      for (const { stop } of atWork) stop.abort(new Error('the server stops'))
      await Promise.all([
        ...atWork.map(({ ended }) => ended),
        ...waiting.map((row) => handBack(row, { isInterrupted: true }).catch(onError)),
      ])
      await renewing.stop()
    },
  }
}

/** Of what it is the work: what its key says up to a colon, such as an instance of which several things are due. */
const aboutOf = ({ tenant_id, key }: WorkRow): string => `${tenant_id} ${key.split(':', 1)[0] ?? key}`

const reportOf = ({ tenant_id: tenantId, kind, key, attempts: attempt }: WorkRow): WorkReport => ({ tenantId, kind, key, attempt })
