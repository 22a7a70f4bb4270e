import { points } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { registryRoutes } from '../../../kernel/acquisition/registry.ts'

export const pointsFeature: Feature = {
  tag: 'points',
  routes: [...registryRoutes(points)],
}
