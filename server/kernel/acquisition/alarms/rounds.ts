/** What time alone brings about: delays that pass, points that fall silent, shelving that ends. */
import type { Clock } from '../../runtime/clock.ts'
import { worker } from '../../runtime/worker.ts'
import type { Doors } from '../../tenant.ts'
import { elapse, observe } from './detector.ts'
import { readNewest } from './load.ts'
import type { AlarmNews } from './news.ts'
import { expire, readExpired } from './store.ts'
import type { TenantWatch } from './tenant-watch.ts'
import type { Change, Watch } from './watch.ts'
import { changeOf, isLive, see } from './watch.ts'

/** Milliseconds. */
const DELAYS_EVERY = 100
const SILENCE_EVERY = 1000
const SHELVES_EVERY = 5000

export interface RoundParts {
  readonly doors: Doors
  readonly tenants: ReadonlyMap<string, TenantWatch>
  readonly news: AlarmNews
  readonly tell: (change: Change) => void
  /** Whether other servers may have seen newer samples of the same points. */
  readonly isShared: boolean
}

export interface Rounds {
  delays(now: number): Promise<void>
  silence(now: number): Promise<void>
  shelves(): Promise<void>
}

export function roundsOf({ doors, tenants, news, tell, isShared }: RoundParts): Rounds {
  /** Before the clock decides, what other servers have seen of these points is taken in. */
  async function ask(tenantId: string, due: readonly Watch[], now: number): Promise<void> {
    if (!isShared || due.length === 0) return
    const points = new Map(due.map(({ point }) => [point.series, point]))
    for (const row of await doors.inTenant({ tenantId }, (tx) => readNewest(tx, [...points.keys()]), 'read')) {
      const point = points.get(Number(row.series))
      if (point && isLive(row) && (!point.last || row.time > point.last.time)) see(point, row, now, tell)
    }
  }

  async function forDue(isDue: (watch: Watch) => boolean, decide: (watch: Watch) => boolean, now: number): Promise<void> {
    for (const [tenantId, { byKey }] of tenants) {
      const due = [...byKey.values()].filter(isDue)
      await ask(tenantId, due, now)
      for (const watch of due) if (isDue(watch) && decide(watch)) tell(changeOf(watch, watch.point.last, now))
    }
  }

  return {
    delays: (now) => forDue(
      ({ detector, condition }) => detector.since !== undefined && now - detector.since >= (detector.active ? condition.offDelayMs : condition.onDelayMs),
      ({ detector, condition }) => elapse(detector, condition, now), now,
    ),
    // What was never heard of is not silent: it was not put into service yet.
    silence: (now) => forDue(
      ({ detector, condition, point }) => condition.kind === 'stale' && !detector.active && detector.since === undefined && point.heardAt > 0 && now - point.heardAt > condition.silentMs,
      ({ detector, condition }) => observe(detector, condition, true, now), now,
    ),
    async shelves() {
      const due = Map.groupBy(await doors.inPlatform('shelving ends by time, for all tenants', readExpired, 'read'), (row) => row.tenant_id)
      for (const [tenantId, rows] of due) {
        await doors.inTenant({ tenantId }, async (tx) => {
          if (await expire(tx, rows.map(({ id }) => id)) > 0) await news.publish(tx, tenantId)
        })
      }
    },
  }
}

export function startRounds(rounds: Rounds, clock: Clock, onError: (error: unknown) => void): { stop(): Promise<void> } {
  const again = (every: number, work: () => Promise<void>) => worker({ clock, every, first: every, work, onError })
  const workers = [again(DELAYS_EVERY, () => rounds.delays(clock.now())), again(SILENCE_EVERY, () => rounds.silence(clock.now())), again(SHELVES_EVERY, () => rounds.shelves())]
  return { stop: async () => void await Promise.all(workers.map((each) => each.stop())) }
}
