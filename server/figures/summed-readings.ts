/**
 * Readings of which measures are sums, least and greatest: put together by stretch before they are rows of it. Each piece as a row in every stretch that it reaches was twice as many rows, and half of
 * what a year of 500 points took (docs/decisions/0163-what-a-statement-of-figures-costs.md).
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { CarriedSeries, PartOfRange } from '../acquisition/index.ts'
import type { Slots } from './slots.ts'
import { edgesOfCalendar } from './slots.ts'

type Sql = RawBuilder<unknown>

interface ToSum {
  readonly series: readonly CarriedSeries[]
  readonly parts: readonly PartOfRange[]
  /** Whether all measures are of this kind. */
  readonly isOfSums: boolean
  readonly slots: Slots | undefined
  /** Columns that measures and dimensions read. */
  readonly used: ReadonlySet<string>
  /** Whether points are told apart. */
  readonly isWithSeries: boolean
}

/** Whether pieces can be put together by stretches: what a value stands for reaches the next one at the most, and nothing asks when a piece was. */
export function isSummed({ series, isOfSums, slots, used }: Omit<ToSum, 'parts' | 'isWithSeries'>): boolean {
  if (!isOfSums || slots?.shortestMs === undefined || used.has('at')) return false
  const { shortestMs } = slots
  return series.every(({ carryMs }) => carryMs <= shortestMs)
}

/** Whether there is one piece of each point in a stretch, but for those at the ends of a range: then nothing is to be put together before. */
export const isOneEach = ({ parts, slots, isWithSeries }: Pick<ToSum, 'parts' | 'slots' | 'isWithSeries'>): boolean =>
  isWithSeries && parts.some(({ resolution }) => resolution === slots?.unit)

/** How what was stored is put together; 0 where nothing was for the counts. */
const SUMS: Readonly<Record<string, Sql>> = {
  low: sql`min(p.low)`,
  high: sql`max(p.high)`,
  total: sql`sum(p.total)`,
  valued: sql`sum(p.valued)::float8`,
  count: sql`sum(p.count)::float8`,
  good: sql`sum(p.good)::float8`,
}

const COUNTS = new Set(['valued', 'count', 'good'])

/**
 * Rows as `placedRows` of weighed-readings.ts gives them, a row or two for each stretch: what lies in it, with what its values stand for in it as `within_area` and `within_ms`, and what those of the one before stand for.
 * @param standing Pieces with `stands_from` and `own_slot` @param stored Columns of {@link SUMS} @param isWithSeries Whether points are told apart @param isEach Whether each piece is a row of its own
 */
export function summedRows(standing: Sql, stored: readonly string[], isWithSeries: boolean, isEach: boolean): Sql {
  const edges = edgesOfCalendar(undefined)
  const by = sql.join([...(isWithSeries ? ['series'] : []), 'own_slot'].map((column) => sql.ref(column)))
  const none = sql`null::float8 as stood, null::float8 as carried_ms, null::float8 as expected_ms`
  const series = isWithSeries ? sql`series, ` : sql``
  const columns = stored.map((column) => sql`${sql.ref(column)}, `)
  const empty = stored.map((column) => (column === 'low' || column === 'high' || column === 'total' ? sql`null::float8, ` : sql`0, `))
  const all = (aggregate: string, value: Sql) => (isEach ? value : sql`${sql.raw(aggregate)}(${value})`)
  const isKnown = sql`p.covered is not null`
  const own = (column: string) => (COUNTS.has(column) ? sql`${sql.ref(`p.${column}`)}::float8` : sql.ref(`p.${column}`))
  return sql`with summed as materialized (
      select ${by}, ${sql.join(
        stored.map((column) => sql`${isEach ? own(column) : SUMS[column]} as ${sql.ref(column)}, `),
        sql``,
      )}
        ${all('sum', sql`coalesce(p.area * 1000, 0) + coalesce(p.last * p.own_ms, 0)`)} as within_area, ${all('sum', sql`coalesce(p.covered * 1000, 0) + p.own_ms`)} as within_ms,
        ${all('bool_and', isKnown)} as known, ${all('sum', sql`p.last * p.over_ms`)} as over_area, ${all('sum', sql`p.over_ms`)} as over_ms,
        ${isEach ? isKnown : sql`bool_and(${isKnown}) filter (where p.over_ms is not null)`} as over_known
      from (
        select ${by}, ${sql.join(columns, sql``)}p.area, p.covered, p.last, greatest(0, least(p.stands_to, p.slot_ends) - greatest(p.stands_from, p.slot_begins)) as own_ms,
          case when p.stands_to - 0.0005 >= p.slot_ends then p.stands_to - p.slot_ends end as over_ms
        from (select p.*, p.stands_from + p.carried as stands_to, ${edges}[p.own_slot] as slot_begins, ${edges}[p.own_slot + 1] as slot_ends
          from (${standing}) as p where not p.is_before or p.carried > 0) as p offset 0) as p
      ${isEach ? sql`` : sql`group by ${by}`})
    select ${series}${edges}[own_slot] as stretch, ${sql.join(columns, sql``)}within_area, within_ms, ${none}, known from summed as p
    union all select ${series}${edges}[own_slot + 1], ${sql.join(empty, sql``)}over_area, over_ms, ${none}, over_known from summed as p where over_ms is not null`
}
