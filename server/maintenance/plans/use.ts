/** How much a machine was used since a plan was done last, and what a condition comes to: of the points that the plan names. */
import { rangeInMillis } from '../../../model/brands.ts'
import type { ConditionMeasure } from '../../../model/maintenance/plans.ts'
import { figuresOf, latestValue, pointNamed } from '../../acquisition/index.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { countedSince, runHours } from '../use.ts'
import type { PlanRow } from './rows.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
/** Over so many days the average is taken by which a meter is foreseen. */
const PACE_DAYS = 30

export interface MeterUse {
  readonly used: number
  readonly perDay: number
  /** What the counter shows now; null of run hours, and of a counter without a value. */
  readonly seen: number | null
}

/** What a meter has run since it was done last; as it was where the point has gone. @param now Milliseconds since 1970 */
export async function meterUse(tx: Transaction, { pointId, meter }: PlanRow, now: number): Promise<MeterUse> {
  if (!meter) return { used: 0, perDay: 0, seen: null }
  const since = meter.since?.getTime() ?? now
  const named = pointId === null ? undefined : await pointNamed(tx, pointId)
  if (!named) return { used: meter.used, perDay: paceOf(meter.used, since, now), seen: meter.seen }
  if (meter.kind === 'run-hours') {
    const hours = async (from: number) => (await runHours(tx, named.point.series, from, now)) ?? 0
    const used = await hours(since)
    // Of one that was done yesterday a day says little: the days before it count along.
    const begin = Math.min(since, now - PACE_DAYS * DAY_MS)
    return { used, perDay: paceOf(begin < since ? await hours(begin) : used, begin, now), seen: null }
  }
  const value = await latestValue(tx, named.point)
  if (value === null) return { used: meter.used, perDay: paceOf(meter.used, since, now), seen: meter.seen }
  const used = meter.used + (meter.seen === null ? 0 : countedSince(meter.seen, value))
  return { used, perDay: paceOf(used, since, now), seen: value }
}

const paceOf = (used: number, from: number, to: number): number => (to - from < DAY_MS ? 0 : (used / (to - from)) * DAY_MS)

const FIGURE_OF = { mean: 'mean', max: 'greatest', min: 'least' } as const satisfies Record<ConditionMeasure, string>

/** Whether the condition of a plan holds now; undefined where there are no values to tell by. */
export async function conditionHolds(tx: Transaction, { pointId, condition }: PlanRow, now: number): Promise<boolean | undefined> {
  const named = condition && pointId !== null ? await pointNamed(tx, pointId) : undefined
  if (!named || !condition) return undefined
  const figures = await figuresOf(tx, named.point, rangeInMillis({ from: now - condition.hours * HOUR_MS, to: now }))
  const value = figures[FIGURE_OF[condition.measure]]
  if (value === null) return undefined
  return condition.operator === 'above' ? value > condition.limit : value < condition.limit
}
