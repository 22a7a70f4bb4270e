/**
 * Minimum, maximum, sum, first, last, counts and time weights of each minute, hour and day. Only buckets that were touched are worked out,
 * each from what lies below it and always as a whole, as long as all of that is there (incomplete-rollups.ts): late samples, samples sent twice
 * and a server killed in between change nothing about the result. What is due stands in a table (dirty-buckets.ts) and leaves it in the transaction that does it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { REASONS } from '../../model/acquisition/quality.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import type { Worker } from '../kernel/runtime/worker.ts'
import { worker } from '../kernel/runtime/worker.ts'
import type { TransactionScopes, Transaction } from '../kernel/database/tenant.ts'
import { noteTouchedRuns } from './curing/touched-runs.ts'
import { shareLockTenants } from './tenant-share-lock.ts'
import { statement } from './statement.ts'
import type { DirtyBuckets } from './dirty-buckets.ts'
import { DAY_ZONE, beginDayStates, makeDays } from './day-rollups.ts'
import type { Left } from './incomplete-rollups.ts'
import { FIGURES, figuresOfSamples, mendIncomplete, notAmong, unlessMore } from './incomplete-rollups.ts'
import { LENGTH } from './pieces.ts'
import { figuresOfRollups, withCarry } from './time-weight.ts'

declare module '../kernel/runtime/invalidations.ts' {
  interface InvalidationPayloads {
    /** Readings of times that are over have come, and stand in the roll-ups of this level: what was told of them is no longer so. */
    'readings-changed': { tenantId: TenantId }
  }
}

const EVERY_MS = 2000
/** Lists of touches that are divided into pieces in one transaction, and buckets in a piece. */
const [LISTS, BUCKETS] = [200, 10]
/** Pieces in one transaction: as many as take about so long. Readings are stored meanwhile, and wait at most so long (bench/ingest.ts). */
const [STEP_MS, MAX_PIECES] = [60, 100]
/** Between two steps whoever stores has as much time as the step took, unless there is so much to do that it would never end. */
const MAX_YIELDING_MS = 30_000
/** Days that are made anew hold the lock for a moment at a time: whoever finds it held tries again so often, so many times. Another server that rolls up does what is to be done. */
const [AGAIN_MS, MAX_TRIES] = [50, 12]

export interface Rollups {
  /** Rolls up what is due until then (now, without one), of all levels. Gives how many pieces that were. For the timer and for tests. */
  work(until?: Date): Promise<number>
  /** From now on, by itself. */
  start(onError: (error: unknown) => void): void
  stop(): Promise<void>
}

/** The roll-up worker, not yet started: it recomputes dirty buckets from the level below. */
export function openRollups(
  transactions: TransactionScopes,
  clock: Clock,
  dirtyBuckets: Pick<DirtyBuckets, 'forget'>,
  invalidations: Pick<Invalidations, 'publish'>,
): Rollups {
  let stopped = false
  let running: Worker | undefined
  let most = 1

  /** A step as soon as the lock is free; 0 where it stays another's. Gives how many milliseconds the step itself took as well. */
  async function persist(step: () => Promise<number | 'not mine'>): Promise<readonly [done: number, took: number]> {
    for (let tries = 1; !stopped; tries += 1) {
      const begun = performance.now()
      const done = await step()
      if (done !== 'not mine') return [done, performance.now() - begun]
      if (tries === MAX_TRIES) break
      await sleep(AGAIN_MS)
    }
    return [0, 0]
  }

  /** What lies divided, step by step. */
  async function drain(level: Level, mayYield: () => boolean): Promise<number> {
    for (let done = 0; ;) {
      const asked = most
      const [some, took] = await persist(() => rollUp(transactions, invalidations, level, asked))
      done += some
      if (took > STEP_MS) most = Math.max(1, Math.floor(asked / 2))
      else if (took < STEP_MS / 2 && some === asked) most = Math.min(MAX_PIECES, asked * 2)
      if (some < asked) return done
      if (mayYield()) await sleep(took)
    }
  }

  async function work(until?: Date): Promise<number> {
    if (until) dirtyBuckets.forget()
    const begun = performance.now()
    const mayYield = () => until === undefined && !stopped && performance.now() - begun < MAX_YIELDING_MS
    let done = 0
    for (const level of [0, 1, 2] as const) {
      for (let divided = LISTS; divided === LISTS && !stopped;) {
        ;[divided] = await persist(() => divide(transactions, level, until))
        done += await drain(level, mayYield)
      }
    }
    return done
  }

  return {
    work,
    start(onError) {
      running = worker({ clock, every: EVERY_MS, first: EVERY_MS, work: async () => void (await work()), onError })
    },
    async stop() {
      stopped = true
      await running?.stop()
    },
  }
}

interface Chosen {
  tenant_id: TenantId
  id: string
  low: Date
  high: Date
}
type Level = 0 | 1 | 2

/** What is rolled up so long after its end came late: somebody may have been told of it as it was. */
const LATE_MS = 10 * LENGTH.minute
const LENGTHS = [LENGTH.minute, LENGTH.hour, LENGTH.day] as const

const REASON = 'rolls up readings of all tenants'
/** Whoever holds it rolls up, and nobody else: two at once would each miss what the other has just seen, and the slower one would have the last word. */
const ROLLING = sql`hashtext('outstation.rollups')`
/** When a piece is due: before everything else, and in no list of what is to be divided. */
const AT_ONCE = sql`'-infinity'::timestamptz`

/** Whether roll-ups are this transaction's now, until its end; false while another is at it. */
export async function mayRoll(tx: Transaction): Promise<boolean> {
  const lock = await tx.first(statement(sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${ROLLING}) as mine`))
  return lock?.mine ?? false
}

/** Whose buckets may be worked on: not those of tenants that are being erased; undefined where there are none. */
async function workable(tx: Transaction, owned: ReturnType<typeof sql>): Promise<string | undefined> {
  const owners = await tx.all(statement(sql<{ tenant_id: TenantId }>`select distinct tenant_id from sample_touches where ${owned}`))
  if (owners.length === 0) return undefined
  return pgArray(
    await shareLockTenants(
      tx,
      owners.map(({ tenant_id }) => tenant_id),
    ),
  )
}

/** Makes pieces of the lists that are due, each bucket once. One transaction; gives the number of lists. */
async function divide(transactions: TransactionScopes, level: Level, until: Date | undefined): Promise<number | 'not mine'> {
  transactions.assertSpace('ordinary')
  return transactions.inPlatform(REASON, async (tx) => {
    if (!(await mayRoll(tx))) return 'not mine'
    const due = sql`level = ${level} and due_at > ${AT_ONCE} and due_at <= ${until ? sql`${until}::timestamptz` : sql`now()`}`
    const owners = await workable(tx, due)
    if (owners === undefined) return 0
    const [row] = await tx.all(
      statement(sql<{ lists: number }>`
      with due as (
        delete from sample_touches where (tenant_id, id) in (
          select tenant_id, id from sample_touches where ${due} and tenant_id = any(${owners}::uuid[]) order by due_at limit ${LISTS} for update skip locked)
        returning tenant_id, series, buckets),
      pairs as (select distinct due.tenant_id, each.series, each.bucket from due, unnest(due.series, due.buckets) as each (series, bucket)),
      placed as (select *, (row_number() over (partition by tenant_id order by bucket, series) - 1) / ${BUCKETS} as piece from pairs),
      pieces as (
        insert into sample_touches (tenant_id, level, due_at, series, buckets)
        select tenant_id, ${level}::smallint, ${AT_ONCE}, array_agg(series order by bucket, series), array_agg(bucket order by bucket, series) from placed group by tenant_id, piece)
      select count(*)::integer as lists from due`),
    )
    return row?.lists ?? 0
  })
}

/** One transaction. Gives the number of pieces. */
async function rollUp(
  transactions: TransactionScopes,
  invalidations: Pick<Invalidations, 'publish'>,
  level: Level,
  most: number,
): Promise<number | 'not mine'> {
  transactions.assertSpace('ordinary')
  return transactions.inPlatform(REASON, async (tx) => {
    if (!(await mayRoll(tx))) return 'not mine'
    const owners = await workable(tx, sql`level = ${level} and due_at = ${AT_ONCE}`)
    if (owners === undefined) return 0
    const chosen = await tx.all(
      statement(sql<Chosen>`
      select tenant_id, id, (select min(each) from unnest(buckets) as each) as low, (select max(each) from unnest(buckets) as each) as high
      from sample_touches where level = ${level} and due_at = ${AT_ONCE} and tenant_id = any(${owners}::uuid[])
      order by id limit ${most} for update skip locked`),
    )
    if (chosen.length > 0 && level === 0) await noteTouchedRuns(tx, chosen)
    if (chosen.length > 0 && level > 0) await beginDayStates(tx, new Set(chosen.map(({ tenant_id }) => tenant_id)))
    if (chosen.length > 0) await levels[level](tx, chosen)
    const late = chosen.filter(({ low }) => low.getTime() + LENGTHS[level] < Date.now() - LATE_MS)
    for (const tenantId of new Set(late.map(({ tenant_id }) => tenant_id)))
      await invalidations.publish(tx, { kind: 'readings-changed', tenantId })
    return chosen.length
  })
}

/** The touched buckets, each once, and gone from the list. Bounds stand in the statement so that only the partitions between them are planned for. */
const taken = (chosen: readonly Chosen[], length: RawBuilder<unknown>) => sql`
    with due as (
      delete from sample_touches t using unnest(${pgArray(chosen.map(({ tenant_id }) => tenant_id))}::uuid[], ${pgArray(chosen.map(({ id }) => id))}::bigint[]) as c (tenant_id, id)
      where t.tenant_id = c.tenant_id and t.id = c.id returning t.tenant_id, t.series, t.buckets),
    pairs as materialized (
      select distinct due.tenant_id, each.series, each.bucket, each.bucket + ${length} as until from due, unnest(due.series, due.buckets) as each (series, bucket))`
const boundsOf = (chosen: readonly Chosen[]) => ({
  low: new Date(Math.min(...chosen.map(({ low }) => low.getTime()))),
  high: new Date(Math.max(...chosen.map(({ high }) => high.getTime()))),
})

/** What was touched and has not been replaced, because what it was made of is no longer all there. */
const NOT_REPLACED = notAmong(sql`rolled`)
const [MINUTE, HOUR] = [sql`interval '1 minute'`, sql`interval '1 hour'`]
const PAIRS = withCarry('pairs')

const minutes = async (tx: Transaction, chosen: readonly Chosen[]): Promise<void> => {
  const { low, high } = boundsOf(chosen)
  const within = sql`s.tenant_id = p.tenant_id and s.series = p.series and s.time >= p.bucket and s.time < p.bucket + interval '1 minute'
    and s.time >= ${low}::timestamptz and s.time < ${high}::timestamptz + interval '1 minute'`
  const left = await tx.all(
    statement(sql<Left>`${taken(chosen, MINUTE)},
    rolled as (
      insert into sample_minutes (tenant_id, series, bucket, ${FIGURES})
      select p.tenant_id, p.series, p.bucket, f.* from ${PAIRS} cross join lateral (${figuresOfSamples(within)}) f
      order by 1, 2, 3
      ${unlessMore('sample_minutes')}
      returning tenant_id, series, bucket),
    -- A server that was killed may not have told the newest value (states.ts).
    newest as (
      insert into point_states (tenant_id, series, time, value, quality, reason)
      select distinct on (p.tenant_id, p.series) p.tenant_id, p.series, f.* from pairs p cross join lateral (
        select s.time, s.value, s.quality, s.reason from samples s where ${within} and s.reason <> ${REASONS.clock} order by s.time desc limit 1) f
      order by 1, 2, 3 desc
      on conflict (tenant_id, series) do update set time = excluded.time, value = excluded.value, quality = excluded.quality, reason = excluded.reason
      where excluded.time > point_states.time),
    passed as (${passedOn(1, sql`select distinct tenant_id, series, date_trunc('hour', bucket) as bucket, date_trunc('hour', bucket) + ${HOUR} as until from pairs`)})
    ${NOT_REPLACED}`),
  )
  await mendIncomplete(tx, 'sample_minutes', 'samples', left)
}

const hours = async (tx: Transaction, chosen: readonly Chosen[]): Promise<void> => {
  const { low, high } = boundsOf(chosen)
  const within = sql`s.tenant_id = p.tenant_id and s.series = p.series and s.bucket >= p.bucket and s.bucket < p.until
      and s.bucket >= ${low}::timestamptz and s.bucket < ${high}::timestamptz + ${HOUR}`
  const left = await tx.all(
    statement(sql<Left>`${taken(chosen, HOUR)},
    rolled as (
      insert into sample_hours (tenant_id, series, bucket, ${FIGURES})
      select p.tenant_id, p.series, p.bucket, f.* from ${PAIRS} cross join lateral (${figuresOfRollups('sample_minutes', within)}) f
      order by 1, 2, 3
      ${unlessMore('sample_hours')}
      returning tenant_id, series, bucket),
    passed as (${passedOn(2, DAYS_OF_HOURS)})
    ${NOT_REPLACED}`),
  )
  await mendIncomplete(tx, 'sample_hours', 'sample_minutes', left)
}

/** The days that hours of rows `pairs` lie in, by the zone of their tenant: an hour lies in two where days begin at half past. */
const DAYS_OF_HOURS = sql`
    select distinct p.tenant_id, p.series, of.bucket, day_end(of.bucket, of.zone) as until from (${DAY_ZONE}) z join pairs p on p.tenant_id = z.tenant_id
      cross join lateral (select z.zone, day_begin(each, z.zone) as bucket from unnest(array[p.bucket, p.until - interval '1 microsecond']) as each) of`

/** A day that was touched when days began elsewhere lies in two of now. */
const days = async (tx: Transaction, chosen: readonly Chosen[]): Promise<void> =>
  makeDays(
    tx,
    await tx.all(
      statement(sql<Left>`${taken(chosen, sql`interval '23 hours'`)}
    select distinct p.tenant_id, p.series::text as series, of.bucket, day_end(of.bucket, z.zone) as until from (${DAY_ZONE}) z join pairs p on p.tenant_id = z.tenant_id
      cross join lateral (select day_begin(p.bucket, z.zone) as bucket union select day_begin(p.until, z.zone) where day_begin(p.bucket, z.zone) <> p.bucket) of`),
    ),
  )

/**
 * The next level is due when its bucket is over, and soon where that was long ago. What waits already need not wait twice: nobody else rolls up until this is committed, so whoever takes it then
 * finds what was made here.
 * @param above A statement that gives `bucket` and `until` of that level for each of the rows `pairs`
 */
const passedOn = (level: 1 | 2, above: RawBuilder<unknown>) => sql`
    insert into sample_touches (tenant_id, level, due_at, series, buckets)
    with above as materialized (${above}),
    waiting as materialized (
      select t.tenant_id, each.series, each.bucket from sample_touches t, unnest(t.series, t.buckets) as each (series, bucket)
      where t.level = ${level} and t.tenant_id in (select tenant_id from pairs))
    select tenant_id, ${level}::smallint, greatest(now() + interval '1 minute', max(until) + interval '90 seconds'), array_agg(series), array_agg(bucket) from above
    where not exists (select from waiting w where w.tenant_id = above.tenant_id and w.series = above.series and w.bucket = above.bucket)
    group by tenant_id, until > now()`

const levels: Record<Level, (tx: Transaction, chosen: readonly Chosen[]) => Promise<void>> = { 0: minutes, 1: hours, 2: days }
