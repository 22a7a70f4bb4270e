/** What time alone brings about: delays that pass, points that fall silent, shelving that ends. */
import type { Millis, TenantId } from '../../../model/brands.ts'
import { millis } from '../../../model/brands.ts'
import type { DomainEvents } from '../../kernel/runtime/domain-events.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import { worker } from '../../kernel/runtime/worker.ts'
import type { TransactionScopes } from '../../kernel/database/tenant.ts'
import { elapse, observe } from './detector.ts'
import { readNewest } from './load-changes.ts'
import type { AlarmInvalidation } from './invalidation.ts'
import { expire, readExpired } from './store.ts'
import type { TenantWatch } from './tenant-rules.ts'
import type { Change, RuleInstance } from './rule-instance.ts'
import { changeOf, isLive, onSample } from './rule-instance.ts'

/** Milliseconds. */
const DELAYS_EVERY = 100
const SILENCE_EVERY = 1000
const SHELVES_EVERY = 5000

export interface AlarmTimerParts {
  readonly transactions: TransactionScopes
  readonly tenants: ReadonlyMap<TenantId, TenantWatch>
  readonly invalidation: AlarmInvalidation
  readonly domainEvents: DomainEvents
  readonly clock: Clock
  readonly onChange: (change: Change) => void
  /** Whether other servers may have seen newer samples of the same points. */
  readonly isShared: boolean
}

export interface AlarmTimers {
  delays(now: Millis): Promise<void>
  silence(now: Millis): Promise<void>
  shelves(): Promise<void>
}

/** The periodic work of alarms: delays that run out, points that fall silent, shelving that expires. */
export function alarmTimersOf({
  transactions,
  tenants,
  invalidation,
  domainEvents,
  clock,
  onChange,
  isShared,
}: AlarmTimerParts): AlarmTimers {
  /** Before the clock decides, what other servers have seen of these points is taken in. */
  async function ask(tenantId: TenantId, due: readonly RuleInstance[], now: Millis): Promise<void> {
    if (!isShared || due.length === 0) return
    const points = new Map(due.map(({ point }) => [point.series, point]))
    for (const row of await transactions.inTenant({ tenantId }, (tx) => readNewest(tx, [...points.keys()]), 'read')) {
      const point = points.get(Number(row.series))
      if (point && isLive(row) && (!point.last || row.time > point.last.time)) onSample(point, row, now, onChange)
    }
  }

  async function forDue(isDue: (watch: RuleInstance) => boolean, decide: (watch: RuleInstance) => boolean, now: Millis): Promise<void> {
    for (const [tenantId, { byKey }] of tenants) {
      const due = [...byKey.values()].filter(isDue)
      await ask(tenantId, due, now)
      for (const watch of due) if (isDue(watch) && decide(watch)) onChange(changeOf(watch, watch.point.last, now))
    }
  }

  return {
    delays: (now) =>
      forDue(
        ({ detector, condition }) =>
          detector.since !== undefined && now - detector.since >= (detector.active ? condition.offDelayMs : condition.onDelayMs),
        ({ detector, condition }) => elapse(detector, condition, now),
        now,
      ),
    // What was never heard of is not silent: it was not put into service yet.
    silence: (now) =>
      forDue(
        ({ detector, condition, point }) =>
          condition.kind === 'stale' &&
          !detector.active &&
          detector.since === undefined &&
          point.lastSampleAt > 0 &&
          now - point.lastSampleAt > condition.silentMs,
        ({ detector, condition }) => observe(detector, condition, true, now),
        now,
      ),
    async shelves() {
      const due = Map.groupBy(
        await transactions.inPlatform('shelving ends by time, for all tenants', (tx) => readExpired(tx, clock), 'read'),
        (row) => row.tenant_id,
      )
      for (const [tenantId, rows] of due) {
        await transactions.inTenant({ tenantId }, async (tx) => {
          if (
            (await expire(
              tx,
              domainEvents,
              rows.map(({ id }) => id),
              clock.now(),
            )) > 0
          )
            await invalidation.publish(tx, tenantId)
        })
      }
    },
  }
}

/** Runs the alarm timers until `stop`, each at its own interval and never beside itself. */
export function startAlarmTimers(alarmTimers: AlarmTimers, clock: Clock, onError: (error: unknown) => void): { stop(): Promise<void> } {
  const again = (every: number, work: () => Promise<void>) => worker({ clock, every, first: every, work, onError })
  const workers = [
    again(DELAYS_EVERY, () => alarmTimers.delays(millis(clock.now()))),
    again(SILENCE_EVERY, () => alarmTimers.silence(millis(clock.now()))),
    again(SHELVES_EVERY, () => alarmTimers.shelves()),
  ]
  return { stop: async () => void (await Promise.all(workers.map((each) => each.stop()))) }
}
