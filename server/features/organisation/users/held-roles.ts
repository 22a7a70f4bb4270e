import * as contract from '../../../../model/contract/organisation/users.ts'
import { users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { seesRolesOfUsers } from '../../../identity/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

export const queryRoleIdByUserId = implement(contract.queryRoleIdByUserId, {
  access: 'granted',
  summary: 'Ids of the roles a user holds, directly and for each post',
  of: users,
  async handle(call) {
    const { userId } = call.input
    if (!seesRolesOfUsers(call)) return { roleId: [], posts: [] }
    return call.inTenant(async (tx) => {
      const [user, direct, posts, ofPosts] = await Promise.all([
        tx.first(build.selectFrom('users').select('id').where('id', '=', userId)),
        tx.all(build.selectFrom('user_roles').select('role_id').where('user_id', '=', userId).orderBy('role_id')),
        tx.all(
          build
            .selectFrom('user_posts')
            .innerJoin('posts', 'posts.id', 'post_id')
            .select(['post_id', 'post_code', 'post_name', 'post_type', 'status'])
            .where('user_id', '=', userId)
            .orderBy('post_type')
            .orderBy('post_code'),
        ),
        tx.all(build.selectFrom('user_post_roles').select(['post_id', 'role_id']).where('user_id', '=', userId).orderBy('role_id')),
      ])
      if (!user) fail('row.not-found')
      const seen = viewOf(call.caller, users).sees('postCode') ? posts : []
      return {
        roleId: direct.map((row) => row.role_id),
        posts: seen.map((row) => ({
          postCode: row.post_code,
          postName: row.post_name,
          postType: row.post_type,
          status: row.status,
          roleId: ofPosts.filter((granted) => granted.post_id === row.post_id).map((granted) => granted.role_id),
        })),
      }
    })
  },
})
