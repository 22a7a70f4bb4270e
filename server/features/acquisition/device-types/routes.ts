import { deviceTypes } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { registryRoutes, registryWrites } from '../../../acquisition/index.ts'
import { options } from '../../../kernel/resources/options.ts'

export const deviceTypesFeature: Feature = {
  tag: 'device-types',
  routes: [...registryRoutes(registryWrites(deviceTypes)), options(deviceTypes, 'typeCode')],
}
