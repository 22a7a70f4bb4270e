/**
 * Makes the days of a tenant anew whose zone is another than the one that they begin by: deletes those of a point and makes them of its hours, some days a step, and rests between two steps as long
 * as one took. How far it has come stands in `day_rollup_states`, so whoever goes on after a server was killed repeats one step. Until all are made nobody reads days (rollup-basis.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import type { Worker } from '../kernel/runtime/worker.ts'
import { worker } from '../kernel/runtime/worker.ts'
import { makeDays } from './day-rollups.ts'
import type { Left } from './incomplete-rollups.ts'
import { mayRoll } from './rollups.ts'
import { statement } from './statement.ts'
import { shareLockTenants } from './tenant-share-lock.ts'

/** Whatever changed a zone without a word, such as another `TIME_ZONE` of the server, is found at the start, and so often. */
const EVERY_MS = 600_000
const FIRST_MS = 5000
/** So long after days were said not to be ready the first is deleted: whoever had read before that they are has read them by then. A statement of a job has up to ten minutes. */
const QUIET_MS = 900_000
/** Readings are stored meanwhile, and wait at most about so long. */
const STEP_MS = 60
const [MIN_DAYS, MAX_DAYS] = [32, 4096]
/** Minutes and hours that have been due for so long come first: their worker has been kept waiting. It looks every two seconds. */
const OVERDUE_MS = 10_000
/** No day lies in more hours: 25 where clocks are put back, and one more where it begins within one. */
const HOURS = 26
/** While roll-ups come first it is tried again so often, so many times, and then after a while. */
const [AGAIN_MS, MAX_TRIES, BUSY_MS] = [50, 20, 5000]
const REASON = 'makes days of all tenants anew by their zones'

export interface RemakeDays {
  /**
   * Makes what is to be made, of one tenant or of all. Gives in how many milliseconds some more may be; nothing where all are ready. For the worker and for tests.
   * @param quietMs How long days are left alone after they are said not to be ready
   */
  work(tenantId?: TenantId, quietMs?: number): Promise<number | undefined>
  /** From now on, by itself. */
  start(onError: (error: unknown) => void): void
  stop(): Promise<void>
}

/** The worker, not yet started. */
export function openRemakeDays(transactions: TransactionScopes, clock: Clock, invalidations: Invalidations): RemakeDays {
  let isStopped = false
  let running: Worker | undefined
  let most = MIN_DAYS

  async function remake(tenantId: TenantId, quietMs: number): Promise<number | undefined> {
    for (let busy = 0; !isStopped;) {
      const begun = performance.now()
      const next = await remakeStep(transactions, tenantId, { most, quietMs })
      const took = performance.now() - begun
      if (next === 'busy') {
        busy += 1
        if (busy === MAX_TRIES) return BUSY_MS
        await sleep(AGAIN_MS)
        continue
      }
      busy = 0
      if (next !== 'more') return next
      most = took > STEP_MS ? Math.max(MIN_DAYS, Math.floor(most / 2)) : Math.min(MAX_DAYS, most * 2)
      await sleep(took)
    }
    return undefined
  }

  async function work(tenantId?: TenantId, quietMs = QUIET_MS): Promise<number | undefined> {
    transactions.assertSpace('ordinary')
    const found = await transactions.inPlatform(REASON, (tx) => unready(tx, tenantId))
    const waits: number[] = []
    for (const each of found) waits.push((await remake(each, quietMs)) ?? Infinity)
    const least = Math.min(...waits)
    return least === Infinity ? undefined : least
  }

  return {
    work,
    start(onError) {
      running = worker({
        clock,
        every: EVERY_MS,
        first: FIRST_MS,
        onError,
        work: async () => Math.max(1000, (await work()) ?? EVERY_MS),
        wakeOn: (wake) =>
          invalidations.subscribe((change) => {
            if (change?.kind === 'parameters-changed') wake()
          }),
      })
    },
    async stop() {
      isStopped = true
      await running?.stop()
    },
  }
}

/** Tenants whose days are not ready, or begin by another zone than theirs. Days from before `day_rollup_states` begin by the zone that the server has now; it may have another one later. */
async function unready(tx: Transaction, tenantId: TenantId | undefined): Promise<TenantId[]> {
  await tx.run(statement(sql`update day_rollup_states set zone = current_setting('timezone') where zone is null`))
  const rows = await tx.all(
    statement(sql<{ tenant_id: TenantId }>`
    select tenant_id from day_rollup_states where (not is_ready or zone <> tenant_time_zone(tenant_id)) and ${tenantId ? sql`tenant_id = ${tenantId}` : sql`true`} order by tenant_id`),
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

interface State {
  readonly zone: string
  /** False where the database knows the zone no longer: nobody reads such days. */
  readonly is_known: boolean
  readonly wanted: string
  readonly is_ready: boolean
  /** Milliseconds for which they have not been ready. */
  readonly since: number
  readonly series: string | null
  readonly next_day: Date | null
}

/**
 * One step, in one transaction: `more` where it is to be called again at once, `busy` where roll-ups come first, in how many milliseconds where days are left alone for a while, nothing where all are ready.
 * @param most Days
 */
export function remakeStep(
  transactions: TransactionScopes,
  tenantId: TenantId,
  { most, quietMs }: { readonly most: number; readonly quietMs: number },
): Promise<'more' | 'busy' | number | undefined> {
  return transactions.inPlatform(REASON, async (tx) => {
    // Nothing is rolled up meanwhile: the hours that are read here are the last ones, or touch their days again. New readings come first.
    if (!(await mayRoll(tx)) || (await isOverdue(tx))) return 'busy'
    if (!(await shareLockTenants(tx, [tenantId])).has(tenantId)) return undefined
    const state = await tx.first(
      statement(sql<State>`
      select coalesce(s.zone, current_setting('timezone')) as zone, is_time_zone(s.zone) as is_known, tenant_time_zone(s.tenant_id) as wanted, s.is_ready, extract(epoch from now() - s.changed_at)::float8 * 1000 as since, s.series::text as series, s.next_day
      from day_rollup_states s where s.tenant_id = ${tenantId} for update`),
    )
    const isWanted = state?.zone === state?.wanted
    if (!state || (state.is_ready && isWanted)) return undefined
    const set = (values: ReturnType<typeof sql>) =>
      tx.run(statement(sql`update day_rollup_states set ${values} where tenant_id = ${tenantId}`))
    if (state.is_ready) {
      await set(sql`zone = ${state.zone}, is_ready = false, changed_at = now()`)
      return quietMs > 0 && state.is_known ? quietMs : 'more'
    }
    // The zone was put back before anything was deleted.
    if (isWanted && state.series === null) {
      await set(sql`is_ready = true`)
      return undefined
    }
    if (state.is_known && state.since < quietMs && state.series === null) return quietMs - state.since
    if (!isWanted) {
      // What was touched until now lies in the hours that days are made of.
      await tx.run(statement(sql`delete from sample_touches where tenant_id = ${tenantId} and level = 2`))
      await set(sql`zone = ${state.wanted}, series = -1, next_day = null`)
      return 'more'
    }
    const reached = await makeSome(tx, tenantId, state, most)
    await set(
      reached
        ? sql`series = ${reached.series}::bigint, next_day = ${reached.next}::timestamptz`
        : sql`is_ready = true, series = null, next_day = null`,
    )
    return reached ? 'more' : undefined
  })
}

/** Whether minutes or hours wait for being rolled up: somebody looks at the newest. */
async function isOverdue(tx: Transaction): Promise<boolean> {
  const found = await tx.first(
    statement(sql<{ is: boolean }>`
    select exists (select from sample_touches where level in (0, 1) and due_at < now() - ${OVERDUE_MS} * interval '1 millisecond') as is`),
  )
  return found?.is ?? false
}

/** Deletes what a point has of days, and makes the next ones of it. Gives where to go on; nothing behind the last point. */
async function makeSome(
  tx: Transaction,
  tenantId: TenantId,
  state: State,
  most: number,
): Promise<{ readonly series: string; readonly next: Date | null } | undefined> {
  const series = state.next_day === null ? await seriesAfter(tx, tenantId, state.series ?? '-1') : state.series
  if (series === null) return undefined
  if (state.next_day === null)
    await tx.run(statement(sql`delete from sample_days where tenant_id = ${tenantId} and series = ${series}::bigint`))
  const days = await tx.all(
    statement(sql<Left>`
    select ${tenantId}::uuid as tenant_id, ${series} as series, bucket, day_end(bucket, ${state.zone}) as until from (
      select distinct day_begin(each, ${state.zone}) as bucket from (
        select bucket from sample_hours where tenant_id = ${tenantId} and series = ${series}::bigint and bucket >= ${state.next_day ?? sql`'-infinity'`}::timestamptz - interval '1 hour'
        order by bucket limit ${most * HOURS}) as h, unnest(array[h.bucket, h.bucket + interval '1 hour' - interval '1 microsecond']) as each) as of
    where bucket >= ${state.next_day ?? sql`'-infinity'`}::timestamptz order by bucket limit ${most}`),
  )
  if (days.length > 0) await makeDays(tx, days, 'of what is there')
  const last = days.at(-1)
  return { series, next: last && days.length === most ? last.until : null }
}

/** The next point of a tenant that has hours or days, also one that has been deleted; null behind the last. */
async function seriesAfter(tx: Transaction, tenantId: TenantId, series: string): Promise<string | null> {
  const least = (table: 'sample_hours' | 'sample_days') =>
    sql`(select min(series) from ${sql.table(table)} where tenant_id = ${tenantId} and series > ${series}::bigint)`
  const found = await tx.first(
    statement(sql<{ series: string | null }>`select least(${least('sample_hours')}, ${least('sample_days')})::text as series`),
  )
  return found?.series ?? null
}
