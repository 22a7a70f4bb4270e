/**
 * What was measured, for charts and figures: from samples, minutes, hours or days, whichever are just fine enough, and what is not
 * rolled up yet always from below. Peaks survive: a stretch of time keeps its lowest and its highest value.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Transaction } from '../kernel/database/tenant.ts'
import { readCorrections } from './corrections.ts'
import type { Basis, Range, Resolution, WeighedRange } from './pieces.ts'
import { LENGTH, msOf, pieceBefore, pieces } from './pieces.ts'
import { readableAs, rollupsFor } from './rollup-basis.ts'
import { statement } from './statement.ts'

/**
 * A stretch of time. Without a usable value (all bad) the figures are null. The mean is weighted by time; where that is not known any more it is the one of the samples, and
 * `isOfSamples`. A single sample is its own lowest and highest value, and has an `earlier` one if it was corrected: what stood there before, null where that was none.
 */
export interface Stretch {
  readonly time: number
  readonly low: number | null
  readonly high: number | null
  readonly mean: number | null
  readonly count: number
  readonly good: number
  readonly isOfSamples?: true
  readonly earlier?: number | null
}

/** A stretch with both means, and the share of its time for which there was a usable value, from 0 to 1: null where `mean` is of samples. */
export interface WeighedStretch extends Omit<Stretch, 'isOfSamples' | 'earlier'> {
  readonly sampleMean: number | null
  readonly coverage: number | null
}

/**
 * The values of a point in a range, as stretches that a chart can draw. Two values a stretch are drawn, so there are half as many
 * stretches as points. `width` is how many milliseconds one of them stands for: 0 for single samples.
 */
export async function readHistory(
  tx: Transaction,
  range: WeighedRange,
  points: number,
): Promise<{ resolution: Resolution; width: number; stretches: Stretch[] }> {
  const stretches = Math.max(1, Math.floor(points / 2))
  const width = Math.max(1, (range.to - range.from) / stretches)
  const basis = await readableAs(tx, resolutionFor(width), range)
  const { resolution } = basis
  // Few samples are shown as they are.
  if (resolution === 'raw') {
    const found = await tx.all(
      statement(sql<Stretch>`
      select extract(epoch from time)::float8 * 1000 as time, low, high, low as mean, count, good from (${pieces(tx, range, { resolution: 'raw' })}) as p order by time limit ${points + 1}`),
    )
    if (found.length <= points) return { resolution, width: 0, stretches: await withCorrections(tx, range, found) }
  }
  const { from, to } = range
  const begin = sql<number>`(${from}::float8 + bucket * ${width}::float8)`
  const found = await grouped(tx, range, basis, {
    // A bucket that the range begins in belongs to its first stretch.
    bucket: sql`greatest(0, floor((${msOf('time')} - ${from}::float8) / ${width}::float8))`,
    time: begin,
    begin,
    end: sql`least(${begin} + ${width}::float8, ${to}::float8)`,
  })
  return {
    resolution,
    width,
    stretches: found.map(({ sampleMean: _, coverage, ...stretch }) => (coverage === null ? { ...stretch, isOfSamples: true } : stretch)),
  }
}

/** Corrections are few, and of a range that shows single samples there are fewer than samples. */
async function withCorrections(tx: Transaction, range: Range, stretches: Stretch[]): Promise<Stretch[]> {
  if (stretches.length === 0) return stretches
  // The last one of a moment is what stood there before.
  const earlier = new Map<number, number | null>(
    (await readCorrections(tx, range, MAX_CORRECTIONS, sql`null::text`)).map(({ time, value }) => [time, value]),
  )
  return earlier.size === 0
    ? stretches
    : stretches.map((stretch) => (earlier.has(stretch.time) ? { ...stretch, earlier: earlier.get(stretch.time) ?? null } : stretch))
}

/** Of one range that are told of at once. */
export const MAX_CORRECTIONS = 2000

export type Period = 'hour' | 'day' | 'month'

/** Figures of whole hours, days or months of the tenant's clock. Those that the range begins or ends in are whole, months but for days that lie outside. */
export async function readSummary(tx: Transaction, range: WeighedRange, period: Period): Promise<WeighedStretch[]> {
  const [whole, basis] = await rollupsFor(tx, range, period === 'hour' ? 'hour' : 'day')
  const outer = (end: RawBuilder<unknown>) => (period === 'month' ? end : sql`null::timestamptz`)
  const ends = {
    first: outer(sql`date_trunc('day', ${new Date(range.from)}::timestamptz)`),
    last: outer(sql`date_trunc('day', ${new Date(range.to - 1)}::timestamptz) + interval '1 day'`),
  }
  return grouped(tx, whole, basis, {
    bucket: sql`date_trunc(${sql.lit(period)}, time)`,
    time: msOf('bucket'),
    begin: sql`(extract(epoch from greatest(bucket, ${ends.first}))::float8 * 1000)`,
    end: sql`(extract(epoch from least(bucket + ${sql.lit(`1 ${period}`)}::interval, ${ends.last}))::float8 * 1000)`,
  })
}

/**
 * The resolution for stretches of this width: raw samples, or roll-ups by minute, hour or day. The finest that is not finer than what a
 * stretch can show.
 * @param widthMs Milliseconds.
 */
export function resolutionFor(widthMs: number): Resolution {
  return widthMs >= LENGTH.day ? 'day' : widthMs >= LENGTH.hour ? 'hour' : widthMs >= LENGTH.minute ? 'minute' : 'raw'
}

/** How pieces are put together, as expressions: `bucket` over their `time`, and over `bucket` what is told as its time and where it begins and ends, in milliseconds since 1970. */
interface Grouping<Time> {
  readonly bucket: RawBuilder<unknown>
  readonly time: RawBuilder<Time>
  readonly begin: RawBuilder<unknown>
  readonly end: RawBuilder<unknown>
}

/**
 * What a range has, put together by buckets: those that have a sample, in the order of time. A value that stands when a bucket begins counts from there, and one that stands when it
 * ends until there, or until now.
 */
export function grouped<Time>(
  tx: Transaction,
  range: WeighedRange,
  basis: Basis,
  { bucket, time, begin, end }: Grouping<Time>,
): Promise<(Omit<WeighedStretch, 'time'> & { readonly time: Time })[]> {
  const carry = sql`${range.carryMs}::float8`
  // Of a piece only what follows at once is looked at: what stands over the edge of a bucket is passed on from bucket to bucket, of which there are few.
  return tx.all(
    statement(sql<Omit<WeighedStretch, 'time'> & { readonly time: Time }>`
    with before as materialized (${pieceBefore(tx, range, basis)})
    select ${time} as time, low, high, coalesce(case when known and covered + in_ms > 0 then (area + in_ms * coalesce(before_last, 0)) / (covered + in_ms) end, total / nullif(valued, 0)) as mean,
      total / nullif(valued, 0) as "sampleMean", case when known then least(1, (covered + in_ms) / greatest(1, ${ended(end)} - ${begin})) end as coverage, count, good
    from (
      select reached.*, case when before_last is null then 0 else greatest(0, least(first_ms, before_ms + ${carry}) - greatest(before_ms, ${begin})) end as in_ms from (
        select own.*, lag(last, 1, (select case when carries then last end from before)) over (order by bucket) as before_last,
          lag(last_ms, 1, (select ${msOf('last_at')} from before)) over (order by bucket) as before_ms
        from (
          select bucket, min(low) as low, max(high) as high, sum(total) as total, sum(valued)::float8 as valued, sum(count)::integer as count, sum(good)::integer as good,
            count(covered) = count(*) as known, sum(covered * 1000 + after_ms) as covered, sum(area * 1000 + after_ms * coalesce(last, 0)) as area,
            min(first_ms) as first_ms, max(last_ms) as last_ms, max(case when crosses and carries then last end) as last
          from (
            select *, case when not coalesce(carries, false) then 0 when crosses then greatest(0, least(${ended(end)}, last_ms + ${carry}) - last_ms)
              else least(next_ms - last_ms, ${carry}) end as after_ms
            from (
              select piece.*, lead(first_ms) over way as next_ms, lead(bucket) over way is distinct from bucket as crosses
              from (select *, ${bucket} as bucket, ${msOf('first_at')} as first_ms, ${msOf('last_at')} as last_ms from (${pieces(tx, range, basis)}) as found) as piece
              window way as (order by time)
            ) as neighbours
          ) as weighed group by bucket
        ) as own
      ) as reached
    ) as g order by bucket`),
  )
}

/** The end of a bucket, or now if that is earlier: nothing stands in the future. */
const ended = (end: RawBuilder<unknown>) => sql`least(${end}, ${Date.now()}::float8)`
