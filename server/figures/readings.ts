/** What points measured, as a subject: the points that the caller sees, with all they measured in a range read by one statement. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Millis, MillisRange } from '../../model/brands.ts'
import { millis, rangeInMillis } from '../../model/brands.ts'
import { queryReadingSummary, queryReadingTrend } from '../../model/contract/acquisition/readings.ts'
import type { DimensionBucket } from '../../model/figures/document.ts'
import { MAX_SERIES } from '../../model/figures/document.ts'
import { refuse } from '../../model/figures/faults.ts'
import type { Figures } from '../../model/figures/read.ts'
import { READINGS } from '../../model/figures/read.ts'
import { isOfSamples } from '../../model/figures/reading-measures.ts'
import { points } from '../../model/index.ts'
import type { Translate } from '../../model/labels/index.ts'
import type { PartOfRange, CarriedSeries } from '../acquisition/index.ts'
import { RESOLUTION_MS, carryMs, countSamplesOf, partsOfRange, piecesOfMany, statementOfDocument } from '../acquisition/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { mayCall } from '../kernel/authorization/view.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { fail } from '../kernel/errors.ts'
import type { Bounds } from './bounds.ts'
import { BeyondBounds } from './bounds.ts'
import type { Surroundings } from './conditions.ts'
import { conditionOf } from './conditions.ts'
import { nounFor, nounSubject } from './nouns.ts'
import { needsOf, quantityOf, readingMeasure } from './reading-measures.ts'
import type { ShiftCalendar } from './shifts.ts'
import { beginsAtHours, siteOf } from './shifts.ts'
import { isOfRuns, readRuns, withinRuns } from './runs.ts'
import type { Slots, Stretches } from './slots.ts'
import { slotsOf } from './slots.ts'
import type { Found, Subject } from './subject.ts'
import type { Needs, WeighedRows } from './weighed-readings.ts'
import { weighedRows } from './weighed-readings.ts'

type Sql = RawBuilder<unknown>

/** Whether the caller may have figures of readings: whoever lists points and is told what they measured, by trends and by sums alike. */
export const mayReadFigures = (caller: Caller): boolean =>
  nounFor(caller, points.name) !== undefined && mayCall(caller, queryReadingTrend.path) && mayCall(caller, queryReadingSummary.path)

/** @param slots That the rows lie in, where they say which @param onUse Called where the time itself is read */
const timeOf = (slots: Slots | undefined, onUse: () => void): Found => ({
  kind: 'time',
  get value() {
    onUse()
    return sql.ref('piece.time')
  },
  isDimension: true,
  label: 'figures.field-time',
  stretchOf(bucket) {
    const stretch = sql.ref('piece.stretch')
    return bucket === slots?.unit ? (slots.numbered?.(stretch) ?? { value: stretch }) : undefined
  },
})

/** Which point a reading is of. The points that a document names are looked up by it, so that it is told to nobody who does not see them all (known.ts). */
const POINT: Found = {
  kind: 'reference',
  value: sql.ref('row.id'),
  isDimension: false,
  link: { to: points.name, show: 'point_name' },
  label: 'noun.points',
}

/** A range as it is read: of one that is put together by runs, what of it lies in some. */
interface RangeParts {
  readonly within: MillisRange
  readonly parts: readonly PartOfRange[]
}

interface Read {
  readonly tx: Transaction
  readonly series: readonly CarriedSeries[]
  readonly parts: ReadonlyMap<MillisRange, RangeParts>
  readonly values: Surroundings['values']
  readonly needs: Needs
  readonly slots: Slots | undefined
  readonly now: Millis
}

/** The subject before it is known which series it reads and how finely: its fields are those of points, and `time`. */
export function readingSubject(caller: Caller, read?: Read): Subject {
  const noun = nounSubject(caller, points)
  const used = new Set<string>()
  const time = timeOf(read?.slots, () => used.add('at'))
  let isOfAll = true
  const ofPoint = {
    ...noun,
    find(path: string) {
      isOfAll = false
      return noun.find(path)
    },
  }
  return {
    name: READINGS,
    find: (path) => (path === 'time' ? time : ofPoint.find(path)),
    // Points are chosen before anything is read of them.
    findForCondition(path) {
      isOfAll = false
      return path === 'pointId' ? POINT : noun.find(path)
    },
    isChosen: read !== undefined,
    time: 'time',
    always: ofPoint.always,
    measure(measure, at) {
      // Measures of one key are those of the points that have it: whoever does not see keys has none of these.
      const found = measure.key === undefined ? undefined : ofPoint.find('pointKey')
      if (measure.key !== undefined && !found) return undefined
      const made = readingMeasure(measure, at, read?.values ?? new Map(), found && sql`(${found.value} = ${measure.key}::text)`)
      for (const [column] of made?.inputs ?? []) used.add(column)
      return made
    },
    from(range) {
      if (!read || !range) return ofPoint.from(range)
      const rows = sql`(${rowsOf(read, range, { used, isOfAll })}) as piece`
      return isOfAll ? rows : sql`${rows} join ${ofPoint.from(range)} on row.series = piece.series`
    },
  }
}

function rowsOf({ tx, series, parts, needs, slots, now }: Read, range: MillisRange, asked: Pick<WeighedRows, 'used' | 'isOfAll'>): Sql {
  const read = { ...asked, used: new Set([...asked.used, ...(needs.rise ? OF_RISE : []), ...(needs.days ? OF_DAYS : [])]) }
  const { within, parts: own } = parts.get(range) ?? { within: range, parts: [{ resolution: 'raw', ...range }] }
  const all = piecesOfMany(tx, needs.weights ? 'chosen' : series.map((one) => one.series), own, read.used)
  const pieces = needs.rise ? withRise(all) : all
  return needs.weights ? weighedRows(pieces, { tx, series, parts: own, range: within, now, needs, slots, ...read }) : pieces
}

/** Columns that rises and means of days are told by. */
const [OF_RISE, OF_DAYS] = [
  ['valued', 'first'],
  ['valued', 'total'],
]

/** A counter that is less than before began anew at nought (a girder's water, a machine's strokes): it has risen by what it says. */
const withRise = (pieces: Sql): Sql => sql`select piece.*,
    case when valued = 0 then null when earlier is null then 0 when first >= earlier then first - earlier else first end as rise
  from (select piece.*, lag(last) over (partition by series, valued = 0 order by time) as earlier from (${pieces}) as piece) as piece`

/**
 * The subject with its series chosen, and how finely each range is read.
 * @throws DocumentFault `time` where the document names none; Failure `figure.too-many-series` for more than {@link MAX_SERIES}; BeyondBounds
 */
export async function chooseReadings(
  tx: Transaction,
  caller: Caller,
  figures: Figures,
  {
    ranges,
    now,
    dayBegins,
    shifts,
    bounds,
    t,
    ...around
  }: Omit<Surroundings, 'subject'> &
    Stretches & { readonly t: Translate; readonly ranges: readonly MillisRange[]; readonly now: Millis; readonly bounds: Bounds },
): Promise<Subject> {
  if (ranges.length === 0) refuse('time', 'missing')
  const chosen = readingSubject(caller)
  const { where } = figures.document
  const condition = where && conditionOf(where, 'where', { subject: chosen, ...around })
  const keys = [...figures.plain.values()].map(({ key }) => key)
  const keyField = chosen.find('pointKey')
  const conditions = [
    ...chosen.always,
    ...(condition ? [condition] : []),
    ...(keyField && keys.every((key) => key !== undefined) ? [sql`${keyField.value} = any(${keys}::text[])`] : []),
  ]
  // Asked for before the joins are written out that it needs.
  const site = shifts && siteOf(chosen)
  const filter = conditions.length > 0 ? sql` where ${sql.join(conditions, sql` and `)}` : sql``
  const found = await tx.all(
    statementOfDocument(
      sql<
        CarriedSeries & { site: string | null }
      >`select row.series::text as series, ${carryMs('row')} as "carryMs", ${site?.value ?? sql`null`} as site from ${chosen.from(undefined)}${filter} limit ${MAX_SERIES + 1}`,
    ),
  )
  const byRuns = figures.dimensions.find(({ bucket }) => isOfRuns(bucket))
  const unit = byRuns?.bucket
  const runs = isOfRuns(unit)
    ? ((await readRuns(tx, caller, { t, unit, series: found, ranges })) ?? refuse(`${byRuns?.place}.bucket`, 'bucket'))
    : undefined
  const series = runs?.lines ?? found
  if (Math.max(found.length, series.length) > MAX_SERIES) fail('figure.too-many-series', { values: { most: MAX_SERIES } })
  const asked = needsOf(figures.plain.values())
  // Rows are told by the stretches of their runs alone, which are worked out with what stands in them.
  const needs = { ...asked, weights: asked.weights || runs !== undefined }
  const slots = needs.weights ? slotsOf(figures, needs.days, { dayBegins, shifts, runs, sites: sitesOf(found) }) : undefined
  const parts = new Map<MillisRange, RangeParts>()
  for (const range of ranges) {
    const within = runs ? rangeInMillis(withinRuns(runs, range)) : range
    const own = await partsOf(tx, { figures, series, values: around.values, needs, slots, shifts, now, bounds }, within)
    parts.set(range, { within, parts: own })
  }
  return readingSubject(caller, { tx, series, parts, values: around.values, needs, slots, now })
}

const sitesOf = (series: readonly { readonly series: string; readonly site: string | null }[]): ReadonlyMap<string, string> =>
  new Map(series.flatMap((each) => (each.site === null ? [] : [[each.series, each.site] as const])))

interface ToRead {
  readonly figures: Figures
  readonly series: readonly CarriedSeries[]
  readonly values: Surroundings['values']
  readonly needs: Needs
  readonly slots: Slots | undefined
  readonly shifts: ShiftCalendar | undefined
  readonly now: Millis
  readonly bounds: Bounds
}

/** Single samples where a measure is of these; otherwise the coarsest roll-ups that the range and its stretches are made of. */
async function partsOf(tx: Transaction, asked: ToRead, range: MillisRange): Promise<readonly PartOfRange[]> {
  const { dimensions, plain } = asked.figures
  const { needs, now, bounds, slots } = asked
  const series = asked.series.map((one) => one.series)
  // A value that stands is a row in each of the stretches, however little was measured; and there are stretches where there is no series, and to come.
  const stretches = slots ? slots.count(rangeInMillis({ from: range.from, to: Math.min(range.to, now) })) : 0
  if (Math.max(series.length * stretches, slots?.count(range) ?? 0) > bounds.pieces) throw new BeyondBounds()
  const single = async (): Promise<readonly PartOfRange[]> => {
    const read = { from: millis(range.from - Math.max(0, ...needs.changes) * 1000), to: range.to }
    if ((await countSamplesOf(tx, series, read, bounds.samples)) > bounds.samples) throw new BeyondBounds()
    return [{ resolution: 'raw', ...range }]
  }
  if ([...plain.values()].some(({ of }) => isOfSamples(of))) return single()
  const unit = finestOf(
    dimensions.map(({ bucket }) => bucket),
    asked.shifts && beginsAtHours(asked.shifts, tx.serverTimeZone),
  )
  const parts = await partsOfRange(tx, range, unit, now)
  // Of samples there are those of two minutes at the most.
  const pieces = parts.reduce(
    (sum, { resolution, from, to }) => sum + (resolution === 'raw' ? 0 : (Math.min(to, now) - from) / RESOLUTION_MS[resolution]),
    0,
  )
  if (series.length * pieces > bounds.pieces) throw new BeyondBounds()
  return (await passesDatum(tx, asked, series, parts)) ? single() : parts
}

/** Of what stretches are put together: shifts may begin at any minute, production days begin at an hour. */
function finestOf(buckets: readonly (DimensionBucket | undefined)[], shiftsHaveHours = false): 'minute' | 'hour' | 'day' {
  if (buckets.some((bucket) => bucket === 'minute' || bucket === 'quarter-hour' || isOfRuns(bucket))) return 'minute'
  if (buckets.includes('shift') && !shiftsHaveHours) return 'minute'
  return buckets.some((bucket) => bucket === 'hour' || bucket === 'shift' || bucket === 'shift-day') ? 'hour' : 'day'
}

/** Whether values of a piece lie on both sides of a datum from which maturity counts: then it does not say for how long they were above. */
async function passesDatum(
  tx: Transaction,
  { figures, values }: ToRead,
  series: readonly string[],
  parts: readonly PartOfRange[],
): Promise<boolean> {
  const datums = [...figures.plain.values()]
    .filter(({ of }) => of === 'maturity')
    .map(({ datum, place }) => quantityOf(datum, `${place}.datum`, values))
  if (datums.length === 0 || parts.length === 0) return false
  const [found] = await tx.all(
    statementOfDocument(
      sql<{
        passes: boolean
      }>`select exists (select from (${piecesOfMany(tx, series, parts)}) as piece join unnest(${datums}::float8[]) as of (datum) on piece.low < of.datum and piece.high > of.datum) as passes`,
    ),
  )
  return found?.passes === true
}
