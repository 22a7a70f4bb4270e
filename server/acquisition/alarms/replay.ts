/**
 * What a rule makes of samples that are stored already, by the same detector that judges new ones: the moments at which its alarm would have come and
 * gone. Pure. The clock is that of the samples: a delay ends between two of them where it would have ended.
 */
import type { Millis } from '../../../model/brands.ts'
import { millis } from '../../../model/brands.ts'
import { QUALITY } from '../../../model/acquisition/quality.ts'
import type { Condition, Detector, Observation } from './detector.ts'
import { MIN_RATE_SPAN_MS, elapse, holds, observe } from './detector.ts'

export interface ReplayedTransition {
  readonly transition: 'raise' | 'return'
  readonly at: Millis
  /** What decided; nothing where it was silence, or the end of a delay. */
  readonly seen: Observation | undefined
}

export interface Replay {
  /** Takes the next sample in; they come in the order of time. Gives what follows up to its moment. */
  take(sample: Observation): ReplayedTransition[]
  /** What follows until this moment, without another sample. */
  until(moment: Millis): ReplayedTransition[]
}

/** A replay of one rule at one point, before the first sample. */
export function openReplay(condition: Condition): Replay {
  const detector: Detector = { active: false, since: undefined }
  let last: Observation | undefined
  let before: Observation | undefined

  const moved = (at: Millis, seen: Observation | undefined): ReplayedTransition => ({
    transition: detector.active ? 'raise' : 'return',
    at,
    seen,
  })

  function until(moment: Millis): ReplayedTransition[] {
    if (condition.kind === 'stale') {
      if (!last || detector.active || moment - last.time <= condition.silentMs) return []
      detector.active = true
      return [moved(millis(last.time + condition.silentMs), undefined)]
    }
    if (detector.since === undefined) return []
    const end = millis(detector.since + (detector.active ? condition.offDelayMs : condition.onDelayMs))
    return end < moment && elapse(detector, condition, end) ? [moved(end, undefined)] : []
  }

  return {
    until,
    take(sample) {
      const found = until(sample.time)
      if (condition.kind === 'stale') {
        if (detector.active) {
          detector.active = false
          found.push(moved(sample.time, sample))
        }
      } else if (observe(detector, condition, holds(condition, detector.active, sample, before), sample.time))
        found.push(moved(sample.time, sample))
      last = sample
      if (sample.quality === QUALITY.good && sample.value !== null && (!before || sample.time - before.time >= MIN_RATE_SPAN_MS))
        before = sample
      return found
    },
  }
}
