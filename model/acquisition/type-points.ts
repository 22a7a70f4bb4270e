import { reference } from '../fields.ts'
import { resource } from '../resource.ts'
import { pointFields, pointRule } from './point-fields.ts'

/** The points that devices of a type are given; with their registers, the register map of the type. */
export const typePoints = resource({
  name: 'type-points',
  api: { base: '/acquisition/typepoint', noun: 'TypePoint' },
  table: 'type_points',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'typepoints',
  title: 'pointName',
  order: ['createTime', 'descend'],
  uniqueWithin: { pointKey: 'deviceTypeId' },
  rule: pointRule,
  fields: {
    deviceTypeId: reference({ to: 'device-types', show: 'type_name', required: true, write: 'once', filter: 'equals' }),
    ...pointFields,
  },
})
