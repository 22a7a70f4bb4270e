/** Every noun of the product. What walks this list (tests, migrations, the URL catalogue) knows a new noun at once. */
import type { Resource } from './resource.ts'
import { organisations } from './organisation/organisations.ts'
import { roles } from './authority/roles.ts'
import { users } from './organisation/users.ts'

export const resources = { users, organisations, roles } as const satisfies Record<string, Resource>

export { organisations, roles, users }
