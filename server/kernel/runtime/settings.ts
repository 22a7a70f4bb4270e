/**
 * The parameters the system itself reads, typed. Remembered until an invalidation says that a tenant's have changed, so that a
 * change takes effect with the next request, on every server.
 */
import type { TenantId } from '../../../model/brands.ts'
import { PLATFORM } from '../../../model/tenant/platform.ts'
import type { Settings } from '../../../model/system/known-parameters.ts'
import { parameterKeys, settingsOf } from '../../../model/system/known-parameters.ts'
import type { Invalidations } from './invalidations.ts'
import { build } from '../database/sql.ts'
import type { TransactionScopes, Transaction } from '../database/tenant.ts'

export interface SettingStore {
  /** @example (await settings.of(caller.tenantId))['upload.maxMegabytes'] */
  of(tenantId: TenantId): Promise<Settings>
  /** The same inside a transaction, which must see the tenant: a second connection may not be had. */
  within(tx: Transaction, tenantId: TenantId): Promise<Settings>
  /** Of the tenant with this code; the defaults where there is none, so that the answer tells nothing. */
  ofCode(tenantCode: string): Promise<Settings>
  /** Of the tenant that runs the platform: what there is once for all tenants. */
  ofPlatform(): Promise<Settings>
}

/** The typed parameters of each tenant, cached until an invalidation says that they have changed. */
export function openSettings(transactions: TransactionScopes, invalidations: Invalidations): SettingStore {
  const known = new Map<string, Settings>()
  let generation = 0
  invalidations.subscribe((invalidation) => {
    if (invalidation && invalidation.kind !== 'parameters-changed' && invalidation.kind !== 'tenant-changed') return
    generation += 1
    if (invalidation) known.delete(invalidation.tenantId)
    else known.clear()
  })

  async function remembered(tenantId: TenantId, read: () => Promise<Settings>): Promise<Settings> {
    const found = invalidations.reliable ? known.get(tenantId) : undefined
    if (found) return found
    const before = generation
    const settings = await read()
    // Changed while it was read: what was read may be old, and is not kept.
    if (before === generation && invalidations.reliable) known.set(tenantId, settings)
    return settings
  }

  const of = (tenantId: TenantId) =>
    remembered(tenantId, () => transactions.inTenant({ tenantId }, (tx) => readSettings(tx, tenantId), 'read'))
  const ofCode = async (tenantCode: string) => {
    const tenant = await transactions.inPlatform(
      'a sign-in names its tenant by code',
      (tx) => tx.first(build.selectFrom('tenants').select('id').where('tenant_code', '=', tenantCode)),
      'read',
    )
    return tenant ? of(tenant.id) : settingsOf({})
  }
  return {
    of,
    ofCode,
    within: (tx, tenantId) => remembered(tenantId, () => readSettings(tx, tenantId)),
    ofPlatform: () => ofCode(PLATFORM),
  }
}

async function readSettings(tx: Transaction, tenantId: TenantId): Promise<Settings> {
  const rows = await tx.all(
    build
      .selectFrom('parameters')
      .select(['param_key', 'param_value'])
      .where('tenant_id', '=', tenantId)
      .where('param_key', 'in', parameterKeys),
  )
  return settingsOf(Object.fromEntries(rows.map((row) => [row.param_key, row.param_value])))
}
