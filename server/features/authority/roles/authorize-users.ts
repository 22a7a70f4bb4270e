import { sql } from 'kysely'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import * as contract from '../../../../model/contract/authority/roles.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertSeesRolesOfUsers, assertTicked, lockRole, publishUsers, refuse } from '../../../identity/index.ts'
import {
  assertAdministratorStays,
  assertMayChangeUsers,
  assertMayGrant,
  lockAdministrators,
} from '../../../kernel/authorization/guard-roles.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { differenceOf } from '../../../kernel/database/link-sets.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

const LEAF = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\|(.{0,32}))?$/i

/** The holders of a role, all of them: `userId|` directly, `userId|postCode` for one of the user's posts. */
export const authorizeUserToRole = implement(contract.authorizeUserToRole, {
  access: 'granted',
  summary: 'Grant a role to users, directly or for one of their posts; replaces all its holders',
  handle: (call) => {
    const {
      caller,
      t,
      services,
      input: { roleId, userId },
    } = call
    assertSeesRolesOfUsers(call, 'userId')
    assertTicked('userId', userId, t, 'authority.choose-user')
    return call.inTenant(async (tx) => {
      await lockAdministrators(tx)
      await lockRole(tx, { id: roleId })
      await assertMayGrant(tx, services.grants, caller, [roleId])
      const { added, removed } = differenceOf(await holdersOf(tx, roleId), await wantedHolders(tx, call))
      const changed = [...new Set([...added, ...removed].map((holder) => pairOf(holder).userId))]
      await assertMayChangeUsers(tx, services.grants, caller, changed)
      await store(tx, roleId, added, removed)
      await assertAdministratorStays(tx)
      await publishUsers(tx, call, changed)
      return { added: added.length, removed: removed.length }
    })
  },
})

/** `userId|postId`; without a post what follows the bar is empty. */
function pairOf(holder: string): { userId: string; postId: string } {
  const [userId = '', postId = ''] = holder.split('|')
  return { userId, postId }
}

async function holdersOf(tx: Transaction, roleId: string): Promise<string[]> {
  const [direct, ofPosts] = await Promise.all([
    tx.all(build.selectFrom('user_roles').select('user_id').where('role_id', '=', roleId)),
    tx.all(build.selectFrom('user_post_roles').select(['user_id', 'post_id']).where('role_id', '=', roleId)),
  ])
  return [...direct.map((row) => `${row.user_id}|`), ...ofPosts.map((row) => `${row.user_id}|${row.post_id}`)]
}

/** Leaves into holders. @throws Failure unless each is a user of the tenant who has that post. */
async function wantedHolders(tx: Transaction, { input: { userId: leaves }, t }: Call<{ userId: string[] }>): Promise<string[]> {
  const named = leaves.map((text) => {
    const [, user, postCode = ''] = LEAF.exec(text.trim()) ?? []
    return user === undefined ? refuse('userId', t('check.id', { field: t('noun.users') })) : { userId: user.toLowerCase(), postCode }
  })
  const ids = [...new Set(named.map((one) => one.userId))]
  const [known, posts] = await Promise.all([
    tx.all(
      build
        .selectFrom('users')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`),
    ),
    // Locked, so that a post which is taken away at the same moment takes along what is granted for it here.
    tx.all(
      build
        .selectFrom('user_posts')
        .innerJoin('posts', 'posts.id', 'post_id')
        .select(['user_id', 'post_id', 'post_code'])
        .where('user_id', '=', sql<string>`any(${ids}::uuid[])`)
        .forShare('user_posts'),
    ),
  ])
  const users = new Set(known.map((row) => row.id))
  const postOf = new Map(posts.map((row) => [`${row.user_id}|${row.post_code}`, row.post_id]))
  return [
    ...new Set(
      named.map(({ userId, postCode }) => {
        const postId = postCode === '' ? '' : postOf.get(`${userId}|${postCode}`)
        if (!users.has(userId) || postId === undefined)
          fail('reference.not-found', { field: { name: 'userId', label: postCode === '' ? 'noun.users' : fieldKey('users', 'postCode') } })
        return `${userId}|${postId}`
      }),
    ),
  ]
}

async function store(tx: Transaction, role_id: string, added: readonly string[], removed: readonly string[]): Promise<void> {
  const tenant_id = tenantOf(tx)
  const gone = removed.map(pairOf)
  const come = added.map(pairOf)
  const direct = gone.filter((pair) => pair.postId === '').map((pair) => pair.userId)
  if (direct.length > 0)
    await tx.run(
      build
        .deleteFrom('user_roles')
        .where('role_id', '=', role_id)
        .where('user_id', '=', sql<string>`any(${direct}::uuid[])`),
    )
  const ofPosts = gone.filter((pair) => pair.postId !== '')
  if (ofPosts.length > 0) {
    await tx.run(
      build
        .deleteFrom('user_post_roles')
        .where('role_id', '=', role_id)
        .where(
          sql<boolean>`(user_id, post_id) in (select * from unnest(${ofPosts.map((pair) => pair.userId)}::uuid[], ${ofPosts.map((pair) => pair.postId)}::uuid[]))`,
        ),
    )
  }
  const newDirect = come.filter((pair) => pair.postId === '').map(({ userId: user_id }) => ({ tenant_id, user_id, role_id }))
  if (newDirect.length > 0)
    await tx.run(
      build
        .insertInto('user_roles')
        .values(newDirect)
        .onConflict((conflict) => conflict.doNothing()),
    )
  const newOfPosts = come
    .filter((pair) => pair.postId !== '')
    .map(({ userId: user_id, postId: post_id }) => ({ tenant_id, user_id, post_id, role_id }))
  if (newOfPosts.length > 0)
    await tx.run(
      build
        .insertInto('user_post_roles')
        .values(newOfPosts)
        .onConflict((conflict) => conflict.doNothing()),
    )
}
