/** What a new tenant begins with, in the language of whoever makes it. */
import type { LabelKey, Language, Translate } from '../../../../model/labels/index.ts'
import type { RoleSeed, TenantSeed, UserSeed } from '../../../../model/tenant/template.ts'
import { administrator, roles } from '../../../../seeds/roles.ts'

/** What a form, or a line of a file, says of a new tenant. */
export interface NewTenant {
  tenantCode: string
  tenantName: string
  tenantContact?: string
  tenantEmail?: string
  tenantTel?: string
  status: number
  expiresAt?: string
  packageId?: string
  userQuota?: number
  storageQuota?: number
  pointQuota?: number
  entryQuota?: number
  modbusNetworks?: string
  webhookNetworks?: string
  template?: 'standard' | 'bare' | 'copy'
  copyFrom?: string
  adminUsername?: string
  adminNickname?: string
  adminEmail?: string
  adminPrefix?: string
  adminMobile?: string
}

/** One organisation of its name, the administrator role, with `standard` the others of working life, and the first administrator. */
export function templateOf(values: NewTenant, t: Translate, language: Language): TenantSeed {
  return {
    ...entryOf(values),
    organisations: [{ code: 'root', orgName: values.tenantName, orgType: 'company', orgDescription: '', orgSequence: 1 }],
    posts: [],
    roles: (values.template === 'bare' ? [administrator] : roles).map((role) => worded(role, t)),
    users: [firstAdministrator(values, t)],
    parameters: { 'time.zone': ZONES[language] },
  }
}

/** By the language in which it is made; English tells nothing about places. */
const ZONES: Readonly<Record<Language, string>> = { zh: 'Asia/Shanghai', tw: 'Asia/Taipei', en: '' }

/** What a new tenant's own entry holds, with empty texts for what was not said. */
export function entryOf({ tenantCode, tenantName, tenantContact = '', tenantEmail = '', tenantTel = '' }: NewTenant) {
  return { tenantCode, tenantName, tenantContact, tenantEmail, tenantTel }
}

function worded(role: RoleSeed, t: Translate): RoleSeed {
  return { ...role, roleName: t(`template.${role.roleCode}` as LabelKey), roleDescription: t(`template.${role.roleCode}.text` as LabelKey) }
}

/** What nobody told is filled with what stands for nothing (RFC 2606, section 2), for the administrator to change. */
export function firstAdministrator(values: NewTenant, t: Translate): UserSeed {
  const { tenantCode, tenantContact, tenantEmail, adminUsername, adminNickname, adminEmail, adminPrefix, adminMobile } = values
  return {
    username: adminUsername ?? 'admin',
    nickname: adminNickname ?? tenantContact ?? t('template.admin'),
    email: adminEmail ?? tenantEmail ?? `admin@${tenantCode.toLowerCase().replace(/[^a-z0-9]/g, '-')}.invalid`,
    prefix: adminPrefix ?? '86',
    mobile: adminMobile ?? '13000000000',
    org: 'root',
    roles: [administrator.roleCode],
    status: 1,
    createdDaysAgo: 0,
  }
}
