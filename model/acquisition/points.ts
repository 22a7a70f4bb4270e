import { computed, decimal, oneOf, reference, time, disclosedBy } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { pointFields, pointRule } from './point-fields.ts'
import { QUALITY, WORTHS } from './quality.ts'

const LATEST = '/acquisition/reading/queryLatestReading'
/**
 * Calls that tell what points say, now or then. A value without its time or without its quality is none, so whoever does not see
 * one of the three is told nothing by them.
 */
const VALUE_CALLS = [
  LATEST,
  '/acquisition/reading/queryReadingHistory',
  '/acquisition/reading/queryReadingTrend',
  '/acquisition/reading/queryReadingSummary',
  '/acquisition/reading/queryReadingCorrection',
  '/acquisition/reading/exportReading',
  '/account/trend/queryTrendStatistics',
  // Limits that are tried one after the other tell what was measured.
  '/acquisition/alarmrule/tryAlarmRule',
  '/acquisition/run/queryRunVerdict',
  '/acquisition/run/queryRunCurve',
  '/acquisition/run/queryForecast',
]

/** Both are below the quality of a good value, which is stored. */
const ILL = { column: 'stored_quality', below: QUALITY.good }
/** Nothing was ever stored of it. */
const UNTOLD = { column: 'told_series', below: 'nothing' } as const

/** What devices measure. Samples are stored under `series`, a number that only the server knows. */
export const points = resource({
  name: 'points',
  api: { base: '/acquisition/point', noun: 'Point' },
  table: 'points',
  readsFrom: 'point_list',
  scope: 'tenant',
  restorable: true,
  ownedBy: follows('devices', 'device_id'),
  menu: 'points',
  title: 'pointName',
  order: ['createTime', 'descend'],
  uniqueWithin: { pointKey: 'deviceId' },
  rule: pointRule,
  serverColumns: ['series'],
  calls: { latest: LATEST, trend: '/acquisition/reading/queryReadingTrend' },
  fields: {
    // By its code, which one device has alone: what is exported can be imported again.
    deviceId: reference({ to: 'devices', show: 'device_code', required: true, write: 'once', filter: 'equals' }),
    ...pointFields,
    /** What it says now, a second old at most: as it is stored, in the unit of the point. */
    newestValue: disclosedBy(LATEST, computed(decimal({})), VALUE_CALLS),
    /** That a value is stale tells after how long the point counts as that. */
    newestQuality: {
      ...disclosedBy(LATEST, computed(oneOf({ of: WORTHS, filter: 'equals' }), { noun: 'points', field: 'staleSeconds' }), VALUE_CALLS),
      implies: { bad: ILL, uncertain: ILL, none: UNTOLD },
    },
    newestAt: disclosedBy(LATEST, computed(time({ filter: 'range', sort: true })), VALUE_CALLS),
  },
})
