import { sql } from 'kysely'
import * as contract from '../../../../model/contract/account/session.ts'
import { users } from '../../../../model/index.ts'
import { judgeAttempt, assertNotUsed, hashPassword, passwordMatches, assertNotWeak } from '../../../identity/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'

/** A new password for oneself; all other sessions of the user end, since they may be why it is changed. */
export const updatePassword = implement(contract.updatePassword, {
  access: 'signed-in',
  allowedWith: ['password'],
  summary: "Change one's own password",
  of: users,
  async handle({ caller, input: { password, newPassword, id }, inTenant, request, services }) {
    if (id !== caller.userId) fail('identity.foreign')
    const me = await inTenant((tx) =>
      tx.first(
        build
          .selectFrom('users')
          .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
          .select(['tenant_code', 'username', 'mobile', 'password_hash'])
          .where('users.id', '=', caller.userId),
      ),
    )
    if (!me) fail('session.invalid')
    const settings = await services.settings.of(caller.tenantId)
    // The old password can be guessed here as well as at the door, so the same counters stand before it.
    const attempt = { account: me.username, address: request.ip, tenant: me.tenant_code, policy: settings, known: `user ${caller.userId}` }
    const known = await judgeAttempt(
      services.transactions,
      attempt,
      async () => (await passwordMatches(me.password_hash, password)) || undefined,
    )
    if (!known) fail('password.wrong', { field: { name: 'password', label: 'error.password.wrong' } })
    await assertNotWeak(newPassword, { username: me.username, tenantCode: me.tenant_code, mobile: me.mobile }, 'newPassword')
    await assertNotUsed(inTenant, caller.userId, newPassword, settings)
    const password_hash = await hashPassword(newPassword)
    await inTenant(async (tx) => {
      const changed = await tx.run(
        build
          .updateTable('users')
          .set({
            password_hash,
            must_change_password: 0,
            password_changed_at: sql`now()`,
            updated_at: sql`now()`,
            version: sql`version + 1`,
          })
          .where('id', '=', caller.userId)
          .where('password_hash', '=', me.password_hash),
      )
      // Somebody else who knew the old password was faster.
      if (changed === 0) fail('password.wrong', { field: { name: 'password', label: 'error.password.wrong' } })
      await services.sessions.endAll(tx, caller, caller.sessionId)
    })
    return null
  },
})
