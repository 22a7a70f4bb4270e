/** The stretches that a range is parted into by the time dimensions of a document: what stands over the edge of one counts in both. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Bucket, DimensionBucket } from '../../model/figures/document.ts'
import { BUCKETS } from '../../model/figures/document.ts'
import { refuse } from '../../model/figures/faults.ts'
import type { Range } from '../../model/figures/ranges.ts'
import type { Figures } from '../../model/figures/read.ts'
import { EVEN_MS } from '../../model/zone.ts'
import type { ShiftCalendar } from './shifts.ts'
import { edgesOf } from './shifts.ts'

type Sql = RawBuilder<unknown>

export interface Slots {
  /**
   * Those that a stretch of time touches, as a table of `begins` and `ends`, in milliseconds since 1970: at least the one in which it begins.
   * @param from Milliseconds since 1970, as `to` is
   * @param series The number of the series whose time it is
   */
  between(from: Sql, to: Sql, series: Sql): Sql
  /** About how many of them a range has, at the most. */
  count(range: Range): number
}

const DAY_MS = 86_400_000
/** The shortest that one is. */
const SHORTEST_MS: Readonly<Record<Bucket, number>> = {
  ...EVEN_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 28 * DAY_MS,
  year: 365 * DAY_MS,
}
const countOf = (unit: Bucket) => (range: Range) => Math.max(0, Math.ceil((range.to - range.from) / SHORTEST_MS[unit]))

/** What production days and shifts are made of. @property dayBegins Hours since midnight @property shifts Undefined for whoever does not see them, and where none are asked for */
export interface Stretches {
  readonly dayBegins: number
  readonly shifts: ShiftCalendar | undefined
}

interface Made extends Stretches {
  /** The site of each series that has one with shifts of its own. */
  readonly sites: ReadonlyMap<string, string>
}

/** Milliseconds since 1970, of a moment that is an expression. */
const ms = (moment: Sql) => sql`date_part('epoch', ${moment}) * 1000`
const moment = (milliseconds: Sql) => sql`to_timestamp(${milliseconds} / 1000)`

/** When the stretch began, by the clock of the tenant, as a moment. */
export const stretchBegin = (unit: Bucket, time: Sql): Sql =>
  // Of the hour on the clock, which may begin at another minute than that of Greenwich.
  unit === 'quarter-hour'
    ? sql`date_bin(interval '15 minutes', ${time}, date_trunc('hour', ${time}))`
    : sql`date_trunc(${sql.lit(unit)}, ${time})`

function calendarSlots(unit: Bucket): Slots {
  const length = sql`${sql.lit(unit === 'quarter-hour' ? '15 minutes' : `1 ${unit}`)}::interval`
  return {
    between: (from, to) => sql`(select ${ms(sql`each.begins`)} as begins, ${ms(sql`each.begins + ${length}`)} as ends
    from generate_series(${stretchBegin(unit, moment(from))}, ${moment(to)}, ${length}) as each (begins))`,
    count: countOf(unit),
  }
}

/** When the production day began, by the clock of the tenant, as a moment. */
export const workingDayOf = (time: Sql, dayBegins: number): Sql => {
  const hours = sql`${sql.lit(`${dayBegins} hours`)}::interval`
  return sql`(date_trunc('day', ${time}::timestamp - ${hours}) + ${hours})::timestamptz`
}

/** Days on the clock, which may have 23 or 25 hours. */
const workingDaySlots = (dayBegins: number): Slots => ({
  between: (
    from,
    to,
  ) => sql`(select ${ms(sql`each.begins::timestamptz`)} as begins, ${ms(sql`(each.begins + interval '1 day')::timestamptz`)} as ends
    from generate_series(${workingDayOf(moment(from), dayBegins)}::timestamp, ${moment(to)}::timestamp, interval '1 day') as each (begins))`,
  count: countOf('day'),
})

function shiftSlots({ sites: own, windows }: ShiftCalendar, sites: Made['sites']): Slots {
  const placed = [...sites].flatMap(([series, site]) => (own.includes(site) ? [{ series, nth: own.indexOf(site) + 1 }] : []))
  const calendars = sql.join(windows.map((each, at) => sql`(${at}::int, ${edgesOf(each)}::float8[])`))
  // Number of the calendar by that of the series; the first one for all that have none of their own.
  const nthOf = (series: Sql) =>
    placed.length === 0
      ? sql`0`
      : sql`coalesce((${placed.map(({ nth }) => nth)}::int[])[array_position(${placed.map((each) => each.series)}::bigint[], ${series})], 0)`
  const at = (time: Sql) => sql`greatest(1, least(width_bucket(${time}, c.edges), cardinality(c.edges) - 1))`
  return {
    between: (from, to, series) => sql`(select c.edges[each.nth] as begins, c.edges[each.nth + 1] as ends
      from (values ${calendars}) as c (nth, edges) cross join lateral generate_series(${at(from)}, ${at(to)}) as each (nth) where c.nth = ${nthOf(series)})`,
    count: ({ from, to }) => Math.max(0, ...windows.map((each) => each.filter((window) => window.from < to && window.to > from).length)),
  }
}

/**
 * The stretches of a document; undefined where no time is a dimension of it.
 * @param ofDays Whether something is put together day by day
 * @throws DocumentFault `bucket` where this cannot be in stretches shorter than a day
 */
export function slotsOf({ dimensions }: Figures, ofDays: boolean, made: Made): Slots | undefined {
  const short: readonly DimensionBucket[] = ['minute', 'quarter-hour', 'hour', 'shift']
  const tooShort = ofDays && dimensions.find(({ bucket }) => bucket !== undefined && short.includes(bucket))
  if (tooShort) refuse(`${tooShort.place}.bucket`, 'bucket')
  const buckets = dimensions.flatMap(({ bucket }) => (bucket === undefined ? [] : [bucket]))
  if (buckets.includes('shift-day')) return workingDaySlots(made.dayBegins)
  if (buckets.includes('shift')) return made.shifts && shiftSlots(made.shifts, made.sites)
  const asked = BUCKETS.filter((unit) => buckets.includes(unit))
  // Weeks lie across the edges of months; days are parts of both.
  const acrossEdges = asked.includes('week') && asked.length > 1 && !asked.some((unit) => short.includes(unit) || unit === 'day')
  const finest = ofDays || acrossEdges ? 'day' : asked[0]
  return finest === undefined ? undefined : calendarSlots(finest)
}
