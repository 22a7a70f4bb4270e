import { z } from 'zod'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http/http.ts'
import { rolesOfUser } from '../../../kernel/authorization/user-identity.ts'
import { tokenAnswer, tokenSchema } from '../../../identity/index.ts'

/** One of the roles held, and nothing of the others, until the switch is left: a session beside the one that asks. */
export const switchRole = route({
  method: 'POST',
  path: '/account/sysuserdetail/switchRole',
  access: 'signed-in',
  space: 'essential',
  summary: "Act as one of one's own roles",
  input: z.strictObject({ roleCode: z.string().trim().min(1).max(32) }),
  output: tokenSchema,
  handle: async ({ caller, input: { roleCode }, inTenant, services: { grants, sessions } }) =>
    tokenAnswer(
      await inTenant(async (tx) => {
        const role = (await rolesOfUser(tx, grants, caller.userId)).find(({ code }) => code === roleCode)
        if (!role) fail('role.not-held', { field: { name: 'roleCode', label: 'error.role.not-held' } })
        return sessions.act(tx, caller, { roleId: role.id, readOnly: false })
      }),
    ),
})

/** Back from a role switch or a preview to the session it was opened from. */
export const leaveRole = route({
  method: 'POST',
  path: '/account/sysuserdetail/leaveRole',
  access: 'signed-in',
  allowedWith: ['read-only'],
  space: 'essential',
  summary: 'Leave a role switch or a preview',
  input: z.strictObject({}),
  output: tokenSchema,
  handle: async ({ caller, inTenant, services: { sessions } }) => tokenAnswer(await inTenant((tx) => sessions.leave(tx, caller))),
})
