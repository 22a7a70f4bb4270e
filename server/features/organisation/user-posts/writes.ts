/** Who holds which post: given and taken only by somebody who may change that user, each post once and one main post each. */
import { sql } from 'kysely'
import { userPosts } from '../../../../model/index.ts'
import { MAIN } from '../../../../model/organisation/user-posts.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { Failure } from '../../../kernel/errors.ts'
import { publishUsers } from '../../../identity/index.ts'
import {
  assertAdministratorStays,
  assertMayChangeUsers,
  lockAdministrators,
  mayNotChangeUsers,
} from '../../../kernel/authorization/guard-roles.ts'
import type { Asking, Refusals, RowChange } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

export const userPostWrites = writes(userPosts, {
  add: {
    lock: (tx, _asking, rows) =>
      lockUsers(
        tx,
        rows.map(({ values }) => String(values['userId'])),
      ),
    async judge(tx, asking, rows): Promise<Refusals> {
      const users = distinct(rows.map(({ values }) => String(values['userId'])))
      const refused = await mayNotChangeUsers(tx, asking.services.grants, asking.caller, users)
      const held = await postsOf(tx, users)
      const pairs = new Set(held.map((row) => `${row.user_id}/${row.post_id}`))
      const main = new Map(held.filter((row) => row.post_type === MAIN).map((row) => [row.user_id, row.post_name]))
      return new Map(
        rows.flatMap(({ values }, at): [number, Failure][] => {
          const user = String(values['userId'])
          const pair = `${user}/${String(values['postId'])}`
          if (pairs.has(pair)) return [[at, new Failure('user-post.twice', { field: { name: 'postId', label: 'error.user-post.twice' } })]]
          pairs.add(pair)
          if (values['postType'] === MAIN) {
            const before = main.get(user)
            if (before !== undefined) return [[at, secondMain(asking, before)]]
            main.set(user, '…')
          }
          return refused.has(user) ? [[at, new Failure('user.exceeds', { field: { name: 'userId', label: 'error.user.exceeds' } })]] : []
        }),
      )
    },
    async apply(tx, asking, rows, insert) {
      await insert(rows)
      await publishUsers(tx, asking, distinct(rows.map(({ values }) => String(values['userId']))))
    },
  },
  change: {
    async judge(tx, asking, changes) {
      const stored = await storedPosts(
        tx,
        changes.map(({ id }) => id),
      )
      // A post can bring the administrator role along; switched off, it takes the role away.
      if (changes.some((change) => takesAway(change, stored))) await lockAdministrators(tx)
      const users = distinct([...stored.values()].map((row) => row.user_id))
      await lockUsers(tx, users)
      await assertMayChangeUsers(tx, asking.services.grants, asking.caller, users)
      if (!changes.some(({ values }) => values['postType'] === MAIN)) return new Map()
      const held = await postsOf(tx, users)
      return new Map(
        changes.flatMap(({ id, values }, at): [number, Failure][] => {
          const user = stored.get(id)?.user_id
          const main =
            values['postType'] === MAIN
              ? held.find((post) => post.user_id === user && post.id !== id && post.post_type === MAIN)
              : undefined
          return main ? [[at, secondMain(asking, main.post_name)]] : []
        }),
      )
    },
    async apply(tx, asking, changes, update) {
      const stored = await storedPosts(
        tx,
        changes.filter(({ values }) => values['status'] !== undefined).map(({ id }) => id),
      )
      const written = await update(changes)
      const users = changes.flatMap((change) => (takesAway(change, stored) ? [stored.get(change.id)?.user_id ?? ''] : []))
      if (users.length === 0) return written
      await assertAdministratorStays(tx)
      await publishUsers(tx, asking, distinct(users))
      return written
    },
  },
  remove: {
    async apply(tx, asking, ids, remove) {
      // A post takes the roles along that were granted for it.
      await lockAdministrators(tx)
      const users = distinct([...(await storedPosts(tx, ids)).values()].map((row) => row.user_id))
      await lockUsers(tx, users)
      await assertMayChangeUsers(tx, asking.services.grants, asking.caller, users)
      const removed = await remove()
      await assertAdministratorStays(tx)
      await publishUsers(tx, asking, users)
      return removed
    },
  },
})

type Stored = ReadonlyMap<string, { readonly user_id: string; readonly status: number }>

const distinct = (ids: readonly string[]) => [...new Set(ids)]

/** Whether a change makes a post count that did not, or the other way round. */
function takesAway({ id, values: { status } }: RowChange, stored: Stored): boolean {
  const row = stored.get(id)
  return status !== undefined && row !== undefined && status !== row.status
}

async function storedPosts(tx: Transaction, ids: readonly string[]): Promise<Stored> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all(
    build
      .selectFrom('user_posts')
      .select(['id', 'user_id', 'status'])
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Two who give posts to one user do so one after the other; always in the same order, so that nobody waits in a circle. */
async function lockUsers(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.all(
    build
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`id = any(${distinct(ids)}::uuid[])`)
      .orderBy('id')
      .forNoKeyUpdate(),
  )
}

function postsOf(tx: Transaction, users: readonly string[]) {
  return tx.all(
    build
      .selectFrom('user_posts')
      .innerJoin('posts', 'posts.id', 'post_id')
      .select(['user_posts.id', 'user_id', 'post_id', 'post_name', 'post_type'])
      .where(sql<boolean>`user_id = any(${users}::uuid[])`),
  )
}

function secondMain({ caller, t }: Asking, name: string): Failure {
  const post = shownPost(caller, name)
  return new Failure('user-post.main', { values: { post }, fields: [{ field: 'postType', message: t('error.user-post.main', { post }) }] })
}

/** The name of a post in a refusal: it may be hidden from the caller; that there is such a post is what the refusal itself says. */
function shownPost({ hiddenFields }: Pick<Caller, 'hiddenFields'>, name: string): string {
  return hiddenFields.has('syspost:postName') || hiddenFields.has('sysuserpost:postName') ? '…' : name
}
