/** Temperature and humidity of a curing room: each hour of a day, or each day of a week or month, with what lies beyond the limits of GB/T 50081 marked. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

/** GB/T 50081-2019, 4.4: 20 ± 2 °C, relative humidity 95 % and more. */
export const ROOM_LIMITS = { low: 18, high: 22, humidity: 95 } as const
/** As points write them. */
export const UNITS_OF = { temperature: ['°C', '℃'], humidity: ['%', '%RH'] } as const
const UNITS = [...UNITS_OF.temperature, ...UNITS_OF.humidity]

/** The template of the sheet. */
export function curingRoom(t: Translate, { period, of, deviceId, siteId }: ReportFor): ReportTemplate {
  const figure = (name: string) => ({
    aggregate: 'first' as const,
    format: '0.0',
    style: look.figure,
    rules: [
      {
        if: `OR(AND(OR(B5="°C",B5="℃"),OR(${name}<${ROOM_LIMITS.low},${name}>${ROOM_LIMITS.high})),AND(OR(B5="%",B5="%RH"),${name}<${ROOM_LIMITS.humidity}))`,
        style: look.alert,
      },
    ],
  })
  return {
    format: 1,
    page: { size: 'A4', landscape: true, margins: MARGINS, repeat: { head: [3, 6] } },
    columns: [78, 48, 48, 48],
    rows: [30, 18, 18, 18, 16, 16, 16, 16, 30, 34],
    sets: {
      room: {
        document: {
          format: 1,
          subject: 'readings',
          measures: [
            { as: 'mean', of: 'mean' },
            { as: 'high', of: 'max' },
            { as: 'low', of: 'min' },
          ],
          dimensions: [
            { field: 'time', bucket: period === 'day' ? 'hour' : 'day' },
            { field: 'deviceId' },
            { field: 'device.deviceName', as: 'deviceName' },
            { field: 'pointKey' },
            { field: 'pointName' },
            { field: 'unit' },
          ],
          ...allOf([{ field: 'unit', op: 'among', value: UNITS }, equal('deviceId', deviceId), equal('device.siteId', siteId)]),
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
    merges: ['A1:D1', 'A2:D2', 'A3:A6', 'B3:D3', 'B4:D4', 'B5:D5', 'A9:D9', 'A10:D10'],
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      A3: { text: t('reports.time'), style: look.head },
      B3: { field: 'room.deviceId', show: 'room.deviceName', expand: 'right', style: look.head },
      B4: { field: 'room.pointKey', show: 'room.pointName', expand: 'right', top: 'B3', style: look.head },
      B5: { field: 'room.unit', style: look.head },
      B6: { text: t('reports.mean'), style: look.head },
      C6: { text: t('reports.highest'), style: look.head },
      D6: { text: t('reports.lowest'), style: look.head },
      A7: {
        field: 'room.time',
        expand: 'down',
        sort: 'ascend',
        format: period === 'day' ? 'HH:mm' : 'yyyy-MM-dd',
        style: look.text,
      },
      B7: { field: 'room.mean', ...figure('B7') },
      C7: { field: 'room.high', ...figure('C7') },
      D7: { field: 'room.low', ...figure('D7') },
      A8: { text: t('reports.all-rows'), style: look.head },
      B8: { formula: 'AVG(B7)', format: '0.0', style: look.foot },
      C8: { formula: 'MAX(C7)', format: '0.0', style: look.foot },
      D8: { formula: 'MIN(D7)', format: '0.0', style: look.foot },
      A9: { text: t('reports.room-note', ROOM_LIMITS), style: look.plain },
      A10: { text: SIGNATURES, style: look.plain },
    },
  }
}
