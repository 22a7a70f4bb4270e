/** Alarms of a period: how many were raised on each day by priority, and which were raised most often. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

const MAX_RULES_SHOWN = 20

/** The template of the report. */
export function alarmMonth(t: Translate, { of, deviceId, siteId }: ReportFor): ReportTemplate {
  const figures = (dimensions: readonly object[], more: object) => ({
    document: {
      format: 1,
      subject: 'alarm-events',
      measures: [{ as: 'n', of: 'count' }],
      dimensions,
      ...allOf([{ field: 'transition', op: 'equals', value: 'raise' }, equal('deviceId', deviceId), equal('siteId', siteId)]),
      time: { from: of.from, to: of.to },
      ...more,
    },
  })
  return {
    format: 1,
    page: { size: 'A4', margins: MARGINS },
    columns: [170, 60, 64],
    rows: [30, 18, 30, 16, 16, 14, 20, 18, 16, 30],
    sets: {
      days: figures([{ field: 'time', bucket: 'day' }, { field: 'alarmPriority' }], { order: [['time', 'ascend']] }),
      often: figures([{ field: 'ruleName' }, { field: 'deviceId' }, { field: 'pointName' }], {
        order: [['n', 'descend']],
        limit: MAX_RULES_SHOWN,
      }),
    },
    styles: [...STYLES],
    merges: ['A1:C1', 'A2:C2', 'A7:C7', 'A10:C10'],
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      A3: { diagonal: { rows: t('reports.day'), columns: t('field.alarms.alarmPriority') }, style: look.head },
      B3: { field: 'days.alarmPriority', show: 'days.alarmPriorityCn', expand: 'right', sort: 'ascend', style: look.head },
      C3: { text: t('reports.total'), style: look.head },
      A4: { field: 'days.time', expand: 'down', sort: 'ascend', format: 'yyyy-MM-dd', style: look.text },
      B4: { field: 'days.n', aggregate: 'sum', format: '#,##0', style: look.figure },
      C4: { field: 'days.n', aggregate: 'sum', format: '#,##0', style: look.foot },
      A5: { text: t('reports.total'), style: look.head },
      B5: { formula: 'SUM(B4)', format: '#,##0', style: look.foot },
      C5: { formula: 'SUM(C4)', format: '#,##0', style: look.foot },
      A7: { text: t('reports.most-often', { most: MAX_RULES_SHOWN }), style: look.section },
      A8: { text: t('field.alarms.ruleName'), style: look.head },
      B8: { text: t('noun.devices'), top: 'none', style: look.head },
      C8: { text: t('reports.times'), style: look.head },
      A9: { field: 'often.ruleName', expand: 'down', aggregate: 'list', style: look.text },
      B9: { field: 'often.deviceIdCn', top: 'none', style: look.text },
      C9: { field: 'often.n', format: '#,##0', style: look.figure },
      A10: { text: SIGNATURES, style: look.plain },
    },
  }
}
