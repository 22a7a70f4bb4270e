import * as contract from '../../../../model/contract/organisation/users.ts'
import { users } from '../../../../model/index.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertSeesRolesOfUsers, assertTicked, publishUsers } from '../../../identity/index.ts'
import {
  assertAdministratorStays,
  assertMayChangeUsers,
  assertMayGrant,
  lockAdministrators,
} from '../../../kernel/authorization/guard-roles.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { LinkSet } from '../../../kernel/database/link-sets.ts'
import { replaceSet } from '../../../kernel/database/link-sets.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** The roles of a user, all of them: those granted directly, or with `postCode` those granted for that post. */
export const authorizeRoleToUser = implement(contract.authorizeRoleToUser, {
  access: 'granted',
  summary: "Grant roles to a user, directly or for one of the user's posts; replaces them all",
  of: users,
  handle: (call) => {
    const {
      caller,
      t,
      services,
      input: { userId, roleId, postCode },
    } = call
    assertSeesRolesOfUsers(call, 'roleId')
    // Every user has a role (the form of users needs one, too); a post may bring none.
    if (postCode === undefined) assertTicked('roleId', roleId, t)
    return call.inTenant(async (tx) => {
      await lockAdministrators(tx)
      const set = await rolesOf(tx, userId, postCode)
      await assertMayChangeUsers(tx, services.grants, caller, [userId])
      await assertRolesThere(tx, roleId)
      await assertMayGrant(tx, services.grants, caller, roleId)
      const { added, removed } = await replaceSet(tx, set, roleId)
      await assertAdministratorStays(tx)
      if (added.length + removed.length > 0) await publishUsers(tx, call, [userId])
      return { added: added.length, removed: removed.length }
    })
  },
})

/** @throws Failure `row.not-found` for nobody, `reference.not-found` for a post the user does not have. */
async function rolesOf(tx: Transaction, userId: string, postCode: string | undefined): Promise<LinkSet> {
  const user = await tx.first(build.selectFrom('users').select('id').where('id', '=', userId).forUpdate())
  if (!user) fail('row.not-found')
  if (postCode === undefined) return { table: 'user_roles', same: { user_id: userId }, column: 'role_id' }
  // Locked, so that a post which is taken away at the same moment takes along what is granted for it here.
  const post = await tx.first(
    build
      .selectFrom('user_posts')
      .innerJoin('posts', 'posts.id', 'post_id')
      .select('post_id')
      .where('user_id', '=', userId)
      .where('post_code', '=', postCode)
      .forShare('user_posts'),
  )
  if (!post) fail('reference.not-found', { field: { name: 'postCode', label: fieldKey('users', 'postCode') } })
  return { table: 'user_post_roles', same: { user_id: userId, post_id: post.post_id }, column: 'role_id' }
}

async function assertRolesThere(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const found = await tx.all(build.selectFrom('roles').select('id').where('id', 'in', ids))
  if (found.length !== ids.length) fail('reference.not-found', { field: { name: 'roleId', label: fieldKey('users', 'roleId') } })
}
