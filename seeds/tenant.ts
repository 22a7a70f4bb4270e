/** The shape of the seeds, which the server also makes new tenants from. */
export type {
  AlarmRuleSeed,
  HiddenFields,
  OrganisationSeed,
  OwnDictionarySeed,
  PackageSeed,
  PointSeed,
  PostSeed,
  RegistrySeed,
  RoleSeed,
  TenantSeed,
  UserSeed,
} from '../model/tenant/template.ts'
export { matchesUrl } from '../model/tenant/template.ts'
