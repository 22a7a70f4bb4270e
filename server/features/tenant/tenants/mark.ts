import { sql } from 'kysely'
import { asTenantId } from '../../../kernel/database/as-tenant-id.ts'
import { updateSysTenantByMark } from '../../../../model/contract/tenant/tenants.ts'
import { tenants } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { assertNotPlatform, endSessions } from './rules.ts'

/** Sets or clears the deletion mark: all of the tenants or none. A marked tenant's people are signed out and stay out. */
export const markTenants = implement(updateSysTenantByMark, {
  access: 'platform',
  space: 'essential',
  summary: 'Mark tenants for deletion, or take the mark away',
  of: tenants,
  handle: ({ inScopeOf, input: { id: ids, mark }, services }) =>
    inScopeOf(tenants, async (tx) => {
      const found = await tx.all(
        build
          .selectFrom('tenants')
          .select(['id', 'tenant_code'])
          .where('id', 'in', ids.map(asTenantId))
          .where('throwaway', '=', false)
          .orderBy('id')
          .forUpdate(),
      )
      if (found.length !== ids.length) fail('row.not-found')
      for (const { tenant_code } of found) assertNotPlatform(tenant_code)
      const rows = build.updateTable('tenants').where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      const marked = await tx.run(
        mark === 1
          ? rows.set({ marked_at: sql`now()`, updated_at: sql`now()`, version: sql`version + 1` }).where('marked_at', 'is', null)
          : rows.set({ marked_at: null, updated_at: sql`now()`, version: sql`version + 1` }).where('marked_at', 'is not', null),
      )
      for (const { id: tenantId } of found) {
        if (mark === 1) await endSessions(tx, services, tenantId)
        else await services.invalidations.publish(tx, { kind: 'tenant-changed', tenantId })
      }
      return { marked }
    }),
})
