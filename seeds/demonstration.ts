/** Two tenants full of people, to look at and to test against. They exist in demonstration mode only. */
import { precastWorks } from './precast-works.ts'
import type { TenantSeed } from './tenant.ts'
import { waterCompany } from './water-company.ts'

export { platform } from './platform.ts'
export { precastWorks, waterCompany }
export const demonstration: readonly TenantSeed[] = [precastWorks, waterCompany]
