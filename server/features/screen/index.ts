/** Big screens: the features of this area. */
import { defineModule } from '../../module.ts'
import { unusedScreenPictures } from './shared/pictures.ts'
import { screensFeature } from './screens/routes.ts'

export const screenModule = defineModule({
  name: 'server/features/screen',
  features: [screensFeature],
  chores: (services) => [unusedScreenPictures(services)],
})
