/** Limits of tensioning and grouting: the standard verbs. */
import { tensionLimits } from '../../../../model/index.ts'
import { registryRoutes } from '../../../acquisition/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { options } from '../../../kernel/resources/options.ts'
import { tensionLimitWrites } from './writes.ts'

export const tensionLimitsFeature: Feature = {
  tag: 'tension-limits',
  routes: [...registryRoutes(tensionLimitWrites), options(tensionLimits)],
}
