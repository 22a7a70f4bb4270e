/** The stretches that a range is parted into by the time dimensions of a document: what stands over the edge of one counts in both. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { MillisRange } from '../../model/brands.ts'
import type { Bucket, DimensionBucket } from '../../model/figures/document.ts'
import { BUCKETS } from '../../model/figures/document.ts'
import { refuse } from '../../model/figures/faults.ts'
import type { Figures } from '../../model/figures/read.ts'
import { EVEN_MS } from '../../model/zone.ts'
import type { RunCalendar } from './runs.ts'
import type { ShiftCalendar } from './shifts.ts'
import { edgesOf } from './shifts.ts'
import type { Stretch } from './subject.ts'

type Sql = RawBuilder<unknown>

export interface Slots {
  /**
   * The common table expression `slot_edges` of `edges`: when the stretches of a range begin and the last one ends, in milliseconds since 1970, in order; a row for each calendar, which `nth` tells apart.
   * Where stretches are told by their numbers, `numbers` has that of each; null for a time that is in none.
   * Made once a statement: stretches worked out for each row took 10 µs of each, most of the time of a year of 500 points.
   */
  edges(range: MillisRange): Sql
  /** The number of the calendar of a row that has this name in the statement, by its `series`, or by its `line`, the place of its series among those that are read; absent where there is one for all. */
  readonly calendarOf?: (row: string) => Sql
  /** Of stretches that are told by their numbers, since several begin at once: what is shown of one. A series may stand in several lines, and times that are in no stretch are left out. */
  readonly numbered?: (number: Sql) => Stretch
  /** Whether each moment of the range lies in one. */
  readonly isWhole: boolean
  /** How long each is at the least, in milliseconds, where they follow each other. */
  readonly shortestMs?: number
  /** What they are, where the rows tell that. */
  readonly unit?: DimensionBucket
  /** About how many of them a range has, at the most. */
  count(range: MillisRange): number
}

/** The edges of a calendar, as an expression: read once a statement where there is one for all. @param calendar Its number @param column Or another column of it */
export const edgesOfCalendar = (calendar: Sql | undefined, column = 'edges'): Sql =>
  calendar ? sql`(select ${sql.ref(column)} from slot_edges where nth = ${calendar})` : sql`(select ${sql.ref(column)} from slot_edges)`

/**
 * Which of the stretches between the edges a moment of the range lies in: 1 for the first one, also before it. A range may begin at the first of two midnights (Azores, Havana), where the edge is the second.
 * @param moment Milliseconds since 1970
 */
export const nthSlot = (moment: Sql, edges: Sql, { isWhole }: Pick<Slots, 'isWhole'>): Sql =>
  isWhole
    ? sql`greatest(1, width_bucket(${moment}, ${edges}))`
    : sql`greatest(1, least(width_bucket(${moment}, ${edges}), cardinality(${edges}) - 1))`

const DAY_MS = 86_400_000
/** The shortest that one is. */
const SHORTEST_MS: Readonly<Record<Bucket, number>> = {
  ...EVEN_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 28 * DAY_MS,
  year: 365 * DAY_MS,
}
/** Of what goes by the wall clock when clocks are put: of an hour half, where they are put by that. */
const leastOf = (unit: Bucket): number =>
  unit === 'hour' ? EVEN_MS.hour / 2 : SHORTEST_MS[unit] - (unit in EVEN_MS ? 0 : 2 * EVEN_MS.hour)
const countOf = (unit: Bucket) => (range: MillisRange) => Math.max(0, Math.ceil((range.to - range.from) / SHORTEST_MS[unit]))

/** What production days and shifts are made of. @property dayBegins Hours since midnight @property shifts Undefined for whoever does not see them, and where none are asked for */
export interface Stretches {
  readonly dayBegins: number
  readonly shifts: ShiftCalendar | undefined
}

interface Made extends Stretches {
  /** The site of each series that has one with shifts of its own. */
  readonly sites: ReadonlyMap<string, string>
  /** Where the time is put together by runs. */
  readonly runs: RunCalendar | undefined
}

/** Edges from moments, which may name one several times. @param moments Rows of `begins` */
const edgesFrom = (moments: Sql) =>
  sql`slot_edges as materialized (select 0 as nth, array_agg(each.edge order by each.edge) as edges
    from (select distinct date_part('epoch', begins) * 1000 as edge from (${moments}) as moments) as each)`
const moment = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`

/** When the stretch began, by the clock of the tenant, as a moment. */
export const stretchBegin = (unit: Bucket, time: Sql): Sql =>
  // Of the hour on the clock, which may begin at another minute than that of Greenwich.
  unit === 'quarter-hour'
    ? sql`date_bin(interval '15 minutes', ${time}, date_trunc('hour', ${time}))`
    : sql`date_trunc(${sql.lit(unit)}, ${time})`

function calendarSlots(unit: Bucket): Slots {
  const length = sql`${sql.lit(unit === 'quarter-hour' ? '15 minutes' : `1 ${unit}`)}::interval`
  return {
    unit,
    isWhole: true,
    shortestMs: leastOf(unit),
    // Days and what is made of them go by the wall clock: of a midnight that a summer time leaves out, one step after another would keep the hour. Clocks are put by half an hour at the least.
    edges: ({ from, to }) =>
      edgesFrom(
        unit in EVEN_MS
          ? sql`select ${stretchBegin(unit, sql`at`)} as begins from generate_series(${stretchBegin(unit, moment(from))}, ${moment(to)} + ${length}, ${unit === 'hour' ? sql`interval '30 minutes'` : length}) as at`
          : sql`select at::timestamptz as begins from generate_series(${stretchBegin(unit, sql`${moment(from)}::timestamp`)}, ${moment(to)}::timestamp + ${length}, ${length}) as at`,
      ),
    count: countOf(unit),
  }
}

/** When the production day began, by the clock of the tenant, as a moment. */
export const workingDayOf = (time: Sql, dayBegins: number): Sql => sql`(${wallOfWorkingDay(time, dayBegins)})::timestamptz`

function wallOfWorkingDay(time: Sql, dayBegins: number): Sql {
  const hours = sql`${sql.lit(`${dayBegins} hours`)}::interval`
  return sql`date_trunc('day', ${time}::timestamp - ${hours}) + ${hours}`
}

/** Days on the clock, which may have 23 or 25 hours. */
const workingDaySlots = (dayBegins: number): Slots => ({
  unit: 'shift-day',
  isWhole: true,
  shortestMs: leastOf('day'),
  edges: ({ from, to }) =>
    edgesFrom(
      sql`select at::timestamptz as begins from generate_series(${wallOfWorkingDay(moment(from), dayBegins)}, ${moment(to)}::timestamp + interval '1 day', interval '1 day') as at`,
    ),
  count: countOf('day'),
})

function shiftSlots({ sites: own, windows }: ShiftCalendar, sites: Made['sites']): Slots {
  const placed = [...sites].flatMap(([series, site]) => (own.includes(site) ? [{ series, nth: own.indexOf(site) + 1 }] : []))
  const calendars = sql.join(windows.map((each, at) => sql`(${at}::int, ${edgesOf(each)}::float8[])`))
  return {
    isWhole: false,
    edges: () =>
      sql`slot_edges as materialized (select nth, edges from (values ${calendars}) as c (nth, edges)${placed.length === 0 ? sql` where nth = 0` : sql``})`,
    // That of the site; the first one for all that have none of their own.
    ...(placed.length > 0
      ? {
          calendarOf: (row: string) =>
            sql`coalesce((${placed.map(({ nth }) => nth)}::int[])[array_position(${placed.map((each) => each.series)}::bigint[], ${sql.ref(`${row}.series`)})], 0)`,
        }
      : {}),
    count: ({ from, to }) => Math.max(0, ...windows.map((each) => each.filter((window) => window.from < to && window.to > from).length)),
  }
}

function runSlots({ unit, stretches, lines, windows }: RunCalendar): Slots {
  const calendars = sql.join(
    windows.map((each, at) => sql`(${at}::int, ${edgesOf(each)}::float8[], ${[...each.map(({ nth }) => nth), null]}::int[])`),
  )
  return {
    unit,
    isWhole: false,
    edges: () => sql`slot_edges as materialized (select nth, edges, numbers from (values ${calendars}) as c (nth, edges, numbers))`,
    calendarOf: (row) => sql`(${lines.map(({ calendar }) => calendar)}::int[])[${sql.ref(`${row}.line`)}::int]`,
    // Arrays of the database begin with 1.
    numbered: (number) => ({
      value: sql`(${stretches.map(({ begins }) => begins)}::float8[])[${number}::int + 1]`,
      name: sql`(${stretches.map(({ name }) => name)}::text[])[${number}::int + 1]`,
    }),
    count: ({ from, to }) => Math.max(0, ...windows.map((each) => each.filter((window) => window.from < to && window.to > from).length)),
  }
}

/**
 * The stretches of a document; undefined where no time is a dimension of it.
 * @param ofDays Whether something is put together day by day
 * @throws DocumentFault `bucket` where this cannot be in stretches shorter than a day
 */
export function slotsOf({ dimensions }: Figures, ofDays: boolean, made: Made): Slots | undefined {
  const short: readonly DimensionBucket[] = ['minute', 'quarter-hour', 'hour', 'shift', 'run', 'stage']
  const tooShort = ofDays && dimensions.find(({ bucket }) => bucket !== undefined && short.includes(bucket))
  if (tooShort) refuse(`${tooShort.place}.bucket`, 'bucket')
  const buckets = dimensions.flatMap(({ bucket }) => (bucket === undefined ? [] : [bucket]))
  if (made.runs) return runSlots(made.runs)
  if (buckets.includes('shift-day')) return workingDaySlots(made.dayBegins)
  if (buckets.includes('shift')) return made.shifts && shiftSlots(made.shifts, made.sites)
  const asked = BUCKETS.filter((unit) => buckets.includes(unit))
  // Weeks lie across the edges of months; days are parts of both.
  const acrossEdges = asked.includes('week') && asked.length > 1 && !asked.some((unit) => short.includes(unit) || unit === 'day')
  const finest = ofDays || acrossEdges ? 'day' : asked[0]
  return finest === undefined ? undefined : calendarSlots(finest)
}
