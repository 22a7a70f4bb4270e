/** Degree days of what cures beside its member: the mean of each day and what it adds, point by point, each with what it comes to. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, keyOf, look } from './parts.ts'

/** The template of the list. Two points beside one another measure the same days: there is no sum over points. */
export function degreeDays(t: Translate, { of, deviceId, siteId }: ReportFor): ReportTemplate {
  return {
    format: 1,
    page: { size: 'A4', margins: MARGINS, repeat: { head: [3, 3] } },
    columns: [110, 90, 70, 48, 48, 48, 59, 50],
    rows: [30, 18, 18, 16, 16, 30, 30],
    sets: {
      days: {
        document: {
          format: 1,
          subject: 'readings',
          measures: [
            { as: 'mean', of: 'mean' },
            { as: 'low', of: 'min' },
            { as: 'high', of: 'max' },
            { as: 'sum', of: 'degreeDays' },
            { as: 'covered', of: 'coverage' },
          ],
          dimensions: [
            { field: 'time', bucket: 'day' },
            { field: 'deviceId' },
            { field: 'device.deviceName', as: 'deviceName' },
            { field: 'pointKey' },
            { field: 'pointName' },
          ],
          ...allOf([keyOf('ambient'), equal('deviceId', deviceId), equal('device.siteId', siteId)]),
          time: { from: of.from, to: of.to },
          order: [
            ['deviceName', 'ascend'],
            ['pointKey', 'ascend'],
            ['time', 'ascend'],
          ],
        },
      },
    },
    styles: [...STYLES],
    merges: [1, 2, 6, 7].map((row) => `A${row}:H${row}`),
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      A3: { text: t('noun.devices'), style: look.head },
      B3: { text: t('field.points.pointName'), style: look.head },
      C3: { text: t('reports.day'), style: look.head },
      D3: { text: t('reports.mean'), style: look.head },
      E3: { text: t('reports.lowest'), style: look.head },
      F3: { text: t('reports.highest'), style: look.head },
      G3: { text: t('reports.degree-day'), style: look.head },
      H3: { text: t('reports.covered'), style: look.head },
      A4: { field: 'days.deviceId', show: 'days.deviceName', expand: 'down', style: look.text },
      B4: { field: 'days.pointKey', show: 'days.pointName', expand: 'down', style: look.text },
      C4: { field: 'days.time', expand: 'down', format: 'yyyy-MM-dd', style: look.text },
      D4: { field: 'days.mean', format: '0.0', style: look.figure },
      E4: { field: 'days.low', format: '0.0', style: look.figure },
      F4: { field: 'days.high', format: '0.0', style: look.figure },
      G4: { field: 'days.sum', format: '0.0', style: look.figure },
      H4: { field: 'days.covered', format: '0.0%', style: look.figure },
      C5: { text: t('reports.total'), style: look.head, left: 'B4' },
      ...Object.fromEntries(['D5', 'E5', 'F5', 'H5'].map((place) => [place, { text: '', style: look.foot, left: 'B4' }])),
      G5: { formula: 'SUM(G4)', format: '0.0', style: look.foot, left: 'B4' },
      A6: { text: t('reports.degree-days-note'), style: look.plain, left: 'none' },
      A7: { text: SIGNATURES, style: look.plain, left: 'none' },
    },
  }
}
