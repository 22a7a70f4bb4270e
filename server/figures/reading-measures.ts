/** Measures of readings as parts of a statement, and what rows they need for it (model/figures/reading-measures.ts says what each is). */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Quantity } from '../../model/figures/document.ts'
import { refuse } from '../../model/figures/faults.ts'
import type { ParameterValue } from '../../model/figures/parameters.ts'
import type { PlainMeasure } from '../../model/figures/read.ts'
import type { ReadingMeasure } from '../../model/figures/reading-measures.ts'
import { isWeighed } from '../../model/figures/reading-measures.ts'
import { sampleMeanOfPieces } from '../acquisition/index.ts'
import type { Aggregated } from './subject.ts'
import { filterOf } from './subject.ts'
import type { Needs } from './weighed-readings.ts'
import { WEIGHED_AREA, WEIGHED_MS, changeColumn } from './weighed-readings.ts'

type Sql = RawBuilder<unknown>
const HOUR_MS = 3_600_000
/** Of a change that nobody has said otherwise of: an hour. */
const USUAL_CHANGE_S = 3600

/** Measures that are the same of the sums of a stretch as of its pieces. */
const OF_SUMS: ReadonlySet<string> = new Set([
  'count',
  'min',
  'max',
  'mean',
  'sampleMean',
  'goodShare',
  'coverage',
] satisfies ReadingMeasure[])

const overOf = ({ over = USUAL_CHANGE_S }: PlainMeasure): number => over

/** What rows the measures need. */
export function needsOf(measures: Iterable<PlainMeasure>): Needs {
  const all = [...measures]
  const has = (...some: readonly ReadingMeasure[]) => all.some(({ of }) => some.includes(of as ReadingMeasure))
  return {
    weights: all.some(({ of }) => isWeighed(of)),
    rise: has('delta'),
    prior: has('excursions'),
    expected: has('coverage'),
    changes: [...new Set(all.filter(({ of }) => of === 'maxRate').map(overOf))],
    days: has('degreeDays'),
    isOfSums: all.every(({ of }) => OF_SUMS.has(of)),
  }
}

type Values = ReadonlyMap<string, ParameterValue>
type Filter = (...more: readonly Sql[]) => Sql

interface Made {
  /** Columns of the rows that are looked at. */
  readonly columns: readonly string[]
  /** What is selected of each row under the name `x`, where that depends on the measure. */
  readonly own?: Sql
  /** @param filter Behind each aggregate, with conditions of its own @param x The column of `own` */
  of(filter: Filter, x: Sql): Sql
}

const WEIGHTS = ['within_area', 'within_ms', 'stood', 'carried_ms']
const sampled = (column: string, of: Made['of']): Made => ({ columns: [column], of })
const percentile = (share: number): Made =>
  sampled('low', (filter) => sql`percentile_cont(${sql.lit(share)}) within group (order by low)${filter()}`)
const beyond = (value: Sql, { side = 'above' }: PlainMeasure, limit: Sql): Sql =>
  sql`(${value} ${side === 'above' ? sql`>` : sql`<`} ${limit})`
/** Seconds for which a condition held; null where nothing is known of any. */
const duration = (holds: Sql): Made => ({
  columns: WEIGHTS,
  own: holds,
  of: (filter, x) => sql`case when sum(${WEIGHED_MS})${filter()} > 0 then coalesce(sum(carried_ms)${filter(x)}, 0) / 1000 end`,
})

function makeOf(measure: PlainMeasure, values: Values): Made | undefined {
  const quantity = (name: 'limit' | 'datum'): Sql => sql`${quantityOf(measure[name], `${measure.place}.${name}`, values)}::float8`
  switch (measure.of as ReadingMeasure) {
    case 'count':
      return sampled('count', (filter) => sql`coalesce(sum(count)${filter()}, 0)::float8`)
    case 'min':
      return sampled('low', (filter) => sql`min(low)${filter()}`)
    case 'max':
      return sampled('high', (filter) => sql`max(high)${filter()}`)
    case 'sampleMean':
      return { columns: ['total', 'valued'], of: (filter) => sampleMeanOfPieces(filter()) }
    case 'goodShare':
      return { columns: ['good', 'count'], of: (filter) => sql`sum(good)${filter()}::float8 / nullif(sum(count)${filter()}, 0)` }
    case 'first':
      return inOrder('first', sql`order by at, series`)
    case 'last':
      return inOrder('last', sql`order by at desc, series`)
    case 'delta':
      return sampled('rise', (filter) => sql`sum(rise)${filter()}`)
    case 'mean':
      return {
        columns: [...WEIGHTS, 'known', 'total', 'valued'],
        // Of roll-ups that are older than their weights, and of a value that no time has passed since, that of the samples.
        of: (filter) =>
          sql`coalesce(case when bool_and(known)${filter()} then sum(${WEIGHED_AREA})${filter()} / nullif(sum(${WEIGHED_MS})${filter()}, 0) end, ${sampleMeanOfPieces(filter())})`,
      }
    case 'coverage':
      return {
        columns: [...WEIGHTS, 'known', 'expected_ms'],
        of: (filter) =>
          // What is least of 1 and nothing is 1.
          sql`case when bool_and(known)${filter()} and sum(expected_ms)${filter()} > 0 then least(1, sum(${WEIGHED_MS})${filter()} / sum(expected_ms)${filter()}) end`,
      }
    case 'durationTrue':
      return duration(sql`(piece.stood <> 0)`)
    case 'durationBeyond':
      return duration(beyond(sql`piece.stood`, measure, quantity('limit')))
    case 'excursions': {
      const limit = quantity('limit')
      return {
        columns: [...WEIGHTS, 'valued', 'last', 'prior'],
        own: sql`(piece.valued > 0 and ${beyond(sql`piece.last`, measure, limit)} and not coalesce(${beyond(sql`piece.prior`, measure, limit)}, false))`,
        of: (filter, x) =>
          sql`case when sum(valued)${filter()} > 0 or sum(${WEIGHED_MS})${filter()} > 0 then (count(*)${filter(x)})::float8 end`,
      }
    }
    case 'maxRate': {
      const change = sql.ref(`piece.${changeColumn(overOf(measure))}`)
      const { side } = measure
      return {
        columns: [],
        own: side === 'above' ? change : side === 'below' ? sql`(- ${change})` : sql`abs(${change})`,
        of: (filter, x) => sql`max(${x})${filter()}`,
      }
    }
    case 'maturity': {
      const datum = quantity('datum')
      return {
        columns: [...WEIGHTS, 'known'],
        // Of a piece none of whose values is below the datum, or of a single one.
        own: sql`(greatest(0, coalesce(piece.within_area - ${datum} * piece.within_ms, 0)) + coalesce(greatest(0, piece.stood - ${datum}) * piece.carried_ms, 0))`,
        of: (filter, x) =>
          sql`case when bool_and(known)${filter()} and sum(${WEIGHED_MS})${filter()} > 0 then sum(${x})${filter()} / ${sql.lit(HOUR_MS)} end`,
      }
    }
    case 'degreeDays': {
      const datum = quantity('datum')
      return {
        columns: ['day_mean', 'day_share'],
        own: sql`(greatest(0, piece.day_mean - ${datum}) * piece.day_share)`,
        of: (filter, x) => sql`sum(${x})${filter(sql`day_mean is not null`)}`,
      }
    }
    case 'deviation':
      return sampled('low', (filter) => sql`stddev_samp(low)${filter()}`)
    case 'median':
      return percentile(0.5)
    case 'p05':
      return percentile(0.05)
    case 'p95':
      return percentile(0.95)
    default:
      return undefined
  }
}

/** Of several points, what comes first of a piece is that of the first of them: pieces do not say when within them. */
const inOrder = (column: string, order: Sql): Made => ({
  columns: [column, 'valued', 'at', 'series'],
  of: (filter) => sql`(array_agg(${sql.ref(column)} ${order})${filter(sql`valued > 0`)})[1]`,
})

/**
 * The measure of rows that are called `piece`; undefined for one that readings have not.
 * @param at Tells its inputs apart from those of other measures
 * @param keyIs Whether the row's point has the key of the measure; absent where it has none
 * @throws DocumentFault `required` for a parameter without a value
 */
export function readingMeasure(measure: PlainMeasure, at: number, values: Values, keyIs: Sql | undefined): Aggregated | undefined {
  const made = makeOf(measure, values)
  if (!made) return undefined
  const [key, own] = [`k${at}`, `x${at}`]
  return {
    kind: 'number',
    inputs: [
      ...made.columns.map((column) => [column, sql.ref(column === 'at' ? 'piece.time' : `piece.${column}`)] as const),
      ...(made.own ? [[own, made.own] as const] : []),
      ...(keyIs ? [[key, keyIs] as const] : []),
    ],
    of: (conditions) => made.of((...more) => filterOf([...more, ...(keyIs ? [sql.ref(key)] : []), ...conditions]), sql.ref(own)),
  }
}

/** The datum and limit of a measure as a number: 0 for a datum that is not said. */
export function quantityOf(quantity: Quantity | undefined, place: string, values: Values): number {
  if (typeof quantity !== 'object') return quantity ?? 0
  const value = values.get(quantity.param)
  return typeof value === 'number' ? value : refuse(`${place}.param`, 'required', quantity.param)
}
