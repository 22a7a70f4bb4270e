import * as contract from '../../../../model/contract/organisation/user-posts.ts'
import { posts, userPosts } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { nest } from '../../../kernel/resources/tree.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

/** The posts a user holds and that are in use, as the choice of the navigation bar: its value is the post's code. */
export const queryUserPostTree = implement(contract.querySysUserPostTree, {
  access: 'signed-in',
  summary: "Posts of a user, by default one's own, as a tree",
  async handle({ caller, inTenant, input: { userId } }) {
    const whose = userId || caller.userId
    // Of others it tells what the list of posts tells, so it needs the same right.
    if (whose !== caller.userId && !caller.urls.has(`${userPosts.api.base}/querySysUserPost`)) fail('permission.denied')
    const seesName = viewOf(caller, posts).sees('postName') && viewOf(caller, userPosts).sees('postName')
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('user_posts')
          .innerJoin('posts', 'posts.id', 'post_id')
          .select(['posts.id', 'parent_id', 'post_code', 'post_name', 'post_type'])
          .where('user_id', '=', whose)
          .where('status', '=', 1)
          .orderBy('post_type')
          .orderBy('post_sequence')
          .orderBy('posts.id'),
      ),
    )
    return nest(
      rows.map((row) => {
        const title = seesName ? row.post_name : row.post_code
        return {
          id: row.id,
          key: row.id,
          value: row.post_code,
          title,
          label: title,
          postCode: row.post_code,
          postType: row.post_type,
          parentId: row.parent_id ?? '0',
        }
      }),
      'parentId',
    )
  },
})
