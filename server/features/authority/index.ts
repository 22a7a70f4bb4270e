/** Roles and what they may do: the features of this area. */
import { defineModule } from '../../module.ts'
import { menuGrantsFeature } from './menu-grants/routes.ts'
import { rolesFeature } from './roles/routes.ts'
import { urlsFeature } from './urls/routes.ts'
import { whyFeature } from './why/routes.ts'

export const authorityModule = defineModule({
  name: 'server/features/authority',
  features: [rolesFeature, urlsFeature, menuGrantsFeature, whyFeature],
})
