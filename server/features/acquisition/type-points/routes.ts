import { typePoints } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { registryRoutes, registryWrites } from '../../../acquisition/index.ts'

export const typePointsFeature: Feature = {
  tag: 'type-points',
  routes: [...registryRoutes(registryWrites(typePoints))],
}
