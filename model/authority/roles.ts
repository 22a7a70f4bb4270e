import { CODE, text } from '../fields.ts'
import { resource } from '../resource.ts'

/** What a user may do is granted to roles, never to users. */
export const roles = resource({
  name: 'roles',
  api: { base: '/admin/sysrole', noun: 'SysRole' },
  table: 'roles',
  scope: 'tenant',
  restorable: true,
  ownedBy: 'tenant',
  menu: 'sysrole',
  title: 'roleName',
  order: ['createTime', 'descend'],
  unique: ['roleCode'],
  calls: {
    authorizeMenu: '/admin/sysmenu/authorizeMenuToRole',
    authorizeUrl: '/admin/sysurl/authorizeUrlToRole',
    authorizeButton: '/admin/sysmenu/authorizeMenuButtonToRole',
    authorizeField: '/admin/sysmenu/authorizeMenuDataToRole',
    authorizeUser: '/admin/sysrole/authorizeUserToRole',
    authorizeScope: '/admin/sysrole/authorizeDataScope',
    preview: '/admin/sysrole/previewRole',
    copy: '/admin/sysrole/copySysRole',
  },
  fields: {
    roleName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    roleCode: text({ max: 32, format: CODE, required: true, filter: 'contains', sort: true }),
    roleDescription: text({ max: 256, filter: 'contains' }),
  },
})

/** The role every tenant is born with; it holds all that the tenant may have, and its last holder cannot be removed. */
export const ADMINISTRATOR = 'ROLE_ADMIN'
