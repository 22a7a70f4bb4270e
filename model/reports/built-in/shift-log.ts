/** What whoever takes over a shift has to know: the alarms of each shift, what was noted, the curing runs that began, and room for what else is to be said. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate, TemplateCell } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

/** More alarms than these are no log that somebody reads. */
const MAX_SHOWN = 500
const COLUMNS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const

/** The template of the log. */
export function shiftLog(t: Translate, { of, deviceId, siteId }: ReportFor): ReportTemplate {
  const time = { from: of.from, to: of.to }
  const head = (row: number, texts: readonly string[]): Record<string, TemplateCell> =>
    Object.fromEntries(texts.map((text, at) => [`${COLUMNS[at] ?? ''}${row}`, { text, style: look.head }]))
  const cell = (field: string, left: string): TemplateCell => ({ field, left, style: look.text })
  return {
    format: 1,
    page: { size: 'A4', margins: MARGINS },
    columns: [64, 68, 46, 112, 104, 88, 41],
    rows: [30, 18, 22, 18, 16, 22, 18, 16, 22, 18, 16, 22, 60, 30],
    sets: {
      raised: {
        document: {
          format: 1,
          subject: 'alarm-events',
          measures: [
            { as: 'n', of: 'count' },
            { as: 'from', of: 'min', field: 'time' },
          ],
          dimensions: [
            { field: 'time', as: 'shift', bucket: 'shift' },
            ...['alarmPriority', 'ruleName', 'deviceId', 'alarmState'].map((field) => ({ field })),
          ],
          ...allOf([{ field: 'transition', op: 'equals', value: 'raise' }, equal('deviceId', deviceId), equal('siteId', siteId)]),
          time,
          order: [
            ['shift', 'ascend'],
            ['from', 'ascend'],
          ],
          limit: MAX_SHOWN,
        },
      },
      notes: {
        document: {
          format: 1,
          subject: 'annotations',
          measures: [{ as: 'n', of: 'count' }],
          dimensions: [{ field: 'notedAt', bucket: 'minute' }, { field: 'pointId' }, { field: 'noteText' }],
          ...allOf([equal('point.deviceId', deviceId), equal('point.device.siteId', siteId)]),
          time: { field: 'notedAt', ...time },
          order: [['notedAt', 'ascend']],
          limit: MAX_SHOWN,
        },
      },
      begun: {
        document: {
          format: 1,
          subject: 'runs',
          measures: [{ as: 'from', of: 'min', field: 'startedAt' }],
          dimensions: ['runNumber', 'runKind', 'componentId', 'runState'].map((field) => ({ field })),
          ...allOf([equal('deviceId', deviceId), equal('siteId', siteId)]),
          time: { field: 'startedAt', ...time },
          order: [['from', 'ascend']],
          limit: MAX_SHOWN,
        },
      },
    },
    styles: [...STYLES],
    merges: [
      ...[1, 2, 3, 6, 9, 12, 13, 14].map((row) => `A${row}:G${row}`),
      ...[7, 8].flatMap((row) => [`B${row}:C${row}`, `D${row}:G${row}`]),
      ...[10, 11].flatMap((row) => [`B${row}:C${row}`, `E${row}:G${row}`]),
    ],
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      A3: { text: t('reports.raised'), style: look.section },
      ...head(4, [
        t('noun.shifts'),
        t('field.alarms.raisedAt'),
        t('field.alarms.alarmPriority'),
        t('field.alarms.ruleName'),
        t('noun.devices'),
        t('reports.state-now'),
        t('reports.times'),
      ]),
      A5: { field: 'raised.shift', show: 'raised.shiftCn', expand: 'down', left: 'none', style: look.text },
      B5: { field: 'raised.from', format: 'MM-dd HH:mm', expand: 'down', aggregate: 'list', left: 'A5', style: look.text },
      C5: {
        ...cell('raised.alarmPriorityCn', 'B5'),
        rules: [{ if: `C5="${t('choice.alarmPriority.1')}"`, style: look.wrong }],
      },
      D5: cell('raised.ruleName', 'B5'),
      E5: cell('raised.deviceIdCn', 'B5'),
      F5: cell('raised.alarmStateCn', 'B5'),
      G5: { field: 'raised.n', format: '#,##0', left: 'B5', style: look.figure },
      A6: { text: t('noun.annotations'), style: look.section, left: 'none' },
      A7: { text: t('field.annotations.notedAt'), style: look.head, left: 'none' },
      B7: { text: t('field.annotations.pointId'), style: look.head, left: 'none' },
      D7: { text: t('field.annotations.noteText'), style: look.head, left: 'none' },
      A8: { field: 'notes.notedAt', format: 'MM-dd HH:mm', expand: 'down', aggregate: 'list', left: 'none', style: look.text },
      B8: cell('notes.pointIdCn', 'A8'),
      D8: cell('notes.noteText', 'A8'),
      A9: { text: t('reports.runs-begun'), style: look.section, left: 'none' },
      A10: { text: t('field.runs.startedAt'), style: look.head, left: 'none' },
      B10: { text: t('field.runs.runNumber'), style: look.head, left: 'none' },
      D10: { text: t('field.runs.componentId'), style: look.head, left: 'none' },
      E10: { text: t('field.runs.runState'), style: look.head, left: 'none' },
      A11: { field: 'begun.from', format: 'MM-dd HH:mm', expand: 'down', aggregate: 'list', left: 'none', style: look.text },
      B11: cell('begun.runNumber', 'A11'),
      D11: cell('begun.componentIdCn', 'A11'),
      E11: cell('begun.runStateCn', 'A11'),
      A12: { text: t('reports.to-hand-over'), style: look.section, left: 'none' },
      // By hand.
      A13: { text: ' ', style: look.text, left: 'none' },
      A14: { text: SIGNATURES, style: look.plain, left: 'none' },
    },
  }
}
