/** Whom a file can be shared with: names and nothing else, for whoever may share, whatever else of people and roles they may see. */
import { queryFileShareOptions } from '../../../../model/contract/file/shares.ts'
import { files } from '../../../../model/file/files.ts'
import { roles, users } from '../../../../model/index.ts'
import type { Choice } from '../../../../model/wire.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { options } from '../../../kernel/resources/options.ts'

const BASE = files.api.base
const kinds = { users: options(users), roles: options(roles) } as const

/** Organisations come with every session. Names that the caller's roles hide stay hidden, as in a list. */
export const shareOptions = implement(queryFileShareOptions, {
  access: 'signed-in',
  summary: 'Names of users or roles of the tenant, for whoever may share files',
  async handle(call) {
    if (!call.caller.urls.has(`${BASE}/updateFileShare`)) fail('permission.denied')
    return kinds[call.input.kind].handle(call as never) as Promise<Choice[]>
  },
})
