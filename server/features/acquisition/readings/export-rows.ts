/** What stands in a file of readings: which columns its reader may have, and the rows, page by page. */
import type { Field } from '../../../../model/field.ts'
import { points } from '../../../../model/index.ts'
import type { Reason } from '../../../../model/acquisition/quality.ts'
import { QUALITY, reasonOf } from '../../../../model/acquisition/quality.ts'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import type { Bucket, Level, RawReading } from '../../../acquisition/index.ts'
import { readBuckets, readSamples } from '../../../acquisition/index.ts'
import type { Cell, Column } from '../../../documents/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { View } from '../../../kernel/authorization/view.ts'

export interface ExportedPoint {
  readonly series: string
  readonly device_code: string
  readonly point_name: string
  readonly point_key: string
  readonly unit: string | null
}
type Reading = RawReading | Bucket
interface Exported {
  readonly column: Column
  cell(point: ExportedPoint, reading: Reading): Cell
}

/** What names a point stands there as far as its reader sees it in the list of points. */
export function columnsOf(view: View, detail: 'raw' | Level, t: Translate): Exported[] {
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
  return [
    ...names.filter(([name]) => view.sees(name)).map(([name, width, cell]) => text(`field.points.${name}` as LabelKey, width, cell)),
    text('trends.time', 23, (_, { time }) => time, 'time'),
    ...(detail === 'raw'
      ? [
          number('readings.value', ({ value }: RawReading) => value),
          text('readings.quality', 10, (_, reading) => t(`worth.${qualityWord((reading as RawReading).quality)}`)),
          text('readings.reason', 16, (_, reading) => reasonText(reasonOf((reading as RawReading).reason), t)),
          number('readings.earlier', (reading: RawReading) => earlierOf(reading, t)),
        ]
      : (['low', 'high', 'mean', 'count', 'good'] as const).map((name) => number(`readings.${name}`, (bucket: Bucket) => bucket[name]))),
  ]
}

const reasonText = (reason: Reason, t: Translate) => (reason === 'none' ? null : t(`reason.${reason}`))
/** Empty for what was never corrected. */
const earlierOf = ({ earlier }: RawReading, t: Translate) => (earlier === undefined ? null : (earlier ?? t('readings.corrected-none')))
const qualityWord = (quality: number) => (quality >= QUALITY.good ? 'good' : quality > QUALITY.bad ? 'uncertain' : 'bad')

interface ExportRequest {
  readonly open: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
  readonly points: readonly ExportedPoint[]
  readonly range: { readonly from: number; readonly to: number }
  readonly detail: 'raw' | Level
  readonly columns: readonly Exported[]
}

/** One point after the other, each in the order of time. */
export async function* rowsOf({ open, points: all, range, detail, columns }: ExportRequest): AsyncGenerator<Cell[][]> {
  for (const point of all) {
    const pages =
      detail === 'raw'
        ? readSamples(open, { ...range, series: point.series })
        : readBuckets(open, { ...range, series: point.series }, detail)
    for await (const page of pages) yield page.map((reading) => columns.map(({ cell }) => cell(point, reading)))
  }
}
