import { z } from 'zod'
import { ADMINISTRATOR } from '../../../../model/authority/roles.ts'
import { roles } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http.ts'
import { route } from '../../../kernel/http.ts'
import { add } from '../../../kernel/operations/add.ts'
import { list } from '../../../kernel/operations/list.ts'
import { remove, removeRows } from '../../../kernel/operations/remove.ts'
import type { Change } from '../../../kernel/operations/update.ts'
import { changeRow, update } from '../../../kernel/operations/update.ts'
import { build } from '../../../kernel/sql.ts'
import type { Transaction } from '../../../kernel/tenant.ts'
import { viewOf } from '../../../kernel/view.ts'

/** Whether one of the roles is the administrator role every tenant is born with. */
async function isBuiltIn(tx: Transaction, ids: readonly string[]): Promise<boolean> {
  return (await tx.first(build.selectFrom('roles').select('id').where('id', 'in', ids).where('role_code', '=', ADMINISTRATOR))) !== undefined
}

export const rolesFeature: Feature = {
  tag: 'roles',
  routes: [
    list(roles),
    add(roles),
    update(roles, async (tx, of, call, change: Change) => {
      const code = change['roleCode']
      if (code !== undefined && code !== ADMINISTRATOR && (await isBuiltIn(tx, [change.id]))) fail('role.built-in', { field: { name: 'roleCode', label: 'error.role.built-in' } })
      const changed = await changeRow(tx, of, call, change)
      await call.services.events.publish(tx, { kind: 'grants-changed', tenantId: call.caller.tenantId })
      return changed
    }),
    remove(roles, async (tx, of, call, ids) => {
      if (await isBuiltIn(tx, ids)) fail('role.built-in')
      const removed = await removeRows(tx, of, call, ids)
      await call.services.events.publish(tx, { kind: 'grants-changed', tenantId: call.caller.tenantId })
      return removed
    }),
    route({
      method: 'GET',
      path: '/admin/sysrole/queryRoleName',
      access: 'granted',
      summary: 'Roles as options',
      output: z.array(z.strictObject({ name: z.string(), value: z.string() })),
      handle: async ({ caller, inTenant }) => viewOf(caller, roles).sees('roleName')
        ? inTenant((tx) => tx.all(build.selectFrom('roles').select(['role_name as name', 'id as value']).orderBy('created_at').orderBy('id')))
        : [],
    }),
  ],
}
