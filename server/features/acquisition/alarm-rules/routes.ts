import { alarmRules } from '../../../../model/index.ts'
import { registryRoutes } from '../../../kernel/acquisition/registry.ts'
import type { Feature } from '../../../kernel/http.ts'

/** A change of a rule is one of the registry: whoever watches over the points reads the rules again. */
export const alarmRulesFeature: Feature = {
  tag: 'alarm-rules',
  routes: [...registryRoutes(alarmRules)],
}
