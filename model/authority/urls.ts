import { references, text } from '../fields.ts'
import { resource } from '../resource.ts'

/**
 * The calls that can be granted to roles. The rows are the routes of the running version, so nobody adds or deletes one;
 * the platform may describe them better than we did. `roleId` is the caller's tenant's.
 */
export const urls = resource({
  name: 'urls',
  api: { base: '/admin/sysurl', noun: 'SysUrl' },
  table: 'urls',
  scope: 'shared',
  menu: 'sysurl',
  title: 'url',
  order: ['url', 'ascend'],
  serverColumns: ['platform_only'],
  calls: { authorize: '/admin/sysurl/authorizeRoleToUrl' },
  fields: {
    url: text({ max: 512, required: true, filter: 'contains', sort: true, write: 'never' }),
    description: text({ max: 256, required: true, filter: 'contains' }),
    menuCode: text({ max: 32, filter: 'equals', sort: true, write: 'never' }),
    roleId: references({
      to: 'roles',
      show: 'role_name',
      through: { table: 'role_urls', from: 'url_id', to: 'role_id' },
      filter: 'equals',
      write: 'never',
    }),
  },
})
