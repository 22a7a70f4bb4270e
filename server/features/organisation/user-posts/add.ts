/** A post can be given by its code instead of its id: older clients know nothing else of it. */
import { z } from 'zod'
import { userPosts } from '../../../../model/index.ts'
import { posts } from '../../../../model/organisation/posts.ts'
import { addSchema } from '../../../../model/schemas.ts'
import { optional } from '../../../../model/wire.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call, Route } from '../../../kernel/http/http.ts'
import { add, addOne, newRow } from '../../../kernel/resources/add.ts'
import type { Values } from '../../../kernel/resources/noun-writes.ts'
import { userPostWrites } from './writes.ts'

const input = addSchema(userPosts)
  // The code is looked at once it is known that the caller sees it: a hidden field is refused like one that does not exist.
  .extend({ postId: optional(userPosts.fields.postId.check), postCode: z.optional(z.unknown()) })
  .refine(({ postId, postCode }) => postId !== undefined || postCode !== undefined, { path: ['postId'], error: 'required' })

export const addUserPost: Route = {
  ...add(userPostWrites),
  summary: 'Give a user a post, by postId or postCode',
  input,
  handle: (call: Call<Values>) =>
    call.inScopeOf(userPosts, async (tx) => addOne(tx, userPostWrites, call, [newRow(await withPostId(tx, call))])),
}

/** @throws Failure `request.invalid` where the codes of posts are hidden, `reference.not-found` for a code of no post, or of another one than the id. */
async function withPostId(tx: Transaction, { caller, t, input: { postCode, ...values } }: Call<Values>): Promise<Values> {
  if (postCode === undefined) return values
  const field = 'postCode'
  if (!viewOf(caller, userPosts).sees(field)) fail('request.invalid', { fields: [{ field, message: t('check.unknown', { field }) }] })
  const { success, data: code } = z.safeParse(posts.fields.postCode.check, postCode)
  if (!success) fail('request.invalid', { fields: [{ field, message: t('check.invalid', { field: t('field.user-posts.postCode') }) }] })
  const post = await tx.first(build.selectFrom('posts').select('id').where('post_code', '=', code))
  if (!post || (values['postId'] !== undefined && values['postId'] !== post.id))
    fail('reference.not-found', { field: { name: field, label: 'field.user-posts.postCode' } })
  return { ...values, postId: post.id }
}
