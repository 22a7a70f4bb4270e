/** People and where they belong: the features of this area. */
import { defineModule } from '../../module.ts'
import { onlineUsersFeature } from './online-users/routes.ts'
import { organisationsFeature } from './organisations/routes.ts'
import { postsFeature } from './posts/routes.ts'
import { registrationsFeature } from './registrations/routes.ts'
import { userPostsFeature } from './user-posts/routes.ts'
import { userEvents } from './users/domain-events.ts'
import { usersFeature } from './users/routes.ts'

export const organisationModule = defineModule({
  name: 'server/features/organisation',
  events: userEvents,
  features: [usersFeature, onlineUsersFeature, organisationsFeature, postsFeature, userPostsFeature, registrationsFeature],
})
