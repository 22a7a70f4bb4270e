import { CODE, text } from '../fields.ts'
import { resource } from '../resource.ts'

/** Kinds of devices. What one of them measures stands among its points (type-points.ts). */
export const deviceTypes = resource({
  name: 'device-types',
  api: { base: '/acquisition/devicetype', noun: 'DeviceType' },
  table: 'device_types',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'devicetypes',
  title: 'typeName',
  order: ['createTime', 'descend'],
  unique: ['typeCode', 'typeName'],
  fields: {
    typeCode: text({ max: 32, format: CODE, required: true, filter: 'contains', sort: true }),
    typeName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    manufacturer: text({ max: 64, filter: 'contains', sort: true }),
    model: text({ max: 64, filter: 'contains', sort: true }),
    typeDescription: text({ max: 256 }),
  },
})
