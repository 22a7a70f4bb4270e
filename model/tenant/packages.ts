import { text } from '../fields.ts'
import { resource } from '../resource.ts'

/** Which menus and URLs a tenant may have at all. What a package lacks, no role of its tenants gives. */
export const packages = resource({
  name: 'packages',
  api: { base: '/admin/syspackage', noun: 'SysPackage' },
  table: 'packages',
  scope: 'platform',
  menu: 'package',
  title: 'packageName',
  order: ['createTime', 'descend'],
  unique: ['packageName'],
  fields: {
    packageName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    packageDescription: text({ max: 256, filter: 'contains' }),
  },
})
