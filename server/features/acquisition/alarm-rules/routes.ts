import { alarmRules } from '../../../../model/index.ts'
import { registryRoutes, registryWrites } from '../../../acquisition/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { judgeChanges, judgeNew } from './judge.ts'
import { tryAlarmRule } from './try.ts'

/** A change of a rule is one of the registry: whoever watches over the points reads the rules again. */
export const alarmRulesFeature: Feature = {
  tag: 'alarm-rules',
  routes: [...registryRoutes(registryWrites(alarmRules, { judgeNew, judgeChanges })), tryAlarmRule],
}
