/** Menus, dictionaries, regions, parameters: the features of this area. */
import { defineModule } from '../../module.ts'
import { dictionariesFeature } from './dictionaries/routes.ts'
import { menusFeature } from './menus/routes.ts'
import { parametersFeature } from './parameters/routes.ts'
import { regionsFeature } from './regions/routes.ts'

export const systemModule = defineModule({
  name: 'server/features/system',
  features: [menusFeature, dictionariesFeature, regionsFeature, parametersFeature],
})
