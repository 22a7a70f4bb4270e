import * as contract from '../../../../model/contract/organisation/users.ts'
import { users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertMayChangeUsers } from '../../../kernel/authorization/guard-roles.ts'
import { implement } from '../../../kernel/http/http.ts'
import { removeFactors } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'

/** For somebody who has lost telephone and recovery codes. All their sessions end: whoever has the things may be signed in. */
export const resetSecondFactor = implement(contract.resetSecondFactor, {
  access: 'granted',
  summary: 'Take all second factors of a user out of use',
  of: users,
  async handle({ caller, input, inTenant, services: { grants, sessions } }) {
    // One's own are taken out of use by whoever has one of them.
    if (input.id === caller.userId) fail('user.self')
    return inTenant(async (tx) => {
      await assertMayChangeUsers(tx, grants, caller, [input.id])
      if (!(await tx.first(build.selectFrom('users').select('id').where('id', '=', input.id).forUpdate()))) fail('row.not-found')
      const user = { tenantId: caller.tenantId, userId: input.id }
      const removed = await removeFactors(tx, user)
      await sessions.endAll(tx, user)
      return { removed }
    })
  },
})
