/**
 * Gives roll-ups that are older than time-weighted means what these are put together of (docs/decisions/0132-time-weighted-means.md): from samples as long as they are kept, otherwise from
 * what lies below. Only these columns are written, and only where all is still there that the roll-up was made of; what cannot be filled stays unknown, and its mean that of
 * the samples. It goes back a UTC day at a time, some points a step, and rests between two steps as long as one took. Where it has come to is kept with the work, so a server that is killed
 * repeats some seconds of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Millis, TenantId } from '../../model/brands.ts'
import { millis } from '../../model/brands.ts'
import * as z from 'zod/mini'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import { databaseTime } from '../kernel/runtime/clock.ts'
import type { WorkHandler } from '../kernel/runtime/scheduler-runner.ts'
import type { Scheduler } from '../kernel/runtime/scheduler.ts'
import { DAY_ZONE } from './day-rollups.ts'
import { DAY_MS } from './partitions.ts'
import { statement } from './statement.ts'
import { shareLockTenants } from './tenant-share-lock.ts'
import { ofParts, ofSamples, PARTS, withCarry, withGapsBetween, withWeights } from './time-weight.ts'

/** The kind of the work. There is one piece, of the platform, which the migration that makes the columns schedules. */
export const REFILL = 'time-weight-refill'
/** After so long it is noted how far it has come. */
const SLICE_MS = 5000
/** As many points a step as take about so long: readings are stored meanwhile, and wait at most so long. */
const STEP_MS = 60
const MAX_POINTS = 500
const REASON = 'refills time weights of roll-ups of all tenants'

const moment = z.pipe(z.number(), z.transform(millis))
const cursor = z.object({
  /** Where the UTC day begins whose roll-ups are being filled, and the last one. */
  day: moment,
  oldest: moment,
  /** The last point that is done. */
  after: z.optional(z.object({ tenantId: z.string(), series: z.string() })),
})
type Cursor = z.output<typeof cursor>
const noted = z.object({ cursor: z.optional(cursor) })

interface Parts {
  readonly transactions: TransactionScopes
  readonly scheduler: Scheduler
  readonly clock: Clock
}

/** Returns the handler of the work: fills for some seconds and schedules the rest, until there is nothing left. */
export function refillTimeWeights({ transactions, scheduler, clock }: Parts): WorkHandler {
  let most = 1
  return async ({ tenantId, kind, key, payload, signal, finish }) => {
    const end = performance.now() + SLICE_MS
    let next: Cursor | undefined =
      z.parse(noted, payload).cursor ?? (await transactions.inPlatform(REASON, (tx) => firstCursor(tx, clock.now()), 'read'))
    while (next && performance.now() < end) {
      const begun = performance.now()
      next = await refillStep(transactions, next, most)
      const took = performance.now() - begun
      most = took > STEP_MS ? Math.max(1, Math.floor(most / 2)) : took < STEP_MS / 2 ? Math.min(MAX_POINTS, most * 2) : most
      await sleep(took, undefined, { signal })
    }
    await transactions.inTenant({ tenantId }, async (tx) => {
      if (next) await scheduler.schedule(tx, { kind, key, dueAt: databaseTime(clock), payload: { cursor: next } })
      await finish(tx)
    })
  }
}

/** The cursor to begin with: today. */
export async function firstCursor(tx: Transaction, now: Millis): Promise<Cursor> {
  const found = await tx.first(
    statement(sql<{ oldest: Millis | null }>`select extract(epoch from min(bucket))::float8 * 1000 as oldest from sample_days`),
  )
  const dayOf = (time: Millis) => millis(Math.floor(time / DAY_MS) * DAY_MS)
  const day = dayOf(now)
  // What is not rolled up to days yet is younger than two of them.
  return { day, oldest: millis(Math.min(day - 2 * DAY_MS, dayOf(found?.oldest ?? now))) }
}

/** Where to go on after a day of some points was filled, in one transaction; nothing where all is done. @param most Points */
export async function refillStep(
  transactions: TransactionScopes,
  { day, oldest, after }: Cursor,
  most: number,
): Promise<Cursor | undefined> {
  transactions.assertSpace('ordinary')
  const last = await transactions.inPlatform(REASON, async (tx) => {
    const points = await tx.all(
      statement(sql<{ tenant_id: TenantId; series: string }>`select tenant_id, series::text as series from points
        where ${after ? sql`(tenant_id, series) > (${after.tenantId}::uuid, ${after.series}::bigint)` : sql`true`} order by tenant_id, points.series limit ${most}`),
    )
    const alive = await shareLockTenants(tx, [...new Set(points.map(({ tenant_id }) => tenant_id))])
    const chosen = points.filter(({ tenant_id }) => alive.has(tenant_id))
    if (chosen.length > 0) for (const fill of fills) await tx.run(statement(fill(chosen, day)))
    return points.length < most ? undefined : points.at(-1)
  })
  if (last) return { day, oldest, after: { tenantId: last.tenant_id, series: last.series } }
  return day > oldest ? { day: millis(day - DAY_MS), oldest } : undefined
}

type Chosen = readonly { readonly tenant_id: TenantId; readonly series: string }[]
type Filled = 'sample_minutes' | 'sample_hours' | 'sample_days'

/** Where a roll-up `r` ends, as an expression. */
const ENDS = {
  sample_minutes: sql`r.bucket + interval '1 minute'`,
  sample_hours: sql`r.bucket + interval '1 hour'`,
  sample_days: sql`(select day_end(r.bucket, z.zone) from (${DAY_ZONE}) z where z.tenant_id = r.tenant_id)`,
} as const
const IS_OF_HOURS = sql`date_trunc('hour', r.bucket) = r.bucket and date_trunc('hour', r.until) = r.until`

/** The statement that fills roll-ups that begin within a UTC day. @param which Of rows `r` with an `until` @param below What their parts are made of, as rows of a lateral subquery with `count` */
function filling(
  into: Filled,
  which: RawBuilder<unknown>,
  below: (within: (moment: string) => RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  return (chosen: Chosen, day: number): RawBuilder<unknown> => {
    const column = (values: readonly string[]) => `{${values.join(',')}}`
    const [begin, end] = [sql`${new Date(day)}::timestamptz`, sql`${new Date(day + DAY_MS)}::timestamptz`]
    // Bounds stand there as values as well, so that only the partitions between them are planned for.
    const within = (
      moment: string,
    ) => sql`s.tenant_id = p.tenant_id and s.series = p.series and ${sql.ref(moment)} >= r.bucket and ${sql.ref(moment)} < r.until
      and ${sql.ref(moment)} >= ${begin} and ${sql.ref(moment)} < ${end} + interval '26 hours'`
    return sql`
      with chosen as (select * from unnest(${column(chosen.map(({ tenant_id }) => tenant_id))}::uuid[], ${column(chosen.map(({ series }) => series))}::bigint[]) as c (tenant_id, series)),
      filled as materialized (
        select r.tenant_id, r.series, r.bucket, f.* from ${withCarry('chosen')}
          join (select r.*, ${ENDS[into]} as until from ${sql.table(into)} r where r.bucket >= ${begin} and r.bucket < ${end} and r.covered is null) r
            on r.tenant_id = p.tenant_id and r.series = p.series and ${which}
          cross join lateral (${below(within)} = r.count) f (${PARTS}) where f.covered is not null)
      update ${sql.table(into)} r set first_at = f.first_at, last_at = f.last_at, area = f.area, covered = f.covered, carries = f.carries from filled f
      where r.tenant_id = f.tenant_id and r.series = f.series and r.bucket = f.bucket and r.bucket >= ${begin} and r.bucket < ${end} and r.covered is null`
  }
}

const fromSamples = (within: (moment: string) => RawBuilder<unknown>) =>
  sql`select ${ofSamples} from ${withWeights(within('s.time'))} having count(*)`
const from = (table: 'sample_minutes' | 'sample_hours') => (within: (moment: string) => RawBuilder<unknown>) =>
  sql`select ${ofParts('s.bucket')} from ${withGapsBetween(table, within('s.bucket'))} having sum(s.count)`

/** From below upwards. Hours may be older than the minutes that are kept, and their samples not. */
const fills = [
  filling('sample_minutes', sql`true`, fromSamples),
  filling('sample_hours', sql`true`, from('sample_minutes')),
  filling('sample_hours', sql`true`, fromSamples),
  filling('sample_days', IS_OF_HOURS, from('sample_hours')),
  filling('sample_days', sql`not (${IS_OF_HOURS})`, from('sample_minutes')),
]
