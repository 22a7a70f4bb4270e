import type { TenantId } from '../../../model/brands.ts'
import type { Transaction } from './tenant.ts'

/** The tenant whose rows the transaction sees. @throws TypeError in the platform's scope, where a row's tenant has to be named */
export function tenantOf({ tenantId }: Transaction): TenantId {
  if (tenantId === undefined) throw new TypeError('in the platform scope, what is stored names its tenant')
  return tenantId
}
