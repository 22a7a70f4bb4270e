import { oneOf, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { mobileOfItsCountry, users } from './users.ts'

const { username, nickname, email, prefix, mobile } = users.fields

/** Nothing of it is written through the standard calls: it is registered at the door and decided by an administrator. */
const readOnly = <F extends { rights: object }>(field: F): F => ({ ...field, rights: { ...field.rights, write: 'never' } })

/** People who asked for an account by themselves. Each waits until an administrator of the tenant approves or refuses it. */
export const registrations = resource({
  name: 'registrations',
  api: { base: '/admin/sysregistration', noun: 'SysRegistration' },
  table: 'registrations',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'sysregistration',
  title: 'username',
  order: ['createTime', 'descend'],
  rule: mobileOfItsCountry,
  mirrors: 'users',
  calls: { authorize: '/admin/sysregistration/approveSysRegistration', reject: '/admin/sysregistration/refuseSysRegistration' },
  serverColumns: ['password_hash', 'language'],
  fields: {
    username: readOnly(username),
    nickname: readOnly(nickname),
    email: readOnly(email),
    prefix: readOnly(prefix),
    mobile: readOnly(mobile),
    registrationState: oneOf({ of: ['pending', 'approved', 'refused'], required: true, filter: 'equals', sort: true, write: 'never' }),
    reason: text({ max: 256, write: 'never' }),
    decidedBy: text({ max: 64, filter: 'contains', write: 'never', from: { noun: 'users', field: 'username' } }),
    decidedAt: time({ sort: true, write: 'never' }),
  },
})
