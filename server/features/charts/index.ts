/** Pages of charts: the features of this area. */
import { defineModule } from '../../module.ts'
import { boardsFeature } from './boards/routes.ts'
import { productsFeature } from './products/routes.ts'

export const chartsModule = defineModule({
  name: 'server/features/charts',
  features: [boardsFeature, productsFeature],
})
