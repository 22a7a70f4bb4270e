/**
 * Whether the condition of a rule holds at a point, with deadband and delays. Pure but for the detector it is given, and told what
 * time it is: the same samples at the same times lead to the same, always.
 */
import type { Millis } from '../../../model/brands.ts'
import type { AlarmKind } from '../../../model/acquisition/alarm-rules.ts'
import { QUALITY } from '../../../model/acquisition/quality.ts'

/** What a rule says, in numbers. Times in milliseconds. */
export interface Condition {
  readonly kind: AlarmKind
  /** 0 where the kind has none. */
  readonly limit: number
  readonly deadband: number
  readonly silentMs: number
  readonly onDelayMs: number
  readonly offDelayMs: number
}

/** A sample as a detector needs it. */
export interface Observation {
  readonly time: Millis
  readonly value: number | null
  readonly quality: number
}

export interface Detector {
  active: boolean
  /** Since when it has been the other way, by the clock of the server. */
  since: Millis | undefined
}

/** Values closer together than this tell no rate: it would be the noise of the sensor. Milliseconds. */
export const MIN_RATE_SPAN_MS = 1000

/**
 * Whether a sample says that the condition holds; `undefined` where it says nothing about it. A value that is not good can raise an
 * alarm of a limit, where there is a value, and never clears one.
 * @param before The last good sample that is at least {@link MIN_RATE_SPAN_MS} older.
 */
export function holds(
  { kind, limit, deadband }: Condition,
  active: boolean,
  { time, value, quality }: Observation,
  before: Observation | undefined,
): boolean | undefined {
  const back = active ? deadband : 0
  const doubtful = (is: boolean) => (quality === QUALITY.good || is ? is : undefined)
  switch (kind) {
    case 'bad-quality':
      return quality !== QUALITY.good
    case 'stale':
      return false
    case 'high':
    case 'high-high':
      return value === null || quality === QUALITY.bad ? undefined : doubtful(value > limit - back)
    case 'low':
    case 'low-low':
      return value === null || quality === QUALITY.bad ? undefined : doubtful(value < limit + back)
    case 'rate': {
      if (value === null || quality !== QUALITY.good || !before || before.value === null || time - before.time < MIN_RATE_SPAN_MS)
        return undefined
      return (Math.abs(value - before.value) / (time - before.time)) * 60_000 > limit - back
    }
  }
}

/** Whether the alarm was raised or has returned by what a sample says at this moment, which the detector keeps. */
export function observe(detector: Detector, condition: Condition, isMet: boolean | undefined, now: Millis): boolean {
  if (isMet === undefined) {
    // What is to clear an alarm has to be good all the while.
    if (detector.active) detector.since = undefined
    return false
  }
  if (isMet === detector.active) {
    detector.since = undefined
    return false
  }
  detector.since ??= now
  return elapse(detector, condition, now)
}

/** Whether the delay has passed by now, and the alarm has come or gone with it. */
export function elapse(detector: Detector, { onDelayMs, offDelayMs }: Condition, now: Millis): boolean {
  if (detector.since === undefined || now - detector.since < (detector.active ? offDelayMs : onDelayMs)) return false
  detector.active = !detector.active
  detector.since = undefined
  return true
}
