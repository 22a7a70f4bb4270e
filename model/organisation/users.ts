import { NO_BLANKS, countryCode, email, lookup, mobile, oneOf, password, reference, references, text, time } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { anyOf, oneself, organisation } from '../row-scope.ts'

/** Mainland China: 11 digits beginning 13 to 19 (YD/T 1171 numbering plan); other countries: any subscriber number. */
export const mobileOfItsCountry = ruleOver(['prefix', 'mobile'], ({ prefix, mobile: number }) =>
  prefix === '86' && typeof number === 'string' && !/^1[3-9]\d{9}$/.test(number) ? { field: 'mobile', code: 'check.mobile' } : undefined,
)

/** People who sign in. `password` arrives hashed (see {@link password}) and is never given out. */
export const users = resource({
  name: 'users',
  api: { base: '/admin/sysuser', noun: 'SysUser' },
  table: 'users',
  scope: 'tenant',
  restorable: true,
  ownedBy: anyOf(organisation('org_id'), oneself('id')),
  menu: 'sysuser',
  title: 'username',
  displayName: 'nickname',
  order: ['createTime', 'descend'],
  unique: ['username', 'email'],
  uniqueWithin: { mobile: 'prefix' },
  partsIndex: { name: 'users_parts_idx', fields: ['username', 'nickname', 'email', 'mobile'] },
  rule: mobileOfItsCountry,
  calls: {
    authorize: '/admin/sysuser/authorizeRoleToUser',
    reset: '/admin/sysuser/resetPassword',
    resetFactor: '/admin/sysuser/resetSecondFactor',
    openTasks: '/activiti/task/queryOpenTaskCount',
    handOver: '/activiti/task/handOverAllTask',
  },
  fields: {
    username: text({ min: 3, max: 64, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    nickname: text({ max: 64, required: true, filter: 'contains', sort: true }),
    password: password({ required: true, write: 'once' }),
    email: email({ required: true, filter: 'contains', sort: true }),
    prefix: countryCode({ required: true }),
    mobile: mobile({ required: true, filter: 'contains', sort: true }),
    roleId: references({
      to: 'roles',
      show: 'role_name',
      through: { table: 'user_roles', from: 'user_id', to: 'role_id' },
      required: true,
      filter: 'equals',
    }),
    orgId: reference({ to: 'organisations', show: 'org_name', required: true, filter: 'subtree' }),
    status: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    postCode: lookup({
      to: 'posts',
      show: 'post_name',
      through: { table: 'user_posts', from: 'user_id', to: 'post_id', where: { post_type: 1 } },
    }),
    phone: text({ max: 20, access: 'own' }),
    provinceRegionCode: text({ max: 20 }),
    cityRegionCode: text({ max: 20 }),
    address: text({ max: 40 }),
    profile: text({ max: 256 }),
    // The address of a picture, which has calls of its own.
    avatar: text({ max: 512, write: 'never' }),
    mustChangePassword: oneOf({ of: [1, 0], access: 'own', write: 'never' }),
    passwordChangedAt: time({ access: 'own', write: 'never' }),
  },
})
