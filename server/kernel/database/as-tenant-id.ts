import type { TenantId } from '../../../model/brands.ts'
import { newId } from '../ids.ts'

/**
 * The id as that of a tenant, for the rooms that administer tenants: one that is being made, or one that the operator names. Which files may
 * import this stands in `dependency-cruiser.config.mjs`; everybody else has the id from a session, a row, a device or a link.
 */
export const asTenantId = (id: string) => id as TenantId

/** The id of a tenant that is about to be stored: a UUID of version 7. */
export const newTenantId = () => asTenantId(newId())
