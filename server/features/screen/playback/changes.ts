/** What points said in a stretch of time, for playing it back: each sample, or one value a point and step where that would be too many. */
import { sql } from 'kysely'
import type { MillisRange } from '../../../../model/brands.ts'
import { QUALITY, REASONS, reasonOf } from '../../../../model/acquisition/quality.ts'
import type { Playback } from '../../../../model/contract/screen/screens.ts'
import { statement } from '../../../acquisition/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Of one answer. */
export const MAX_CHANGES = 5000
/** Seconds of a step by the clock on the wall: more often nobody sees a number change. */
const SEEN = 0.5
/** At this speed and slower each sample is shown. */
const EACH_SAMPLE = 2
/** Seconds: of at least so long a step values are those of roll-ups. */
const LEVELS = [
  { seconds: 3600, table: 'sample_hours' },
  { seconds: 60, table: 'sample_minutes' },
] as const
/** So long after its end a roll-up is certainly complete, in seconds (server/acquisition/pieces.ts). */
const BEHIND = { sample_hours: 300, sample_minutes: 180 } as const
/** From this speed on minutes are enough: one is a second on the wall. */
const BY_MINUTES = 60

interface ChangeRow {
  readonly id: string
  readonly time: number
  readonly value: number | null
  readonly quality: number
  readonly reason: number
}

export interface Changes {
  /** Seconds; 0 where each sample is there. */
  readonly step: number
  readonly changes: Playback['changes']
}

/**
 * The values after the beginning of the stretch up to its end, the oldest first, at most {@link MAX_CHANGES}. Points that the transaction does not see have none.
 * @param now By the clock of the services: what is not rolled up yet is read from samples
 */
export async function changesOf(
  tx: Transaction,
  pointIds: readonly string[],
  range: MillisRange,
  { speed, now }: { readonly speed: number; readonly now: number },
): Promise<Changes> {
  if (pointIds.length === 0) return { step: 0, changes: [] }
  const seconds = (range.to - range.from) / 1000
  const least = (pointIds.length * seconds) / Math.max(1, MAX_CHANGES - pointIds.length)
  if (speed <= EACH_SAMPLE) {
    const rows = await tx.all(statement(samplesOf(pointIds, range)))
    if (rows.length <= MAX_CHANGES) return { step: 0, changes: rows.map(toChange) }
  }
  const step = Math.max(least, speed >= BY_MINUTES ? 60 : 0, speed * SEEN)
  const level = LEVELS.find((each) => step >= each.seconds)
  const whole = level ? Math.ceil(step / level.seconds) * level.seconds : step
  const rows = await tx.all(
    statement(level ? rolledUp(pointIds, range, { step: whole, table: level.table, now }) : stepped(pointIds, range, whole)),
  )
  return { step: whole, changes: rows.slice(0, MAX_CHANGES).map(toChange) }
}

const toChange = ({ id, time, value, quality, reason }: ChangeRow): Playback['changes'][number] => [
  id,
  Math.floor(time),
  value,
  quality,
  reasonOf(reason),
]

const moment = (at: number) => sql`${new Date(at)}::timestamptz`
const msOf = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

const samplesWithin = ({ from, to }: MillisRange) => sql`
  points p cross join lateral (
    select time, value, quality, reason from samples where samples.tenant_id = p.tenant_id and samples.series = p.series
      and samples.time > ${moment(from)} and samples.time <= ${moment(to)} and samples.reason <> ${sql.lit(REASONS.clock)}
  ) as s`

const samplesOf = (pointIds: readonly string[], range: MillisRange) => sql<ChangeRow>`
  select p.id, ${msOf('s.time')} as time, s.value, s.quality, s.reason from ${samplesWithin(range)}
  where p.id = any(${[...pointIds]}::uuid[]) order by s.time limit ${sql.lit(MAX_CHANGES + 1)}`

/** The last of each step. */
const stepped = (pointIds: readonly string[], range: MillisRange, step: number) => sql<ChangeRow>`
  select id, time, value, quality, reason from (
    select distinct on (p.id, floor((${msOf('s.time')} - ${range.from}::float8) / ${step * 1000}::float8)) p.id, ${msOf('s.time')} as time, s.value, s.quality, s.reason
    from ${samplesWithin(range)} where p.id = any(${[...pointIds]}::uuid[])
    order by p.id, floor((${msOf('s.time')} - ${range.from}::float8) / ${step * 1000}::float8), s.time desc
  ) as last order by time`

interface RolledUp {
  readonly step: number
  readonly table: (typeof LEVELS)[number]['table']
  readonly now: number
}

/** The same by the last values of roll-ups; where these are not complete yet, by samples. */
const rolledUp = (pointIds: readonly string[], range: MillisRange, { step, table, now }: RolledUp) => {
  const edge = Math.min(range.to, now - BEHIND[table] * 1000)
  const unit = sql.lit(table === 'sample_hours' ? 'hour' : 'minute')
  const complete = sql`date_trunc(${unit}, ${moment(edge)})`
  const nth = sql`floor((${msOf('s.time')} - ${range.from}::float8) / ${step * 1000}::float8)`
  const quality = sql`case when m.valued = 0 then ${sql.lit(QUALITY.bad)} when m.good < m.count then ${sql.lit(QUALITY.uncertain)} else ${sql.lit(QUALITY.good)} end`
  return sql<ChangeRow>`
  select id, time, value, quality, reason from (
    select distinct on (p.id, ${nth}) p.id, ${msOf('s.time')} as time, s.value, s.quality::integer as quality, s.reason::integer as reason
    from points p cross join lateral (
      select coalesce(m.last_at, m.bucket + ${sql.lit(`59 ${table === 'sample_hours' ? 'minutes' : 'seconds'}`)}::interval) as time, m.last as value, ${quality} as quality, ${sql.lit(REASONS.none)} as reason
      from ${sql.table(table)} m where m.tenant_id = p.tenant_id and m.series = p.series
        and m.bucket >= date_trunc(${unit}, ${moment(range.from)}) and m.bucket >= ${moment(range.from - 3_600_000)} and m.bucket < ${complete} and m.bucket < ${moment(range.to)}
      union all
      select time, value, quality, reason from samples where samples.tenant_id = p.tenant_id and samples.series = p.series
        and samples.time > ${moment(range.from)} and samples.time >= ${complete} and samples.time >= ${moment(edge - 3_600_000)} and samples.time <= ${moment(range.to)} and samples.reason <> ${sql.lit(REASONS.clock)}
    ) as s
    where p.id = any(${[...pointIds]}::uuid[]) and s.time > ${moment(range.from)} and s.time <= ${moment(range.to)}
    order by p.id, ${nth}, s.time desc
  ) as last order by time`
}
