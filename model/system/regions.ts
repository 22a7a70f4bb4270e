import * as z from 'zod/mini'
import { derived, oneOf, parent, text } from '../fields.ts'
import { resource } from '../resource.ts'

const DIGITS = z.string().check(z.regex(/^\d*$/, { error: 'digits' }))

/** Provinces, cities and districts. Those of China come with the product, by their official codes; a tenant adds its own below them. */
export const regions = resource({
  name: 'regions',
  api: { base: '/admin/sysregion', noun: 'SysRegion' },
  table: 'regions',
  readsFrom: 'region_rows',
  scope: 'layered',
  menu: 'sysregion',
  title: 'regionName',
  order: ['regionCode', 'ascend'],
  unique: ['regionCode'],
  parent: 'parentId',
  fields: {
    regionName: text({ min: 2, max: 40, required: true, filter: 'contains', sort: true, localised: true }),
    regionCode: text({ min: 6, max: 20, format: DIGITS, required: true, filter: 'contains', sort: true }),
    regionType: oneOf({ of: ['region', 'province', 'city', 'district'], required: true, filter: 'equals', sort: true }),
    parentRegionCode: derived({ from: { noun: 'regions', field: 'regionCode' } }),
    parentId: parent({ of: 'regions', show: 'region_name' }),
  },
})
