import { points } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { options } from '../../../kernel/resources/options.ts'
import { registryRoutes, registryWrites } from '../../../acquisition/index.ts'

export const pointsFeature: Feature = {
  tag: 'points',
  // Many devices have points of one name: the device tells them apart.
  routes: [...registryRoutes(registryWrites(points, { takes: { quota: 'points' } })), options(points, 'deviceId')],
}
