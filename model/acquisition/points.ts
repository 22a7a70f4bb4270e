import { reference } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { pointFields, pointRule } from './point-fields.ts'

/** What devices measure. Samples are stored under `series`, a number that only the server knows. */
export const points = resource({
  name: 'points',
  api: { base: '/acquisition/point', noun: 'Point' },
  table: 'points',
  scope: 'tenant',
  restorable: true,
  ownedBy: follows('devices', 'device_id'),
  menu: 'points',
  title: 'pointName',
  order: ['createTime', 'descend'],
  uniqueWithin: { pointKey: 'deviceId' },
  rule: pointRule,
  serverColumns: ['series'],
  calls: { latest: '/acquisition/reading/queryLatestReading', trend: '/acquisition/reading/queryReadingTrend' },
  fields: {
    // By its code, which one device has alone: what is exported can be imported again.
    deviceId: reference({ to: 'devices', show: 'device_code', required: true, write: 'once', filter: 'equals' }),
    ...pointFields,
  },
})
