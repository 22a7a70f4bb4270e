/** What a process reads of a point: its newest value, and figures of the time before now. */
import type { MillisRange } from '../../../model/brands.ts'
import { sql } from 'kysely'
import { QUALITY, REASONS } from '../../../model/acquisition/quality.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Point } from '../known-devices.ts'
import type { Resolution } from '../pieces.ts'
import { piecesWithBefore, weighedPieces } from '../pieces.ts'
import { readableAs } from '../rollup-basis.ts'
import { statement } from '../statement.ts'
import { carryMs } from '../time-weight.ts'
import { MANUAL_READING } from './manual-readings.ts'

/**
 * The newest value of a point in its unit, as all servers have it, or as this transaction or one just before has entered it; null where there never was
 * one, or the newest has no usable one. A value that is old is told all the same.
 */
export async function latestValue(tx: Transaction, { series, retention }: Pick<Point, 'series' | 'retention'>): Promise<number | null> {
  const found = await tx.first(
    statement(sql<{ value: number | null; quality: number }>`
    with state as (select time, value, quality from point_states where series = ${series})
    select newest.value, newest.quality from (
      select time, value, quality from state
      -- Newest values are written once a second.
      union all (select s.time, s.value, s.quality from samples s where s.series = ${series} and s.retention = ${retention}
        and s.reason <> ${REASONS.clock} and s.time > coalesce((select time from state), '-infinity') and s.time > now() - interval '1 day'
        order by s.time desc limit 1)
      -- What was entered by a process a moment ago, and is still on its way.
      union all (select to_timestamp((work.payload->>'time')::float8 / 1e6), (work.payload->>'value')::float8, ${sql.lit(QUALITY.good)}
        from scheduled_work work where work.kind = ${MANUAL_READING} and work.key like ${`${series}:%`} order by 1 desc limit 1)
    ) newest order by newest.time desc limit 1`),
  )
  return found === undefined || found.quality <= QUALITY.bad ? null : found.value
}

export interface Figures {
  /** Weighted by time, also where a value stood all the while and none came; where that is not known any more, of the samples. */
  readonly mean: number | null
  readonly least: number | null
  readonly greatest: number | null
  readonly sum: number | null
  /** Of usable values. */
  readonly count: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Roll-ups that are fine enough: of what lies at the edges of a range, at most a thirtieth is counted along. */
function resolutionOf(length: number): Resolution {
  if (length <= HOUR_MS) return 'raw'
  return length <= 2 * DAY_MS ? 'minute' : length <= 60 * DAY_MS ? 'hour' : 'day'
}

/** Figures of the usable values of a point in a range; null, and a count of 0, where there are none. @param range Not in the future */
export async function figuresOf(tx: Transaction, { series }: Pick<Point, 'series'>, range: MillisRange): Promise<Figures> {
  const point = await tx.first(statement(sql<{ carry: number }>`select ${carryMs('points')} as carry from points where series = ${series}`))
  const carry = point?.carry ?? 0
  const basis = await readableAs(tx, resolutionOf(range.to - range.from), range)
  const all = piecesWithBefore(tx, { series: String(series), ...range, carryMs: carry }, basis)
  const found = await tx.first(
    statement(sql<Figures>`
    select coalesce(case when count(p.covered) = count(*) then sum(p.weighed_area) / nullif(sum(p.weighed_ms), 0) end, sum(p.total) / nullif(sum(p.valued), 0)) as mean,
      min(p.low) as least, max(p.high) as greatest, sum(p.total) as sum, coalesce(sum(p.valued), 0)::integer as count
    from (${weighedPieces(sql`select ${series}::bigint as series, ${carry}::float8 as carry, p.* from (${all}) as p`, range)}) as p`),
  )
  return found ?? { mean: null, least: null, greatest: null, sum: null, count: 0 }
}
