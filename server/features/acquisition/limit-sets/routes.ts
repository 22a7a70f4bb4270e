/** Limit sets: the standard verbs, and the versions that are made of them. */
import { limitSets } from '../../../../model/index.ts'
import { registryRoutes } from '../../../acquisition/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { options } from '../../../kernel/resources/options.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { publishLimitSet, queryLimitSetVersion } from './versions.ts'

export const limitSetsFeature: Feature = {
  tag: 'limit-sets',
  routes: [...registryRoutes(writes(limitSets)), options(limitSets, 'setName'), publishLimitSet, queryLimitSetVersion],
}
