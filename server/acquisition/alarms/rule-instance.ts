/** The points that rules look at, as they were seen last. Kept by each server, about 500 bytes for a rule at a point. */
import type { Millis, TenantId } from '../../../model/brands.ts'
import { toMillis } from '../../../model/brands.ts'
import { QUALITY, REASONS } from '../../../model/acquisition/quality.ts'
import type { Sample } from '../quality.ts'
import type { Condition, Detector, Observation } from './detector.ts'
import { MIN_RATE_SPAN_MS, holds, observe } from './detector.ts'

/** A rule at a point. */
export interface RuleInstance {
  readonly ruleId: string
  readonly priority: number
  readonly ruleName: string
  readonly point: WatchedPoint
  readonly condition: Condition
  readonly detector: Detector
  /** Nothing that was measured before this decides: another server has seen more. */
  decidedAt: Millis
}

/** The key of an alarm in memory: rule and point. */
export const keyOf = (ruleId: string, pointId: string) => `${ruleId} ${pointId}`

export interface WatchedPoint {
  readonly tenantId: TenantId
  readonly id: string
  readonly series: number
  readonly name: string
  readonly device: string
  readonly ruleInstances: RuleInstance[]
  /** The newest live sample. */
  last: Observation | undefined
  /** What a rate is measured from. */
  before: Observation | undefined
  /** When it was heard of last, by the clock of the server; 0 before the first time. */
  lastSampleAt: Millis
}

/** What an alarm has come to. */
export interface Change {
  readonly watch: RuleInstance
  readonly transition: 'raise' | 'return'
  /** What decided; without one it was the clock. */
  readonly seen: Observation | undefined
  readonly at: Millis
}

/**
 * Late data tells what was and not what is: it is stored, and raises or clears nothing. Nor does a sample whose clock is ahead.
 */
export function isLive({ reason, isLate }: Pick<Sample, 'reason' | 'isLate'>): boolean {
  return !isLate && reason !== REASONS.backfill && reason !== REASONS.clock
}

/** A sample as rules see it. */
export const observationOf = ({ time, value, quality }: Sample): Observation => ({ time: toMillis(time), value, quality })

/** Takes a live sample in. What is not newer than the last one decides nothing, unless it corrects just that one. */
export function onSample(point: WatchedPoint, seen: Observation, now: Millis, onChange: (change: Change) => void): void {
  point.lastSampleAt = now
  if (point.last && (seen.time < point.last.time || (seen.time === point.last.time && seen.value === point.last.value))) return
  point.last = seen
  for (const watch of point.ruleInstances) evaluate(watch, seen, now, onChange)
  if (seen.quality === QUALITY.good && seen.value !== null && (!point.before || seen.time - point.before.time >= MIN_RATE_SPAN_MS))
    point.before = seen
}

/** Judges one rule by a sample, also one that was judged before: the rule may be new, or have changed. */
export function evaluate(watch: RuleInstance, seen: Observation, now: Millis, onChange: (change: Change) => void): void {
  if (seen.time < watch.decidedAt) return
  const { condition, detector } = watch
  if (observe(detector, condition, holds(condition, detector.active, seen, watch.point.before), now)) onChange(changeOf(watch, seen, now))
}

/** What the detector of a rule instance has just decided, as a change to be stored. */
export function changeOf(watch: RuleInstance, seen: Observation | undefined, at: Millis): Change {
  return { watch, transition: watch.detector.active ? 'raise' : 'return', seen, at }
}
