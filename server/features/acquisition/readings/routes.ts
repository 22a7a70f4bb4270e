/** Newest values, history and figures of points. Names and units are not told here: whoever may see them has them from the points. */
import { rangeInMillis } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/acquisition/readings.ts'
import type { Field } from '../../../../model/field.ts'
import { points } from '../../../../model/index.ts'
import { reasonOf } from '../../../../model/acquisition/quality.ts'
import { carryMs, readCorrections, MAX_CORRECTIONS, readHistory, readSummary } from '../../../acquisition/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { exportReading } from './export.ts'
import { importReading } from './import/routes.ts'
import { queryTrendMarks } from './marks.ts'
import { addTrend, deleteTrend, queryTrend, shareTrend, updateTrend } from './saved-trends.ts'
import { queryTrendStatistics } from './statistics.ts'
import { queryTrendPoint } from './trend-points.ts'
import { queryTrendPreference, updateFavouritePoint, updateLastTrend } from './trend-preference.ts'
import { queryReadingTrend } from './trend.ts'

const queryLatestReading = implement(contract.queryLatestReading, {
  access: 'granted',
  of: points,
  summary: 'Newest values of points, or of all points of a device; at most a second old',
  async handle({ input: { deviceId, pointId }, inTenant }) {
    if (deviceId === undefined && pointId === undefined) return { list: [] }
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('points')
          .innerJoin('point_states', (on) =>
            on.onRef('point_states.tenant_id', '=', 'points.tenant_id').onRef('point_states.series', '=', 'points.series'),
          )
          .select(['points.id', 'time', 'value', 'quality', 'reason'])
          .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId as string))
          .$if(pointId !== undefined, (query) => query.where('points.id', 'in', pointId as string[]))
          .orderBy('points.id')
          .limit(contract.MAX_POINTS.page),
      ),
    )
    return {
      list: rows.map(({ id, time, value, quality, reason }) => ({
        pointId: id,
        time: time.getTime(),
        value,
        quality,
        reason: reasonOf(reason),
      })),
    }
  },
})

const queryReadingHistory = implement(contract.queryReadingHistory, {
  access: 'granted',
  of: points,
  summary: 'Values of a point in a range of time (milliseconds since 1970), reduced to what a chart can show without losing peaks',
  async handle({ input, inTenant }) {
    const found = await inTenant(async (tx) =>
      readHistory(tx, { ...rangeInMillis(input), ...(await measuredBy(tx, input.pointId)) }, input.points),
    )
    return { resolution: found.resolution, list: found.stretches }
  },
})

const queryReadingSummary = implement(contract.queryReadingSummary, {
  access: 'granted',
  of: points,
  summary:
    'Lowest, highest and mean value (weighted by time) of a point for each hour, day or month of a range of time, the mean of its samples and the share of the time with a value',
  async handle({ input, inTenant }) {
    return {
      list: await inTenant(async (tx) =>
        readSummary(tx, { ...rangeInMillis(input), ...(await measuredBy(tx, input.pointId)) }, input.period),
      ),
    }
  },
})

const queryReadingCorrection = implement(contract.queryReadingCorrection, {
  access: 'granted',
  of: points,
  summary:
    'What values of a point in a range of time were before they were corrected: of one moment the first one first, by which device and by whose import; 2,000 at most',
  async handle({ input, caller, inTenant }) {
    const { link } = points.fields.deviceId as Field
    const view = viewOf(caller, points)
    const [seesDevice, seesUser] = [view.sees('deviceId') && link !== undefined && view.names(link), seesPeople(caller)]
    const rows = await inTenant(async (tx) =>
      readCorrections(tx, { ...rangeInMillis(input), ...(await measuredBy(tx, input.pointId)) }, MAX_CORRECTIONS, personIn(caller, 'p')),
    )
    return {
      list: rows.map(({ deviceCode, who, reason, ...row }) => ({
        ...row,
        reason: reasonOf(reason),
        ...(seesDevice ? { deviceCode } : {}),
        ...(seesUser ? { username: who } : {}),
      })),
    }
  },
})

/** Under which number the samples of a point are stored, and for how long a value stands at most. @throws Failure `row.not-found`, for another tenant's point as well. */
async function measuredBy(tx: Transaction, pointId: string): Promise<{ series: string; carryMs: number }> {
  const point = await tx.first(
    build
      .selectFrom('points')
      .select(['series', carryMs('points').as('carryMs')])
      .where('id', '=', pointId),
  )
  return point ?? fail('row.not-found')
}

export const readingsFeature: Feature = {
  tag: 'readings',
  routes: [
    queryLatestReading,
    queryReadingHistory,
    queryReadingTrend,
    queryReadingSummary,
    queryReadingCorrection,
    exportReading,
    importReading,
    queryTrend,
    addTrend,
    updateTrend,
    deleteTrend,
    shareTrend,
    queryTrendMarks,
    queryTrendStatistics,
    queryTrendPreference,
    updateLastTrend,
    updateFavouritePoint,
    queryTrendPoint,
  ],
}
