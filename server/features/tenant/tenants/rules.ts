/** What holds for every change of a tenant, whatever the call. */
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import { tenants } from '../../../../model/index.ts'
import { PLATFORM } from '../../../../model/tenant/platform.ts'
import type { Resource } from '../../../../model/resource.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Services } from '../../../kernel/services.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** The noun on the table that is written; lists read the view beside it. */
export const stored: Resource = { ...tenants, table: 'tenants' }

/** Refuses the tenant that runs the platform. @throws Failure `tenant.platform` */
export function assertNotPlatform(tenantCode: string): void {
  if (tenantCode === PLATFORM) fail('tenant.platform')
}

/** Ends every session of a tenant: from the next request on, in every browser and on every server. */
export async function endSessions(tx: Transaction, { invalidations }: Services, tenantId: TenantId): Promise<void> {
  await tx.run(
    build
      .updateTable('sessions')
      .set({ ended_at: sql`now()` })
      .where('tenant_id', '=', tenantId)
      .where('ended_at', 'is', null),
  )
  await invalidations.publish(tx, { kind: 'tenant-changed', tenantId })
}

/** Whether people know the tenant: somebody has signed in with its code, or accounts were added for others. */
export async function isUsed(tx: Transaction, id: TenantId): Promise<boolean> {
  const [session, changed, people] = await Promise.all([
    tx.first(build.selectFrom('sessions').select('id').where('tenant_id', '=', id).limit(1)),
    tx.first(build.selectFrom('users').select('id').where('tenant_id', '=', id).where('password_changed_at', 'is not', null).limit(1)),
    tx.all(build.selectFrom('users').select('id').where('tenant_id', '=', id).limit(2)),
  ])
  return session !== undefined || changed !== undefined || people.length > 1
}
