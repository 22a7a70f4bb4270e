import { sql } from 'kysely'
import { tenants } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Change } from '../../../kernel/resources/update.ts'
import { changeRow, update } from '../../../kernel/resources/update.ts'
import { build } from '../../../kernel/database/sql.ts'
import { PLATFORM } from '../../../../model/tenant/platform.ts'
import { assertNetworks } from './networks.ts'
import { endSessions, isUsed, stored } from './rules.ts'

/** What would keep the people of the platform from their own work. */
const LIMITING = ['tenantCode', 'expiresAt', 'packageId', 'userQuota', 'storageQuota', 'pointQuota']

/** A changed tenant. Who disables it, or lets it expire, ends its sessions; another package counts from the next request on. */
export const updateTenant = update(tenants, async (tx, _of, call, change: Change) => {
  const before = await tx.first(
    build
      .selectFrom('tenants')
      .select(['tenant_code', 'package_id'])
      .where('id', '=', change.id)
      .where('throwaway', '=', false)
      .forUpdate(),
  )
  if (!before) fail('row.not-found')
  const code = change['tenantCode']
  const isRenamed = code !== undefined && code !== before.tenant_code
  if (before.tenant_code === PLATFORM) {
    const limits = LIMITING.some((name) => (change[name] ?? null) !== null && change[name] !== before.tenant_code)
    if (limits || change['status'] === 0) fail('tenant.platform')
  }
  if (isRenamed && (await isUsed(tx, change.id)))
    fail('tenant.code-used', { field: { name: 'tenantCode', label: 'field.tenants.tenantCode' } })
  if ('modbusNetworks' in change) await assertNetworks(tx, change.id, change['modbusNetworks'])
  const changed = await changeRow(tx, stored, call, change)
  const now = await tx.first(
    build
      .selectFrom('tenants')
      .select(['status', 'package_id', sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired')])
      .where('id', '=', change.id),
  )
  const { services } = call
  if (now?.status !== 1 || now.expired) await endSessions(tx, services, change.id)
  // Sessions remember when the tenant expires and what it is called.
  else if (isRenamed || 'expiresAt' in change || 'status' in change)
    await services.events.publish(tx, { kind: 'tenant-changed', tenantId: change.id })
  if (now?.package_id !== before.package_id) await services.events.publish(tx, { kind: 'grants-changed', tenantId: change.id })
  if ('modbusNetworks' in change) await services.events.publish(tx, { kind: 'registry-changed', tenantId: change.id })
  return changed
})
