import { alarms } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { acts } from './acts.ts'
import { queryAlarmCount } from './count.ts'
import { queryAlarmHealth } from './health.ts'
import { queryAlarmHistory } from './history.ts'

export const alarmsFeature: Feature = {
  tag: 'alarms',
  routes: [list(alarms), ...exportsOf(alarms), ...acts, queryAlarmHistory, queryAlarmHealth, queryAlarmCount],
}
