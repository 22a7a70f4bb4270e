/**
 * The pages that only some roles open, whatever the menu shows (section 2 of the specification). A child of the group is
 * open to those who may open the group and the child; the group's own role decides where a child names none.
 */
import type { StaticRoute } from '../navigation/menu-routes.ts'
import { ADMINISTRATOR } from '../navigation/menu-routes.ts'

export const restrictedRoutes: readonly StaticRoute[] = [
  { path: '/permission/page', name: 'permissionpage', roles: [ADMINISTRATOR] },
  { path: '/permission/directive', name: 'permissiondirective', roles: ['ROLE_EDITOR'] },
  { path: '/permission/role', name: 'permissionrole', roles: [ADMINISTRATOR] },
]
