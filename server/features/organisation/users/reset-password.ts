import { sql } from 'kysely'
import * as contract from '../../../../model/contract/organisation/users.ts'
import { users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertMayChangeUsers } from '../../../kernel/authorization/guard-roles.ts'
import { implement } from '../../../kernel/http/http.ts'
import { hashPassword, newPassword, wirePassword } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'

/** A new random password, told once; its owner has to choose another before anything else, and all their sessions end. */
export const resetPassword = implement(contract.resetPassword, {
  access: 'granted',
  summary: 'Give a user a new password, shown once',
  of: users,
  async handle({ caller, input, inTenant, services: { grants, sessions } }) {
    // One's own is changed by whoever knows the old one.
    if (input.id === caller.userId) fail('user.self')
    const password = newPassword()
    const password_hash = await hashPassword(wirePassword(password))
    await inTenant(async (tx) => {
      await assertMayChangeUsers(tx, grants, caller, [input.id])
      const changed = await tx.run(
        build
          .updateTable('users')
          .where('id', '=', input.id)
          .set({
            password_hash,
            must_change_password: 1,
            password_changed_at: sql`now()`,
            updated_at: sql`now()`,
            version: sql`version + 1`,
          }),
      )
      if (changed === 0) fail('row.not-found')
      await sessions.endAll(tx, { tenantId: caller.tenantId, userId: input.id })
    })
    return { password }
  },
})
