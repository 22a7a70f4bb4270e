/** Alarms of a period in the order in which they were raised. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { listOf } from './list.ts'
import { allOf, equal } from './parts.ts'

/** More are no list that somebody reads; the head of the report says how many there are at most. */
const MAX_SHOWN = 2000

/** The template of the list. */
export function alarmList(t: Translate, { of, deviceId, siteId }: ReportFor): ReportTemplate {
  return listOf(t, {
    sets: {
      raised: {
        document: {
          format: 1,
          subject: 'alarm-events',
          measures: [{ as: 'n', of: 'count' }],
          dimensions: [
            { field: 'time', bucket: 'minute' },
            { field: 'alarmPriority' },
            { field: 'ruleName' },
            { field: 'deviceId' },
            { field: 'pointName' },
            { field: 'alarmState' },
          ],
          ...allOf([{ field: 'transition', op: 'equals', value: 'raise' }, equal('deviceId', deviceId), equal('siteId', siteId)]),
          time: { from: of.from, to: of.to },
          order: [['time', 'ascend']],
          limit: MAX_SHOWN,
        },
      },
    },
    columns: [
      { head: t('field.alarms.raisedAt'), width: 88, field: 'time', format: 'yyyy-MM-dd HH:mm' },
      { head: t('field.alarms.alarmPriority'), width: 48, field: 'alarmPriorityCn', alert: `C="${t('choice.alarmPriority.1')}"` },
      { head: t('field.alarms.ruleName'), width: 120, field: 'ruleName' },
      { head: t('noun.devices'), width: 100, field: 'deviceIdCn' },
      { head: t('field.alarms.pointName'), width: 80, field: 'pointName' },
      { head: t('reports.state-now'), width: 60, field: 'alarmStateCn' },
      { head: t('reports.times'), width: 40, field: 'n', format: '#,##0', isFigure: true, total: 'SUM' },
    ],
    note: t('reports.alarm-list-note', { most: MAX_SHOWN }),
  })
}
