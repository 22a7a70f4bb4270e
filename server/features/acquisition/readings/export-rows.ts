/** What stands in a file of readings: which columns its reader may have, and the rows, page by page. */
import type { MillisRange } from '../../../../model/brands.ts'
import type { Conversion } from '../../../../model/acquisition/mapping/units.ts'
import { converted, convertedDifference } from '../../../../model/acquisition/mapping/units.ts'
import type { Field } from '../../../../model/field.ts'
import { points } from '../../../../model/index.ts'
import type { Reason } from '../../../../model/acquisition/quality.ts'
import { QUALITY, reasonOf } from '../../../../model/acquisition/quality.ts'
import { MAX_POINTS } from '../../../../model/contract/acquisition/readings.ts'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import type { Bucket, Level, RawReading } from '../../../acquisition/index.ts'
import { readBuckets, readSamples } from '../../../acquisition/index.ts'
import type { Cell, Column } from '../../../documents/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { PointFigures } from './statistics.ts'
import { statisticsOf } from './statistics.ts'
import type { View } from '../../../kernel/authorization/view.ts'

export interface ExportedPoint {
  readonly series: string
  readonly device_code: string
  readonly point_name: string
  readonly point_key: string
  /** In which its values stand in the file, and how stored ones become such. */
  readonly unit: string
  readonly shown: Conversion
  readonly stale_seconds: number | null
  readonly deadband: number | null
  readonly max_interval_seconds: number | null
  readonly carry_ms: number
}
/** What is exported of a point: `statistics` are one row of a point. */
export type Detail = 'raw' | Level | 'statistics'
type Reading = RawReading | Bucket | PointFigures
interface Exported {
  readonly column: Column
  cell(point: ExportedPoint, reading: Reading): Cell
}

/** What names a point stands there as far as its reader sees it in the list of points. */
export function columnsOf(view: View, detail: Detail, t: Translate): Exported[] {
  const link = (points.fields.deviceId as Field).link
  const names: [string, number, (point: ExportedPoint) => Cell][] = [
    ...(link && view.names(link)
      ? [['deviceId', 20, ({ device_code }: ExportedPoint) => device_code] satisfies [string, number, (point: ExportedPoint) => Cell]]
      : []),
    ['pointName', 20, ({ point_name }) => point_name],
    ['pointKey', 16, ({ point_key }) => point_key],
    ['unit', 8, ({ unit }) => unit],
  ]
  const text = (heading: LabelKey, width: number, cell: Exported['cell'], kind: 'text' | 'time' = 'text'): Exported => ({
    column: { heading: t(heading), kind, width },
    cell,
  })
  const number = (heading: LabelKey, cell: (reading: never) => Cell): Exported => ({
    column: { heading: t(heading), kind: 'number', width: 12 },
    cell: (_, reading) => cell(reading as never),
  })
  // Where it is not known, the mean beside it is that of the samples.
  const coverage = number('readings.coverage-percent', ({ coverage }: Bucket | PointFigures) =>
    coverage === null ? t('readings.mean-of-samples') : percent(coverage),
  )
  return [
    ...names.filter(([name]) => view.sees(name)).map(([name, width, cell]) => text(`field.points.${name}` as LabelKey, width, cell)),
    ...(detail === 'statistics'
      ? [
          ...(['low', 'high', 'mean', 'sampleMean', 'deviation', 'p05', 'median', 'p95', 'count', 'good'] as const).map((name) =>
            number(`readings.${name}`, (figures: PointFigures) => figures[name]),
          ),
          coverage,
          number('readings.good-percent', ({ goodShare }: PointFigures) => percent(goodShare)),
          text('readings.basis', 16, (_, figures) => t(`trends.detail-${(figures as PointFigures).basis}`)),
        ]
      : [text('trends.time', 23, (_, reading) => (reading as RawReading | Bucket).time, 'time')]),
    ...(detail === 'raw'
      ? [
          number('readings.value', ({ value }: RawReading) => value),
          text('readings.quality', 10, (_, reading) => t(`worth.${qualityWord((reading as RawReading).quality)}`)),
          text('readings.reason', 16, (_, reading) => reasonText(reasonOf((reading as RawReading).reason), t)),
          number('readings.earlier', (reading: RawReading) => earlierOf(reading, t)),
        ]
      : detail === 'statistics'
        ? []
        : [
            ...(['low', 'high', 'mean', 'sampleMean', 'count', 'good'] as const).map((name) =>
              number(`readings.${name}`, (bucket: Bucket) => bucket[name]),
            ),
            coverage,
          ]),
  ]
}

const percent = (share: number) => Math.round(share * 10_000) / 100

const VALUES = ['value', 'earlier', 'low', 'high', 'mean', 'sampleMean', 'p05', 'median', 'p95']

/** The reading in the unit in which its point is shown. */
function shownReading(reading: Reading, shown: Conversion): Reading {
  if (shown.factor === 1 && shown.offset === 0) return reading
  const entries = Object.entries(reading as Readonly<Record<string, unknown>>).map(([name, value]) => [
    name,
    typeof value !== 'number'
      ? value
      : VALUES.includes(name)
        ? converted(value, shown)
        : name === 'deviation'
          ? convertedDifference(value, shown)
          : value,
  ])
  return Object.fromEntries(entries) as Reading
}

const reasonText = (reason: Reason, t: Translate) => (reason === 'none' ? null : t(`reason.${reason}`))
/** Empty for what was never corrected. */
const earlierOf = ({ earlier }: RawReading, t: Translate) => (earlier === undefined ? null : (earlier ?? t('readings.corrected-none')))
const qualityWord = (quality: number) => (quality >= QUALITY.good ? 'good' : quality > QUALITY.bad ? 'uncertain' : 'bad')

interface ExportRequest {
  readonly open: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
  readonly points: readonly ExportedPoint[]
  readonly range: MillisRange
  readonly detail: Detail
  readonly columns: readonly Exported[]
}

/** Batches of the rows of an export: one point after the other, each in the order of time. A point without values has no statistics. */
export async function* rowsOf({ open, points: all, range, detail, columns }: ExportRequest): AsyncGenerator<Cell[][]> {
  if (detail === 'statistics') {
    for (let first = 0; first < all.length; first += MAX_POINTS.chart) {
      const some = all.slice(first, first + MAX_POINTS.chart)
      const bySeries = await open((tx) => statisticsOf(tx, some, range))
      yield some.flatMap((point) => {
        const figures = bySeries.get(point.series)
        return figures ? [columns.map(({ cell }) => cell(point, shownReading(figures, point.shown)))] : []
      })
    }
    return
  }
  for (const point of all) {
    const pages =
      detail === 'raw'
        ? readSamples(open, { ...range, series: point.series })
        : readBuckets(open, { ...range, series: point.series, carryMs: point.carry_ms }, detail)
    for await (const page of pages)
      yield page.map((reading) => {
        const shown = shownReading(reading, point.shown)
        return columns.map(({ cell }) => cell(point, shown))
      })
  }
}
