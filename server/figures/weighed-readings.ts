/**
 * Readings with the time for which their values stand, put into the stretches of a document: a value that stands over the edge of one is a row in each that it reaches, and what is carried into the range
 * a row of its first. So a measure weighted by time is a sum over rows as any other, in whatever groups, conditions and orders (docs/decisions/0142-the-rest-of-the-figures.md).
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Millis, MillisRange } from '../../model/brands.ts'
import type { PartOfRange, CarriedSeries } from '../acquisition/index.ts'
import { msOf, weighedOfMany } from '../acquisition/index.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Slots } from './slots.ts'
import { edgesOfCalendar, nthSlot } from './slots.ts'
import { isOneEach, isSummed, summedRows } from './summed-readings.ts'

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
  /** Nothing but sums, least and greatest: pieces of a stretch may be put together before. */
  readonly isOfSums: boolean
}

export interface WeighedRows {
  readonly tx: Transaction
  readonly series: readonly CarriedSeries[]
  readonly parts: readonly PartOfRange[]
  readonly range: MillisRange
  readonly now: Millis
  readonly needs: Needs
  readonly slots: Slots | undefined
  /** The columns of pieces that the measures read. */
  readonly used: ReadonlySet<string>
  /** Whether nothing of the document tells points apart: then what there is for each of them is added up before it is put together. */
  readonly isOfAll: boolean
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
 * stretch for one series, `day_mean` and `day_share` the mean of a day and how much of the day lies in the range, each in rows of their own. `stretch` is when the stretch of the document's time begins,
 * in milliseconds since 1970.
 * @param pieces Of the series in the parts; with `earlier` and `rise` where rises are needed
 */
export function weighedRows(pieces: Sql, asked: WeighedRows): Sql {
  const { needs, slots, range, used, isOfAll } = asked
  const ofTime = OF_TIME.filter((column) => used.has(column))
  const stored = STORED.filter((column) => used.has(column))
  const more = [...(needs.rise ? ['rise'] : []), ...needs.changes.map(changeColumn)]
  // Columns that nothing reads are left out: each is worked out, and handed on, for each row of a union.
  const [isWithSeries, isWithTime] = [!isOfAll || used.has('series'), used.has('at')]
  const columns = sql.join(
    [
      ...(isWithSeries ? ['series'] : []),
      ...(isWithTime ? ['time'] : []),
      ...(slots ? ['stretch'] : []),
      ...stored,
      ...more,
      ...ofTime,
      'known',
    ].map((column) => sql.ref(column)),
  )
  const rowsOf: RowsOf = (series, slot, time, given) =>
    sql`select ${sql.join([
      ...(isWithSeries ? [sql`${series} as series`] : []),
      ...(isWithTime ? [sql`${time} as time`] : []),
      ...(slots ? [sql`${slot} as stretch`] : []),
      ...stored.map((column) => (COUNTS.has(column) ? sql`0` : sql`null::float8`)),
      ...more.map(() => sql`null::float8`),
      ...ofTime.map((column) => given[column] ?? sql`null::float8`),
      sql`true`,
    ])}`
  return sql`with ${slots ? sql`${slots.edges(range)}, ` : sql``}placed as (${placedRows(pieces, asked, [...stored, ...more])}) select ${columns} from placed${slots?.numbered ? sql` where stretch is not null` : sql``}${
    needs.expected ? sql` union all ${expectedRows(asked, rowsOf)}` : sql``
  }${needs.days ? sql` union all ${dayRows(asked, rowsOf)}` : sql``}`
}

type RowsOf = (series: Sql, stretch: Sql, time: Sql, given: Readonly<Partial<Record<OfTime, Sql>>>) => Sql

/** Each piece, and what its last value comes to in the stretches after its own; all of a stretch together where that is enough. */
function placedRows(pieces: Sql, asked: WeighedRows, values: readonly string[]): Sql {
  const { tx, series, parts, range, now, needs, slots, used, isOfAll } = asked
  const from = sql`${range.from}::float8`
  const weighed = weighedOfMany(tx, series, pieces, {
    parts,
    range,
    now,
    lookBackMs: Math.max(0, ...needs.changes) * 1000,
    more: needs.rise ? ['earlier', 'rise'] : [],
    used,
    isLined: slots?.numbered !== undefined,
  })
  const standing = standingRows(weighed, from, needs, slots)
  const isWithSeries = !isOfAll || used.has('series')
  if (isSummed({ series, isOfSums: needs.isOfSums, slots, used }))
    return summedRows(standing, values, isWithSeries, isOneEach({ parts, slots, isWithSeries }))
  const own = slots ? sql`(p.nth_slot = p.own_slot)` : sql`true`
  const isStored = sql`(${own} and not p.is_before)`
  const first = sql`greatest(p.time, to_timestamp(${from} / 1000))`
  const standsTo = sql`(p.stands_from + p.carried)`
  const shown = values.map(
    (column) =>
      sql`case when ${isStored} then ${sql.ref(`p.${column}`)}${COUNTS.has(column) ? sql` else 0` : sql``} end as ${sql.ref(column)}`,
  )
  const rows = slots ? inSlots(standing, slots, standsTo) : sql`(${standing}) as p where not p.is_before or p.carried > 0`
  return sql`select p.series, ${slots ? sql`case when ${own} then ${first} else to_timestamp(p.slot_begins / 1000) end` : first} as time,
      ${slots ? (slots.numbered ? sql`p.slot_number::float8` : sql`p.slot_begins`) : sql`null::float8`} as stretch, ${slots ? sql`p.slot_ends` : sql`null::float8`} as stretch_ends, ${sql.join([...shown, sql`p.last as stood`])},
      case when ${own} then p.area * 1000 end as within_area, case when ${own} then p.covered * 1000 end as within_ms,
      ${slots ? sql`greatest(0, least(${standsTo}, p.slot_ends) - greatest(p.stands_from, p.slot_begins))` : sql`p.carried`} as carried_ms,
      ${needs.prior ? sql`case when ${isStored} then p.prior end` : sql`null::float8`} as prior, null::float8 as expected_ms, null::float8 as day_mean, null::float8 as day_share,
      p.covered is not null as known from ${rows}`
}

/**
 * Rows with each stretch that they reach, as the rest of a statement after `from`. What gives several rows of one stands among the columns, where it is worked out at once: a join with it would keep them
 * aside for each row.
 */
function inSlots(standing: Sql, slots: Slots, standsTo: Sql): Sql {
  const edges = edgesOfCalendar(slots.calendarOf && sql`p.calendar`)
  // What ends where a stretch begins does not reach it: there are no shorter times than a thousandth of a millisecond.
  const last = nthSlot(sql`${standsTo} - 0.0005`, edges, slots)
  const number = slots.numbered
    ? sql`, ${edgesOfCalendar(slots.calendarOf && sql`p.calendar`, 'numbers')}[p.nth_slot] as slot_number`
    : sql``
  return sql`(select p.*, ${edges}[p.nth_slot] as slot_begins, ${edges}[p.nth_slot + 1] as slot_ends${number}
    from (select p.*, generate_series(p.own_slot, greatest(p.own_slot, ${last})) as nth_slot from (${standing}) as p where not p.is_before or p.carried > 0) as p) as p`
}

/** Pieces with the moment from which their last value stands in the range, what stood when each came, and what has changed since: worked out once, and not in each place that reads it (`offset 0`). */
function standingRows(weighed: Sql, from: Sql, { prior, changes }: Needs, slots: Slots | undefined): Sql {
  const before = (column: Sql) => sql`lag(${column}) over way`
  // Of a roll-up that is older than its parts it is not known when its last value came: then it counts in the stretch in which it begins.
  const standsFrom = sql`greatest(coalesce(of.last_ms, ${msOf('of.time')}), ${from})`
  const selected = [
    sql`of.*`,
    sql`${standsFrom} as stands_from`,
    ...(slots ? [sql`${nthSlot(standsFrom, edgesOfCalendar(slots.calendarOf?.('of')), slots)} as own_slot`] : []),
    ...(slots?.calendarOf ? [sql`${slots.calendarOf('of')} as calendar`] : []),
    // Where it no longer stood when the next one came, or was of no use, nothing did.
    ...(prior
      ? [
          sql`case when ${before(sql`of.carries`)} and ${before(sql`of.last_ms + of.carry`)} >= ${msOf('of.first_at')} then ${before(sql`of.last`)} end as prior`,
        ]
      : []),
    ...changes.map((seconds) => {
      const then = (column: Sql) => sql`last_value(${column}) over ${sql.ref(`way_${seconds}`)}`
      return sql`case when of.carries and ${then(sql`of.carries`)} and ${then(sql`of.last_ms + of.carry`)} >= ${msOf('of.first_at')} - ${seconds}::float8 * 1000
        then (of.last - ${then(sql`of.last`)}) * 3600 / ${seconds}::float8 end as ${sql.ref(changeColumn(seconds))}`
    }),
  ]
  const each = slots?.numbered ? sql`of.series, of.line` : sql`of.series`
  const windows = [
    ...(prior ? [sql`way as (partition by ${each} order by of.time)`] : []),
    ...changes.map(
      (seconds) =>
        sql`${sql.ref(`way_${seconds}`)} as (partition by ${each} order by of.time range between unbounded preceding and ${sql.lit(`${seconds} seconds`)}::interval preceding)`,
    ),
  ]
  return sql`select ${sql.join(selected)} from (${weighed}) as of${windows.length > 0 ? sql` window ${sql.join(windows)}` : sql``} offset 0`
}

/** For each series and stretch the time that is over, whether or not anything came in it; of all series together where nothing tells them apart. */
function expectedRows({ series, range, now, slots, isOfAll }: WeighedRows, rowsOf: RowsOf): Sql {
  const [from, to] = [sql`${range.from}::float8`, sql`${Math.min(range.to, now)}::float8`]
  const [begins, ends] = slots ? [sql`greatest(slot.begins, ${from})`, sql`least(slot.ends, ${to})`] : [from, to]
  const isTogether = isOfAll && !slots?.calendarOf && series.length > 0
  const each = isTogether
    ? sql`(values (null::bigint, ${series.length}::float8)) as of (series, points)`
    : sql`(select each.series, each.line, 1::float8 as points from unnest(${series.map((one) => one.series)}::bigint[]) with ordinality as each (series, line)) as of`
  const stretch = slots ? (slots.numbered ? sql`slot.number::float8` : sql`slot.begins`) : sql`null::float8`
  const given = { expected_ms: sql`(${ends} - ${begins}) * of.points` }
  return sql`${rowsOf(sql`of.series`, stretch, sql`to_timestamp(${begins} / 1000)`, given)}
    from ${each}${slots ? sql` cross join lateral ${everySlot(slots)} as slot` : sql``} where ${ends} > ${begins}${slots?.numbered ? sql` and slot.number is not null` : sql``}`
}

/** Without the edges beside each: 720 rows of 720 edges went to the disk, and came from there for each point. */
const everySlot = ({ calendarOf, numbered }: Slots): Sql =>
  calendarOf
    ? sql`(select edges[nth_slot] as begins, edges[nth_slot + 1] as ends${numbered ? sql`, numbers[nth_slot] as number` : sql``} from slot_edges, generate_series(1, cardinality(edges) - 1) as nth_slot where slot_edges.nth = ${calendarOf('of')})`
    : sql`(select ${ALL_EDGES}[nth_slot] as begins, ${ALL_EDGES}[nth_slot + 1] as ends from generate_series(1, cardinality(${ALL_EDGES}) - 1) as nth_slot offset 0)`

const ALL_EDGES = edgesOfCalendar(undefined)

/** For each series and day, whose stretch is one here, its mean. */
function dayRows({ range, now }: WeighedRows, rowsOf: RowsOf): Sql {
  const [from, to] = [sql`${range.from}::float8`, sql`${Math.min(range.to, now)}::float8`]
  return sql`${rowsOf(sql`day.series`, sql`day.begins`, sql`to_timestamp(greatest(day.begins, ${from}) / 1000)`, {
    day_mean: sql`day.mean`,
    day_share: sql`(least(day.ends, ${to}) - greatest(day.begins, ${from})) / (day.ends - day.begins)`,
  })} from (select series, stretch as begins, stretch_ends as ends, case when bool_and(known) then sum(${WEIGHED_AREA}) / nullif(sum(${WEIGHED_MS}), 0) else sum(total) / nullif(sum(valued), 0) end as mean
    from placed group by series, stretch, stretch_ends) as day where day.mean is not null`
}

/** Value × milliseconds, and milliseconds, of a row: what is within a piece and what is carried on from it. */
export const WEIGHED_AREA = sql`(coalesce(within_area, 0) + coalesce(stood * carried_ms, 0))`
export const WEIGHED_MS = sql`(coalesce(within_ms, 0) + coalesce(carried_ms, 0))`
