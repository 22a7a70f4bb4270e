/** Who reads a file or folder besides its owner. */
import * as z from 'zod/mini'
import { files } from '../../file/files.ts'
import { id } from '../../fields.ts'
import { choice, commaList, partOf } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = files.api.base

/** `label` is empty where the caller's roles hide what people, roles or organisations are called. */
const named = z.array(z.strictObject({ id: z.string(), label: z.string() }))

/** Everybody, and the users, roles and organisations, that a file or folder of the caller is shared with. */
export const queryFileShare = contract({
  method: 'GET',
  path: `${PATH}/queryFileShare`,
  input: z.object({ id }),
  output: z.strictObject({ isShared: z.int(), users: named, roles: named, orgs: named }),
})
export type FileShares = OutputOf<typeof queryFileShare>

/** Names of users or roles, for whoever may share: those that have the `keyword`, or those with the ids. */
export const queryFileShareOptions = contract({
  method: 'GET',
  path: `${PATH}/queryFileShareOptions`,
  input: z.object({
    kind: z.enum(['users', 'roles']),
    keyword: z.optional(partOf(64)),
    id: z.optional(commaList(id, { max: 200 })),
  }),
  output: z.array(choice),
})

/** None where it is absent, empty or null. */
const some = z._default(
  z.pipe(
    z.transform((given: string | readonly string[] | null): string | readonly string[] => given ?? []),
    commaList(id, { max: 1000 }),
  ),
  [],
)

/** Lets these read it, and no others; everybody is a matter of its own. */
export const updateFileShare = contract({
  method: 'POST',
  path: `${PATH}/updateFileShare`,
  input: z.strictObject({ id, userId: some, roleId: some, orgId: some }),
})
