/**
 * The statements' parts of time-weighted means, as model/time-weight.ts has them: what a roll-up keeps of its samples (`first_at`, `last_at`, `area` in
 * value × seconds, `covered` in seconds, `carries`), and how those of neighbours are merged (docs/decisions/0132-time-weighted-means.md).
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { QUALITY } from '../../model/acquisition/quality.ts'
import { MAX_INTERVAL_S } from './deadband.ts'

/** Where nobody has said how long a value stands: seconds. */
const USUAL_CARRY_S = 600
/** A device that is to send at the latest after its longest interval may be a little late. */
const LATE = 1.2
/** Numbers beyond are no measurements, and their product with a time may be none that the database can hold: they have no part in weighted means. */
const MAX_WEIGHED = 1e290

/**
 * For how many seconds a value of the point stands for the time after it at most, as an expression: as long as the point may be silent, and at least as long as a value that
 * hardly differs is not stored. By the settings of now. @param point The alias of a row of `points`, which may be missing
 */
function carrySeconds(point: string): RawBuilder<number> {
  const of = (column: string) => sql.ref(`${point}.${column}`)
  return sql<number>`coalesce(greatest(${of('stale_seconds')}, case when ${of('deadband')} is not null then ${sql.lit(LATE)} * coalesce(${of('max_interval_seconds')}, ${sql.lit(MAX_INTERVAL_S)}) end), ${sql.lit(USUAL_CARRY_S)})::float8`
}

/** The same in milliseconds. */
export const carryMs = (point: string) => sql<number>`(${carrySeconds(point)} * 1000)`

/**
 * Rows of `tenant_id` and `series` with the `carry` of their point, in seconds, as rows `p` of a subquery; the usual one where the point is no more. Looked up once a point: without
 * `offset 0` it would be once a sample.
 * @param rows The name of a common table expression
 */
export const withCarry = (rows: string) => sql`
  (select r.*, c.carry from ${sql.table(rows)} r join (
    select d.tenant_id, d.series, coalesce((select ${carrySeconds('point')} from points point where point.tenant_id = d.tenant_id and point.series = d.series), ${sql.lit(USUAL_CARRY_S)}) as carry
    from (select distinct tenant_id, series from ${sql.table(rows)}) d offset 0) c on c.tenant_id = r.tenant_id and c.series = r.series) p`

/** The value of a row of `samples` that figures are made of, as an expression; null where it is not usable. */
export const usableValue = (sample: string) =>
  sql<number | null>`case when ${sql.ref(`${sample}.quality`)} > ${sql.lit(QUALITY.bad)} then ${sql.ref(`${sample}.value`)} end`

/** Whether a row of `samples` stands for the time after it, as an expression; false or null where not. */
export const isWeighed = (sample: string) =>
  sql<
    boolean | null
  >`(${sql.ref(`${sample}.quality`)} > ${sql.lit(QUALITY.bad)} and abs(${sql.ref(`${sample}.value`)}) < ${sql.lit(MAX_WEIGHED)}::float8)`

/** The names of the parts, in the order in which {@link ofSamples} and {@link ofParts} give them. */
export const PARTS = sql`first_at, last_at, area, covered, carries`

/**
 * Samples by their times with `usable`, their usable value, and `weight`, the seconds for which each of these stands, as rows `s` of a subquery. `date_part` and not `extract`, which makes a `numeric` of
 * each: this is what a roll-up spends its time on.
 * @param within What they are chosen by, of the alias `s`, beside rows of {@link withCarry}
 */
export const withWeights = (within: RawBuilder<unknown>) => sql`
  (select s.time, s.retention, s.quality, ${usableValue('s')} as usable,
    case when ${isWeighed('s')} then least(date_part('epoch', lead(s.time, 1, s.time) over (order by s.time, s.retention) - s.time), p.carry) end as weight
  from samples s where ${within} order by s.time, s.retention) s`

/** The parts of what {@link withWeights} gives, as aggregates. */
export const ofSamples = sql`min(s.time), max(s.time), coalesce(sum(s.usable * s.weight), 0), coalesce(sum(s.weight), 0),
  coalesce(max(s.time) filter (where s.weight is not null) = max(s.time), false)`

/** Roll-ups of one table with `gap`, the seconds for which the last value of each is carried on, as rows `s` of a subquery. */
export const withGapsBetween = (table: 'sample_minutes' | 'sample_hours', within: RawBuilder<unknown>) => sql`
  (select s.*, case when s.carries then least(date_part('epoch', lead(s.first_at, 1, s.last_at) over (order by s.bucket) - s.last_at), p.carry) else 0 end as gap
  from ${sql.table(table)} s where ${within}) s`

/** The parts of what {@link withGapsBetween} gives, as aggregates; unknown where those of one of them are. @param order The column by which they follow each other */
export const ofParts = (
  order: 's.bucket' | 's.first_at',
) => sql`${known(sql`min(s.first_at)`)}, ${known(sql`max(s.last_at)`)}, ${known(sql`sum(s.area + case when s.gap > 0 then s.last * s.gap else 0 end)`)},
  ${known(sql`sum(s.covered + s.gap)`)}, ${known(sql`(array_agg(s.carries order by ${sql.ref(order)} desc))[1]`)}`

/** The figures of roll-ups beside rows `p` of {@link withCarry}, as a subquery, in the order of `FIGURES`; no row where there is none. @param within As of {@link withGapsBetween} */
export const figuresOfRollups = (table: 'sample_minutes' | 'sample_hours', within: RawBuilder<unknown>) => sql`
        select min(s.low), max(s.high), sum(s.total),
          (array_agg(s.first order by s.bucket) filter (where s.valued > 0))[1], (array_agg(s.last order by s.bucket desc) filter (where s.valued > 0))[1],
          sum(s.count)::integer, sum(s.valued)::integer, sum(s.good)::integer, ${ofParts('s.bucket')}
        from ${withGapsBetween(table, within)} having count(*) > 0`

function known(part: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when count(s.covered) = count(*) then ${part} end`
}
