import { z } from 'zod'
import { id } from '../../../../model/fields.ts'
import { roles } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertMayGrant } from '../../../kernel/authorization/guard-roles.ts'
import { route } from '../../../kernel/http/http.ts'
import { tokenAnswer, tokenSchema } from '../../../identity/index.ts'

/** The console as a role sees it. The session can only look (access.ts), and the role may do nothing that the caller may not. */
export const previewRole = route({
  method: 'POST',
  path: '/admin/sysrole/previewRole',
  access: 'granted',
  summary: 'See the console as a role sees it, without changing anything',
  of: roles,
  input: z.strictObject({ roleId: id }),
  output: tokenSchema,
  handle: async ({ caller, input: { roleId }, inTenant, services: { grants, sessions } }) =>
    tokenAnswer(
      await inTenant(async (tx) => {
        const [role] = await grants.load(tx, [roleId])
        if (!role) fail('row.not-found')
        await assertMayGrant(tx, grants, caller, [roleId])
        return sessions.act(tx, caller, { roleId, readOnly: true })
      }),
    ),
})
