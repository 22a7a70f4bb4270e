/**
 * What was measured, for charts and figures: from samples, minutes, hours or days, whichever are just fine enough, and what is not
 * rolled up yet always from below. Peaks survive: a stretch of time keeps its lowest and its highest value.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { QUALITY } from '../../model/acquisition/quality.ts'
import { offsetAt, startOf } from '../../model/zone.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { readCorrections } from './corrections.ts'
import { statement } from './statement.ts'

export type Resolution = 'raw' | 'minute' | 'hour' | 'day'

/** Times in milliseconds since 1970. */
export interface Range {
  readonly series: string
  readonly from: number
  readonly to: number
}

/** A stretch of time. Without a usable value (all bad) the figures are null. A single sample is its own lowest and highest value, and has an `earlier` one if it was corrected: what stood there before, null where that was none. */
export interface Stretch {
  readonly time: number
  readonly low: number | null
  readonly high: number | null
  readonly mean: number | null
  readonly count: number
  readonly good: number
  readonly earlier?: number | null
}

const MINUTE_MS = 60_000
export const LENGTH: Record<Exclude<Resolution, 'raw'>, number> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS }

/**
 * The values of a point in a range, as stretches that a chart can draw. Two values a stretch are drawn, so there are half as many
 * stretches as points. `width` is how many milliseconds one of them stands for: 0 for single samples.
 */
export async function readHistory(
  tx: Transaction,
  range: Range,
  points: number,
): Promise<{ resolution: Resolution; width: number; stretches: Stretch[] }> {
  const stretches = Math.max(1, Math.floor(points / 2))
  const width = Math.max(1, (range.to - range.from) / stretches)
  const resolution = resolutionFor(width)
  // Few samples are shown as they are.
  if (resolution === 'raw') {
    const found = await tx.all(
      statement(sql<Stretch>`
      select extract(epoch from time)::float8 * 1000 as time, low, high, low as mean, count, good from (${pieces(tx, range, 'raw')}) as p order by time limit ${points + 1}`),
    )
    if (found.length <= points) return { resolution, width: 0, stretches: await withCorrections(tx, range, found) }
  }
  // A bucket that the range begins in belongs to its first stretch.
  const bucket = sql`greatest(0, floor((extract(epoch from time)::float8 * 1000 - ${range.from}::float8) / ${width}::float8))`
  return {
    resolution,
    width,
    stretches: await grouped(tx, range, resolution, bucket, sql`${range.from}::float8 + bucket * ${width}::float8`),
  }
}

/** Corrections are few, and of a range that shows single samples there are fewer than samples. */
async function withCorrections(tx: Transaction, range: Range, stretches: Stretch[]): Promise<Stretch[]> {
  if (stretches.length === 0) return stretches
  // The last one of a moment is what stood there before.
  const earlier = new Map((await readCorrections(tx, range, MAX_CORRECTIONS)).map(({ time, value }) => [time, value]))
  return earlier.size === 0
    ? stretches
    : stretches.map((stretch) => (earlier.has(stretch.time) ? { ...stretch, earlier: earlier.get(stretch.time) ?? null } : stretch))
}

/** Of one range that are told of at once. */
export const MAX_CORRECTIONS = 2000

export type Period = 'hour' | 'day' | 'month'

/** Figures of whole hours, days or months of the tenant's clock. Those that the range begins or ends in are whole, months but for days that lie outside. */
export async function readSummary(tx: Transaction, range: Range, period: Period): Promise<Stretch[]> {
  return grouped(
    tx,
    ...(await rollupsFor(tx, range, period === 'hour' ? 'hour' : 'day')),
    sql`date_trunc(${sql.lit(period)}, time)`,
    sql`extract(epoch from bucket)::float8 * 1000`,
  )
}

/**
 * The roll-ups that hours or days of the tenant's clock are put together of, and the range in whole ones of these. Roll-ups go by the clock of the
 * server, so that a tenant may choose another one at any time: days of another zone are made of hours, or of minutes where the hours begin at others.
 */
export async function rollupsFor(
  tx: Transaction,
  { series, from, to }: Range,
  unit: Exclude<Resolution, 'raw'>,
): Promise<[Range, Resolution]> {
  const zone = await tx.timeZone()
  if (unit === 'minute' || zone === tx.serverTimeZone) return [{ series, from, to }, unit]
  const begin = startOf(zone, from, unit)
  const end = startOf(zone, to, unit) === to ? to : startOf(zone, to, unit, 1)
  const apart = apartIn(zone, tx.serverTimeZone, begin, end)
  if (apart.every((ms) => ms === 0)) return [{ series, from, to }, unit]
  return [{ series, from: begin, to: end }, apart.every((ms) => ms % LENGTH.hour === 0) ? 'hour' : 'minute']
}

/** No zone has had a summer time, or a pause of it, that is shorter (Morocco's in Ramadan is a month). */
const SHORTEST_SEASON_MS = 14 * 24 * 60 * MINUTE_MS

/** By how much the two clocks differ in the range. */
function apartIn(zone: string, other: string, from: number, to: number): number[] {
  const moments = Array.from({ length: Math.ceil((to - from) / SHORTEST_SEASON_MS) + 1 }, (_, step) =>
    Math.min(to, from + step * SHORTEST_SEASON_MS),
  )
  return moments.map((moment) => offsetAt(zone, moment) - offsetAt(other, moment))
}

/**
 * The resolution for stretches of this width: raw samples, or roll-ups by minute, hour or day. The finest that is not finer than what a
 * stretch can show.
 * @param widthMs Milliseconds.
 */
export function resolutionFor(widthMs: number): Resolution {
  return widthMs >= LENGTH.day ? 'day' : widthMs >= LENGTH.hour ? 'hour' : widthMs >= LENGTH.minute ? 'minute' : 'raw'
}

/** What a range has, put together by `bucket`, an expression over the `time` of its pieces. */
export function grouped(
  tx: Transaction,
  range: Range,
  resolution: Resolution,
  bucket: RawBuilder<unknown>,
  time: RawBuilder<unknown>,
): Promise<Stretch[]> {
  return tx.all(
    statement(sql<Stretch>`
    select ${time} as time, low, high, total / nullif(valued, 0) as mean, count, good from (
      select ${bucket} as bucket, min(low) as low, max(high) as high, sum(total) as total, sum(valued)::float8 as valued, sum(count)::integer as count, sum(good)::integer as good
      from (${pieces(tx, range, resolution)}) as p group by 1) as g order by bucket`),
  )
}

/** Buckets and samples (`time`, `low`, `high`, `total` of `valued` usable values, `count`, `good`), each moment once: roll-ups up to where they are certainly complete (rollups.ts), then what lies below them. */
export function pieces({ serverTimeZone: zone }: Transaction, range: Range, resolution: Resolution): RawBuilder<unknown> {
  const now = Date.now()
  const parts: RawBuilder<unknown>[] = []
  let from = resolution === 'raw' ? range.from : range.from - LENGTH[resolution]
  const tables = { day: 'sample_days', hour: 'sample_hours', minute: 'sample_minutes' } as const
  const behind = { day: 10 * MINUTE_MS, hour: 5 * MINUTE_MS, minute: 3 * MINUTE_MS }
  const chain = ({ day: ['day', 'hour', 'minute'], hour: ['hour', 'minute'], minute: ['minute'], raw: [] } as const)[resolution]
  let after: RawBuilder<unknown> =
    resolution === 'raw'
      ? sql`${new Date(from)}::timestamptz`
      : sql`date_trunc(${sql.lit(resolution)}, ${new Date(range.from)}::timestamptz, ${zone})`
  for (const level of chain) {
    const until = sql`least(${new Date(range.to)}::timestamptz, date_trunc(${sql.lit(level)}, ${new Date(now - behind[level])}::timestamptz, ${zone}))`
    parts.push(
      sql`select bucket as time, low, high, total, valued, count, good from ${sql.table(tables[level])} where series = ${range.series} and bucket >= ${after} and bucket < ${until}`,
    )
    after = sql`greatest(${after}, ${until})`
    from = Math.max(from, Math.min(range.to, now - behind[level] - LENGTH[level]))
  }
  const usable = sql`(value is not null and quality > ${QUALITY.bad})`
  parts.push(sql`select time, case when ${usable} then value end as low, case when ${usable} then value end as high, case when ${usable} then value end as total,
      ${usable}::integer as valued, 1 as count, (quality >= ${QUALITY.good})::integer as good
    from samples where series = ${range.series} and time >= ${after} and time < ${new Date(range.to)}::timestamptz and time >= ${new Date(from)}::timestamptz`)
  return sql.join(parts, sql` union all `)
}
