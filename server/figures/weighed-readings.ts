/**
 * Readings with the time for which their values stand, put into the stretches of a document: a value that stands over the edge of one is a row in each that it reaches, and what is carried into the range
 * a row of its first. So a measure weighted by time is a sum over rows as any other, in whatever groups, conditions and orders (docs/decisions/0142-the-rest-of-the-figures.md).
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Range } from '../../model/figures/ranges.ts'
import type { PartOfRange, CarriedSeries } from '../acquisition/index.ts'
import { msOf, weighedOfMany } from '../acquisition/index.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Slots } from './slots.ts'

type Sql = RawBuilder<unknown>

/** What the measures of a document need of rows besides what was stored. */
export interface Needs {
  /** How long values stand. */
  readonly weights: boolean
  /** By how much counters rise. */
  readonly rise: boolean
  /** What stood when a value came. */
  readonly prior: boolean
  /** How much time there was, whether or not anything came in it. */
  readonly expected: boolean
  /** Over how many seconds changes are looked at, each once. */
  readonly changes: readonly number[]
  /** The mean of each day. */
  readonly days: boolean
}

export interface WeighedRows {
  readonly tx: Transaction
  readonly series: readonly CarriedSeries[]
  readonly parts: readonly PartOfRange[]
  readonly range: Range
  readonly now: number
  readonly needs: Needs
  readonly slots: Slots | undefined
}

/** The column that has the change over so many seconds: in an hour, where a value stood so long ago. */
export const changeColumn = (seconds: number): string => `change_${seconds}`

/** Columns of pieces, and which of them are numbers of samples: 0 in rows that are no pieces, where the others are null. */
const STORED = ['low', 'high', 'total', 'valued', 'count', 'good', 'first', 'last'] as const
const COUNTS = new Set(['valued', 'count', 'good'])
const OF_TIME = ['within_area', 'within_ms', 'stood', 'carried_ms', 'prior', 'expected_ms', 'day_mean', 'day_share'] as const
type OfTime = (typeof OF_TIME)[number]

/**
 * Rows of the range: those of pieces (`low` to `last`, `rise` where it is needed), and with each `within_area` and `within_ms`, value × milliseconds and milliseconds between its first and last sample,
 * `stood` and `carried_ms`, the value that stands after them and for how long in this stretch, `prior`, the value that stood when it came, and `known`, whether all this is. `expected_ms` is the time of a
 * stretch for one series, `day_mean` and `day_share` the mean of a day and how much of the day lies in the range, each in rows of their own.
 * @param pieces Of the series in the parts; with `earlier` and `rise` where rises are needed
 */
export function weighedRows(pieces: Sql, asked: WeighedRows): Sql {
  const { needs } = asked
  const more = [...(needs.rise ? ['rise'] : []), ...needs.changes.map(changeColumn)]
  const columns = sql.join(['series', 'time', ...STORED, ...more, ...OF_TIME, 'known'].map((column) => sql.ref(column)))
  const rowsOf = (series: Sql, time: Sql, given: Readonly<Partial<Record<OfTime, Sql>>>) =>
    sql`select ${series} as series, ${time} as time, ${sql.join([
      ...STORED.map((column) => (COUNTS.has(column) ? sql`0` : sql`null::float8`)),
      ...more.map(() => sql`null::float8`),
      ...OF_TIME.map((column) => given[column] ?? sql`null::float8`),
    ])}, true`
  return sql`with placed as (${placedRows(pieces, asked, more)}) select ${columns} from placed${
    needs.expected ? sql` union all ${expectedRows(asked, rowsOf)}` : sql``
  }${needs.days ? sql` union all ${dayRows(asked, rowsOf)}` : sql``}`
}

type RowsOf = (series: Sql, time: Sql, given: Readonly<Partial<Record<OfTime, Sql>>>) => Sql

/** Each piece, and what its last value comes to in the stretches after its own. */
function placedRows(pieces: Sql, { tx, series, parts, range, now, needs, slots }: WeighedRows, more: readonly string[]): Sql {
  const from = sql`${range.from}::float8`
  const weighed = weighedOfMany(tx, series, pieces, {
    parts,
    range,
    now,
    lookBackMs: Math.max(0, ...needs.changes) * 1000,
    more: needs.rise ? ['earlier', 'rise'] : [],
  })
  const own = slots ? sql`(slot.begins <= p.stands_from)` : sql`true`
  const isStored = sql`(${own} and not p.is_before)`
  const first = sql`greatest(p.time, to_timestamp(${from} / 1000))`
  const standsTo = sql`(p.stands_from + p.carried)`
  const values = [...STORED, ...more].map(
    (column) =>
      sql`case when ${isStored} then ${sql.ref(`p.${column}`)}${COUNTS.has(column) ? sql` else 0` : sql``} end as ${sql.ref(column)}`,
  )
  return sql`select p.series, ${slots ? sql`case when ${own} then ${first} else to_timestamp(slot.begins / 1000) end` : first} as time, ${sql.join(values)},
      case when ${own} then p.area * 1000 end as within_area, case when ${own} then p.covered * 1000 end as within_ms, p.last as stood,
      ${slots ? sql`greatest(0, least(${standsTo}, slot.ends) - greatest(p.stands_from, slot.begins))` : sql`p.carried`} as carried_ms,
      ${needs.prior ? sql`case when ${isStored} then p.prior end` : sql`null::float8`} as prior, null::float8 as expected_ms, null::float8 as day_mean, null::float8 as day_share,
      p.covered is not null as known${slots ? sql`, slot.begins, slot.ends` : sql``}
    from (${standingRows(weighed, from, needs)}) as p${slots ? sql` cross join lateral ${slots.between(sql`p.stands_from`, standsTo, sql`p.series`)} as slot` : sql``}
    where (not p.is_before or p.carried > 0)${slots ? sql` and (${own} or slot.begins < ${standsTo})` : sql``}`
}

/** Pieces with the moment from which their last value stands in the range, what stood when each came, and what has changed since. */
function standingRows(weighed: Sql, from: Sql, { prior, changes }: Needs): Sql {
  const before = (column: Sql) => sql`lag(${column}) over way`
  const selected = [
    sql`of.*`,
    sql`greatest(${msOf('of.last_at')}, ${from}) as stands_from`,
    // Where it no longer stood when the next one came, or was of no use, nothing did.
    ...(prior
      ? [
          sql`case when ${before(sql`of.carries`)} and ${before(sql`${msOf('of.last_at')} + of.carry`)} >= ${msOf('of.first_at')} then ${before(sql`of.last`)} end as prior`,
        ]
      : []),
    ...changes.map((seconds) => {
      const then = (column: Sql) => sql`last_value(${column}) over ${sql.ref(`way_${seconds}`)}`
      return sql`case when of.carries and ${then(sql`of.carries`)} and ${then(sql`${msOf('of.last_at')} + of.carry`)} >= ${msOf('of.first_at')} - ${seconds}::float8 * 1000
        then (of.last - ${then(sql`of.last`)}) * 3600 / ${seconds}::float8 end as ${sql.ref(changeColumn(seconds))}`
    }),
  ]
  const windows = [
    ...(prior ? [sql`way as (partition by of.series order by of.time)`] : []),
    ...changes.map(
      (seconds) =>
        sql`${sql.ref(`way_${seconds}`)} as (partition by of.series order by of.time range between unbounded preceding and ${sql.lit(`${seconds} seconds`)}::interval preceding)`,
    ),
  ]
  return sql`select ${sql.join(selected)} from (${weighed}) as of${windows.length > 0 ? sql` window ${sql.join(windows)}` : sql``}`
}

/** For each series and stretch the time that is over, whether or not anything came in it. */
function expectedRows({ series, range, now, slots }: WeighedRows, rowsOf: RowsOf): Sql {
  const [from, to] = [sql`${range.from}::float8`, sql`${Math.min(range.to, now)}::float8`]
  const [begins, ends] = slots ? [sql`greatest(slot.begins, ${from})`, sql`least(slot.ends, ${to})`] : [from, to]
  const each = sql`unnest(${series.map((one) => one.series)}::bigint[]) as of (series)`
  return sql`${rowsOf(sql`of.series`, sql`to_timestamp(${begins} / 1000)`, { expected_ms: sql`${ends} - ${begins}` })}
    from ${each}${slots ? sql` cross join lateral ${slots.between(from, to, sql`of.series`)} as slot` : sql``} where ${ends} > ${begins}`
}

/** For each series and day, whose stretch is one here, its mean. */
function dayRows({ range, now }: WeighedRows, rowsOf: RowsOf): Sql {
  const [from, to] = [sql`${range.from}::float8`, sql`${Math.min(range.to, now)}::float8`]
  return sql`${rowsOf(sql`day.series`, sql`to_timestamp(greatest(day.begins, ${from}) / 1000)`, {
    day_mean: sql`day.mean`,
    day_share: sql`(least(day.ends, ${to}) - greatest(day.begins, ${from})) / (day.ends - day.begins)`,
  })} from (select series, begins, ends, case when bool_and(known) then sum(${WEIGHED_AREA}) / nullif(sum(${WEIGHED_MS}), 0) else sum(total) / nullif(sum(valued), 0) end as mean
    from placed group by series, begins, ends) as day where day.mean is not null`
}

/** Value × milliseconds, and milliseconds, of a row: what is within a piece and what is carried on from it. */
export const WEIGHED_AREA = sql`(coalesce(within_area, 0) + coalesce(stood * carried_ms, 0))`
export const WEIGHED_MS = sql`(coalesce(within_ms, 0) + coalesce(carried_ms, 0))`
