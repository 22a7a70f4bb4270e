/**
 * What a tenant is made of at its birth, as data. Rows refer to each other by code; whoever stores them makes the ids.
 * Passwords are no part of it: they are made, or asked for, when the rows are stored.
 */
import type { AlarmKind, AlarmPriority } from '../acquisition/alarm-rules.ts'
import type labels from '../labels/en/index.ts'

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

/** A point of a type, and so of its devices; what is absent is as the tables have it (migrations/0027_registry.sql). */
export interface PointSeed {
  readonly pointKey: string
  readonly pointName: string
  readonly unit?: string
  readonly displayUnit?: string
  readonly decimals?: number
  readonly stateTexts?: string
  readonly pointGroup?: string
  readonly displayOrder?: number
  readonly scale?: number
  readonly rangeLow?: number
  readonly rangeHigh?: number
  readonly deadband?: number
  readonly maxIntervalSeconds?: number
  readonly staleSeconds?: number
  readonly frozenSeconds?: number
  readonly retention?: 'short' | 'standard' | 'long'
  readonly registerKind?: 'holding' | 'input' | 'coil' | 'discrete'
  readonly registerAddress?: number
  readonly registerFormat?: 'uint16' | 'int16' | 'uint32' | 'int32' | 'float32' | 'boolean'
  readonly byteOrder?: 'ABCD' | 'CDAB' | 'BADC' | 'DCBA'
}

/** A rule of alarms; what is absent is none. Where it looks is a type, or one device. */
export interface AlarmRuleSeed {
  readonly ruleName: string
  readonly type?: string
  readonly device?: string
  readonly pointKey: string
  readonly alarmKind: AlarmKind
  readonly alarmLimit?: number
  readonly alarmDeadband?: number
  readonly silentSeconds?: number
  readonly onDelay?: number
  readonly offDelay?: number
  readonly alarmPriority: AlarmPriority
  readonly messageZh: string
  readonly messageTw: string
  readonly messageEn: string
  /** Codes of the roles that are notified. */
  readonly roles?: readonly RoleSeed['roleCode'][]
  /** What it starts; times in minutes. */
  readonly process?: { readonly key: string; readonly after?: number; readonly quiet?: number; readonly returns?: boolean }
  readonly ruleDescription: string
}

/** What a tenant measures, where, and with what. */
export interface RegistrySeed {
  readonly projects: readonly {
    readonly projectCode: string
    readonly projectName: string
    readonly projectStatus: 'planned' | 'active' | 'finished'
    readonly projectDescription: string
  }[]
  readonly sites: readonly {
    readonly siteCode: string
    readonly siteName: string
    readonly project: string
    readonly longitude: number
    readonly latitude: number
    readonly address: string
    readonly siteDescription: string
  }[]
  readonly types: readonly {
    readonly typeCode: string
    readonly typeName: string
    readonly manufacturer: string
    readonly model: string
    readonly typeDescription: string
    readonly points: readonly PointSeed[]
  }[]
  readonly devices: readonly {
    readonly deviceCode: string
    readonly deviceName: string
    readonly type: string
    readonly site: string
    readonly serialNumber: string
    readonly deviceStatus?: 0 | 1
    /** Absent for a device that sends by itself. */
    readonly modbus?: { readonly host: string; readonly port: number; readonly unit: number; readonly pollSeconds: number }
  }[]
  readonly alarmRules?: readonly AlarmRuleSeed[]
  /** Of a site, or of all that have none of their own. Times of day, `HH:mm`. */
  readonly shifts?: readonly {
    readonly shiftCode: string
    readonly shiftName: string
    readonly beginsAt: string
    readonly endsAt: string
    readonly site?: string
  }[]
}

/** What a tenant may have; without limit where nothing stands. */
export interface LimitsSeed {
  /** Name of a package that is there. */
  readonly package?: string
  readonly userQuota?: number
  /** Megabytes. */
  readonly storageQuota?: number
  readonly pointQuota?: number
  /** Of forms. */
  readonly entryQuota?: number
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
  readonly registry?: RegistrySeed
  readonly limits?: LimitsSeed
  /** Values of parameters that are not the default ones, by key. */
  readonly parameters?: Readonly<Record<string, string>>
}

/**
 * Whether a pattern of {@link RoleSeed.urls} covers a name of the URL catalogue.
 *
 * @example matchesUrl('/admin/sysorg/query*', '/admin/sysorg/querySysOrg') // true
 */
export function matchesUrl(pattern: string, url: string): boolean {
  return pattern.endsWith('*') ? url.startsWith(pattern.slice(0, -1)) : url === pattern
}
