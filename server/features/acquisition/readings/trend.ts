/** Several histories over one range in one trip, as a chart shows them beside each other, with the names of their points as far as the caller sees them. */
import * as contract from '../../../../model/contract/acquisition/readings.ts'
import type { Field } from '../../../../model/field.ts'
import { points } from '../../../../model/index.ts'
import { readHistory } from '../../../acquisition/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { View } from '../../../kernel/authorization/view.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

export const queryReadingTrend = implement(contract.queryReadingTrend, {
  access: 'granted',
  of: points,
  summary: 'Values of several points in one range of time, each reduced as one history is; points that are not there are left out',
  async handle({ input, caller, services, inTenant }) {
    const to = input.to ?? Date.now()
    const from = input.from ?? to - (input.last as number)
    const allowed = caller.urls.has(contract.exportReading.path) && !caller.hiddenButtons.has('trends:export') ? ['export' as const] : []
    const answered = { timeZone: await services.transactions.timeZoneOf(caller.tenantId), from, to, allowed }
    const wanted = input.pointId
    if (!wanted) return { ...answered, list: [] }
    const view = viewOf(caller, points)
    const list = await inTenant(async (tx) => {
      const found = await tx.all(
        build
          .selectFrom('points')
          .innerJoin('devices', (on) => on.onRef('devices.tenant_id', '=', 'points.tenant_id').onRef('devices.id', '=', 'points.device_id'))
          .select([
            'points.id',
            'points.series',
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
          .where('points.id', 'in', wanted),
      )
      // Down one connection, one after the other, without waiting in between.
      return Promise.all(
        found.map(async (row) => {
          const { resolution, width, stretches: read } = await readHistory(tx, { series: row.series, from, to }, input.points)
          return { pointId: row.id, point: seenOf(view, row), resolution, width, list: read }
        }),
      )
    })
    return { ...answered, list: list.sort((one, other) => wanted.indexOf(one.pointId) - wanted.indexOf(other.pointId)) }
  },
})

interface PointRow {
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

/** What the caller sees in the list of points. */
function seenOf(view: View, row: PointRow): contract.SeenPoint {
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
