import { users } from '../../../../model/index.ts'
import { updateSchema } from '../../../../model/schemas.ts'
import { fail } from '../../../kernel/errors.ts'
import {
  assertAdministratorStays,
  assertMayChangeUsers,
  assertMayGrant,
  lockAdministrators,
} from '../../../kernel/authorization/guard-roles.ts'
import { route } from '../../../kernel/http/http.ts'
import { writtenSchema } from '../../../kernel/resources/schemas.ts'
import type { Change } from '../../../kernel/resources/update.ts'
import { changeRow } from '../../../kernel/resources/update.ts'

/** A changed user: never one who may do more than the caller, and never the end of the last administrator. */
export const updateUser = route({
  method: 'PUT',
  path: '/admin/sysuser/updateSysUser',
  access: 'granted',
  summary: 'Change a user',
  of: users,
  input: updateSchema(users),
  output: writtenSchema,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const change = call.input as Change & { username?: string; roleId?: string[]; status?: number }
      const { caller, services } = call
      const changesRights = change.roleId !== undefined || change.status !== undefined
      if (change.id === caller.userId && change.status === 0) fail('user.self', { field: { name: 'status', label: 'error.user.self' } })
      if (changesRights) await lockAdministrators(tx)
      await assertMayChangeUsers(tx, services.grants, caller, [change.id])
      const changed = await changeRow(tx, users, call, change)
      // After the change, which it undoes by failing: whoever does not see the roles is to be told that, not what they are.
      if (change.roleId) await assertMayGrant(tx, services.grants, caller, change.roleId)
      if (changesRights) await assertAdministratorStays(tx)
      if (change.status === 0) await services.sessions.endAll(tx, { tenantId: caller.tenantId, userId: change.id })
      // What is remembered with a session is the name and the rights. Other changes tell nobody: transactions with a
      // notification commit one after the other (PostgreSQL, NOTIFY), which made such an update three times as slow.
      if (!changesRights && change.username === undefined) return changed
      await services.events.publish(tx, { kind: 'user-changed', tenantId: caller.tenantId, userId: change.id })
      return changed
    }),
})
