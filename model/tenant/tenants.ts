import { TENANT_CODE, email, integer, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { NETWORKS, NETWORKS_LENGTH } from './networks.ts'

/** Those who share the installation without seeing one another. The table is a view that counts along what each of them uses. */
export const tenants = resource({
  name: 'tenants',
  api: { base: '/admin/systenant', noun: 'SysTenant' },
  table: 'tenant_list',
  scope: 'platform',
  menu: 'systenant',
  title: 'tenantName',
  order: ['createTime', 'descend'],
  unique: ['tenantCode'],
  fields: {
    tenantCode: text({ max: 32, format: TENANT_CODE, required: true, filter: 'contains', sort: true }),
    tenantName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    tenantContact: text({ max: 64, filter: 'contains' }),
    tenantEmail: email({ filter: 'contains' }),
    tenantTel: text({ max: 32, filter: 'contains' }),
    status: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    expiresAt: time({ filter: 'range', sort: true }),
    packageId: reference({ to: 'packages', show: 'package_name', filter: 'equals' }),
    userQuota: integer({ min: 1, max: 10_000_000, sort: true }),
    usedUsers: integer({ write: 'never' }),
    storageQuota: integer({ min: 1, max: 1_000_000_000, sort: true }),
    usedStorage: integer({ write: 'never' }),
    pointQuota: integer({ min: 1, max: 1_000_000_000, sort: true }),
    usedPoints: integer({ write: 'never' }),
    /** Of forms. */
    entryQuota: integer({ min: 1, max: 1_000_000_000, sort: true }),
    usedEntries: integer({ write: 'never' }),
    modbusNetworks: text({ max: NETWORKS_LENGTH, lines: true, format: NETWORKS }),
    /** Beside public addresses, where its webhooks may lead. Without a port, 443 is meant. */
    webhookNetworks: text({ max: NETWORKS_LENGTH, lines: true, format: NETWORKS }),
    markedAt: time({ filter: 'range', sort: true, write: 'never' }),
  },
})

/** What a tenant has a limit of, by the word the tables use for it (migrations/0007_tenants.sql). */
export const quotas = ['users', 'storage', 'points', 'entries'] as const
export type Quota = (typeof quotas)[number]
