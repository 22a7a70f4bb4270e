import { NO_BLANKS, integer, parent, text } from '../fields.ts'
import { resource } from '../resource.ts'

/** Words to choose from: a type at the top, its members below. Those of the product are read by everybody; a tenant adds its own. */
export const dictionaries = resource({
  name: 'dictionaries',
  api: { base: '/admin/sysdict', noun: 'SysDict' },
  table: 'dictionaries',
  scope: 'layered',
  menu: 'sysdict',
  title: 'dictName',
  order: ['dictSequence', 'ascend'],
  parent: 'parentId',
  key: ['parentId', 'dictType', 'dictValue'],
  fields: {
    dictName: text({ max: 32, required: true, filter: 'contains', sort: true, localised: true }),
    dictType: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    dictValue: text({ max: 32, required: true, filter: 'contains', sort: true }),
    dictSequence: integer({ min: 0, max: 999999, sort: true }),
    parentId: parent({ of: 'dictionaries', show: 'dict_name' }),
  },
})
