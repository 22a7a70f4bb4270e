/**
 * What the figures of a range are put together of: samples, or roll-ups as far as they are complete and from there on what lies below them, each moment once, and the value that
 * stands when the range begins.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { MillisRange } from '../../model/brands.ts'
import { QUALITY } from '../../model/acquisition/quality.ts'
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

const MINUTE_MS = 60_000
export const LENGTH: Record<Exclude<Resolution, 'raw'>, number> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS }
const TABLES = { day: 'sample_days', hour: 'sample_hours', minute: 'sample_minutes' } as const
/** So long after its end a roll-up is certainly complete (rollups.ts). */
const BEHIND = { day: 10 * MINUTE_MS, hour: 5 * MINUTE_MS, minute: 3 * MINUTE_MS }

const COLUMNS = sql`time, low, high, total, valued, count, good, first_at, last_at, last, area, covered, carries`

/** When the first piece of a range begins, as an expression: roll-ups are whole. */
const beginOf = ({ serverTimeZone: zone }: Transaction, { from }: Range, resolution: Resolution) =>
  resolution === 'raw'
    ? sql`${new Date(from)}::timestamptz`
    : sql`date_trunc(${sql.lit(resolution)}, ${new Date(from)}::timestamptz, ${zone})`

/**
 * Buckets and samples (`time`, `low`, `high`, `total` of `valued` usable values, `count`, `good`, and the parts of time-weight.ts with `last`, the value that is carried on, in
 * seconds), each moment once: roll-ups up to where they are certainly complete, then what lies below them. Of roll-ups that are older than the parts these are null.
 */
export function pieces(tx: Transaction, range: Range, resolution: Resolution): RawBuilder<unknown> {
  const { serverTimeZone: zone } = tx
  const now = Date.now()
  const parts: RawBuilder<unknown>[] = []
  let from = resolution === 'raw' ? range.from : range.from - LENGTH[resolution]
  const chain = ({ day: ['day', 'hour', 'minute'], hour: ['hour', 'minute'], minute: ['minute'], raw: [] } as const)[resolution]
  let after = beginOf(tx, range, resolution)
  for (const level of chain) {
    const until = sql`least(${new Date(range.to)}::timestamptz, date_trunc(${sql.lit(level)}, ${new Date(now - BEHIND[level])}::timestamptz, ${zone}))`
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
export function pieceBefore(tx: Transaction, range: WeighedRange, resolution: Resolution): RawBuilder<unknown> {
  const begin = beginOf(tx, range, resolution)
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
export function piecesWithBefore(tx: Transaction, range: WeighedRange, resolution: Resolution): RawBuilder<unknown> {
  return sql`select ${COLUMNS}, false as is_before from (${pieces(tx, range, resolution)}) as within
    union all (select last_at as time, null::float8, null::float8, null::float8, 0, 0, 0, last_at, last_at, last, 0::float8, 0::float8, carries, true
      from (${pieceBefore(tx, range, resolution)}) as before)`
}

/**
 * What the pieces of one or more points come to in one range, by their time: rows `area` (value × milliseconds) and `covered` (milliseconds) with what is carried on from each piece to the next
 * one or to the end, and the columns of the pieces. Moments are turned into numbers once each: that took more than all that is reckoned with them.
 * @param all Pieces with `series` and, unless `carries` has it, `carry`, in milliseconds
 * @param range Milliseconds since 1970; its end is not in the future
 * @param carries The `carry` of all, or of each of many `series`, as a table, which is joined behind what is sorted
 */
export const weighedPieces = (
  all: RawBuilder<unknown>,
  { from, to }: { readonly from: number; readonly to: number },
  carries?: RawBuilder<unknown> | number,
) => sql`
  select of.*, of.area * 1000 + of.carried * coalesce(of.last, 0) as weighed_area, of.covered * 1000 + of.carried as weighed_ms from (
    select piece.*${typeof carries === 'object' ? sql`, own.carry` : sql``}, case when piece.carries then greatest(0, least(${to}::float8, piece.next_ms, piece.last_ms + carry)
      - greatest(piece.last_ms, ${from}::float8)) else 0 end as carried
    from (select p.*, ${msOf('p.last_at')} as last_ms, lead(${msOf('p.first_at')}) over (partition by p.series order by p.time) as next_ms${typeof carries === 'number' ? sql`, ${carries}::float8 as carry` : sql``} from (${all}) as p) as piece${
      typeof carries === 'object' ? sql` join ${carries} as own on own.series = piece.series` : sql``
    }
  ) as of`

/** A moment of a column as milliseconds since 1970, as an expression. */
export const msOf = (column: string) => sql<number>`(date_part('epoch', ${sql.ref(column)}) * 1000)`
