/** What reports, charts and screens are made of: the features of this area. */
import { defineModule } from '../../module.ts'
import { figureFeature } from './figure/routes.ts'

export const reportModule = defineModule({
  name: 'server/features/report',
  features: [figureFeature],
})
