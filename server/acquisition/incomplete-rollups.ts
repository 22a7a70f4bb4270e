/**
 * Roll-ups some of whose parts are no longer kept: a late sample touches an hour whose minutes have been dropped, or a minute whose other samples have. Worked out from what is left they
 * would be replaced by less. So they come from the samples where all of these are still there, and otherwise what they have is kept and what came is joined to it
 * (docs/decisions/0132-time-weighted-means.md, 0137-exactly-once-across-a-restart.md).
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { QUALITY } from '../../model/acquisition/quality.ts'
import { statement } from './statement.ts'
import { isWeighed, ofParts, ofSamples, PARTS, usableValue, withCarry, withWeights } from './time-weight.ts'

/** A roll-up that was touched and not replaced. */
export interface Left {
  readonly tenant_id: TenantId
  readonly series: string
  readonly bucket: Date
  /** Where the next one begins. */
  readonly until: Date
}
type Table = 'sample_minutes' | 'sample_hours' | 'sample_days'

/** The names of the figures of a roll-up, in the order in which {@link figuresOfSamples} gives them. */
export const FIGURES = sql`low, high, total, first, last, count, valued, good, ${PARTS}`

const REPLACED = sql`low = excluded.low, high = excluded.high, total = excluded.total, first = excluded.first, last = excluded.last,
  count = excluded.count, valued = excluded.valued, good = excluded.good,
  first_at = excluded.first_at, last_at = excluded.last_at, area = excluded.area, covered = excluded.covered, carries = excluded.carries`

/** What an `insert` of roll-ups does with those that are there: replaces them, unless they are made of more than what is left of it. */
export const unlessMore = (table: Table) => sql`on conflict (tenant_id, series, bucket) do update set ${REPLACED}
      where excluded.count >= ${sql.table(table)}.count`

/** In the order of {@link withWeights}: sorted once more, as each aggregate with an order of its own does before PostgreSQL 16, a roll-up took a seventh more. */
const inOrder = sql`(array_agg(s.usable) filter (where s.usable is not null))`

/** The figures of samples beside rows `p` of `withCarry`, as a subquery; no row where there is none. @param within What they are chosen by, of the alias `s` */
export const figuresOfSamples = (within: RawBuilder<unknown>) => sql`
        select min(s.usable), max(s.usable), sum(s.usable), ${inOrder}[1], ${inOrder}[count(s.usable)],
          count(*), count(s.usable), count(*) filter (where s.quality >= ${QUALITY.good}), ${ofSamples}
        from ${withWeights(within)} having count(*) > 0`

/** What lies below a roll-up, as rows of one shape: `first_at` and `last_at` of a sample are its time. */
const partsOf = (table: 'samples' | 'sample_minutes' | 'sample_hours', within: RawBuilder<unknown>) =>
  table === 'samples'
    ? sql`select ${usableValue('s')} as low, ${usableValue('s')} as high, ${usableValue('s')} as total, ${usableValue('s')} as first, ${usableValue('s')} as last,
          1 as count, (${usableValue('s')} is not null)::integer as valued, (s.quality >= ${QUALITY.good})::integer as good,
          s.time as first_at, s.time as last_at, 0::float8 as area, 0::float8 as covered, coalesce(${isWeighed('s')}, false) as carries
        from samples s where ${within}`
    : sql`select ${FIGURES} from ${sql.table(table)} s where ${within}`

/** Of roll-ups of one length: from the samples, all of them. Gives those that are made of more. */
async function fromSamples(tx: Transaction, into: Table, left: readonly Left[]): Promise<readonly Left[]> {
  return tx.all(
    statement(sql<Left>`
    with pairs as (${rowsOf(left)}),
    whole as (
      insert into ${sql.table(into)} (tenant_id, series, bucket, ${FIGURES})
      select p.tenant_id, p.series, p.bucket, f.* from ${withCarry('pairs')} cross join lateral (${figuresOfSamples(withinOf('s.time', left))}) f
      order by 1, 2, 3
      ${unlessMore(into)}
      returning tenant_id, series, bucket)
    ${notAmong(sql`whole`)}`),
  )
}

/**
 * What they have is kept. Parts that lie before or behind it are joined to it as time-weight.ts joins neighbours; of one that lies among what is gone nobody can say whether it is counted already, so it only
 * widens the range of values. Done twice, it is as done once.
 */
async function join(
  tx: Transaction,
  into: Table,
  from: 'samples' | 'sample_minutes' | 'sample_hours',
  left: readonly Left[],
): Promise<void> {
  const within = withinOf(from === 'samples' ? 's.time' : 's.bucket', left)
  await tx.run(
    statement(sql`
    with pairs as (${rowsOf(left)}),
    joined as (
      select p.tenant_id, p.series, p.bucket, f.*, w.lowest, w.highest
      from ${withCarry('pairs')} join ${sql.table(into)} r on r.tenant_id = p.tenant_id and r.series = p.series and r.bucket = p.bucket
      cross join lateral (select min(part.low) as lowest, max(part.high) as highest from (${partsOf(from, within)}) part) w
      cross join lateral (
        select min(s.low) as low, max(s.high) as high, sum(s.total) as total,
          (array_agg(s.first order by s.first_at) filter (where s.valued > 0))[1] as first,
          (array_agg(s.last order by s.first_at desc) filter (where s.valued > 0))[1] as last,
          sum(s.count)::integer as count, sum(s.valued)::integer as valued, sum(s.good)::integer as good, ${ofParts('s.first_at')}
        from (select one.*, case when one.carries then least(date_part('epoch', lead(one.first_at, 1, one.last_at) over (order by one.first_at) - one.last_at), p.carry) else 0 end as gap
          from (
            select r.low, r.high, r.total, r.first, r.last, r.count, r.valued, r.good, r.first_at, r.last_at, r.area, r.covered, r.carries
            union all select part.* from (${partsOf(from, within)}) part where part.last_at < r.first_at or part.first_at > r.last_at) one) s
      ) f (low, high, total, first, last, count, valued, good, ${PARTS}))
    update ${sql.table(into)} r set low = least(j.low, j.lowest), high = greatest(j.high, j.highest), total = j.total, first = j.first, last = j.last,
      count = j.count, valued = j.valued, good = j.good, first_at = j.first_at, last_at = j.last_at, area = j.area, covered = j.covered, carries = j.carries
    from joined j where r.tenant_id = j.tenant_id and r.series = j.series and r.bucket = j.bucket
      and r.bucket >= ${lowest(left)}::timestamptz and r.bucket <= ${highest(left)}::timestamptz`),
  )
}

/** Brings up to date what was touched and could not be worked out from what lies below it. @param from What lies below */
export async function mendIncomplete(
  tx: Transaction,
  into: Table,
  from: 'samples' | 'sample_minutes' | 'sample_hours',
  left: readonly Left[],
): Promise<void> {
  if (left.length === 0) return
  const rest = from === 'samples' ? left : await fromSamples(tx, into, left)
  if (rest.length > 0) await join(tx, into, from, rest)
}

const lowest = (left: readonly Left[]) => new Date(Math.min(...left.map(({ bucket }) => bucket.getTime())))
const highest = (left: readonly Left[]) => new Date(Math.max(...left.map(({ bucket }) => bucket.getTime())))

/** Roll-ups by where they begin and end, as a statement that gives them as rows. */
export const rowsOf = (left: readonly Left[]): RawBuilder<unknown> => sql`
      select * from unnest(${pgArray(left.map(({ tenant_id }) => tenant_id))}::uuid[], ${pgArray(left.map(({ series }) => series))}::bigint[],
        ${pgArray(left.map(({ bucket }) => bucket.toISOString()))}::timestamptz[], ${pgArray(left.map(({ until }) => until.toISOString()))}::timestamptz[]) as u (tenant_id, series, bucket, until)`

/** Ends a statement with those of its rows `pairs` that were not written. @param written The name of what was */
export const notAmong = (written: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select p.tenant_id, p.series::text as series, p.bucket, p.until from pairs p
    where not exists (select from ${written} w where w.tenant_id = p.tenant_id and w.series = p.series and w.bucket = p.bucket)`

/** Within the roll-ups of rows `p`, which have an `until`. Bounds stand there as values as well, so that only the partitions between them are planned for. */
export const withinOf = (
  moment: string,
  left: readonly Left[],
): RawBuilder<unknown> => sql`s.tenant_id = p.tenant_id and s.series = p.series
      and ${sql.ref(moment)} >= p.bucket and ${sql.ref(moment)} < p.until
      and ${sql.ref(moment)} >= ${lowest(left)}::timestamptz and ${sql.ref(moment)} < ${new Date(Math.max(...left.map(({ until }) => until.getTime())))}::timestamptz`
