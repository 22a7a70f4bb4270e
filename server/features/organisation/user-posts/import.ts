/** Importing posts of users: only for users the caller may change, each post once, one main post each. */
import { sql } from 'kysely'
import { MAIN } from '../../../../model/organisation/user-posts.ts'
import { publishUsers } from '../../../identity/index.ts'
import { assertAdministratorStays, assertMayChangeUsers, lockAdministrators } from '../../../kernel/authorization/guard-roles.ts'
import type { Finding, Special } from '../../../exchange/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { shownPost } from './write.ts'

export const importedPosts: Special = {
  async judge(tx, { caller, t }, rows) {
    const users = [...new Set(rows.map(({ values }) => String(values['userId'])))]
    const held = await tx.all(
      build
        .selectFrom('user_posts')
        .innerJoin('posts', 'posts.id', 'post_id')
        .select(['user_id', 'post_id', 'post_type', 'post_name'])
        .where(sql<boolean>`user_id = any(${users}::uuid[])`),
    )
    const pairs = new Set(held.map((row) => `${row.user_id}/${row.post_id}`))
    const main = new Map(held.filter((row) => row.post_type === MAIN).map((row) => [row.user_id, row.post_name]))
    return new Map(
      rows.flatMap(({ values }, at): [number, Finding][] => {
        const user = String(values['userId'])
        const pair = `${user}/${String(values['postId'])}`
        if (pairs.has(pair)) return [[at, { field: 'postId', message: t('error.user-post.twice') }]]
        pairs.add(pair)
        if (values['postType'] !== MAIN) return []
        const before = main.get(user)
        if (before !== undefined)
          return [[at, { field: 'postType', message: t('error.user-post.main', { post: shownPost(caller, before) }) }]]
        main.set(user, '…')
        return []
      }),
    )
  },
  async afterAdding(tx, asking, ids) {
    const users = await usersOf(tx, ids)
    await assertMayChangeUsers(tx, asking.services.grants, asking.caller, users)
    await publishUsers(tx, asking, users)
  },
  async beforeUndo(tx, asking, ids) {
    // A post that is taken back takes the roles along that were granted for it since.
    await lockAdministrators(tx)
    const users = await usersOf(tx, ids)
    await assertMayChangeUsers(tx, asking.services.grants, asking.caller, users)
    await publishUsers(tx, asking, users)
  },
  afterUndo: (tx) => assertAdministratorStays(tx),
}

async function usersOf(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.all(
    build
      .selectFrom('user_posts')
      .select('user_id')
      .distinct()
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
  return rows.map((row) => row.user_id)
}
