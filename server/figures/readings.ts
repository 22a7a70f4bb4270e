/** What points measured, as a subject: the points that the caller sees, with all they measured in a range read by one statement. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { queryReadingSummary, queryReadingTrend } from '../../model/contract/acquisition/readings.ts'
import type { Measure } from '../../model/figures/document.ts'
import { MAX_SERIES } from '../../model/figures/document.ts'
import { refuse } from '../../model/figures/faults.ts'
import type { Range } from '../../model/figures/ranges.ts'
import type { Figures, PlainMeasure } from '../../model/figures/read.ts'
import { READINGS } from '../../model/figures/read.ts'
import { points } from '../../model/index.ts'
import type { PartOfRange } from '../acquisition/index.ts'
import { RESOLUTION_MS, countSamplesOf, sampleMeanOfPieces, partsOfRange, piecesOfMany, statement } from '../acquisition/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { mayCall } from '../kernel/authorization/view.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { fail } from '../kernel/errors.ts'
import type { Surroundings } from './conditions.ts'
import { conditionOf } from './conditions.ts'
import { nounFor, nounSubject } from './nouns.ts'
import type { Aggregated, Found, Subject } from './subject.ts'
import { filterOf } from './subject.ts'

type Sql = RawBuilder<unknown>

/** Whether the caller may have figures of readings: whoever lists points and is told what they measured, by trends and by sums alike. */
export const mayReadFigures = (caller: Caller): boolean =>
  nounFor(caller, points.name) !== undefined && mayCall(caller, queryReadingTrend.path) && mayCall(caller, queryReadingSummary.path)

/** Pieces of all series together that one call puts together, and samples where these are read one by one. */
const MAX_PIECES = 2_000_000
const MAX_SAMPLES = 500_000

const TIME: Found = { kind: 'time', value: sql.ref('piece.time'), isDimension: true, label: 'figures.field-time' }

/** The subject before it is known which series it reads and how finely: its fields are those of points, and `time`. */
export function readingSubject(
  caller: Caller,
  read?: { readonly tx: Transaction; readonly series: readonly string[]; readonly parts: ReadonlyMap<Range, readonly PartOfRange[]> },
): Subject {
  const ofPoint = nounSubject(caller, points)
  return {
    name: READINGS,
    find: (path) => (path === 'time' ? TIME : ofPoint.find(path)),
    // Points are chosen before anything is read of them.
    findForCondition: (path) => ofPoint.find(path),
    time: 'time',
    always: ofPoint.always,
    measure: (measure, at) => measured(measure, at, ofPoint),
    from(range) {
      if (!read || !range) return ofPoint.from(range)
      const pieces = piecesOfMany(read.tx, read.series, read.parts.get(range) ?? [{ resolution: 'raw', ...range }])
      return sql`(${withRise(pieces)}) as piece join ${ofPoint.from(range)} on row.series = piece.series`
    },
  }
}

/** A counter that is less than before began anew at nought (a girder's water, a machine's strokes): it has risen by what it says. */
const withRise = (pieces: Sql): Sql => sql`select piece.*,
    case when valued = 0 then null when earlier is null then 0 when first >= earlier then first - earlier else first end as rise
  from (select piece.*, lag(last) over (partition by series, valued = 0 order by time) as earlier from (${pieces}) as piece) as piece`

const COLUMNS = ['low', 'high', 'total', 'valued', 'count', 'good', 'first', 'last', 'rise'] as const
/** Of several points, what comes first of a piece is that of the first of them: pieces do not say when within them. */
const INPUTS: Aggregated['inputs'] = [
  ...COLUMNS.map((column) => [column, sql.ref(`piece.${column}`)] as const),
  ['at', sql.ref('piece.time')],
  ['series', sql.ref('piece.series')],
]

const OF: Readonly<Partial<Record<Measure, (filter: Sql) => Sql>>> = {
  count: (filter) => sql`coalesce(sum(count)${filter}, 0)::float8`,
  min: (filter) => sql`min(low)${filter}`,
  max: (filter) => sql`max(high)${filter}`,
  sampleMean: sampleMeanOfPieces,
  goodShare: (filter) => sql`sum(good)${filter}::float8 / nullif(sum(count)${filter}, 0)`,
  first: (filter) => sql`(array_agg(first order by at, series)${filter})[1]`,
  last: (filter) => sql`(array_agg(last order by at desc, series)${filter})[1]`,
  delta: (filter) => sql`sum(rise)${filter}`,
}

/** Measures of one key are those of the points that have it: whoever does not see keys has none of these. */
function measured({ of, key }: PlainMeasure, at: number, ofPoint: Subject): Aggregated | undefined {
  const found = key === undefined ? undefined : ofPoint.find('pointKey')
  const make = OF[of]
  if (!make || (key !== undefined && !found)) return undefined
  const own = [...(of === 'first' || of === 'last' ? [sql`valued > 0`] : []), ...(found ? [sql.ref(`k${at}`)] : [])]
  return {
    kind: 'number',
    inputs: found ? [...INPUTS, [`k${at}`, sql`(${found.value} = ${key}::text)`]] : INPUTS,
    of: (conditions) => make(filterOf([...own, ...conditions])),
  }
}

/**
 * The subject with its series chosen, and how finely each range is read.
 * @throws DocumentFault `time` where the document names none; Failure `figure.too-much` for more than {@link MAX_SERIES} series or too many pieces
 */
export async function chooseReadings(
  tx: Transaction,
  caller: Caller,
  figures: Figures,
  { ranges, now, ...around }: Omit<Surroundings, 'subject'> & { readonly ranges: readonly Range[]; readonly now: number },
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
  const rows = await tx.all(
    statement(
      sql<{
        series: string
      }>`select row.series::text as series from ${chosen.from(undefined)}${conditions.length > 0 ? sql` where ${sql.join(conditions, sql` and `)}` : sql``} limit ${MAX_SERIES + 1}`,
    ),
  )
  if (rows.length > MAX_SERIES) fail('figure.too-many-series', { values: { most: MAX_SERIES } })
  const series = rows.map((row) => row.series)
  const parts = new Map<Range, readonly PartOfRange[]>()
  for (const range of ranges) parts.set(range, await partsOf(tx, figures, series, range, now))
  return readingSubject(caller, { tx, series, parts })
}

/** Single samples where a counter is followed, which may begin anew within any stretch; otherwise the coarsest roll-ups that the range and its stretches are made of. */
async function partsOf(
  tx: Transaction,
  { dimensions, plain }: Figures,
  series: readonly string[],
  range: Range,
  now: number,
): Promise<readonly PartOfRange[]> {
  if ([...plain.values()].some(({ of }) => of === 'delta')) {
    if ((await countSamplesOf(tx, series, range, MAX_SAMPLES)) > MAX_SAMPLES) fail('figure.too-much')
    return [{ resolution: 'raw', ...range }]
  }
  const unit = (['minute', 'hour'] as const).find((each) => dimensions.some(({ bucket }) => bucket === each)) ?? 'day'
  const parts = await partsOfRange(tx, range, unit, now)
  // Of samples there are those of two minutes at the most.
  const pieces = parts.reduce(
    (sum, { resolution, from, to }) => sum + (resolution === 'raw' ? 0 : (Math.min(to, now) - from) / RESOLUTION_MS[resolution]),
    0,
  )
  if (series.length * pieces > MAX_PIECES) fail('figure.too-much')
  return parts
}
