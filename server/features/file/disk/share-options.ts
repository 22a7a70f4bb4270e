/** Whom a file can be shared with: names and nothing else, for whoever may share, whatever else of people and roles they may see. */
import { z } from 'zod'
import { id } from '../../../../model/fields.ts'
import { files } from '../../../../model/file/files.ts'
import { roles, users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http/http.ts'
import { options } from '../../../kernel/resources/options.ts'
import { idsFrom } from '../../../kernel/resources/remove.ts'

const BASE = files.api.base
const kinds = { users: options(users, 'nickname'), roles: options(roles) } as const

/** Organisations come with every session. Names that the caller's roles hide stay hidden, as in a list. */
export const queryFileShareOptions = route({
  method: 'GET',
  path: `${BASE}/queryFileShareOptions`,
  access: 'signed-in',
  summary: 'Names of users or roles of the tenant, for whoever may share files',
  input: z.object({
    kind: z.enum(['users', 'roles']),
    keyword: z
      .string()
      .trim()
      .max(64)
      .refine((text) => !text.includes('\u0000'))
      .optional(),
    id: z.preprocess(idsFrom, z.array(id).max(200)).optional(),
  }),
  output: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  async handle(call) {
    if (!call.caller.urls.has(`${BASE}/updateFileShare`)) fail('permission.denied')
    return kinds[call.input.kind].handle(call as never)
  },
})
