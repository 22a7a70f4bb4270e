import { sites } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { registryRoutes, registryWrites } from '../../../acquisition/index.ts'
import { options } from '../../../kernel/resources/options.ts'

export const sitesFeature: Feature = {
  tag: 'sites',
  routes: [...registryRoutes(registryWrites(sites)), options(sites, 'siteCode')],
}
