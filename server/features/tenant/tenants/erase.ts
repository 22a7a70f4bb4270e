import { asTenantId } from '../../../kernel/database/as-tenant-id.ts'
import { deleteSysTenant } from '../../../../model/contract/tenant/tenants.ts'
import { tenants } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { eraseTenant } from '../../../tenancy/index.ts'

/** Deletes a marked tenant with everything it ever stored. One at a time, and whoever does it has typed its code. */
export const eraseOne = implement(deleteSysTenant, {
  access: 'platform',
  space: 'essential',
  summary: 'Erase a tenant that is marked for deletion, with all its rows',
  of: tenants,
  handle: ({ inScopeOf, input, services }) =>
    inScopeOf(tenants, async (tx) => {
      const tenant = await tx.first(
        build.selectFrom('tenants').select(['id', 'tenant_code']).where('id', '=', asTenantId(input.id)).where('throwaway', '=', false),
      )
      if (!tenant) fail('row.not-found')
      if (tenant.tenant_code !== input.tenantCode)
        fail('tenant.code-differs', { field: { name: 'tenantCode', label: 'field.tenants.tenantCode' } })
      return { deleted: 1, rows: await eraseTenant(tx, services.invalidations, tenant.id) }
    }),
})
