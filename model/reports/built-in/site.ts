/** A period of a site, or of all: what came of each day, what each device sent, and where alarms were raised. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

/** Below this share a device is marked. */
const GOOD = 0.95

/** The template of the report. */
export function site(t: Translate, { period, of, deviceId, siteId }: ReportFor): ReportTemplate {
  const time = { from: of.from, to: of.to }
  const bucket = period === 'day' ? ('hour' as const) : ('day' as const)
  const readings = (dimensions: readonly object[], order: readonly [string, string][]) => ({
    document: {
      format: 1,
      subject: 'readings',
      measures: [
        { as: 'n', of: 'count' },
        { as: 'good', of: 'goodShare' },
        { as: 'covered', of: 'coverage' },
      ],
      dimensions,
      ...allOf([equal('deviceId', deviceId), equal('device.siteId', siteId)]),
      time,
      order,
    },
  })
  const alarms = (dimensions: readonly object[], order: readonly [string, string][]) => ({
    document: {
      format: 1,
      subject: 'alarm-events',
      measures: [{ as: 'n', of: 'count' }],
      dimensions,
      ...allOf([{ field: 'transition', op: 'equals', value: 'raise' }, equal('deviceId', deviceId), equal('siteId', siteId)]),
      time,
      order,
    },
  })
  const format = period === 'day' ? 'HH:mm' : 'MM-dd'
  return {
    format: 1,
    page: { size: 'A4', margins: MARGINS },
    columns: [210, 104, 104, 104],
    rows: [30, 18, 20, 120, 20, 120, 20, 18, 16, 16, 8, 20, 18, 16, 16, 30],
    sets: {
      stored: readings([{ field: 'time', bucket }], [['time', 'ascend']]),
      raised: alarms([{ field: 'time', bucket }], [['time', 'ascend']]),
      devices: readings([{ field: 'deviceId' }, { field: 'device.deviceName', as: 'deviceName' }], [['deviceName', 'ascend']]),
      often: alarms([{ field: 'deviceId' }, { field: 'alarmPriority' }], [['n', 'descend']]),
    },
    styles: [...STYLES],
    merges: [1, 2, 3, 4, 5, 6, 7, 12, 16].map((row) => `A${row}:D${row}`),
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      A3: { text: t('reports.stored'), style: look.section },
      A4: { chart: { kind: 'bar', x: 'stored.time', series: [{ field: 'stored.n' }] }, format },
      A5: { text: t('reports.raised'), style: look.section },
      A6: { chart: { kind: 'bar', x: 'raised.time', series: [{ field: 'raised.n' }] }, format },
      A7: { text: t('noun.devices'), style: look.section },
      A8: { text: t('noun.devices'), style: look.head },
      B8: { text: t('figures.readings'), style: look.head },
      C8: { text: t('reports.good-share'), style: look.head },
      D8: { text: t('reports.covered'), style: look.head },
      A9: { field: 'devices.deviceId', show: 'devices.deviceName', expand: 'down', style: look.text },
      B9: { field: 'devices.n', format: '#,##0', style: look.figure },
      C9: { field: 'devices.good', format: '0.0%', style: look.figure, rules: [{ if: `C9<${GOOD}`, style: look.alert }] },
      D9: { field: 'devices.covered', format: '0.0%', style: look.figure, rules: [{ if: `D9<${GOOD}`, style: look.alert }] },
      A10: { text: t('reports.total'), style: look.head },
      B10: { formula: 'SUM(B9)', format: '#,##0', style: look.foot },
      C10: { text: '', style: look.foot },
      D10: { text: '', style: look.foot },
      A12: { text: t('noun.alarms'), style: look.section },
      A13: { text: t('noun.devices'), style: look.head },
      B13: { text: t('field.alarms.alarmPriority'), style: look.head },
      C13: { text: t('reports.times'), style: look.head },
      D13: { text: t('reports.share'), style: look.head },
      A14: { field: 'often.deviceId', show: 'often.deviceIdCn', expand: 'down', style: look.text },
      B14: { field: 'often.alarmPriority', show: 'often.alarmPriorityCn', expand: 'down', sort: 'ascend', style: look.text },
      C14: { field: 'often.n', aggregate: 'sum', format: '#,##0', style: look.figure },
      D14: { formula: 'C14/C15', format: '0%', style: look.figure },
      A15: { text: t('reports.total'), style: look.head },
      B15: { text: '', style: look.foot },
      C15: { formula: 'SUM(C14)', format: '#,##0', style: look.foot, left: 'none' },
      D15: { text: '', style: look.foot },
      A16: { text: SIGNATURES, style: look.plain },
    },
  }
}
