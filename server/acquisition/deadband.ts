/**
 * What the last values of a point say about the next one: that it tells nothing new (deadband), or that it has not moved for too
 * long (frozen). Remembered by each server, for points that ask for either; after a start, or at another server, the first value
 * is stored and the clock of the frozen ones begins anew.
 */
import QuickLRU from 'quick-lru'
import { QUALITY, REASONS } from '../../model/acquisition/quality.ts'
import type { Micros } from '../../model/brands.ts'
import type { Point } from './known-devices.ts'
import type { Sample } from './quality.ts'

/** Where a point with a deadband names no longest interval: seconds. */
export const MAX_INTERVAL_S = 600
/** Points that are remembered; beyond, those that were silent for longest go, and their next value is stored. About 150 bytes each. */
const MAX_POINTS = 200_000

interface Known {
  /** Of the newest value. */
  readonly time: Micros
  readonly value: number
  /** Since when it has been this value. */
  readonly since: Micros
  /** The last one that was stored. */
  readonly stored: Sample
}

export interface DeadbandFilter {
  /** The sample as it is to be kept: marked as a repeat, doubted, or as it came. What comes late or has no value is left as it is. */
  apply(point: Point, sample: Sample): Sample
  /** What was to be stored of this point is not: the next value is, however near. */
  forget(series: number): void
}

/**
 * The deadband filter: marks samples within the deadband of the last stored one, so that they are not stored.
 * @param most Points that are remembered.
 */
export function openDeadbandFilter(most = MAX_POINTS): DeadbandFilter {
  const known = new QuickLRU<number, Known>({ maxSize: most })
  return {
    apply(point, sample) {
      const { deadband, frozenSeconds, series } = point
      if (deadband === null && frozenSeconds === null) return sample
      const before = known.get(series)
      if (before && sample.time <= before.time) return sample
      if (sample.value === null || sample.quality === QUALITY.bad || sample.reason === REASONS.clock) {
        // After a gap the next value is stored, however near.
        known.delete(series)
        return sample
      }
      const { time, value } = sample
      const since = before?.value === value ? before.since : time
      const weighed =
        frozenSeconds !== null && sample.quality === QUALITY.good && time - since >= frozenSeconds * 1e6
          ? { ...sample, quality: QUALITY.uncertain, reason: REASONS.frozen }
          : sample
      const isRepeat =
        deadband !== null && before !== undefined && isNear(weighed, before.stored, deadband, point.maxIntervalSeconds ?? MAX_INTERVAL_S)
      known.set(series, { time, value, since, stored: isRepeat ? before.stored : weighed })
      return isRepeat ? { ...weighed, isRepeat } : weighed
    },
    forget: (series) => void known.delete(series),
  }
}

/** Compared with what is stored, not with the value before: a slow drift is seen once it has left the band. */
function isNear(sample: Sample, stored: Sample, deadband: number, longestSeconds: number): boolean {
  return (
    sample.quality === stored.quality &&
    Math.abs((sample.value as number) - (stored.value as number)) <= deadband &&
    sample.time - stored.time < longestSeconds * 1e6
  )
}
