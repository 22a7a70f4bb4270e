/** What the pages of the template group show: the features of this area. */
import { defineModule } from '../../module.ts'
import { chartsFeature } from './charts/routes.ts'

export const templateModule = defineModule({
  name: 'server/features/template',
  features: [chartsFeature],
})
