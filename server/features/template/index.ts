/** Error log and statistics: the features of this area. */
import { defineModule } from '../../module.ts'
import { errorLogFeature } from './error-log/routes.ts'
import { statisticsFeature } from './statistics/routes.ts'

export const templateModule = defineModule({
  name: 'server/features/template',
  features: [statisticsFeature, errorLogFeature],
})
