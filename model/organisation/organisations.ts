import { integer, oneOf, parent, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { anyOf, below, home, organisation } from '../row-scope.ts'

/** Groups, companies, departments and teams of a tenant, as a tree. */
export const organisations = resource({
  name: 'organisations',
  api: { base: '/admin/sysorg', noun: 'SysOrg' },
  table: 'organisations',
  scope: 'tenant',
  ownedBy: anyOf(organisation('id'), below('parent_id'), home('id')),
  menu: 'sysorg',
  title: 'orgName',
  order: ['orgSequence', 'ascend'],
  parent: 'parentId',
  key: ['parentId', 'orgName'],
  fields: {
    orgName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    orgType: oneOf({ of: ['group', 'company', 'department', 'team'], required: true, filter: 'equals', sort: true }),
    orgDescription: text({ max: 256, filter: 'contains' }),
    orgSequence: integer({ min: 0, max: 999999, sort: true }),
    parentId: parent({ of: 'organisations', show: 'org_name' }),
  },
})
