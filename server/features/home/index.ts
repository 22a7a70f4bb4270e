/** The workbench: the features of this area. */
import { defineModule } from '../../module.ts'
import { workbenchFeature } from './workbench/routes.ts'

export const homeModule = defineModule({
  name: 'server/features/home',
  features: [workbenchFeature],
})
