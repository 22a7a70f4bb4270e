import { typePoints } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { registryRoutes } from '../../../kernel/acquisition/registry.ts'

export const typePointsFeature: Feature = {
  tag: 'type-points',
  routes: [...registryRoutes(typePoints)],
}
