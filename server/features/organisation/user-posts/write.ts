/** Who holds which post: given and taken only by somebody who may change that user, and one main post each. */
import type { insertRow } from '../../../kernel/resources/add.ts'
import { insertRow as insert } from '../../../kernel/resources/add.ts'
import type { removeRows } from '../../../kernel/resources/remove.ts'
import { removeRows as removeAll } from '../../../kernel/resources/remove.ts'
import type { Change, changeRow } from '../../../kernel/resources/update.ts'
import { changeRow as change } from '../../../kernel/resources/update.ts'
import { MAIN } from '../../../../model/organisation/user-posts.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertAdministratorStays, assertMayChangeUsers, lockAdministrators } from '../../../kernel/authorization/guard-roles.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { assertWritable } from '../../../kernel/resources/write.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

type Asking = Pick<Call<unknown>, 'caller' | 't' | 'services'>

export const givePost: typeof insertRow = async (tx, of, asking, values) => {
  const userId = String(values['userId'])
  await advisoryLock(tx, `posts of ${userId}`)
  await assertMayChangeUsers(tx, asking.services.grants, asking.caller, [userId])
  const held = await postsOf(tx, userId)
  if (held.some((post) => post.post_id === values['postId']))
    fail('user-post.twice', { field: { name: 'postId', label: 'error.user-post.twice' } })
  if (values['postType'] === MAIN) assertNoOtherMain(held, asking)
  const added = await insert(tx, of, asking, values)
  await tellRightsChanged(tx, asking, [userId])
  return added
}

export const changePost: typeof changeRow = async (tx, of, asking, given: Change) => {
  const { id, version: _version, ...values } = given
  // Before anything is said about the row: whoever does not see a field is told that it does not exist.
  assertWritable(of, viewOf(asking.caller, of), values, asking.t)
  const [row] = await tx.all(build.selectFrom('user_posts').select(['user_id', 'status']).where('id', '=', id))
  if (!row) fail('row.not-found')
  // A post can bring the administrator role along; switched off, it takes the role away.
  const takesAway = values['status'] !== undefined && values['status'] !== row.status
  if (takesAway) await lockAdministrators(tx)
  await advisoryLock(tx, `posts of ${row.user_id}`)
  await assertMayChangeUsers(tx, asking.services.grants, asking.caller, [row.user_id])
  if (values['postType'] === MAIN)
    assertNoOtherMain(
      (await postsOf(tx, row.user_id)).filter((post) => post.id !== id),
      asking,
    )
  const changed = await change(tx, of, asking, given)
  if (!takesAway) return changed
  await assertAdministratorStays(tx)
  await tellRightsChanged(tx, asking, [row.user_id])
  return changed
}

export const takePosts: typeof removeRows = async (tx, of, asking, ids) => {
  const rows = await tx.all(build.selectFrom('user_posts').select('user_id').where('id', 'in', ids))
  const users = [...new Set(rows.map((row) => row.user_id))].sort()
  await lockAdministrators(tx)
  for (const user of users) await advisoryLock(tx, `posts of ${user}`)
  if (users.length > 0) await assertMayChangeUsers(tx, asking.services.grants, asking.caller, users)
  const removed = await removeAll(tx, of, asking, ids)
  await assertAdministratorStays(tx)
  await tellRightsChanged(tx, asking, users)
  return removed
}

function postsOf(tx: Transaction, userId: string) {
  return tx.all(
    build
      .selectFrom('user_posts')
      .innerJoin('posts', 'posts.id', 'post_id')
      .select(['user_posts.id', 'post_id', 'post_name', 'post_type'])
      .where('user_id', '=', userId),
  )
}

function assertNoOtherMain(held: readonly { post_name: string; post_type: number }[], { caller, t }: Asking): void {
  const main = held.find((post) => post.post_type === MAIN)
  if (!main) return
  const post = shownPost(caller, main.post_name)
  fail('user-post.main', { values: { post }, fields: [{ field: 'postType', message: t('error.user-post.main', { post }) }] })
}

/** The name of a post in a refusal: it may be hidden from the caller; that there is such a post is what the refusal itself says. */
export function shownPost({ hiddenFields }: Pick<Caller, 'hiddenFields'>, name: string): string {
  return hiddenFields.has('syspost:postName') || hiddenFields.has('sysuserpost:postName') ? '…' : name
}

/** A post can bring roles along, so whoever holds or loses one is judged anew. */
async function tellRightsChanged(tx: Transaction, { caller, services }: Asking, users: readonly string[]): Promise<void> {
  for (const userId of users) await services.events.publish(tx, { kind: 'user-changed', tenantId: caller.tenantId, userId })
}
