import { deviceTypes } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { registryRoutes } from '../../../acquisition/index.ts'
import { options } from '../../../kernel/resources/options.ts'

export const deviceTypesFeature: Feature = {
  tag: 'device-types',
  routes: [...registryRoutes(deviceTypes), options(deviceTypes, 'typeCode')],
}
