import { projects } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { registryRoutes } from '../../../kernel/acquisition/registry.ts'
import { options } from '../../../kernel/operations/options.ts'

export const projectsFeature: Feature = {
  tag: 'projects',
  routes: [...registryRoutes(projects), options(projects, 'projectCode')],
}
