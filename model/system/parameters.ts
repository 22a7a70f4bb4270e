import { CODE, text } from '../fields.ts'
import { resource } from '../resource.ts'

/** Settings of a tenant. Those the system reads are always there (known-parameters.ts); a tenant adds keys of its own. */
export const parameters = resource({
  name: 'parameters',
  api: { base: '/admin/sysparam', noun: 'SysParam' },
  table: 'parameters',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'sysparam',
  title: 'paramName',
  order: ['paramKey', 'ascend'],
  unique: ['paramKey'],
  fields: {
    paramName: text({ max: 64, required: true, filter: 'contains', sort: true, localised: true }),
    paramKey: text({ max: 256, format: CODE, required: true, filter: 'contains', sort: true }),
    paramValue: text({ max: 2048, lines: true, filter: 'contains' }),
  },
})
