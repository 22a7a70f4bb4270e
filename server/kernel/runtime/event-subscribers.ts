/**
 * Gives the events of the log (domain-events.ts) to those who subscribe. Each subscriber has a place in the log of each tenant, which
 * moves on in the transaction its handler writes in: what the handler does there happens once, and what it does elsewhere at least once.
 */
import type { TenantId } from '../../../model/brands.ts'
import type { Clock } from './clock.ts'
import { databaseTime } from './clock.ts'
import type { DomainEvent, DomainEventKind, DomainEventSchemas, DomainEvents } from './domain-events.ts'
import type { Cursor, EventRow } from './event-cursors.ts'
import { advance, findUnread, lockCursor, readEvents, recordFailure, startOver } from './event-cursors.ts'
import type { Transaction, TransactionScopes } from '../database/tenant.ts'
import { worker } from './worker.ts'

export interface Subscription<Kind extends DomainEventKind = DomainEventKind> {
  readonly kinds: readonly Kind[]
  /**
   * Given events of one tenant in their order, as many as there are up to {@link MAX_EVENTS}; may be called again for the same ones.
   * @param tx Of that tenant. What it changes happens once, together with the subscriber's step forward.
   */
  handle(tx: Transaction, events: readonly DomainEvent<Kind>[]): Promise<void>
  /** Called once with what is to be called when there may be events that the database itself has stored: this process hears of its own alone. */
  wakeOn?(wake: () => void): void
}

/** By the name of the subscriber, which stands in the database: it keeps its place by it. A new one begins with the oldest event that is kept. */
export type Subscriptions = Readonly<Record<string, Subscription>>

/** The subscription as it is, with the kinds it names. */
export const subscription = <Kind extends DomainEventKind>(of: Subscription<Kind>): Subscription => of

export interface SubscriberParts {
  readonly transactions: TransactionScopes
  readonly domainEvents: DomainEvents
  readonly clock: Clock
}

/** Which subscriber it was, and where, for the log. */
export interface SubscriberReport {
  readonly subscriber: string
  readonly tenantId: TenantId
  /** Of the event that failed. */
  readonly event: string
  readonly attempt: number
}

export interface SubscriberReports {
  /** A handler failed, or the database; it is tried again. */
  readonly onError: (error: unknown, at?: SubscriberReport) => void
  /** An event failed for the last time, and is set aside. */
  readonly onDead: (at: SubscriberReport) => void
}

/** Events in one transaction. */
export const MAX_EVENTS = 100
/** Attempts at one event; the pauses between them are 1 s, 2 s, 4 s … and together about four minutes, while those after it wait. */
export const MAX_ATTEMPTS = 9
/** Another server may have committed events and died before it could hand them on. */
const LOOK_MS = 30_000
/** While an older transaction is still open, which may write events that come first; each time twice as long. */
const FIRST_WAIT_MS = 10
const MAX_WAIT_MS = 1000

/** A foreign key that leads nowhere. */
const GONE = '23503'

/** How a reading ended: with events, without any that may be read yet, because another server has the place, or by a failure. */
type Outcome = 'read' | 'empty' | 'taken' | 'failed' | 'failed together'

/**
 * Returns the runner, at work from now on; its `stop` waits for the handlers under way.
 * @throws Error where a subscription names a kind that no module has a schema for
 */
export function runSubscribers(
  { transactions, domainEvents, clock }: SubscriberParts,
  schemas: DomainEventSchemas,
  subscriptions: Subscriptions,
  reports: SubscriberReports,
): { stop(): Promise<void> } {
  const schemaOf = new Map(Object.entries(schemas as Readonly<Record<string, { parse(payload: unknown): unknown }>>))
  for (const [subscriber, { kinds }] of Object.entries(subscriptions))
    for (const kind of kinds as readonly string[])
      if (!schemaOf.has(kind)) throw new Error(`${subscriber} subscribes to ${kind}, which no module declares`)
  const now = () => databaseTime(clock)
  let isComparable = false
  const eventOf = ({ tenantId, id, kind, subject, payload, happenedAt }: EventRow) =>
    ({ tenantId, id, kind, subject, payload: schemaOf.get(kind)?.parse(payload), happenedAt }) as unknown as DomainEvent

  function start(subscriber: string, { kinds, handle, wakeOn }: Subscription) {
    const wanted = new Set<string>(kinds)
    /** Events before this transaction have been read. */
    let seenTo = '0'
    let waits = 0

    async function look(signal: AbortSignal): Promise<number> {
      if (!isComparable) await transactions.inPlatform('positions in the log of a restored database are renewed', startOver)
      isComparable = true
      const found = await transactions.inPlatform(
        'events are looked for in all tenants',
        (tx) => findUnread(tx, subscriber, seenTo, now()),
        'read',
      )
      const outcomes = new Set<Outcome>()
      for (const tenantId of found.tenants) {
        if (signal.aborted) return 0
        outcomes.add(await readAll(tenantId, signal))
      }
      // What another server has in hand, and what waits after a failure, is looked at again: that server may die with it.
      if (!outcomes.has('taken') && !outcomes.has('failed') && found.retryInMs === undefined) seenTo = found.seenTo
      waits = outcomes.has('empty') ? waits + 1 : 0
      // More may have come to what was read; what cannot be read yet soon can.
      if (outcomes.has('read') || outcomes.has('empty')) return Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, waits - 1), MAX_WAIT_MS)
      return outcomes.size > 0 ? MAX_WAIT_MS : Math.min(LOOK_MS, found.retryInMs ?? LOOK_MS)
    }

    /** Reads on until nothing is left that may be read. */
    async function readAll(tenantId: TenantId, signal: AbortSignal): Promise<Outcome> {
      /** After a failure so many are read one at a time, to find the one that it is about. */
      let oneByOne = 0
      let hasRead = false
      while (!signal.aborted) {
        const outcome = await readSome(tenantId, oneByOne > 0 ? 1 : MAX_EVENTS)
        if (outcome === 'failed together') oneByOne = MAX_EVENTS
        else if (outcome === 'read') oneByOne = Math.max(0, oneByOne - 1)
        else return hasRead && outcome === 'empty' ? 'read' : outcome
        hasRead ||= outcome === 'read'
      }
      return 'read'
    }

    async function readSome(tenantId: TenantId, most: number): Promise<Outcome> {
      let at: Cursor | undefined
      let rows: readonly EventRow[] = []
      try {
        return await transactions.inTenant({ tenantId }, async (tx): Promise<Outcome> => {
          at = await lockCursor(tx, subscriber, now())
          if (!at) return 'taken'
          rows = await readEvents(tx, at, at.attempts > 0 ? 1 : most)
          const last = rows.at(-1)
          if (!last) return 'empty'
          const events = rows.filter(({ kind }) => wanted.has(kind)).map(eventOf)
          if (events.length > 0) await handle(tx, events)
          await advance(tx, subscriber, last)
          return 'read'
        })
      } catch (error) {
        // The tenant was erased meanwhile: at the next look there is nothing of it.
        if (!at && (error as { code?: string }).code === GONE) return 'taken'
        // Before the handler had any, the failure is the database's.
        if (!at || rows.length === 0) throw error
        if (rows.length > 1) return 'failed together'
        return (await fail(tenantId, at, error)) ? 'read' : 'failed'
      }
    }

    /** Says whether the event is set aside, and those after it are next. */
    async function fail(tenantId: TenantId, at: Cursor, error: unknown): Promise<boolean> {
      const reason = error instanceof Error ? error.message.replaceAll('\0', '').slice(0, 500).toWellFormed() : 'failed'
      const failed = await transactions.inTenant({ tenantId }, (tx) =>
        recordFailure(tx, subscriber, at, { reason, most: MAX_ATTEMPTS, now: now() }),
      )
      if (!failed) return false
      const report = { subscriber, tenantId, event: failed.event, attempt: failed.attempts }
      reports.onError(error, report)
      if (failed.isDead) reports.onDead(report)
      return failed.isDead
    }

    return worker({
      clock,
      every: LOOK_MS,
      work: look,
      onError: reports.onError,
      wakeOn(wake) {
        domainEvents.onEmitted(kinds, wake)
        wakeOn?.(wake)
      },
    })
  }

  const workers = Object.entries(subscriptions).map(([subscriber, of]) => start(subscriber, of))
  return { stop: async () => void (await Promise.all(workers.map((each) => each.stop()))) }
}
