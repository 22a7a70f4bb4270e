/** What was measured at many points, read by one statement: the pieces of pieces.ts without what stands between them, for figures that put many series together. */
import type { Millis, MillisRange } from '../../model/brands.ts'
import { millis, rangeInMillis } from '../../model/brands.ts'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { QUALITY } from '../../model/acquisition/quality.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Basis, Level } from './pieces.ts'
import { BEHIND, LENGTH, TABLES, beginOfRollup, chainOf, weighedPieces } from './pieces.ts'
import { beginOfLevel, rollupsFor } from './rollup-basis.ts'
import { statement } from './statement.ts'
import { isWeighed, usableValue } from './time-weight.ts'

/** A stretch of a range that is read at one resolution. */
export type PartOfRange = MillisRange & Basis

/**
 * The parts that a range is read in, none of which goes beyond it: the coarsest roll-ups that stretches of the unit are made of by the clock of the tenant, at
 * both ends finer ones, and samples within the minutes that it begins and ends in. An end that is still to come needs no finer part.
 */
export async function partsOfRange(
  tx: Transaction,
  range: MillisRange,
  unit: 'minute' | 'hour' | 'day',
  now: Millis,
): Promise<PartOfRange[]> {
  const [, coarsest] = await rollupsFor(tx, { series: '', carryMs: 0, ...range }, unit)
  return parted(tx, range, [...(coarsest.resolution === 'raw' ? [] : BELOW[coarsest.resolution])], coarsest, now)
}

/** A level and those below it: the ends of a range go down to where it begins and ends. */
const BELOW = { day: ['day', 'hour', 'minute'], hour: ['hour', 'minute'], minute: ['minute'] } as const

function parted(
  tx: Pick<Transaction, 'serverTimeZone'>,
  { from, to }: MillisRange,
  [level, ...finer]: readonly Level[],
  coarsest: Basis,
  now: Millis,
): PartOfRange[] {
  if (from >= to) return []
  if (!level) return [{ resolution: 'raw', from, to }]
  const basis: Basis = level === 'day' && coarsest.resolution === 'day' ? coarsest : { resolution: level as 'hour' | 'minute' }
  const zone = basis.resolution === 'day' ? basis.dayZone : tx.serverTimeZone
  const begin = beginOfLevel(zone, from, level) === from ? from : beginOfLevel(zone, from, level, 1)
  const end = to >= now ? to : beginOfLevel(zone, to, level)
  if (begin >= end) return parted(tx, { from, to }, finer, coarsest, now)
  return [
    ...parted(tx, { from, to: begin }, finer, coarsest, now),
    { ...basis, from: begin, to: end },
    ...parted(tx, { from: end, to }, finer, coarsest, now),
  ]
}

/**
 * The pieces of all these series in the parts of a range, each moment once: `series`, `time`, `low`, `high`, `total` of `valued` usable values, `count`, `good`,
 * `first` and `last`, and the parts of time-weight.ts, null of roll-ups that are older than these. Roll-ups up to where they are certainly complete, then what lies below them.
 * @param series Or of the one that is `chosen` around it, for {@link weighedOfMany}
 * @param used Which of the columns from `low` to `first` are read; without it all are there. What is sorted is narrower without the others
 */
export function piecesOfMany(
  tx: Pick<Transaction, 'serverTimeZone'>,
  series: readonly string[] | 'chosen',
  parts: readonly PartOfRange[],
  used?: ReadonlySet<string>,
): RawBuilder<unknown> {
  const now = millis(Date.now())
  return sql.join(
    parts.flatMap((part) => piecesOfPart(tx, series, part, used, now)),
    sql` union all `,
  )
}

/** Columns of a piece that are there where they are read, of a roll-up and of a sample. */
const OPTIONAL = ['low', 'high', 'total', 'valued', 'count', 'good', 'first'] as const

const readOf = (used: ReadonlySet<string> | undefined) => OPTIONAL.filter((column) => used?.has(column) ?? true)

function piecesOfPart(
  tx: Pick<Transaction, 'serverTimeZone'>,
  series: readonly string[] | 'chosen',
  range: PartOfRange,
  used: ReadonlySet<string> | undefined,
  now: Millis,
): RawBuilder<unknown>[] {
  const optional = readOf(used)
  const among = series === 'chosen' ? sql`series = chosen.series` : sql`series = any(${[...series]}::bigint[])`
  const parts: RawBuilder<unknown>[] = []
  let { from } = range
  let after: RawBuilder<unknown> = sql`${new Date(from)}::timestamptz`
  for (const level of chainOf(tx, range, now)) {
    const until = sql`least(${new Date(range.to)}::timestamptz, ${beginOfRollup(tx, range, level, now - BEHIND[level])})`
    parts.push(
      sql`select series, bucket as time, ${sql.join([...optional, 'last'].map((column) => sql.ref(column)))}, first_at, last_at, area, covered, carries from ${sql.table(TABLES[level])} where ${among} and bucket >= ${after} and bucket < ${until}`,
    )
    // Long past: nothing of it lies below.
    if (range.to <= now - BEHIND[level] - LENGTH[level]) return parts
    after = sql`greatest(${after}, ${until})`
    from = millis(Math.max(from, Math.min(range.to, now - BEHIND[level] - LENGTH[level])))
  }
  const value = usableValue('samples')
  // The last condition is implied by the one before it, and known before the statement runs: partitions without such samples are not looked at.
  const ofSample = {
    low: value,
    high: value,
    total: value,
    valued: sql`(value is not null and quality > ${QUALITY.bad})::integer`,
    count: sql`1`,
    good: sql`(quality >= ${QUALITY.good})::integer`,
    first: value,
  }
  parts.push(sql`select series, time, ${sql.join([...optional.map((column) => sql`${ofSample[column]} as ${sql.ref(column)}`), sql`${value} as last`])},
      time as first_at, time as last_at, 0::float8 as area, 0::float8 as covered, coalesce(${isWeighed('samples')}, false) as carries
    from samples where ${among} and time >= ${after} and time < ${new Date(range.to)}::timestamptz and time >= ${new Date(from)}::timestamptz`)
  return parts
}

/** A series, and for how long a value of it stands at most: milliseconds, as `carryMs` of time-weight.ts has it. */
export interface CarriedSeries {
  readonly series: string
  readonly carryMs: number
}

/**
 * The pieces of a range with what stands before it, each with the time for which its last value stands after it (`carried`, milliseconds) until the next one, the end of the range or now: rows of pieces with `is_before`,
 * `carry`, `last_ms` and `next_ms`. Those before the range count for what they carry into it alone.
 * @param all Of {@link piecesOfMany} for the series that is `chosen` and the same parts, with columns of their own behind those or without
 * @param more Names of these columns
 * @param lookBackMs How much further back single samples are wanted: milliseconds, 0 where the last one of each is all
 */
export function weighedOfMany(
  tx: Pick<Transaction, 'serverTimeZone'>,
  standing: readonly CarriedSeries[],
  all: RawBuilder<unknown>,
  { parts, range, now, used, more = [], lookBackMs = 0, isLined = false }: WeighedOfMany,
): RawBuilder<unknown> {
  const longest = standing.reduce((most, { carryMs }) => Math.max(most, carryMs), 0)
  const before = sql`select before.*${sql.join([sql``, ...more.map((column) => sql`null::float8 as ${sql.ref(column)}`)])}, true as is_before
    from (${standingBefore(tx, { longest, basis: parts[0] ?? { resolution: 'raw' }, from: range.from, lookBackMs, used })}) as before`
  return weighedPieces(
    sql`select found.*, false as is_before from (${all}) as found union all ${before}`,
    rangeInMillis({ from: range.from, to: Math.min(range.to, now) }),
    {
      points: sql`unnest(${standing.map(({ series }) => series)}::bigint[], ${standing.map(({ carryMs }) => carryMs)}::float8[])${isLined ? sql` with ordinality` : sql``}`,
      more: isLined ? ['line'] : [],
    },
  )
}

interface WeighedOfMany {
  readonly parts: readonly PartOfRange[]
  readonly range: MillisRange
  readonly now: Millis
  /** As {@link piecesOfMany} was given it. */
  readonly used?: ReadonlySet<string> | undefined
  readonly more?: readonly string[]
  readonly lookBackMs?: number
  /** Whether a series may stand several times among those that are read: rows have the place of theirs as `line`, from 1 on. */
  readonly isLined?: boolean
}

interface StandingBefore {
  /** For how long a value of any of them stands: milliseconds. */
  readonly longest: number
  readonly basis: Basis
  readonly from: Millis
  readonly lookBackMs: number
  readonly used: ReadonlySet<string> | undefined
}

/** As pieces without samples, what stands when a range begins: of the series that is `chosen` the last sample before it that may, or all of a time before it. */
function standingBefore(
  { serverTimeZone }: Pick<Transaction, 'serverTimeZone'>,
  { longest, basis, from, lookBackMs, used }: StandingBefore,
): RawBuilder<unknown> {
  // Bounds are values, so that only the partitions between them are planned for.
  const moment = (ms: number) => sql`${new Date(ms)}::timestamptz`
  const samples = sql`from samples s where s.series = chosen.series and s.time < ${moment(from)} and s.time >= ${moment(from - longest - lookBackMs)}`
  const found = sql`s.time as last_at, ${usableValue('s')} as last, coalesce(${isWeighed('s')}, false) as carries`
  const counts: readonly string[] = ['valued', 'count', 'good']
  const none = readOf(used).map((column) => sql`${counts.includes(column) ? sql`0` : sql`null::float8`} as ${sql.ref(column)}`)
  const columns = sql`${sql.join([...none, sql`before.last`])},
      before.last_at as first_at, before.last_at, 0::float8 as area, 0::float8 as covered, before.carries`
  if (lookBackMs > 0) return sql`select chosen.series, before.last_at as time, ${columns} from (select ${found} ${samples}) as before`
  // Samples may not be kept any more where roll-ups like those of the range are.
  const level = basis.resolution === 'raw' ? 'minute' : basis.resolution
  const zone = basis.resolution === 'day' ? basis.dayZone : serverTimeZone
  const [begin, length] = [beginOfLevel(zone, from, level), LENGTH[level] + 2 * LENGTH.hour]
  return sql`select chosen.series, before.last_at as time, ${columns} from (
      select last_at, last, carries from (
        (select ${found} ${samples} order by s.time desc limit 1) union all
        (select last_at, last, carries from ${sql.table(TABLES[level])} r where r.series = chosen.series and r.bucket < ${moment(begin)}
          and r.bucket >= ${moment(begin - longest - 2 * length)} order by r.bucket desc limit 1)) as each
      where last_at is not null order by last_at desc limit 1) as before where before.carries`
}

/** The mean over the pieces of a group: that of all usable stored values, which are dense where values move. */
export const sampleMeanOfPieces = (filter: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`sum(total)${filter} / nullif(sum(valued)${filter}, 0)`

/** How many samples the series have in the range, `most + 1` at the most. */
export async function countSamplesOf(tx: Transaction, series: readonly string[], { from, to }: MillisRange, most: number): Promise<number> {
  const [counted] = await tx.all(
    statement(sql<{ count: number }>`
    select count(*)::integer as count from (
      select from samples where series = any(${[...series]}::bigint[]) and time >= ${new Date(from)}::timestamptz and time < ${new Date(to)}::timestamptz limit ${most + 1}
    ) as found`),
  )
  return counted?.count ?? 0
}
