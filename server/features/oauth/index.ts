/** Applications, and what they ask people for: the features of this area. */
import { defineModule } from '../../module.ts'
import { appClientsFeature } from './app-clients/routes.ts'
import { oauthFeature } from './authorize/routes.ts'

export const oauthModule = defineModule({
  name: 'server/features/oauth',
  features: [appClientsFeature, oauthFeature],
})
