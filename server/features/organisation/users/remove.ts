import { z } from 'zod'
import { users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertAdministratorStays, assertMayChangeUsers, lockAdministrators } from '../../../kernel/authorization/guard-roles.ts'
import { route } from '../../../kernel/http/http.ts'
import { idsSchema, removeRows } from '../../../kernel/resources/remove.ts'

/** Deletes users with their sessions; not oneself, not who may do more, not the last administrator. */
export const removeUsers = route({
  method: 'POST',
  path: '/admin/sysuser/deleteSysUser',
  access: 'granted',
  summary: 'Delete users',
  of: users,
  input: idsSchema,
  output: z.strictObject({ deleted: z.int() }),
  handle: (call) =>
    call.inTenant(async (tx) => {
      const {
        caller,
        services,
        input: { id: ids },
      } = call
      if (ids.includes(caller.userId)) fail('user.self')
      await lockAdministrators(tx)
      await assertMayChangeUsers(tx, services.grants, caller, ids)
      const removed = await removeRows(tx, users, call, ids)
      await assertAdministratorStays(tx)
      for (const userId of ids) await services.events.publish(tx, { kind: 'user-changed', tenantId: caller.tenantId, userId })
      return removed
    }),
})
