/**
 * Watches over what is stored: every committed sample of a point that a rule looks at is judged in memory, at once; what comes of
 * it is stored a moment later, several together. What waits is bounded by the number of watches, so neither the writer nor
 * a stalled database makes it grow (docs/decisions/0049).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Millis, TenantId } from '../../../model/brands.ts'
import { later, millis } from '../../../model/brands.ts'
import type { DomainEvents } from '../../kernel/runtime/domain-events.ts'
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { TransactionScopes } from '../../kernel/database/tenant.ts'
import type { Submission } from '../queue.ts'
import { tenantsWithRules } from './load.ts'
import { readChanged } from './load-changes.ts'
import { openAlarmInvalidation } from './invalidation.ts'
import { openOutbox } from './outbox.ts'
import type { AlarmTimers } from './timers.ts'
import { alarmTimersOf, startAlarmTimers } from './timers.ts'
import { storeChanges, withdraw } from './store.ts'
import type { TenantWatch } from './tenant-rules.ts'
import { judgeAgain, loadTenant } from './tenant-rules.ts'
import type { Change, RuleInstance, WatchedPoint } from './rule-instance.ts'
import { isLive, evaluate, keyOf, onSample, observationOf } from './rule-instance.ts'

type Samples = Submission['samples']

export interface Alarms {
  /** Called after each commit of the writer; never fails, never waits. */
  stored(batch: readonly Pick<Submission, 'tenantId' | 'samples'>[]): void
  /** Watches from now on, and makes up for what was missed. */
  start(onError: (error: unknown) => void): void
  /** Takes over what somebody has stored of a tenant's alarms beside the engine; to be called after the commit. */
  follow(tenantId: TenantId): Promise<void>
  /** Resolves when what is known has been judged and stored. */
  settled(): Promise<void>
  /** For tests: what time brings, at a time of their choice. */
  readonly timers: AlarmTimers
  stop(): Promise<void>
}

interface AlarmParts {
  readonly transactions: TransactionScopes
  readonly invalidations: Invalidations
  readonly domainEvents: DomainEvents
  readonly clock: Clock
}

const RETRY_MS = 500
const NEVER = millis(0)
/** Between two readings of one tenant. Milliseconds. */
const MAX_REST_MS = 2000
/** A transaction that began earlier may commit later. Milliseconds. */
const LOOK_BACK = 5000

/**
 * The alarm engine, not yet started: evaluates rules by each stored sample and by timers, and stores transitions.
 * @param isShared Whether there may be other servers on the same database.
 */
export function openAlarms({ transactions, invalidations, domainEvents, clock }: AlarmParts, isShared: boolean): Alarms {
  const now = () => millis(clock.now())
  const tenants = new Map<TenantId, TenantWatch>()
  /** What arrives for a tenant while it is being read: the newest of each point. */
  const arriving = new Map<TenantId, Map<number, { sample: Samples[number]; at: Millis }>>()
  const reading = new Map<TenantId, Promise<void>>()
  const queued = new Map<TenantId, Promise<void>>()
  /** When the reading began, by performance.now(). */
  const began = new Map<TenantId, number>()
  const listInvalidation = openAlarmInvalidation(transactions, invalidations, clock)
  let phase: 'new' | 'starting' | 'running' | 'stopped' = 'new'
  let startedAt = now()
  let starting: Promise<void> = Promise.resolve()
  let waiting: { stop(): Promise<void> } | undefined
  let report: (error: unknown) => void = () => undefined

  const outbox = openOutbox({
    transactions,
    // What nobody watches for any more has been withdrawn meanwhile.
    store: (tx, tenantId, changes) =>
      storeChanges(
        tx,
        domainEvents,
        changes.filter(({ watch }) => tenants.get(tenantId)?.byKey.has(keyOf(watch.ruleId, watch.point.id))),
        () => listInvalidation.publish(tx, tenantId),
      ),
    onStored({ row, change: { watch } }) {
      // Somebody else was before, and knows better.
      if (!outbox.isWaiting(watch) && watch.detector.active !== row.active)
        adopt(watch, row.active, row.condition_at === null ? NEVER : millis(new Date(row.condition_at).getTime()))
    },
    onGone: (tenantId) => void tenants.delete(tenantId),
    onError: (error) => report(error),
  })
  const onChange = (change: Change) => outbox.add(change)
  const timers = alarmTimersOf({ transactions, tenants, invalidation: listInvalidation, domainEvents, clock, onChange, isShared })

  function adopt(watch: RuleInstance, active: boolean, decidedAt: Millis): void {
    watch.decidedAt = later(watch.decidedAt, decidedAt)
    watch.detector.active = active
    watch.detector.since = undefined
    const { last } = watch.point
    if (last && last.time > decidedAt) evaluate(watch, last, now(), onChange)
  }

  function take(tenantId: TenantId, points: ReadonlyMap<number, WatchedPoint> | undefined, samples: Samples, at: Millis): void {
    const missed =
      phase === 'starting' || reading.has(tenantId)
        ? (arriving.get(tenantId) ?? new Map<number, { sample: Samples[number]; at: Millis }>())
        : undefined
    if (missed) arriving.set(tenantId, missed)
    for (const sample of samples) {
      if (!isLive(sample)) continue
      const point = points?.get(sample.series)
      if (point) onSample(point, observationOf(sample), at, onChange)
      const before = missed?.get(sample.series)
      if (missed && (!before || before.sample.time < sample.time)) missed.set(sample.series, { sample, at })
    }
  }

  /** Reads a tenant's rules, points and alarms; of points and rules that stay, what is known stays known. */
  async function readTenant(tenantId: TenantId): Promise<void> {
    if (phase === 'stopped') return
    const { watch, orphans } = await loadTenant(transactions, tenantId, tenants.get(tenantId), startedAt)
    if (orphans.length > 0) {
      await transactions.inTenant({ tenantId }, async (tx) => {
        if ((await withdraw(tx, domainEvents, orphans, now())) > 0) await listInvalidation.publish(tx, tenantId)
      })
    }
    if (watch) tenants.set(tenantId, watch)
    else tenants.delete(tenantId)
    if (!watch) return
    judgeAgain(watch, now(), onChange)
    for (const [series, { sample, at }] of arriving.get(tenantId) ?? []) {
      const point = watch.points.get(series)
      if (point) onSample(point, observationOf(sample), at, onChange)
    }
  }

  /** One at a time; of those who ask meanwhile all are answered by the next. @throws whatever the reading does. */
  function read(tenantId: TenantId): Promise<void> {
    const running = reading.get(tenantId)
    if (running) {
      const next =
        queued.get(tenantId) ??
        running
          .catch(() => undefined)
          .then(async () => {
            // While changes follow one another, as in an import, at most half of the time goes into reading.
            await sleep(Math.min(performance.now() - (began.get(tenantId) ?? 0), MAX_REST_MS), undefined, { ref: false })
            queued.delete(tenantId)
            return read(tenantId)
          })
      queued.set(tenantId, next)
      return next
    }
    began.set(tenantId, performance.now())
    const mine = readTenant(tenantId).finally(() => {
      reading.delete(tenantId)
      if (!queued.has(tenantId)) began.delete(tenantId)
      if (phase !== 'starting' && !queued.has(tenantId)) arriving.delete(tenantId)
    })
    reading.set(tenantId, mine)
    return mine
  }

  async function readAll(): Promise<void> {
    for (const id of new Set([...tenants.keys(), ...(await tenantsWithRules(transactions))])) await read(id)
  }

  /** Again and again until it works: an alarm that nobody watches for is worse than a late one. */
  async function surely(work: () => Promise<void>): Promise<void> {
    while (phase !== 'stopped') {
      try {
        return await work()
      } catch (error) {
        report(error)
        await new Promise((resolve) => {
          setTimeout(resolve, RETRY_MS).unref()
        })
      }
    }
  }

  /** Takes over what another server, or somebody, has made of alarms. */
  async function follow(tenantId: TenantId): Promise<void> {
    const watch = tenants.get(tenantId)
    if (!watch) return
    for (const row of await transactions.inTenant({ tenantId }, (tx) => readChanged(tx, millis(watch.followedTo - LOOK_BACK)), 'read')) {
      watch.followedTo = later(watch.followedTo, row.updated)
      const own = watch.byKey.get(keyOf(row.ruleId, row.pointId))
      if (own && own.detector.active !== row.active && !outbox.isWaiting(own)) adopt(own, row.active, row.conditionAt ?? NEVER)
    }
  }

  invalidations.subscribe((received) => {
    if (phase !== 'running' && phase !== 'starting') return
    if (received === undefined) {
      if (invalidations.reliable) void surely(readAll)
    } else if (received.kind === 'registry-changed' || received.kind === 'tenant-changed') void surely(() => read(received.tenantId))
    else if (isShared && received.kind === 'news' && received.topic === 'alarms') void follow(received.tenantId).catch(report)
  })

  return {
    timers,
    stored(batch) {
      const at = now()
      for (const { tenantId, samples } of batch) {
        const points = tenants.get(tenantId)?.points
        if (points || phase === 'starting' || reading.has(tenantId)) take(tenantId, points, samples, at)
      }
    },
    start(onError) {
      report = onError
      phase = 'starting'
      startedAt = now()
      starting = surely(readAll).then(() => {
        if (phase !== 'starting') return
        phase = 'running'
        for (const id of arriving.keys()) if (!reading.has(id) && !queued.has(id)) arriving.delete(id)
        outbox.open()
        waiting = startAlarmTimers(timers, clock, onError)
      })
    },
    async follow(tenantId) {
      await starting
      // What is being read may have been read before that.
      await Promise.allSettled([reading.get(tenantId)])
      await follow(tenantId)
    },
    async settled() {
      await starting
      while (reading.size > 0 || queued.size > 0) await Promise.allSettled([...reading.values(), ...queued.values()])
      await outbox.empty()
    },
    async stop() {
      const wasRunning = phase === 'running'
      phase = 'stopped'
      await starting
      await waiting?.stop()
      await Promise.allSettled(reading.values())
      if (wasRunning) await outbox.close()
      listInvalidation.stop()
    },
  }
}
