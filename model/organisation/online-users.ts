import type { Field } from '../field.ts'
import { lookup, references, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { users } from './users.ts'

/** A field of a user, where it is only shown. */
const shown = <F extends Field>(field: F): F => ({ ...field, rights: { ...field.rights, write: 'never' } })

/** People who are signed in: one row a session, from which it can be ended. */
export const onlineUsers = resource({
  name: 'online-users',
  api: { base: '/admin/sysuser', noun: 'OnlineSysUser' },
  table: 'online_users',
  scope: 'tenant',
  ownedBy: follows('users', 'user_id'),
  menu: 'onlinesysuser',
  title: 'username',
  order: ['signInTime', 'descend'],
  mirrors: 'users',
  calls: { terminate: '/admin/sysuser/endSession' },
  fields: {
    username: shown(users.fields.username),
    nickname: shown(users.fields.nickname),
    address: text({ max: 64, filter: 'contains', sort: true, write: 'never' }),
    browser: text({ max: 100, filter: 'contains', write: 'never' }),
    signInTime: time({ filter: 'range', sort: true, write: 'never' }),
    lastSeenTime: time({ filter: 'range', sort: true, write: 'never' }),
    roleId: references({
      to: 'roles',
      show: 'role_name',
      through: { table: 'online_user_roles', from: 'session_id', to: 'role_id' },
      filter: 'equals',
      write: 'never',
    }),
    orgId: shown(users.fields.orgId),
    postCode: lookup({
      to: 'posts',
      show: 'post_code',
      through: { table: 'online_user_posts', from: 'session_id', to: 'post_id', where: { post_type: 1 } },
    }),
    email: shown(users.fields.email),
    prefix: shown(users.fields.prefix),
    mobile: shown(users.fields.mobile),
    status: shown(users.fields.status),
  },
})
