/** Temperatures of a period as curves, and below what each point came to. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { UNITS_OF } from './curing-room.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

/** Points of one chart: with more of them nobody tells the lines apart. */
const MAX_CURVES = 12

/** The template of the sheet. */
export function curve(t: Translate, { period, of, deviceId, siteId }: ReportFor): ReportTemplate {
  const document = (dimensions: readonly object[], more: object) => ({
    document: {
      format: 1,
      subject: 'readings',
      measures: [
        { as: 'mean', of: 'mean' },
        { as: 'high', of: 'max' },
        { as: 'low', of: 'min' },
        { as: 'covered', of: 'coverage' },
      ],
      dimensions: [
        ...dimensions,
        { field: 'deviceId' },
        { field: 'device.deviceName', as: 'deviceName' },
        { field: 'pointKey' },
        { field: 'pointName' },
      ],
      ...allOf([
        { field: 'unit', op: 'among', value: [...UNITS_OF.temperature] },
        equal('deviceId', deviceId),
        equal('device.siteId', siteId),
      ]),
      time: { from: of.from, to: of.to },
      ...more,
    },
  })
  return {
    format: 1,
    page: { size: 'A4', landscape: true, margins: MARGINS, repeat: { head: [4, 4] } },
    columns: [210, 190, 90, 90, 90, 90],
    rows: [30, 18, 260, 18, 16, 24, 30],
    sets: {
      hours: document([{ field: 'time', bucket: period === 'month' ? 'day' : 'hour' }], {
        order: [
          ['deviceName', 'ascend'],
          ['pointKey', 'ascend'],
          ['time', 'ascend'],
        ],
      }),
      points: document([], {
        order: [
          ['deviceName', 'ascend'],
          ['pointKey', 'ascend'],
        ],
      }),
    },
    styles: [...STYLES],
    merges: ['A1:F1', 'A2:F2', 'A3:F3', 'A6:F6', 'A7:F7'],
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      A3: {
        chart: {
          kind: 'line',
          x: 'hours.time',
          by: ['hours.deviceName', 'hours.pointName'],
          series: [{ field: 'hours.mean' }],
          unit: '°C',
          mostSeries: MAX_CURVES,
        },
        format: period === 'day' ? 'HH:mm' : 'MM-dd',
      },
      A4: { text: t('noun.devices'), style: look.head },
      B4: { text: t('field.points.pointName'), style: look.head },
      C4: { text: t('reports.mean'), style: look.head },
      D4: { text: t('reports.highest'), style: look.head },
      E4: { text: t('reports.lowest'), style: look.head },
      F4: { text: t('reports.covered'), style: look.head },
      A5: { field: 'points.deviceId', show: 'points.deviceName', expand: 'down', style: look.text },
      B5: { field: 'points.pointKey', show: 'points.pointName', expand: 'down', style: look.text },
      C5: { field: 'points.mean', format: '0.0', style: look.figure },
      D5: { field: 'points.high', format: '0.0', style: look.figure },
      E5: { field: 'points.low', format: '0.0', style: look.figure },
      F5: { field: 'points.covered', format: '0.0%', style: look.figure },
      A6: { text: t('reports.curve-note', { most: MAX_CURVES }), style: look.plain },
      A7: { text: SIGNATURES, style: look.plain },
    },
  }
}
