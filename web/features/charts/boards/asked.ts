/** What is asked of the server for a chart: its document, narrowed by the filters of its board and in the range that the board shows. Pure. */
import type { BoardChart } from '../../../../model/charts/board.ts'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import type {
  Bucket,
  Comparison,
  Condition,
  DimensionBucket,
  FiguresDocument,
  NamedRange,
  RangeValue,
  Scalar,
} from '../../../../model/figures/document.ts'
import { BUCKETS, figuresDocumentOf } from '../../../../model/figures/document.ts'
import { fieldAt, timeOf } from '../../../shared/figures/subject-fields.ts'

/** A value that all charts are narrowed by which have its field. */
export interface BoardFilter {
  readonly field: string
  readonly label: string
  /** Null for rows that have none. */
  readonly value: Scalar | null
  readonly text: string
}

/** The share of good values, asked beside the measures of a chart whose lines are shaded by it. */
export const QUALITY = 'quality'

export interface AskedChart {
  readonly document: FiguresDocument
  /** A filter of the board says nothing about its rows. */
  readonly isUnfiltered: boolean
}

interface Around {
  readonly range: RangeValue | undefined
  readonly filters: readonly BoardFilter[]
  readonly subjects: readonly FigureSubject[]
}

/** A chart's own document as it is asked for now; undefined for a chart that was told without one. */
export function askedOf({ document, kind }: BoardChart, { range, filters, subjects }: Around): AskedChart | undefined {
  const own = figuresDocumentOf(document)
  if (!own) return undefined
  const fitting = filters.filter(({ field, value }) =>
    fieldAt(subjects, own.subject, field)?.operators.includes(value === null ? 'empty' : 'equals'),
  )
  const conditions = fitting.map(({ field, value }): Comparison =>
    value === null ? { field, op: 'empty' } : { field, op: 'equals', value },
  )
  const where = joined(own.where, conditions)
  const time = own.time && range ? { ...withoutRange(own.time), ...timeOf(range) } : own.time
  const length = range && lengthOf(range)
  return {
    isUnfiltered: fitting.length < filters.length,
    document: {
      ...own,
      ...(where ? { where } : {}),
      ...(time ? { time } : {}),
      ...(own.dimensions
        ? {
            dimensions: own.dimensions.map((dimension) =>
              // Shifts are as long as they are, whatever the range.
              length && isCalendar(dimension.bucket) ? { ...dimension, bucket: bucketFor(dimension.bucket, length) } : dimension,
            ),
          }
        : {}),
      ...(isShaded(own, kind) ? { measures: [...own.measures, { as: QUALITY, of: 'goodShare' as const }] } : {}),
    },
  }
}

/** Whether stretches of time are those of the calendar, and not shifts or production days. */
export const isCalendar = (bucket: DimensionBucket | undefined): bucket is Bucket => BUCKETS.some((one) => one === bucket)

const isShaded = ({ subject, dimensions = [], measures, topN }: FiguresDocument, kind: BoardChart['kind']): boolean =>
  subject === 'readings' &&
  (kind === 'line' || kind === 'area') &&
  dimensions[0]?.bucket !== undefined &&
  topN === undefined &&
  measures.every(({ as }) => as !== QUALITY)

function joined(own: Condition | undefined, more: readonly Comparison[]): Condition | undefined {
  if (more.length === 0) return own
  // Conditions lie four deep at the most: what is joined by "and" already takes more of them.
  return { and: [...(own === undefined ? [] : 'and' in own ? own.and : [own]), ...more] }
}

type Time = NonNullable<FiguresDocument['time']>

const withoutRange = ({ field, compare }: Time): Time => ({
  ...(field === undefined ? {} : { field }),
  ...(compare === undefined ? {} : { compare }),
})

const MINUTE = 60_000
/** About as long as each is, in milliseconds, from the shortest. */
const LENGTHS: readonly (readonly [Bucket, number])[] = [
  ['minute', MINUTE],
  ['quarter-hour', 15 * MINUTE],
  ['hour', 60 * MINUTE],
  ['day', 1440 * MINUTE],
  ['week', 7 * 1440 * MINUTE],
  ['month', 30 * 1440 * MINUTE],
  ['year', 365 * 1440 * MINUTE],
]
const lengthOfBucket = (bucket: Bucket): number => new Map(LENGTHS).get(bucket) ?? MINUTE
const UNIT_OF: Readonly<Record<NamedRange, Bucket>> = {
  today: 'day',
  yesterday: 'day',
  thisWeek: 'week',
  lastWeek: 'week',
  thisMonth: 'month',
  lastMonth: 'month',
  thisYear: 'year',
  lastYear: 'year',
}

/** About how long a range is, in milliseconds. */
export function lengthOf(range: RangeValue): number {
  if (typeof range === 'string') return lengthOfBucket(UNIT_OF[range])
  if ('last' in range) return range.last.count * lengthOfBucket(range.last.unit)
  return Date.parse(`${range.to.replace(' ', 'T')}Z`) - Date.parse(`${range.from.replace(' ', 'T')}Z`)
}

/** More stretches than these nobody tells apart, and fewer say nothing. */
const MAX_STRETCHES = 1500
const MIN_STRETCHES = 4

/** The stretches that a range of that length is parted into: those of the chart, unless there were too many of them or too few. */
export function bucketFor(own: Bucket, length: number): Bucket {
  const names = LENGTHS.map(([name]) => name)
  let at = names.indexOf(own)
  while (at < names.length - 1 && length / (LENGTHS[at]?.[1] ?? 1) > MAX_STRETCHES) at++
  while (at > 0 && length / (LENGTHS[at]?.[1] ?? 1) < MIN_STRETCHES) at--
  return names[at] ?? own
}
