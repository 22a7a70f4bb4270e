/**
 * Points that somebody looks at just now. What this server stores is offered to whoever looks at it when it is committed. What another
 * server on the same database stores is read from the newest values, after that server has said that it wrote some: while there is one
 * server, or nobody looks, nothing is asked (docs/decisions/0050-values-of-points-on-screen.md).
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { REASONS } from '../../../model/acquisition/quality.ts'
import type { Events } from '../events.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Doors, Transaction } from '../tenant.ts'
import type { Sample } from './quality.ts'
import type { Submission } from './queue.ts'
import { statement } from './statement.ts'

/** A value as it was stored; its time is in microseconds. */
export type Value = Omit<Sample, 'retention'>

/** Somebody who looks at points of one tenant. It decides itself who may see what it is offered. */
export interface Watcher {
  readonly tenantId: string
  /** Numbers of the points; they stay the same as long as it watches. */
  readonly series: readonly number[]
  /** May come twice, and late; must not fail. */
  offer(value: Value): void
}

export interface Watched {
  /** From now on; what is there already is offered in a moment. */
  add(watcher: Watcher): void
  remove(watcher: Watcher): void
  /** What was just committed. */
  stored(batch: readonly Pick<Submission, 'tenantId' | 'samples'>[]): void
  /** Says to the other servers whose newest values this transaction writes. */
  written(tx: Transaction, tenantIds: readonly string[]): Promise<void>
  stop(): void
}

/** Between two looks at what others have stored, in milliseconds; they write once a second. */
const LOOK_MS = 250
/** While servers cannot tell one another anything. */
const UNTOLD_MS = 1000
/** Tenants named by one event: a notification of PostgreSQL has 8000 bytes. */
const NAMED = 150
/** What was stored before somebody looked is written by the flush that was under way then, or by the next. */
const FLUSHES = 2

export function openWatched(doors: Doors, events: Events, clock: Clock): Watched {
  const self = randomUUID()
  const byTenant = new Map<string, Map<number, Set<Watcher>>>()
  /** Who came a moment ago, and how many flushes of this server may still hold something for them. */
  const fresh = new Map<Watcher, number>()
  const due = new Set<string>()
  let looking = false
  let stopped = false

  events.subscribe((event) => {
    if (event === undefined) look(byTenant.keys())
    else if (event.kind === 'values-written' && event.server !== self) look(event.tenantIds)
    else if (event.kind === 'values-written') {
      look([...fresh.keys()].map(({ tenantId }) => tenantId))
      for (const [watcher, left] of fresh) if (left > 1) fresh.set(watcher, left - 1); else fresh.delete(watcher)
    }
  })
  const timer = clock.interval(UNTOLD_MS, () => { if (!events.reliable) look(byTenant.keys()) })

  function look(tenantIds: Iterable<string>): void {
    for (const id of tenantIds) if (byTenant.has(id)) due.add(id)
    if (due.size > 0 && !looking) void lookAll()
  }

  async function lookAll(): Promise<void> {
    looking = true
    while (due.size > 0 && !stopped) {
      for (const tenantId of [...due]) {
        due.delete(tenantId)
        // Should it fail, it is asked again: a value that nothing follows would never be seen.
        await lookAt(tenantId).catch(() => due.add(tenantId))
      }
      await sleep(LOOK_MS, undefined, { ref: false })
    }
    looking = false
  }

  async function lookAt(tenantId: string): Promise<void> {
    const watched = byTenant.get(tenantId)
    if (!watched) return
    const series = `{${[...watched.keys()].join(',')}}`
    const rows = await doors.inTenant({ tenantId }, (tx) => tx.all(statement(sql<Value>`
      select series::float8 as series, (extract(epoch from time) * 1000000)::float8 as time, value, quality, reason from point_states where series = any(${series}::bigint[])`)), 'read')
    for (const value of rows) offer(watched, value)
  }

  return {
    add(watcher) {
      const watched = byTenant.get(watcher.tenantId) ?? new Map<number, Set<Watcher>>()
      byTenant.set(watcher.tenantId, watched)
      for (const series of watcher.series) watched.set(series, (watched.get(series) ?? new Set()).add(watcher))
      fresh.set(watcher, FLUSHES)
      look([watcher.tenantId])
    },
    remove(watcher) {
      fresh.delete(watcher)
      const watched = byTenant.get(watcher.tenantId)
      for (const series of watcher.series) {
        const left = watched?.get(series)
        left?.delete(watcher)
        if (left?.size === 0) watched?.delete(series)
      }
      if (watched?.size === 0) byTenant.delete(watcher.tenantId)
    },
    stored(batch) {
      for (const { tenantId, samples } of batch) {
        const watched = byTenant.get(tenantId)
        // A clock that is ahead would stay the newest until it is overtaken (states.ts).
        if (watched) for (const sample of samples) if (sample.reason !== REASONS.clock) offer(watched, sample)
      }
    },
    async written(tx, tenantIds) {
      for (let at = 0; at < tenantIds.length; at += NAMED) {
        await events.publish(tx, { kind: 'values-written', server: self, tenantIds: tenantIds.slice(at, at + NAMED) })
      }
    },
    stop() {
      stopped = true
      timer.cancel()
    },
  }
}

function offer(watched: ReadonlyMap<number, ReadonlySet<Watcher>>, value: Value): void {
  for (const watcher of watched.get(value.series) ?? []) watcher.offer(value)
}
