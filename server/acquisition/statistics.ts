/** What the values of points come to in a range of time: figures that are the same however finely a chart draws them. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { millis } from '../../model/brands.ts'
import type { MillisRange } from '../../model/brands.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Basis, Resolution } from './pieces.ts'
import { LENGTH, msOf, piecesWithBefore, weighedPieces } from './pieces.ts'
import { readableAs } from './rollup-basis.ts'
import { statement } from './statement.ts'

/** Without a usable value the figures are null; of a single value there is no deviation. */
export interface Statistics {
  /** What deviation and percentiles are made of: samples, or the means of minutes, hours or days where there are too many samples. The other figures are always those of all samples. */
  readonly basis: Resolution
  readonly count: number
  readonly good: number
  readonly low: number | null
  readonly high: number | null
  /** Weighted by time; where that is not known any more, that of the samples. */
  readonly mean: number | null
  readonly sampleMean: number | null
  /** The share of the range so far for which there was a usable value, from 0 to 1; null where `mean` is of samples. */
  readonly coverage: number | null
  /** Of a sample, as of measurements that stand for others (n − 1). */
  readonly deviation: number | null
  readonly p05: number | null
  readonly median: number | null
  readonly p95: number | null
  /** Milliseconds for which the value was of good quality: each value stands until the next one, or until it is stale. */
  readonly goodMs: number
}

/**
 * A point, after how many milliseconds its value stands for nothing any more, null where nobody has said, and for how many at most it stands for the time after it in a weighted
 * mean.
 */
export interface Stood {
  readonly series: string
  readonly holdMs: number | null
  readonly carryMs: number
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
  range: MillisRange,
  most = MAX_PIECES,
): Promise<Map<string, Statistics>> {
  if (points.length === 0) return new Map()
  const of = await basisFor(tx, points, range, most)
  const { resolution: basis } = of
  const widthMs = basis === 'raw' ? 0 : LENGTH[basis]
  const all = sql.join(
    points.map(
      ({ series, holdMs, carryMs }) =>
        sql`select ${series}::bigint as series, ${holdMs === null ? null : holdMs + widthMs}::float8 as hold, ${carryMs}::float8 as carry, p.*
          from (${piecesWithBefore(tx, { ...range, series, carryMs }, of)}) as p`,
    ),
    sql` union all `,
  )
  const rows = await tx.all(statement(figuresOf(all, { from: range.from, to: millis(Math.min(range.to, Date.now())) })))
  return new Map(rows.map(({ series, ...row }) => [series, { basis, ...row }]))
}

interface Row extends Omit<Statistics, 'basis'> {
  series: string
}

function figuresOf(all: RawBuilder<unknown>, range: MillisRange): RawBuilder<Row> {
  return sql<Row>`
    select series::text as series, count, good, low, high,
      coalesce(case when known then weighed_area / nullif(weighed_ms, 0) end, total / nullif(valued, 0)) as mean, total / nullif(valued, 0) as "sampleMean",
      case when known then least(1, weighed_ms / ${Math.max(1, range.to - range.from)}::float8) end as coverage, deviation, p05, median, p95, "goodMs"
    from (
      select series, sum(count)::float8 as count, sum(good)::float8 as good, min(low) as low, max(high) as high, sum(total) as total, sum(valued) as valued,
        count(covered) = count(*) as known, sum(weighed_area) as weighed_area, sum(weighed_ms) as weighed_ms, case when min(value) < max(value) then stddev_samp(value) when count(value) > 1 then 0 end as deviation,
        percentile_cont(0.05) within group (order by value) as p05, percentile_cont(0.5) within group (order by value) as median,
        percentile_cont(0.95) within group (order by value) as p95,
        coalesce(sum(greatest(0, least(until - at, hold)) * good / nullif(count, 0)), 0) as "goodMs"
      from (
        select *, total / nullif(valued, 0) as value, ${msOf('time')} as at,
          coalesce(extract(epoch from lead(time) over (partition by series order by time))::float8 * 1000, ${range.to}::float8) as until
        from (${weighedPieces(all, range)}) as pieces
      ) as stood group by series
    ) as g where count > 0`
}

/** Samples where there are few enough of them; otherwise the finest roll-ups of which there can be no more. */
async function basisFor(tx: Transaction, points: readonly Stood[], { from, to }: MillisRange, most: number): Promise<Basis> {
  const [counted] = await tx.all(
    statement(sql<{ count: number }>`
    select count(*)::float8 as count from (
      select from samples where series = any(${points.map(({ series }) => series)}::bigint[]) and time >= ${new Date(from)}::timestamptz and time < ${new Date(to)}::timestamptz limit ${most + 1}
    ) as found`),
  )
  if ((counted?.count ?? 0) <= most) return { resolution: 'raw' }
  const fits = (level: keyof typeof LENGTH) => ((to - from) / LENGTH[level]) * points.length <= most
  return readableAs(tx, (['minute', 'hour'] as const).find(fits) ?? 'day', { from, to })
}
