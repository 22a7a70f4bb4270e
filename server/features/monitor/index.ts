/** Errors of browsers: the features of this area. */
import { defineModule } from '../../module.ts'
import { errorLogFeature } from './error-log/routes.ts'

export const monitorModule = defineModule({
  name: 'server/features/monitor',
  features: [errorLogFeature],
})
