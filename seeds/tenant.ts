/** The shape of the seeds, which the server also makes new tenants from. */
export type { HiddenFields, OrganisationSeed, OwnDictionarySeed, PackageSeed, PostSeed, RoleSeed, TenantSeed, UserSeed } from '../model/tenant/template.ts'
export { matchesUrl } from '../model/tenant/template.ts'
