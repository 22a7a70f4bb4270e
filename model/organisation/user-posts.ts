import { derived, oneOf, reference, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

export const MAIN = 1

/** The posts that users hold: one of them the main one, any number part-time. Read from a view that knows the post's path. */
export const userPosts = resource({
  name: 'user-posts',
  api: { base: '/admin/sysuserpost', noun: 'SysUserPost' },
  table: 'user_posts',
  readsFrom: 'user_post_rows',
  scope: 'tenant',
  ownedBy: follows('users', 'user_id'),
  menu: 'sysuserpost',
  title: 'postName',
  key: ['userId', 'postId'],
  order: ['createTime', 'descend'],
  fields: {
    userId: reference({ to: 'users', show: 'username', required: true, filter: 'equals', write: 'once' }),
    nickname: derived({ from: { noun: 'users', field: 'nickname' }, filter: 'contains', sort: true }),
    postId: reference({ to: 'posts', show: 'post_name', required: true, filter: 'subtree', write: 'once' }),
    postCode: derived({ from: { noun: 'posts', field: 'postCode' }, filter: 'contains', sort: true }),
    postName: derived({ from: { noun: 'posts', field: 'postName' }, filter: 'contains', sort: true }),
    postType: oneOf({ of: [MAIN, 2], required: true, filter: 'equals', sort: true }),
    postDescription: text({ max: 256 }),
    status: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
  },
})
