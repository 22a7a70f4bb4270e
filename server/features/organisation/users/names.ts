import { z } from 'zod'
import { users } from '../../../../model/index.ts'
import { route } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

/** More names than anybody reads; what is typed narrows them. */
const MAX_NAMES = 100

export const queryUsername = route({
  method: 'GET',
  path: '/admin/sysuser/queryUsername',
  access: 'granted',
  summary: 'User names to choose from, the first hundred that contain what is given',
  input: z.object({
    username: z
      .string()
      .trim()
      .max(64)
      .refine((value) => !value.includes('\u0000'))
      .optional(),
  }),
  output: z.array(z.strictObject({ value: z.string() })),
  async handle({ caller, inTenant, input: { username = '' } }) {
    if (!viewOf(caller, users).sees('username')) return []
    return inTenant((tx) =>
      tx.all(
        build
          .selectFrom('users')
          .select('username as value')
          .where('username', 'ilike', `%${username.replace(/[\\%_]/g, '\\$&')}%`)
          .orderBy('username')
          .limit(MAX_NAMES),
      ),
    )
  },
})
