/**
 * The statements' parts of time-weighted means, as model/acquisition/time-weight.ts has them: what a roll-up keeps of its samples (`first_at`, `last_at`, `area` in
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
 * Rows of `tenant_id` and `series` with the `carry` of their point, in seconds, as rows `p` of a subquery; the usual one where the point is no more. Looked up once a row: without
 * `offset 0` it would be once a sample.
 * @param rows The name of a table or a common table expression
 */
export const withCarry = (rows: string) => sql`
  (select r.*, coalesce((select ${carrySeconds('point')} from points point where point.tenant_id = r.tenant_id and point.series = r.series), ${sql.lit(USUAL_CARRY_S)}) as carry
  from ${sql.table(rows)} r offset 0) p`

/** Whether a row of `samples` has a value that figures are made of, as an expression. */
export const isUsable = (sample: string) =>
  sql<boolean>`(${sql.ref(`${sample}.value`)} is not null and ${sql.ref(`${sample}.quality`)} > ${sql.lit(QUALITY.bad)})`

/** Whether a row of `samples` stands for the time after it, as an expression. */
export const isWeighed = (sample: string) =>
  sql<boolean>`(${isUsable(sample)} and abs(${sql.ref(`${sample}.value`)}) < ${sql.lit(MAX_WEIGHED)}::float8)`

/** The names of the parts, in the order in which {@link ofSamples} and {@link ofParts} give them. */
export const PARTS = sql`first_at, last_at, area, covered, carries`

/** The seconds from one moment to a later one, both expressions, as far as a value of `p` is carried on; 0 where there is no later one. */
const gap = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`least(coalesce(extract(epoch from ${to} - ${from})::float8, 0), p.carry)`

/** Samples with `gap`, the seconds for which each stands, as rows `s` of a subquery. @param within What they are chosen by, of the alias `s`, beside rows of {@link withCarry} */
export const withGaps = (within: RawBuilder<unknown>) => sql`
  (select s.time, s.value, s.quality, ${isUsable('s')} as usable, ${isWeighed('s')} as weighed,
    ${gap(sql`s.time`, sql`lead(s.time) over (order by s.time, s.retention)`)} as gap
  from samples s where ${within}) s`

/** The parts of what {@link withGaps} gives, as aggregates. */
export const ofSamples = sql`min(s.time), max(s.time), coalesce(sum(s.value * s.gap) filter (where s.weighed), 0), coalesce(sum(s.gap) filter (where s.weighed), 0),
  coalesce(max(s.time) filter (where s.weighed) = max(s.time), false)`

/** Roll-ups of one table with `gap`, the seconds for which the last value of each is carried on, as rows `s` of a subquery. */
export const withGapsBetween = (table: 'sample_minutes' | 'sample_hours', within: RawBuilder<unknown>) => sql`
  (select s.*, case when s.carries then ${gap(sql`s.last_at`, sql`lead(s.first_at) over (order by s.bucket)`)} else 0 end as gap
  from ${sql.table(table)} s where ${within}) s`

/** The parts of what {@link withGapsBetween} gives, as aggregates; unknown where those of one of them are. */
export const ofParts = sql`${known(sql`min(s.first_at)`)}, ${known(sql`max(s.last_at)`)}, ${known(sql`sum(s.area + case when s.gap > 0 then s.last * s.gap else 0 end)`)},
  ${known(sql`sum(s.covered + s.gap)`)}, ${known(sql`(array_agg(s.carries order by s.bucket desc))[1]`)}`

function known(part: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when count(s.covered) = count(*) then ${part} end`
}
