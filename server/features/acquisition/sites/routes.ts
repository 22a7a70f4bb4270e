import { sites } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { registryRoutes } from '../../../kernel/acquisition/registry.ts'
import { options } from '../../../kernel/operations/options.ts'

export const sitesFeature: Feature = {
  tag: 'sites',
  routes: [...registryRoutes(sites), options(sites, 'siteCode')],
}
