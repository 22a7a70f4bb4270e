/**
 * What the figures of a range are put together of: samples, or roll-ups as far as they are complete and from there on what lies below them, each moment once, and the value that
 * stands when the range begins.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { MillisRange } from '../../model/brands.ts'
import { QUALITY } from '../../model/acquisition/quality.ts'
import { offsetAt } from '../../model/zone.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { isWeighed, usableValue } from './time-weight.ts'

export type Resolution = 'raw' | 'minute' | 'hour' | 'day'

export interface Range extends MillisRange {
  readonly series: string
}

/** A range with the time for which a value of its point stands at most: as `carryMs` of time-weight.ts has it. */
export interface WeighedRange extends Range {
  readonly carryMs: number
}

/** What a range is read as: of days it is known by which zone they begin. */
export type Basis = { readonly resolution: Exclude<Resolution, 'day'> } | { readonly resolution: 'day'; readonly dayZone: string }

const MINUTE_MS = 60_000
export const LENGTH: Record<Exclude<Resolution, 'raw'>, number> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS }
export const TABLES = { day: 'sample_days', hour: 'sample_hours', minute: 'sample_minutes' } as const
export type Level = keyof typeof TABLES
/** So long after its end a roll-up is certainly complete (rollups.ts). */
export const BEHIND: Readonly<Record<Level, number>> = { day: 10 * MINUTE_MS, hour: 5 * MINUTE_MS, minute: 3 * MINUTE_MS }

const COLUMNS = sql`time, low, high, total, valued, count, good, first_at, last_at, last, area, covered, carries`

/** When the roll-up began in which a moment lies, as an expression. */
export const beginOfRollup = ({ serverTimeZone }: Pick<Transaction, 'serverTimeZone'>, basis: Basis, level: Level, moment: number) =>
  level === 'day' && basis.resolution === 'day'
    ? sql`day_begin(${new Date(moment)}::timestamptz, ${basis.dayZone})`
    : sql`date_trunc(${sql.lit(level)}, ${new Date(moment)}::timestamptz, ${serverTimeZone})`

/** When the first piece of a range begins, as an expression: roll-ups are whole. */
const beginOf = (tx: Transaction, { from }: Range, basis: Basis) =>
  basis.resolution === 'raw' ? sql`${new Date(from)}::timestamptz` : beginOfRollup(tx, basis, basis.resolution, from)

/** The roll-ups of which a range is put together, the coarsest first: each from where the one before ends. Where days do not begin with an hour, their rest is of minutes. */
export function chainOf({ serverTimeZone }: Pick<Transaction, 'serverTimeZone'>, basis: Basis, now: number): readonly Level[] {
  if (basis.resolution === 'raw') return []
  if (basis.resolution !== 'day') return basis.resolution === 'hour' ? ['hour', 'minute'] : ['minute']
  const apart = (moment: number) => offsetAt(basis.dayZone, moment) - offsetAt(serverTimeZone, moment)
  const isOfHours = [now, now - 2 * LENGTH.day].every((moment) => apart(moment) % LENGTH.hour === 0)
  return isOfHours ? ['day', 'hour', 'minute'] : ['day', 'minute']
}

/**
 * Buckets and samples (`time`, `low`, `high`, `total` of `valued` usable values, `count`, `good`, and the parts of time-weight.ts with `last`, the value that is carried on, in
 * seconds), each moment once: roll-ups up to where they are certainly complete, then what lies below them. Of roll-ups that are older than the parts these are null.
 */
export function pieces(tx: Transaction, range: Range, basis: Basis): RawBuilder<unknown> {
  const now = Date.now()
  const parts: RawBuilder<unknown>[] = []
  let from = basis.resolution === 'raw' ? range.from : range.from - LENGTH[basis.resolution]
  let after = beginOf(tx, range, basis)
  for (const level of chainOf(tx, basis, now)) {
    const until = sql`least(${new Date(range.to)}::timestamptz, ${beginOfRollup(tx, basis, level, now - BEHIND[level])})`
    parts.push(
      sql`select bucket as time, low, high, total, valued, count, good, first_at, last_at, last, area, covered, carries from ${sql.table(TABLES[level])}
        where series = ${range.series} and bucket >= ${after} and bucket < ${until}`,
    )
    after = sql`greatest(${after}, ${until})`
    from = Math.max(from, Math.min(range.to, now - BEHIND[level] - LENGTH[level]))
  }
  const usable = usableValue('s')
  parts.push(sql`select s.time, ${usable} as low, ${usable} as high, ${usable} as total,
      (${usable} is not null)::integer as valued, 1 as count, (s.quality >= ${QUALITY.good})::integer as good,
      s.time as first_at, s.time as last_at, ${usable} as last, 0::float8 as area, 0::float8 as covered, ${isWeighed('s')} as carries
    from samples s where s.series = ${range.series} and s.time >= ${after} and s.time < ${new Date(range.to)}::timestamptz and s.time >= ${new Date(from)}::timestamptz`)
  return sql.join(parts, sql` union all `)
}

/**
 * What stands when a range begins: `last_at`, `last` and `carries` of the last sample before it that may, in a row, or no row. It is looked for among samples and, since these may not be
 * kept any more, among roll-ups like those of the range.
 */
export function pieceBefore(tx: Transaction, range: WeighedRange, basis: Basis): RawBuilder<unknown> {
  const { resolution } = basis
  const begin = beginOf(tx, range, basis)
  const earliest = (length: number) => sql`${new Date(range.from - length - range.carryMs)}::timestamptz`
  // Bounds stand there as values as well, so that only the partitions between them are planned for. A day has up to 25 hours.
  const length = resolution === 'raw' ? 0 : LENGTH[resolution] + 2 * LENGTH.hour
  const end = sql`${new Date(range.from)}::timestamptz`
  const found = [
    sql`(select s.time as last_at, ${usableValue('s')} as last, ${isWeighed('s')} as carries from samples s
      where s.series = ${range.series} and s.time < ${begin} and s.time < ${end} and s.time >= ${earliest(length)} order by s.time desc limit 1)`,
    ...(resolution === 'raw'
      ? []
      : [
          sql`(select last_at, last, carries from ${sql.table(TABLES[resolution])}
            where series = ${range.series} and bucket < ${begin} and bucket < ${end} and bucket >= ${earliest(2 * length)} order by bucket desc limit 1)`,
        ]),
  ]
  return sql`select last_at, last, carries from (${sql.join(found, sql` union all `)}) as before where last_at is not null order by last_at desc limit 1`
}

/** The pieces of a range, and before them {@link pieceBefore} as one of no samples, with `is_before`. */
export function piecesWithBefore(tx: Transaction, range: WeighedRange, basis: Basis): RawBuilder<unknown> {
  return sql`select ${COLUMNS}, false as is_before from (${pieces(tx, range, basis)}) as within
    union all (select last_at as time, null::float8, null::float8, null::float8, 0, 0, 0, last_at, last_at, last, 0::float8, 0::float8, carries, true
      from (${pieceBefore(tx, range, basis)}) as before)`
}

/**
 * What the pieces of one or more points come to in one range, by their time: rows `area` (value × milliseconds) and `covered` (milliseconds) with what is carried on from each piece to the next
 * one or to the end, and the columns of the pieces. Moments are turned into numbers once each: that took more than all that is reckoned with them.
 * @param all Pieces with `series`, and `carry` in milliseconds unless `chosen` has it
 * @param range Milliseconds since 1970; its end is not in the future
 * @param chosen Points as a table of `series`, `carry` and `more`, which `all` is of one of, `chosen`: each is sorted by itself, in the order in which an index gives it. The pieces of a year of 500 points
 *   went to the disk to be sorted together
 */
export const weighedPieces = (
  all: RawBuilder<unknown>,
  { from, to }: MillisRange,
  chosen?: { readonly points: RawBuilder<unknown>; readonly more: readonly string[] },
) => sql`
  select of.*, of.area * 1000 + of.carried * coalesce(of.last, 0) as weighed_area, of.covered * 1000 + of.carried as weighed_ms from (
    select piece.*, case when piece.carries then greatest(0, least(${to}::float8, piece.next_ms, piece.last_ms + piece.carry)
      - greatest(piece.last_ms, ${from}::float8)) else 0 end as carried
    from ${chosen ? sql`${chosen.points} as chosen (${sql.join(['series', 'carry', ...chosen.more].map((column) => sql.ref(column)))}) cross join lateral ` : sql``}(select p.*, ${msOf('p.last_at')} as last_ms, lead(${msOf('p.first_at')}) over (${
      chosen ? sql`` : sql`partition by p.series `
    }order by p.time) as next_ms${sql.join(
      chosen ? ['carry', ...chosen.more].map((column) => sql`, ${sql.ref(`chosen.${column}`)}`) : [],
      sql``,
    )} from (${all}) as p) as piece
  ) as of`

/** A moment of a column as milliseconds since 1970, as an expression. */
export const msOf = (column: string) => sql<number>`(date_part('epoch', ${sql.ref(column)}) * 1000)`
