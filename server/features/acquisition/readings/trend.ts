/** Several histories over one range in one trip, as a chart shows them beside each other, with the names of their points as far as the caller sees them. */
import { z } from 'zod'
import type { Field } from '../../../../model/fields.ts'
import { points } from '../../../../model/index.ts'
import { readHistory } from '../../../acquisition/index.ts'
import { route } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { View } from '../../../kernel/authorization/view.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { EXPORT, TREND, idsOf, moment, stretches } from './inputs.ts'

/** Points that one chart shows. */
const MAX_POINTS_PER_CHART = 16
const YEARS_MS = 20 * 366 * 86_400_000

/** From one moment to another, or the last so many milliseconds by the clock of the server. */
const range = z
  .object({ from: moment.optional(), to: moment.optional(), last: z.coerce.number().int().min(1000).max(YEARS_MS).optional() })
  .refine(
    ({ from, to, last }) =>
      last === undefined ? from !== undefined && to !== undefined && from < to : from === undefined && to === undefined,
    { path: ['to'] },
  )

const seen = z.strictObject({
  deviceId: z.string().optional(),
  deviceCode: z.string().optional(),
  pointName: z.string().optional(),
  pointKey: z.string().optional(),
  unit: z.string().nullable().optional(),
  staleSeconds: z.int().nullable().optional(),
  maxIntervalSeconds: z.int().nullable().optional(),
})

export const queryReadingTrend = route({
  method: 'GET',
  path: TREND,
  access: 'granted',
  of: points,
  summary: 'Values of several points in one range of time, each reduced as one history is; points that are not there are left out',
  input: z.intersection(
    range,
    z.object({ pointId: idsOf(MAX_POINTS_PER_CHART).optional(), points: z.coerce.number().int().min(2).max(2000).default(2000) }),
  ),
  output: z.strictObject({
    timeZone: z.string(),
    from: z.number(),
    to: z.number(),
    allowed: z.array(z.literal('export')),
    list: z.array(
      z.strictObject({ pointId: z.string(), point: seen, resolution: z.enum(['raw', 'minute', 'hour', 'day']), list: stretches }),
    ),
  }),
  async handle({ input, caller, services, inTenant }) {
    const to = input.to ?? Date.now()
    const from = input.from ?? to - (input.last as number)
    const allowed = caller.urls.has(EXPORT) && !caller.hiddenButtons.has('trends:export') ? ['export' as const] : []
    const answered = { timeZone: services.config.timeZone, from, to, allowed }
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
            'stale_seconds',
            'max_interval_seconds',
          ])
          .where('points.id', 'in', wanted),
      )
      // Down one connection, one after the other, without waiting in between.
      return Promise.all(
        found.map(async (row) => {
          const { resolution, stretches: read } = await readHistory(tx, { series: row.series, from, to }, input.points)
          return { pointId: row.id, point: seenOf(view, row), resolution, list: read }
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
  readonly stale_seconds: number | null
  readonly max_interval_seconds: number | null
}

/** What the caller sees in the list of points. */
function seenOf(view: View, row: PointRow): z.output<typeof seen> {
  const { link } = points.fields.deviceId as Field
  return {
    ...(view.sees('deviceId') ? { deviceId: row.device_id, ...(link && view.names(link) ? { deviceCode: row.device_code } : {}) } : {}),
    ...(view.sees('pointName') ? { pointName: row.point_name } : {}),
    ...(view.sees('pointKey') ? { pointKey: row.point_key } : {}),
    ...(view.sees('unit') ? { unit: row.unit } : {}),
    ...(view.sees('staleSeconds') ? { staleSeconds: row.stale_seconds } : {}),
    ...(view.sees('maxIntervalSeconds') ? { maxIntervalSeconds: row.max_interval_seconds } : {}),
  }
}
