/** How well devices reported over a period: the share of good readings of each device on each day, the worst of them, and how many there were. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

/** Below this share a day is marked. */
const GOOD = 0.95

/** The template of the report. */
export function availability(t: Translate, { period, of, deviceId, siteId }: ReportFor): ReportTemplate {
  return {
    format: 1,
    page: { size: 'A4', landscape: true, margins: MARGINS, repeat: { head: [3, 3] } },
    columns: [110, 30, 48, 40, 56],
    rows: [30, 18, 30, 16, 30, 30],
    sets: {
      days: {
        document: {
          format: 1,
          subject: 'readings',
          measures: [
            { as: 'share', of: 'goodShare' },
            { as: 'n', of: 'count' },
          ],
          dimensions: [
            { field: 'time', bucket: period === 'day' ? 'hour' : 'day' },
            { field: 'deviceId' },
            { field: 'device.deviceName', as: 'deviceName' },
          ],
          ...allOf([equal('deviceId', deviceId), equal('device.siteId', siteId)]),
          time: { from: of.from, to: of.to },
          order: [
            ['deviceName', 'ascend'],
            ['time', 'ascend'],
          ],
        },
      },
    },
    styles: [...STYLES],
    merges: ['A1:E1', 'A2:E2', 'A5:E5', 'A6:E6'],
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      A3: { diagonal: { rows: t('noun.devices'), columns: t(period === 'day' ? 'reports.time' : 'reports.day') }, style: look.head },
      B3: { field: 'days.time', expand: 'right', sort: 'ascend', format: period === 'day' ? 'HH' : 'dd', style: look.head },
      C3: { text: t('reports.lowest'), style: look.head },
      D3: { text: t(period === 'day' ? 'reports.hours' : 'reports.days'), style: look.head },
      E3: { text: t('figures.readings'), style: look.head },
      A4: { field: 'days.deviceId', show: 'days.deviceName', expand: 'down', style: look.text },
      B4: { field: 'days.share', format: '0%', style: look.figure, rules: [{ if: `B4 < ${GOOD}`, style: look.alert }] },
      C4: { formula: 'MIN(B4)', format: '0.0%', style: look.foot },
      D4: { formula: 'COUNT(B4)', style: look.foot },
      E4: { field: 'days.n', aggregate: 'sum', format: '#,##0', style: look.foot },
      A5: { text: t('reports.availability-note'), style: look.plain },
      A6: { text: SIGNATURES, style: look.plain },
    },
  }
}
