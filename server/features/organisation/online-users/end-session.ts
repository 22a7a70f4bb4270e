import * as contract from '../../../../model/contract/organisation/online-users.ts'
import { onlineUsers } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertMayChangeUsers } from '../../../kernel/authorization/guard-roles.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'

/** Signs somebody out, on all pages that this session has open. Not somebody who may do more than the caller. */
export const endSession = implement(contract.endSession, {
  access: 'granted',
  space: 'essential',
  summary: 'End sessions of users who are online',
  of: onlineUsers,
  handle: ({ caller, input: { id: ids }, inTenant, services: { grants, sessions } }) =>
    inTenant(async (tx) => {
      const online = await tx.all(build.selectFrom('online_users').select('user_id').where('id', 'in', ids))
      if (online.length !== ids.length) fail('row.not-found')
      await assertMayChangeUsers(tx, grants, caller, [...new Set(online.map((row) => row.user_id))])
      await sessions.endEach(tx, caller.tenantId, ids)
      return { ended: ids.length }
    }),
})
