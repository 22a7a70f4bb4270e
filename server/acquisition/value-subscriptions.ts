/**
 * Points that somebody looks at just now. What this server stores is offered to whoever looks at it when it is committed. What another
 * server on the same database stores is read from the newest values, after that server has said that it wrote some: while there is one
 * server, or nobody looks, nothing is asked (docs/decisions/0050-values-of-points-on-screen.md).
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { REASONS } from '../../model/acquisition/quality.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import type { TransactionScopes, Transaction } from '../kernel/database/tenant.ts'
import type { Sample } from './quality.ts'
import type { Submission } from './queue.ts'
import { statement } from './statement.ts'

declare module '../kernel/runtime/invalidations.ts' {
  interface InvalidationPayloads {
    /** A server wrote newest values of points of these tenants: a sign for others to look at those that somebody watches. */
    'values-written': { server: string; tenantIds: readonly TenantId[] }
  }
}

/** A value as it was stored. */
export type Value = Omit<Sample, 'retention'>

/** Somebody who looks at points of one tenant. It decides itself who may see what it is offered. */
export interface ValueSubscriber {
  readonly tenantId: TenantId
  /** Numbers of the points; they stay the same as long as it watches. */
  readonly series: readonly number[]
  /** May come twice, and late; must not fail. */
  next(value: Value): void
}

export interface ValueSubscriptions {
  /** From now on; what is there already is offered in a moment. */
  add(subscriber: ValueSubscriber): void
  remove(subscriber: ValueSubscriber): void
  /** What was just committed. */
  stored(batch: readonly Pick<Submission, 'tenantId' | 'samples'>[]): void
  /** Says to the other servers whose newest values this transaction writes. */
  written(tx: Transaction, tenantIds: readonly TenantId[]): Promise<void>
  stop(): void
}

/** Between two looks at what others have stored, in milliseconds; they write once a second. */
const POLL_MS = 250
/** While servers cannot tell one another anything. */
const POLL_WITHOUT_EVENTS_MS = 1000
/** Tenants named by one invalidation: a notification of PostgreSQL has 8000 bytes. */
const TENANTS_PER_INVALIDATION = 150
/** What was stored before somebody looked is written by the flush that was under way then, or by the next. */
const FLUSHES_UNDER_WAY = 2

/** The subscriptions to newest values, of this server and, by polling after an invalidation, of the others. */
export function openValueSubscriptions(transactions: TransactionScopes, invalidations: Invalidations, clock: Clock): ValueSubscriptions {
  const self = randomUUID()
  const byTenant = new Map<TenantId, Map<number, Set<ValueSubscriber>>>()
  /** Who came a moment ago, and how many flushes of this server may still hold something for them. */
  const newSubscribers = new Map<ValueSubscriber, number>()
  const due = new Set<TenantId>()
  let polling = false
  let stopped = false

  invalidations.subscribe((invalidation) => {
    if (invalidation === undefined) poll(byTenant.keys())
    else if (invalidation.kind === 'values-written' && invalidation.server !== self) poll(invalidation.tenantIds)
    else if (invalidation.kind === 'values-written') {
      poll([...newSubscribers.keys()].map(({ tenantId }) => tenantId))
      for (const [subscriber, left] of newSubscribers)
        if (left > 1) newSubscribers.set(subscriber, left - 1)
        else newSubscribers.delete(subscriber)
    }
  })
  const timer = clock.interval(POLL_WITHOUT_EVENTS_MS, () => {
    if (!invalidations.reliable) poll(byTenant.keys())
  })

  function poll(tenantIds: Iterable<TenantId>): void {
    for (const id of tenantIds) if (byTenant.has(id)) due.add(id)
    if (due.size > 0 && !polling) void pollAll()
  }

  async function pollAll(): Promise<void> {
    polling = true
    while (due.size > 0 && !stopped) {
      for (const tenantId of [...due]) {
        due.delete(tenantId)
        // Should it fail, it is asked again: a value that nothing follows would never be seen.
        await pollTenant(tenantId).catch(() => due.add(tenantId))
      }
      await sleep(POLL_MS, undefined, { ref: false })
    }
    polling = false
  }

  async function pollTenant(tenantId: TenantId): Promise<void> {
    const subscribers = byTenant.get(tenantId)
    if (!subscribers) return
    const series = pgArray(subscribers.keys())
    const rows = await transactions.inTenant(
      { tenantId },
      (tx) =>
        tx.all(
          statement(sql<Value>`
      select series::float8 as series, (extract(epoch from time) * 1000000)::float8 as time, value, quality, reason from point_states where series = any(${series}::bigint[])`),
        ),
      'read',
    )
    for (const value of rows) deliver(subscribers, value)
  }

  return {
    add(subscriber) {
      const subscribers = byTenant.get(subscriber.tenantId) ?? new Map<number, Set<ValueSubscriber>>()
      byTenant.set(subscriber.tenantId, subscribers)
      for (const series of subscriber.series) subscribers.set(series, (subscribers.get(series) ?? new Set()).add(subscriber))
      newSubscribers.set(subscriber, FLUSHES_UNDER_WAY)
      poll([subscriber.tenantId])
    },
    remove(subscriber) {
      newSubscribers.delete(subscriber)
      const subscribers = byTenant.get(subscriber.tenantId)
      for (const series of subscriber.series) {
        const left = subscribers?.get(series)
        left?.delete(subscriber)
        if (left?.size === 0) subscribers?.delete(series)
      }
      if (subscribers?.size === 0) byTenant.delete(subscriber.tenantId)
    },
    stored(batch) {
      for (const { tenantId, samples } of batch) {
        const subscribers = byTenant.get(tenantId)
        // A clock that is ahead would stay the newest until it is overtaken (states.ts).
        if (subscribers) for (const sample of samples) if (sample.reason !== REASONS.clock) deliver(subscribers, sample)
      }
    },
    async written(tx, tenantIds) {
      for (let at = 0; at < tenantIds.length; at += TENANTS_PER_INVALIDATION) {
        await invalidations.publish(tx, {
          kind: 'values-written',
          server: self,
          tenantIds: tenantIds.slice(at, at + TENANTS_PER_INVALIDATION),
        })
      }
    },
    stop() {
      stopped = true
      timer.cancel()
    },
  }
}

function deliver(subscribers: ReadonlyMap<number, ReadonlySet<ValueSubscriber>>, value: Value): void {
  for (const subscriber of subscribers.get(value.series) ?? []) subscriber.next(value)
}
