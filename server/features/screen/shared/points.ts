/** The points of a page: what the caller sees of each, its newest value, and its last minutes. */
import { sql } from 'kysely'
import { QUALITY, REASONS, reasonOf } from '../../../../model/acquisition/quality.ts'
import { queryLatestReading, queryReadingTrend } from '../../../../model/contract/acquisition/readings.ts'
import type { ScreenPageData, ScreenPoint } from '../../../../model/contract/screen/screens.ts'
import type { Field } from '../../../../model/field.ts'
import { devices, points } from '../../../../model/index.ts'
import { statement } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { mayCall, viewOf } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Stretches of one trend, of each of which the lowest and the highest sample are told: a pixel of a wide one. */
const STRETCHES = 400
/** Samples of one point that are read for a trend: seconds of two hours. */
const MAX_RAW = 7200
/** Trends over more than this are drawn by the lowest and highest values of minutes. Milliseconds. */
const LONG_MS = 2 * 3_600_000
/** So long after its end the roll-up of a minute is complete (server/acquisition/pieces.ts). */
const ROLLED_UP_MS = 3 * 60_000
/** A value older than this is looked for among the newest values alone. */
const DAYS_BEFORE = 30

/** Whether the caller may be told what points say now. */
export const mayReadValues = (caller: Caller): boolean => mayCall(caller, queryLatestReading.path)
/** Whether they may be told what points said before. */
export const mayReadTrends = (caller: Caller): boolean => mayCall(caller, queryReadingTrend.path)

interface PointRow {
  readonly id: string
  readonly series: string
  readonly point_name: string
  readonly device_name: string | null
  readonly unit: string | null
  readonly display_unit: string | null
  readonly state_texts: string | null
  readonly decimals: number | null
  readonly stale_seconds: number | null
  readonly time: number | null
  readonly value: number | null
  readonly quality: number | null
  readonly reason: number | null
}

export interface ReadPoints {
  readonly points: readonly ScreenPoint[]
  readonly values: ScreenPageData['values']
  /** Under which numbers samples are stored, by the ids of points. */
  readonly series: ReadonlyMap<string, string>
}

/**
 * The points among these that the caller sees, with their values: the newest, or those that stood at a moment (milliseconds since 1970). One statement.
 * Whoever may not ask for newest values is told of no point at all.
 */
export async function readPoints(tx: Transaction, caller: Caller, ids: readonly string[], at?: number): Promise<ReadPoints> {
  if (ids.length === 0 || !mayReadValues(caller)) return { points: [], values: [], series: new Map() }
  const rows = await tx.all(
    statement(sql<PointRow>`
      select p.id, p.series::text as series, p.point_name, d.device_name, p.unit, p.display_unit, p.state_texts, p.decimals, p.stale_seconds,
        (extract(epoch from told.time) * 1000)::float8 as time, told.value, told.quality, told.reason
      from points p
      left join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
      left join lateral (${at === undefined ? NEWEST : standingAt(at)}) as told on true
      where p.id = any(${[...ids]}::uuid[])`),
  )
  const view = viewOf(caller, points)
  const { link } = points.fields.deviceId as Field
  const seesDevice = view.sees('deviceId') && link !== undefined && viewOf(caller, devices).sees('deviceName')
  return {
    points: rows.map((row) => ({
      id: row.id,
      pointName: view.sees('pointName') ? row.point_name : null,
      deviceName: seesDevice ? row.device_name : null,
      unit: view.sees('unit') ? row.unit : null,
      digits: view.sees('decimals') ? row.decimals : null,
      staleAfter: view.sees('staleSeconds') ? row.stale_seconds : null,
      displayUnit: view.sees('displayUnit') ? row.display_unit : null,
      stateTexts: view.sees('stateTexts') ? row.state_texts : null,
    })),
    values: rows.flatMap(({ id, time, value, quality, reason }) =>
      time === null ? [] : [[id, Math.floor(time), value, quality ?? QUALITY.bad, reasonOf(reason ?? REASONS.none)] as const],
    ) as unknown as ScreenPageData['values'],
    series: new Map(rows.map(({ id, series }) => [id, series])),
  }
}

const NEWEST = sql`select time, value, quality, reason from point_states s where s.tenant_id = p.tenant_id and s.series = p.series`

/** The last sample up to a moment; of what was silent for longer than partitions are looked through, the newest value where it is older. */
const standingAt = (at: number) => {
  const moment = sql`${new Date(at)}::timestamptz`
  return sql`select time, value, quality, reason from (
    (select time, value, quality, reason from samples s where s.tenant_id = p.tenant_id and s.series = p.series and s.time <= ${moment}
      and s.time > ${moment} - make_interval(days => ${sql.lit(DAYS_BEFORE)}) and s.reason <> ${sql.lit(REASONS.clock)} order by s.time desc limit 1)
    union all (select time, value, quality, reason from point_states s where s.tenant_id = p.tenant_id and s.series = p.series and s.time <= ${moment})
  ) as known order by time desc limit 1`
}

export interface WantedTrend {
  readonly pointId: string
  readonly minutes: number
}

type Sample = readonly [time: number, value: number | null, quality: number]

/** Samples of one point as packed columns: as rows of texts, most of the time went into writing and parsing these (server/acquisition/alarms/stored-samples.ts). */
interface PackedSamples {
  readonly series: string
  readonly times: Buffer
  readonly values: Buffer
  readonly qualities: Buffer
}
const [DOUBLE_BYTES, SHORT_BYTES] = [8, 2]

/**
 * The last minutes of points up to a moment (milliseconds since 1970), the oldest sample first, and of as many as can be drawn the lowest and the highest. One
 * statement.
 */
export async function readTrends(
  tx: Transaction,
  { series }: Pick<ReadPoints, 'series'>,
  wanted: readonly WantedTrend[],
  until: number,
): Promise<Record<string, Sample[]>> {
  const known = [...longest(wanted)].flatMap(([pointId, minutes]) => {
    const number = series.get(pointId)
    return number === undefined ? [] : [{ pointId, number, from: until - minutes * 60_000 }]
  })
  if (known.length === 0) return {}
  const rows = await tx.all(statement(samplesOf(known, until)))
  const bySeries = new Map(rows.map((row) => [row.series, row]))
  return Object.fromEntries(known.map(({ pointId, number }) => [pointId, unpacked(bySeries.get(number))]))
}

/** Of one point that several widgets show, the longest of them. */
function longest(wanted: readonly WantedTrend[]): ReadonlyMap<string, number> {
  const minutes = new Map<string, number>()
  for (const { pointId, minutes: own } of wanted) minutes.set(pointId, Math.max(own, minutes.get(pointId) ?? 0))
  return minutes
}

function unpacked(row: PackedSamples | undefined): Sample[] {
  if (!row) return []
  return Array.from({ length: row.times.length / DOUBLE_BYTES }, (_, at): Sample => {
    const value = row.values.readDoubleBE(at * DOUBLE_BYTES)
    return [
      Math.floor(row.times.readDoubleBE(at * DOUBLE_BYTES)),
      Number.isNaN(value) ? null : value,
      row.qualities.readInt16BE(at * SHORT_BYTES),
    ]
  })
}

/**
 * Samples of short trends, of long ones the lowest and the highest value of each minute and samples from where minutes are not complete yet. Of the samples in each
 * of the stretches that are drawn there are the lowest, the highest and one without a value; of a single one there is that.
 */
function samplesOf(known: readonly { readonly number: string; readonly from: number }[], until: number) {
  const end = sql`${new Date(until)}::timestamptz`
  const edge = sql`date_trunc('minute', least(${end}, now()) - make_interval(secs => ${sql.lit(ROLLED_UP_MS / 1000)}))`
  const isLong = sql`w.begins < ${end} - make_interval(secs => ${sql.lit(LONG_MS / 1000)})`
  const quality = sql`case when m.valued = 0 then ${sql.lit(QUALITY.bad)} when m.good < m.count then ${sql.lit(QUALITY.uncertain)} else ${sql.lit(QUALITY.good)} end`
  return sql<PackedSamples>`
    with w as (
      select series, to_timestamp(begins / 1000) as begins, greatest(1, (${until}::float8 - begins) / ${sql.lit(STRETCHES)}) as width
      from unnest(${known.map(({ number }) => number)}::bigint[], ${known.map(({ from }) => from)}::float8[]) as given(series, begins)),
    drawn as (
      select w.series, min(s.ms) as first, max(s.ms) as last, min(s.value) as low, max(s.value) as high, count(*) as count, count(s.value) as valued, min(s.quality) as quality
      from w cross join lateral (
        select extract(epoch from raw.time)::float8 * 1000 as ms, raw.value, raw.quality from (
          (select time, value, quality from samples where samples.series = w.series and samples.time <= ${end}
            and samples.time >= case when ${isLong} then greatest(w.begins, ${edge}) else w.begins end and samples.reason <> ${sql.lit(REASONS.clock)}
            order by samples.time desc limit ${sql.lit(MAX_RAW)})
          union all
          (select told.time, told.value, ${quality} from sample_minutes m cross join lateral (
              values (m.bucket + interval '15 seconds', m.low), (m.bucket + interval '45 seconds', m.high)) as told(time, value)
            where ${isLong} and m.series = w.series and m.bucket >= w.begins and m.bucket < ${edge})
        ) as raw
      ) as s group by w.series, floor(s.ms / w.width))
    select series::text as series, string_agg(float8send(ms), ''::bytea order by ms, value) as times,
      string_agg(float8send(coalesce(value, 'NaN')), ''::bytea order by ms, value) as values, string_agg(int2send(quality::int2), ''::bytea order by ms, value) as qualities
    from drawn cross join lateral (values (first, low, valued > 0), (last, high, valued > 0 and count > 1), (last, null, valued < count)) as kept(ms, value, is_kept)
    where is_kept group by series`
}
