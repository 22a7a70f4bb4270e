import { points } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { registryRoutes, registryWrites } from '../../../acquisition/index.ts'

export const pointsFeature: Feature = {
  tag: 'points',
  routes: [...registryRoutes(registryWrites(points, { takes: { quota: 'points' } }))],
}
