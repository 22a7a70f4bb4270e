import * as contract from '../../../../model/contract/authority/roles.ts'
import { roles } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertMayGrant } from '../../../kernel/authorization/guard-roles.ts'
import { implement } from '../../../kernel/http/http.ts'
import { sessionAnswer } from '../../../identity/index.ts'

/** The console as a role sees it. The session can only look (access.ts), and the role may do nothing that the caller may not. */
export const previewRole = implement(contract.previewRole, {
  access: 'granted',
  summary: 'See the console as a role sees it, without changing anything',
  of: roles,
  async handle(call) {
    const {
      caller,
      input: { roleId },
      inTenant,
      services: { grants, sessions },
    } = call
    return sessionAnswer(
      call,
      await inTenant(async (tx) => {
        const [role] = await grants.load(tx, [roleId])
        if (!role) fail('row.not-found')
        await assertMayGrant(tx, grants, caller, [roleId])
        return sessions.act(tx, caller, { roleId, readOnly: true })
      }),
    )
  },
})
