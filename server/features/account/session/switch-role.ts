import * as contract from '../../../../model/contract/account/session.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { rolesOfUser } from '../../../kernel/authorization/user-identity.ts'
import { sessionAnswer } from '../../../identity/index.ts'

/** One of the roles held, and nothing of the others, until the switch is left: a session beside the one that asks. */
export const switchRole = implement(contract.switchRole, {
  access: 'signed-in',
  space: 'essential',
  summary: "Act as one of one's own roles",
  async handle(call) {
    const {
      caller,
      input: { roleCode },
      inTenant,
      services: { grants, sessions },
    } = call
    return sessionAnswer(
      call,
      await inTenant(async (tx) => {
        const role = (await rolesOfUser(tx, grants, caller.userId)).find(({ code }) => code === roleCode)
        if (!role) fail('role.not-held', { field: { name: 'roleCode', label: 'error.role.not-held' } })
        return sessions.act(tx, caller, { roleId: role.id, readOnly: false })
      }),
    )
  },
})

/** Back from a role switch or a preview to the session it was opened from. */
export const leaveRole = implement(contract.leaveRole, {
  access: 'signed-in',
  allowedWith: ['read-only'],
  space: 'essential',
  summary: 'Leave a role switch or a preview',
  handle: async (call) => sessionAnswer(call, await call.inTenant((tx) => call.services.sessions.leave(tx, call.caller))),
})
