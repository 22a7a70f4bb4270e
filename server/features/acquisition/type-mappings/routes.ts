import { typeMappings } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { registryRoutes, registryWrites } from '../../../acquisition/index.ts'
import { judgeChanges, judgeNew } from './judge.ts'
import { addMappingPreset } from './preset.ts'
import { tryTypeMapping } from './try.ts'

export const typeMappingsFeature: Feature = {
  tag: 'type-mappings',
  routes: [...registryRoutes(registryWrites(typeMappings, { judgeNew, judgeChanges })), addMappingPreset, tryTypeMapping],
}
