/** For how long temperature and humidity lay beyond the limits of a curing room, and how often: point by point. */
import type { Condition } from '../../figures/document.ts'
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate, TemplateCell } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { ROOM_LIMITS, UNITS_OF } from './curing-room.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

const SECONDS_AN_HOUR = 3600
const WHOLE = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'] as const

/** The template of the sheet. */
export function excursions(t: Translate, { of, deviceId, siteId }: ReportFor): ReportTemplate {
  // Sheds and formwork are warmer by design: without a device it is of the points that curing rooms have.
  const keyed = (keys: readonly string[]): Condition | undefined =>
    deviceId === undefined ? { or: keys.map((value) => ({ field: 'pointKey', op: 'begins', value })) } : undefined
  const figures = (units: readonly string[], keys: readonly string[], limits: Readonly<Partial<Record<'above' | 'below', number>>>) => ({
    document: {
      format: 1,
      subject: 'readings',
      measures: [
        ...Object.entries(limits).flatMap(([side, limit]) => [
          { as: `${side}Seconds`, of: 'durationBeyond', limit, side },
          { as: side, formula: `${side}Seconds / ${SECONDS_AN_HOUR}` },
          { as: `${side}Times`, of: 'excursions', limit, side },
        ]),
        { as: 'high', of: 'max' },
        { as: 'low', of: 'min' },
        { as: 'covered', of: 'coverage' },
      ],
      dimensions: [{ field: 'deviceId' }, { field: 'device.deviceName', as: 'deviceName' }, { field: 'pointKey' }, { field: 'pointName' }],
      ...allOf([
        { field: 'unit', op: 'among', value: [...units] },
        keyed(keys),
        equal('deviceId', deviceId),
        equal('device.siteId', siteId),
      ]),
      time: { from: of.from, to: of.to },
      order: [
        ['deviceName', 'ascend'],
        ['pointKey', 'ascend'],
      ],
    },
  })
  /** Section, heads and the row that repeats, from a row on. */
  const section = (set: string, from: number, text: string, hasAbove: boolean): Record<string, TemplateCell> => {
    const heads = [
      t('noun.devices'),
      t('field.points.pointName'),
      ...['above', 'above-times', 'below', 'below-times'].map((each) => t(`reports.${each as 'above'}`)),
      t('reports.highest'),
      t('reports.lowest'),
      t('reports.covered'),
    ]
    const row = from + 2
    const hours = (side: string, column: string): TemplateCell => ({
      field: `${set}.${side}`,
      format: '0.0',
      style: look.figure,
      rules: [{ if: `${column}${row}>0`, style: look.alert }],
    })
    const times = (side: string): TemplateCell => ({ field: `${set}.${side}Times`, format: '0', style: look.figure })
    const none: TemplateCell = { text: '/', style: look.centred }
    return {
      [`A${from}`]: { text, style: look.section },
      ...Object.fromEntries(WHOLE.map((column, at) => [`${column}${from + 1}`, { text: heads[at] ?? '', style: look.head }])),
      [`A${row}`]: { field: `${set}.deviceId`, show: `${set}.deviceName`, expand: 'down', style: look.text },
      [`B${row}`]: { field: `${set}.pointKey`, show: `${set}.pointName`, expand: 'down', style: look.text },
      [`C${row}`]: hasAbove ? hours('above', 'C') : none,
      [`D${row}`]: hasAbove ? times('above') : none,
      [`E${row}`]: hours('below', 'E'),
      [`F${row}`]: times('below'),
      [`G${row}`]: { field: `${set}.high`, format: '0.0', style: look.figure },
      [`H${row}`]: { field: `${set}.low`, format: '0.0', style: look.figure },
      [`I${row}`]: { field: `${set}.covered`, format: '0.0%', style: look.figure },
    }
  }
  return {
    format: 1,
    page: { size: 'A4', landscape: true, margins: MARGINS },
    columns: [150, 150, 66, 66, 66, 66, 66, 66, 66],
    rows: [30, 18, 22, 18, 16, 22, 18, 16, 36, 30],
    sets: {
      temperature: figures(UNITS_OF.temperature, ['temp'], { above: ROOM_LIMITS.high, below: ROOM_LIMITS.low }),
      humidity: figures(UNITS_OF.humidity, ['rh', 'humidity'], { below: ROOM_LIMITS.humidity }),
    },
    styles: [...STYLES],
    merges: [1, 2, 3, 6, 9, 10].map((row) => `A${row}:I${row}`),
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      ...section('temperature', 3, t('reports.temperature-limits', ROOM_LIMITS), true),
      ...section('humidity', 6, t('reports.humidity-limit', ROOM_LIMITS), false),
      A9: { text: t('reports.excursions-note'), style: look.plain },
      A10: { text: SIGNATURES, style: look.plain },
    },
  }
}
