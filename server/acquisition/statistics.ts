/** What the values of points come to in a range of time: figures that are the same however finely a chart draws them. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Resolution } from './history.ts'
import { LENGTH, pieces } from './history.ts'
import { statement } from './statement.ts'

/** Without a usable value the figures are null; of a single value there is no deviation. */
export interface Statistics {
  /** What deviation and percentiles are made of: samples, or the means of minutes, hours or days where there are too many samples. The other figures are always those of all samples. */
  readonly basis: Resolution
  readonly count: number
  readonly good: number
  readonly low: number | null
  readonly high: number | null
  readonly mean: number | null
  /** Of a sample, as of measurements that stand for others (n − 1). */
  readonly deviation: number | null
  readonly p05: number | null
  readonly median: number | null
  readonly p95: number | null
  /** Milliseconds for which the value was of good quality: each value stands until the next one, or until it is stale. */
  readonly goodMs: number
}

/** A point, and after how many milliseconds its value stands for nothing any more; null where nobody has said. */
export interface Stood {
  readonly series: string
  readonly holdMs: number | null
}

/** Pieces of all points together that one call sorts: some tenths of a second on the embedded engine. */
const MAX_PIECES = 200_000

/**
 * The statistics of several points in a range, by their series; a point without any value in it is missing. Two statements, however many points.
 * @param most For tests: pieces up to which single samples are taken.
 */
export async function readStatistics(
  tx: Transaction,
  points: readonly Stood[],
  range: { readonly from: number; readonly to: number },
  most = MAX_PIECES,
): Promise<Map<string, Statistics>> {
  if (points.length === 0) return new Map()
  const basis = await basisFor(tx, points, range, most)
  const widthMs = basis === 'raw' ? 0 : LENGTH[basis]
  const end = Math.min(range.to, Date.now())
  const all = sql.join(
    points.map(
      ({ series, holdMs }) =>
        sql`select ${series}::bigint as series, ${holdMs === null ? null : holdMs + widthMs}::float8 as hold, p.* from (${pieces(tx, { ...range, series }, basis)}) as p`,
    ),
    sql` union all `,
  )
  const rows = await tx.all(statement(figuresOf(all, end)))
  return new Map(rows.map(({ series, ...row }) => [series, { basis, ...row }]))
}

interface Row extends Omit<Statistics, 'basis'> {
  series: string
}

function figuresOf(all: RawBuilder<unknown>, end: number): RawBuilder<Row> {
  return sql<Row>`
    select series::text as series, sum(count)::float8 as count, sum(good)::float8 as good, min(low) as low, max(high) as high,
      sum(total) / nullif(sum(valued), 0) as mean, stddev_samp(value) as deviation,
      percentile_cont(0.05) within group (order by value) as p05, percentile_cont(0.5) within group (order by value) as median,
      percentile_cont(0.95) within group (order by value) as p95,
      coalesce(sum(greatest(0, least(until - at, hold)) * good / nullif(count, 0)), 0) as "goodMs"
    from (
      select series, hold, low, high, total, valued, count, good, total / nullif(valued, 0) as value, extract(epoch from time)::float8 * 1000 as at,
        coalesce(extract(epoch from lead(time) over (partition by series order by time))::float8 * 1000, ${end}::float8) as until
      from (${all}) as pieces
    ) as stood group by series`
}

/** Samples where there are few enough of them; otherwise the finest roll-ups of which there can be no more. */
async function basisFor(
  tx: Transaction,
  points: readonly Stood[],
  { from, to }: { readonly from: number; readonly to: number },
  most: number,
): Promise<Resolution> {
  const [counted] = await tx.all(
    statement(sql<{ count: number }>`
    select count(*)::float8 as count from (
      select from samples where series = any(${points.map(({ series }) => series)}::bigint[]) and time >= ${new Date(from)}::timestamptz and time < ${new Date(to)}::timestamptz limit ${most + 1}
    ) as found`),
  )
  if ((counted?.count ?? 0) <= most) return 'raw'
  const fits = (level: keyof typeof LENGTH) => ((to - from) / LENGTH[level]) * points.length <= most
  return (['minute', 'hour'] as const).find(fits) ?? 'day'
}
