/** Statistics of points in a range, for the trend and for files of it. */
import { rangeInMillis } from '../../../../model/brands.ts'
import type { MillisRange } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/acquisition/trend-statistics.ts'
import { queryReadingTrend } from '../../../../model/contract/acquisition/readings.ts'
import type { Statistics } from '../../../acquisition/index.ts'
import { carryMs, readStatistics } from '../../../acquisition/index.ts'
import { mayCall } from '../../../kernel/authorization/view.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Statistics with the share of the range so far in which the value was good, from 0 to 1. */
export type PointFigures = Omit<Statistics, 'goodMs'> & { readonly goodShare: number }

interface TimedPoint {
  readonly series: string
  readonly stale_seconds: number | null
  readonly deadband: number | null
  readonly max_interval_seconds: number | null
  readonly carry_ms: number
}

/** Where a deadband names no longest interval (server/acquisition/deadband.ts). */
const MAX_INTERVAL_S = 600

/** How many milliseconds a value of the point stands for: as long as it may be silent, and a value that hardly differs is not stored meanwhile; null where nobody has said. */
export function holdOf({
  stale_seconds: stale,
  deadband,
  max_interval_seconds: most,
}: Omit<TimedPoint, 'series' | 'carry_ms'>): number | null {
  return stale === null ? null : (stale + (deadband === null ? 0 : (most ?? MAX_INTERVAL_S))) * 1000
}

/** The statistics of the points, by their series. */
export async function statisticsOf(tx: Transaction, points: readonly TimedPoint[], range: MillisRange): Promise<Map<string, PointFigures>> {
  const found = await readStatistics(
    tx,
    points.map((point) => ({ series: point.series, holdMs: holdOf(point), carryMs: point.carry_ms })),
    range,
  )
  const pastMs = Math.max(1, Math.min(range.to, Date.now()) - range.from)
  return new Map([...found].map(([series, { goodMs, ...rest }]) => [series, { ...rest, goodShare: Math.min(1, goodMs / pastMs) }]))
}

export const queryTrendStatistics = implement(contract.queryTrendStatistics, {
  access: 'signed-in',
  summary:
    'What the values of points come to in a range of time (milliseconds since 1970): extremes, mean (weighted by time, and of samples), deviation, percentiles, and for how much of it they were known and good',
  async handle({ input: { pointId, ...range }, caller, inTenant }) {
    if (!mayCall(caller, queryReadingTrend.path)) fail('permission.denied')
    const list = await inTenant(async (tx) => {
      const points = await tx.all(
        build
          .selectFrom('points')
          .select(['id', 'series', 'stale_seconds', 'deadband', 'max_interval_seconds', carryMs('points').as('carry_ms')])
          .where('id', 'in', pointId),
      )
      const bySeries = await statisticsOf(tx, points, rangeInMillis(range))
      return points.flatMap(({ id, series }) => {
        const figures = bySeries.get(series)
        return figures ? [{ pointId: id, ...figures }] : []
      })
    })
    return { list }
  },
})
