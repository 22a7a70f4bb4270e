import { users } from '../../../../model/index.ts'
import { addSchema } from '../../../../model/schemas.ts'
import { assertMayGrant } from '../../../kernel/authorization/guard-roles.ts'
import { route } from '../../../kernel/http/http.ts'
import { insertRow } from '../../../kernel/resources/add.ts'
import { writtenSchema } from '../../../kernel/resources/schemas.ts'
import type { Values } from '../../../kernel/resources/write.ts'
import { hashPassword, assertNotWeak } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'

/** A new user: the password is hashed, and the roles must be the caller's to give. */
export const addUser = route({
  method: 'POST',
  path: '/admin/sysuser/addSysUser',
  access: 'granted',
  summary: 'Add a user',
  of: users,
  input: addSchema(users),
  output: writtenSchema,
  async handle(call) {
    const { password, ...values } = call.input as Values & { password: string; username: string; roleId: string[] }
    await assertNotWeak(password, {
      username: values.username,
      tenantCode:
        (await call.inTenant((tx) => tx.first(build.selectFrom('tenants').select('tenant_code').where('id', '=', call.caller.tenantId))))
          ?.tenant_code ?? '',
    })
    // Hashing takes 20 ms of another thread: before the transaction, not inside it.
    const password_hash = await hashPassword(password)
    return call.inTenant(async (tx) => {
      await assertMayGrant(tx, call.services.grants, call.caller, values.roleId as string[])
      return insertRow(tx, users, call, values, { password_hash })
    })
  },
})
