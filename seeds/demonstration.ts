/** Two tenants full of people, to look at and to test against. They exist in demonstration mode only. */
import type { Belongings } from './belongings.ts'
import { precastThings } from './precast-things.ts'
import { precastWorks } from './precast-works.ts'
import type { TenantSeed } from './tenant.ts'
import { waterCompany } from './water-company.ts'
import { waterThings } from './water-things.ts'

export { platform } from './platform.ts'
export { precastWorks, waterCompany }
export const demonstration: readonly TenantSeed[] = [precastWorks, waterCompany]
export const belongings: readonly Belongings[] = [precastThings, waterThings]
