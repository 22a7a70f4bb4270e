import { projects } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { registryRoutes, registryWrites } from '../../../acquisition/index.ts'
import { options } from '../../../kernel/resources/options.ts'

export const projectsFeature: Feature = {
  tag: 'projects',
  routes: [...registryRoutes(registryWrites(projects)), options(projects, 'projectCode')],
}
