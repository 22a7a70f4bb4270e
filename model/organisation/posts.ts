import { NO_BLANKS, integer, parent, text } from '../fields.ts'
import { resource } from '../resource.ts'

/** Job positions of a tenant, as a tree: who reports to whom. */
export const posts = resource({
  name: 'posts',
  api: { base: '/admin/syspost', noun: 'SysPost' },
  table: 'posts',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'syspost',
  title: 'postName',
  order: ['postSequence', 'ascend'],
  unique: ['postCode'],
  parent: 'parentId',
  fields: {
    postName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    postCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    postSequence: integer({ min: 0, max: 999999, sort: true }),
    parentId: parent({ of: 'posts', show: 'post_name' }),
  },
})
