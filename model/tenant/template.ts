/**
 * What a tenant is made of at its birth, as data. Rows refer to each other by code; whoever stores them makes the ids.
 * Passwords are no part of it: they are made, or asked for, when the rows are stored.
 */
import type labels from '../labels/en/menus.ts'

type Suffix<Key, Start extends string> = Key extends `${Start}.${infer Rest}` ? Rest : never
/** Names of menus and buttons: those that have a label. */
export type MenuCode = Suffix<keyof typeof labels, 'menu'>
export type MenuButton = Suffix<keyof typeof labels, 'button'>

export interface OrganisationSeed {
  /** Names the organisation within this seed only; it is not stored. */
  readonly code: string
  readonly orgName: string
  readonly orgType: 'group' | 'company' | 'department' | 'team'
  readonly orgDescription: string
  readonly orgSequence: number
  /** Absent for a root. A parent stands before its children. */
  readonly parent?: string
}

export interface PostSeed {
  readonly postCode: string
  readonly postName: string
  readonly postSequence: number
  /** Absent for a root. A parent stands before its children. */
  readonly parent?: string
}

export interface HiddenFields {
  readonly menu: MenuCode
  readonly fields: readonly string[]
}

export interface RoleSeed {
  readonly roleCode: string
  readonly roleName: string
  readonly roleDescription: string
  /** Pages the role may open; the groups above them come along. */
  readonly menus: 'all' | readonly MenuCode[]
  /** Calls the role may make: names of the URL catalogue, or their beginning followed by `*`. See {@link matchesUrl}. */
  readonly urls: 'all' | readonly string[]
  readonly hiddenButtons: readonly `${MenuCode}:${MenuButton}`[]
  readonly hiddenFields: readonly HiddenFields[]
}

export interface UserSeed {
  readonly username: string
  readonly nickname: string
  readonly email: string
  /** Country calling code without the plus. */
  readonly prefix: string
  readonly mobile: string
  readonly org: OrganisationSeed['code']
  readonly roles: readonly RoleSeed['roleCode'][]
  readonly post?: PostSeed['postCode']
  readonly partTimePost?: PostSeed['postCode']
  /** Roles that are held through the part-time post and go with it. */
  readonly partTimeRoles?: readonly RoleSeed['roleCode'][]
  readonly status: 0 | 1
  readonly createdDaysAgo: number
}

/** Words of a tenant's own: a type, and its members in their order. */
export interface OwnDictionarySeed {
  readonly type: string
  readonly name: string
  readonly members: readonly (readonly [value: string, name: string])[]
}

/** What a tenant may have; without limit where nothing stands. */
export interface LimitsSeed {
  /** Name of a package that is there. */
  readonly package?: string
  readonly userQuota?: number
  /** Megabytes. */
  readonly storageQuota?: number
  readonly pointQuota?: number
  readonly expiresInDays?: number
}

export interface PackageSeed {
  readonly packageName: string
  readonly packageDescription: string
  /** Menus it lacks; below a group, all of them. */
  readonly withoutMenus: readonly MenuCode[]
}

export interface TenantSeed {
  readonly tenantCode: string
  readonly tenantName: string
  readonly tenantContact: string
  readonly tenantEmail: string
  readonly tenantTel: string
  readonly organisations: readonly OrganisationSeed[]
  readonly posts: readonly PostSeed[]
  readonly roles: readonly RoleSeed[]
  readonly users: readonly UserSeed[]
  readonly dictionaries?: readonly OwnDictionarySeed[]
  readonly limits?: LimitsSeed
}

/**
 * Whether a pattern of {@link RoleSeed.urls} covers a name of the URL catalogue.
 *
 * @example matchesUrl('/admin/sysorg/query*', '/admin/sysorg/querySysOrg') // true
 */
export function matchesUrl(pattern: string, url: string): boolean {
  return pattern.endsWith('*') ? url.startsWith(pattern.slice(0, -1)) : url === pattern
}
