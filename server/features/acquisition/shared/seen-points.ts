/** Points as a trend tells of them: what of each the caller sees in the list of points. */
import type { SeenPoint } from '../../../../model/contract/acquisition/readings.ts'
import type { Field } from '../../../../model/field.ts'
import { points } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { View } from '../../../kernel/authorization/view.ts'

/** The statement for points with the code of their device, which can be narrowed. */
export const pointsWithDevices = () =>
  build
    .selectFrom('points')
    .innerJoin('devices', (on) => on.onRef('devices.tenant_id', '=', 'points.tenant_id').onRef('devices.id', '=', 'points.device_id'))
    .select([
      'points.id',
      'device_id',
      'device_code',
      'point_name',
      'point_key',
      'unit',
      'display_unit',
      'decimals',
      'state_texts',
      'stale_seconds',
      'deadband',
      'max_interval_seconds',
      'range_low',
      'range_high',
    ])

export interface PointRow {
  readonly id: string
  readonly device_id: string
  readonly device_code: string
  readonly point_name: string
  readonly point_key: string
  readonly unit: string | null
  readonly display_unit: string | null
  readonly decimals: number | null
  readonly state_texts: string | null
  readonly stale_seconds: number | null
  readonly deadband: number | null
  readonly max_interval_seconds: number | null
  readonly range_low: number | null
  readonly range_high: number | null
}

/** What the caller sees of the row in the list of points. */
export function seenOf(view: View, row: PointRow): SeenPoint {
  const { link } = points.fields.deviceId as Field
  return {
    ...(view.sees('deviceId') ? { deviceId: row.device_id, ...(link && view.names(link) ? { deviceCode: row.device_code } : {}) } : {}),
    ...(view.sees('pointName') ? { pointName: row.point_name } : {}),
    ...(view.sees('pointKey') ? { pointKey: row.point_key } : {}),
    ...(view.sees('unit') ? { unit: row.unit } : {}),
    ...(view.sees('displayUnit') ? { displayUnit: row.display_unit } : {}),
    ...(view.sees('decimals') ? { decimals: row.decimals } : {}),
    ...(view.sees('stateTexts') ? { stateTexts: row.state_texts } : {}),
    ...(view.sees('staleSeconds') ? { staleSeconds: row.stale_seconds } : {}),
    ...(view.sees('deadband') ? { deadband: row.deadband } : {}),
    ...(view.sees('maxIntervalSeconds') ? { maxIntervalSeconds: row.max_interval_seconds } : {}),
    ...(view.sees('rangeLow') ? { rangeLow: row.range_low } : {}),
    ...(view.sees('rangeHigh') ? { rangeHigh: row.range_high } : {}),
  }
}
