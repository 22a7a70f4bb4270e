import { alarms } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { exportsOf } from '../../../kernel/operations/exports.ts'
import { list } from '../../../kernel/operations/list.ts'
import { acts } from './acts.ts'
import { queryAlarmHealth } from './health.ts'
import { queryAlarmHistory } from './history.ts'

export const alarmsFeature: Feature = {
  tag: 'alarms',
  routes: [list(alarms), ...exportsOf(alarms), ...acts, queryAlarmHistory, queryAlarmHealth],
}
