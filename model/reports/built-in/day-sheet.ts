/** What the points of a device measured on a production day, a row for each quarter of an hour; of a week each hour, of a month each day. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate, Style } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, among, equal, look } from './parts.ts'

/** Below this share of the time the coverage is marked. */
const COVERED = 0.95

/** Rows and columns are as narrow as they can be read, so that fifteen points are as wide as a page and a day is three of them. */
const [TIME_WIDTH, POINT_WIDTH] = [64, 48]
const SIZE = 8
/** One line of that size. */
const ROW_HEIGHT = 10.8

/** What is in a row, and how its time is written. */
const ROWS = {
  day: { bucket: 'quarter-hour', format: 'HH:mm' },
  week: { bucket: 'hour', format: 'MM-dd HH:mm' },
  month: { bucket: 'shift-day', format: 'yyyy-MM-dd' },
} as const

const smaller = (style: Style): Style => ({ ...style, font: style.font?.[2] ? ['sc', SIZE, 'bold'] : ['sc', SIZE] })
const common = (name: keyof typeof look): Style => STYLES[look[name]] ?? {}
/** Behind the common ones, in this order. A sheet of one point is narrow: its heading breaks. */
const OWN_STYLES = {
  head: smaller(common('head')),
  line: { ...smaller(common('head')), wrap: false },
  figure: smaller(common('figure')),
  alert: smaller(common('alert')),
  foot: smaller(common('foot')),
  centred: smaller(common('centred')),
  title: { ...common('title'), wrap: true },
  quiet: { ...common('quiet'), wrap: true },
} satisfies Record<string, Style>
const own = Object.fromEntries(Object.keys(OWN_STYLES).map((name, at) => [name, STYLES.length + at])) as Record<
  keyof typeof OWN_STYLES,
  number
>

/** The template of the sheet. Each device has its own column of times, since the next one may stand on another page. */
export function daySheet(t: Translate, { period, of, deviceId, siteId, pointIds }: ReportFor): ReportTemplate {
  const { bucket, format } = ROWS[period]
  const limits = [
    { if: 'B9<B7', style: own.alert },
    { if: 'B9>B8', style: own.alert },
  ]
  return {
    format: 1,
    page: { size: 'A4', landscape: true, margins: MARGINS, repeat: { head: [3, 8] } },
    columns: [TIME_WIDTH, POINT_WIDTH],
    rows: [30, 18, 16, 14, 14, 14, 12, 12, ROW_HEIGHT, 12, 12, 12, 12, 26, 20],
    sets: {
      sheet: {
        document: {
          format: 1,
          subject: 'readings',
          measures: [
            { as: 'mean', of: 'mean' },
            { as: 'high', of: 'max' },
            { as: 'low', of: 'min' },
            // With it there is a row for each stretch, whether or not anything came in it.
            { as: 'covered', of: 'coverage' },
          ],
          dimensions: [
            { field: 'time', bucket },
            { field: 'deviceId' },
            { field: 'device.deviceName', as: 'deviceName' },
            { field: 'displayOrder' },
            { field: 'pointName' },
            { field: 'pointKey' },
            { field: 'unit' },
            { field: 'rangeLow' },
            { field: 'rangeHigh' },
          ],
          ...allOf([equal('deviceId', deviceId), equal('device.siteId', siteId), among('pointId', pointIds)]),
          time: { from: of.from, to: of.to },
          order: [
            ['deviceName', 'ascend'],
            ['displayOrder', 'ascend'],
            ['pointKey', 'ascend'],
            ['time', 'ascend'],
          ],
        },
      },
    },
    styles: [...STYLES, ...Object.values(OWN_STYLES)],
    merges: [1, 2, 3, 14, 15].map((row) => `A${row}:B${row}`),
    cells: {
      A1: { text: '{title}', style: own.title },
      A2: { text: '{subtitle}', style: own.quiet },
      A3: { field: 'sheet.deviceId', show: 'sheet.deviceName', expand: 'right', style: look.head },
      A4: { text: t('field.points.pointName'), style: own.head },
      // By both: whoever does not see the one still has each point by itself.
      B4: { field: 'sheet.pointName', expand: 'right', style: own.head },
      A5: { text: t('field.points.pointKey'), style: own.head },
      B5: { field: 'sheet.pointKey', expand: 'right', style: own.head },
      A6: { text: t('field.points.unit'), style: own.head },
      B6: { field: 'sheet.unit', style: own.head },
      A7: { text: t('field.points.rangeLow'), style: own.line },
      B7: { field: 'sheet.rangeLow', style: own.line },
      A8: { text: t('field.points.rangeHigh'), style: own.line },
      B8: { field: 'sheet.rangeHigh', style: own.line },
      A9: { field: 'sheet.time', expand: 'down', sort: 'ascend', format, style: own.centred },
      B9: { field: 'sheet.mean', aggregate: 'avg', format: '0.00', style: own.figure, rules: limits },
      A10: { text: t('reports.mean'), style: own.line },
      B10: { formula: 'AVG(B9)', format: '0.00', style: own.foot },
      A11: { text: t('reports.highest'), style: own.line },
      B11: { field: 'sheet.high', aggregate: 'max', format: '0.00', style: own.foot, rules: [{ if: 'B11>B8', style: own.alert }] },
      A12: { text: t('reports.lowest'), style: own.line },
      B12: { field: 'sheet.low', aggregate: 'min', format: '0.00', style: own.foot, rules: [{ if: 'B12<B7', style: own.alert }] },
      A13: { text: t('reports.covered'), style: own.line },
      B13: {
        field: 'sheet.covered',
        aggregate: 'avg',
        format: '0.0%',
        style: own.foot,
        rules: [{ if: `B13<${COVERED}`, style: own.alert }],
      },
      A14: { text: t('reports.day-sheet-note'), style: look.plain, top: 'none' },
      A15: { text: SIGNATURES, style: look.plain, top: 'none' },
    },
  }
}
