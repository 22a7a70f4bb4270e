/** Deletes everything a tenant ever stored, its history included, or nothing. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { PLATFORM } from '../../model/tenant/platform.ts'
import { fail } from '../kernel/errors.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import { build, buildFor, typedAs } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { tenantTables } from './tenant-tables.ts'

/** What the database keeps for ever and gives up for a marked tenant alone. It goes last: deleting other rows may add to it. */
const HISTORY = 'changes'

/**
 * Deletes a tenant with everything it has. Runs in platform scope. Gives the number of deleted rows.
 * @throws Failure `row.not-found`, `tenant.platform`, and `tenant.not-marked` for a tenant without the deletion mark.
 */
export async function eraseTenant(tx: Transaction, invalidations: Invalidations, id: TenantId): Promise<number> {
  // The lock keeps rows from being added meanwhile: their foreign keys ask for the tenant's entry.
  const tenant = await tx.first(build.selectFrom('tenants').select(['tenant_code', 'marked_at']).where('id', '=', id).forUpdate())
  if (!tenant) fail('row.not-found')
  if (tenant.tenant_code === PLATFORM) fail('tenant.platform')
  if (!tenant.marked_at) fail('tenant.not-marked')
  // That the tenant was erased is history of the platform; what it was made of is to be gone, not to be kept once more.
  const operation = await silenced(tx)
  const tables = await tenantTables(tx)
  let rows = 0
  for (const { name } of [...tables].sort((a, b) => Number(a.name === HISTORY) - Number(b.name === HISTORY))) {
    rows += await tx.run(buildFor.deleteFrom(name).where('tenant_id', '=', id))
  }
  await setOperation(tx, operation)
  rows += await tx.run(build.deleteFrom('tenants').where('id', '=', id))
  await invalidations.publish(tx, { kind: 'tenant-changed', tenantId: id })
  await invalidations.publish(tx, { kind: 'grants-changed', tenantId: id })
  return rows
}

/** Writes of this transaction leave no trace from now on. Gives the operation they were kept under. */
async function silenced(tx: Transaction): Promise<string> {
  const found = await tx.first(
    typedAs<{ operation: string | null }>(build.selectNoFrom(sql`current_setting('app.operation_id', true)`.as('operation'))),
  )
  await setOperation(tx, '')
  return found?.operation ?? ''
}

async function setOperation(tx: Transaction, operation: string): Promise<void> {
  await tx.run(build.selectNoFrom(sql`set_config('app.operation_id', ${operation}, true)`.as('set')))
}
