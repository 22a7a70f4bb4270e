/** Big screens: the features of this area. */
import { defineModule } from '../../module.ts'
import { expiredScreenLinks } from './links/expired.ts'
import { screenLinksFeature } from './links/routes.ts'
import { unusedScreenPictures } from './shared/pictures.ts'
import { playbackFeature } from './playback/routes.ts'
import { screensFeature } from './screens/routes.ts'

export { pointsOfScreen } from './links/points.ts'

export const screenModule = defineModule({
  name: 'server/features/screen',
  features: [screensFeature, screenLinksFeature, playbackFeature],
  chores: (services) => [unusedScreenPictures(services), expiredScreenLinks(services.transactions)],
})
