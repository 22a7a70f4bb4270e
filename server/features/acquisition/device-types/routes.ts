import { deviceTypes } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { registryRoutes } from '../../../kernel/acquisition/registry.ts'
import { options } from '../../../kernel/operations/options.ts'

export const deviceTypesFeature: Feature = {
  tag: 'device-types',
  routes: [...registryRoutes(deviceTypes), options(deviceTypes, 'typeCode')],
}
