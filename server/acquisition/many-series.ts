/** What was measured at many points, read by one statement: the pieces of pieces.ts without what stands between them, for figures that put many series together. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { QUALITY } from '../../model/acquisition/quality.ts'
import { startOf } from '../../model/zone.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { rollupsFor } from './history.ts'
import type { Resolution } from './pieces.ts'
import { LENGTH } from './pieces.ts'
import { statement } from './statement.ts'

/** Times in milliseconds since 1970. */
interface Range {
  readonly from: number
  readonly to: number
}

const TABLES = { day: 'sample_days', hour: 'sample_hours', minute: 'sample_minutes' } as const
/** How long after its end a roll-up is certainly complete (rollups.ts). */
const BEHIND = { day: 10 * LENGTH.minute, hour: 5 * LENGTH.minute, minute: 3 * LENGTH.minute } as const
const CHAIN = { day: ['day', 'hour', 'minute'], hour: ['hour', 'minute'], minute: ['minute'], raw: [] } as const

/** A stretch of a range that is read at one resolution. */
export interface PartOfRange extends Range {
  readonly resolution: Resolution
}

/**
 * The parts that a range is read in, none of which goes beyond it: the coarsest roll-ups that stretches of the unit are made of by the clock of the tenant, at
 * both ends finer ones, and samples within the minutes that it begins and ends in. An end that is still to come needs no finer part.
 */
export async function partsOfRange(tx: Transaction, range: Range, unit: 'minute' | 'hour' | 'day', now: number): Promise<PartOfRange[]> {
  const [, coarsest] = await rollupsFor(tx, { series: '', carryMs: 0, ...range }, unit)
  return parted(tx.serverTimeZone, range, CHAIN[coarsest], now)
}

type Level = keyof typeof TABLES

function parted(zone: string, { from, to }: Range, [level, ...finer]: readonly Level[], now: number): PartOfRange[] {
  if (from >= to) return []
  if (!level) return [{ resolution: 'raw', from, to }]
  const begin = startOf(zone, from, level) === from ? from : startOf(zone, from, level, 1)
  const end = to >= now ? to : startOf(zone, to, level)
  if (begin >= end) return parted(zone, { from, to }, finer, now)
  return [
    ...parted(zone, { from, to: begin }, finer, now),
    { resolution: level, from: begin, to: end },
    ...parted(zone, { from: end, to }, finer, now),
  ]
}

/**
 * The pieces of all these series in the parts of a range, each moment once: `series`, `time`, `low`, `high`, `total` of `valued` usable values, `count`, `good`,
 * `first` and `last`. Roll-ups up to where they are certainly complete, then what lies below them.
 */
export function piecesOfMany(
  { serverTimeZone: zone }: Pick<Transaction, 'serverTimeZone'>,
  series: readonly string[],
  parts: readonly PartOfRange[],
): RawBuilder<unknown> {
  const now = Date.now()
  return sql.join(
    parts.flatMap((part) => piecesOfPart(zone, series, part, now)),
    sql` union all `,
  )
}

function piecesOfPart(zone: string, series: readonly string[], range: PartOfRange, now: number): RawBuilder<unknown>[] {
  const among = sql`series = any(${[...series]}::bigint[])`
  const parts: RawBuilder<unknown>[] = []
  let from = range.from
  let after: RawBuilder<unknown> = sql`${new Date(from)}::timestamptz`
  for (const level of CHAIN[range.resolution]) {
    const until = sql`least(${new Date(range.to)}::timestamptz, date_trunc(${sql.lit(level)}, ${new Date(now - BEHIND[level])}::timestamptz, ${zone}))`
    parts.push(
      sql`select series, bucket as time, low, high, total, valued, count, good, first, last from ${sql.table(TABLES[level])} where ${among} and bucket >= ${after} and bucket < ${until}`,
    )
    // Long past: nothing of it lies below.
    if (range.to <= now - BEHIND[level] - LENGTH[level]) return parts
    after = sql`greatest(${after}, ${until})`
    from = Math.max(from, Math.min(range.to, now - BEHIND[level] - LENGTH[level]))
  }
  const value = sql`case when value is not null and quality > ${QUALITY.bad} then value end`
  // The last condition is implied by the one before it, and known before the statement runs: partitions without such samples are not looked at.
  parts.push(sql`select series, time, ${value} as low, ${value} as high, ${value} as total, (value is not null and quality > ${QUALITY.bad})::integer as valued,
      1 as count, (quality >= ${QUALITY.good})::integer as good, ${value} as first, ${value} as last
    from samples where ${among} and time >= ${after} and time < ${new Date(range.to)}::timestamptz and time >= ${new Date(from)}::timestamptz`)
  return parts
}

/** The mean over the pieces of a group: that of all usable stored values, which are dense where values move. */
export const sampleMeanOfPieces = (filter: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`sum(total)${filter} / nullif(sum(valued)${filter}, 0)`

/** How many samples the series have in the range, `most + 1` at the most. */
export async function countSamplesOf(tx: Transaction, series: readonly string[], { from, to }: Range, most: number): Promise<number> {
  const [counted] = await tx.all(
    statement(sql<{ count: number }>`
    select count(*)::integer as count from (
      select from samples where series = any(${[...series]}::bigint[]) and time >= ${new Date(from)}::timestamptz and time < ${new Date(to)}::timestamptz limit ${most + 1}
    ) as found`),
  )
  return counted?.count ?? 0
}
