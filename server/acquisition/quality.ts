/** What a reading is worth, told when it arrives. */
import { QUALITY, REASONS } from '../../model/acquisition/quality.ts'
import { calibrationAt, corrected, isInDoubt } from '../../model/maintenance/calibration-span.ts'
import type { Micros, Millis } from '../../model/brands.ts'
import { toMicros, toMillis } from '../../model/brands.ts'
import type { Payload, Reading } from './payload.ts'
import type { Point } from './known-devices.ts'

/** A sample as it is stored. */
export interface Sample {
  readonly series: number
  readonly retention: number
  readonly time: Micros
  readonly value: number | null
  readonly quality: number
  readonly reason: number
  /** As near to the one stored before as makes no difference: it is the newest value, alarms and open pages are told of it, and it is not stored. */
  readonly isRepeat?: true
  /** Measured long before it came. */
  readonly isLate?: true
}

export interface Verdict {
  readonly sample?: Sample
  readonly refused?: 'clock' | 'too-old'
}

/** A clock may be ahead so far before what it says is doubted. */
export const CLOCK_AHEAD_MS = 5 * 60_000
/** Further ahead is no clock: such a reading is not stored. One day is the partition that is there for it. */
export const CLOCK_REFUSED_MS = 24 * 3_600_000
/** Whatever comes later than this was kept back: the device, or its network, was away. */
export const BACKFILL_MS = 10 * 60_000

/**
 * The sample for a reading: value, quality and reason. Checked in this order, the first that holds is the reason: no value (bad), ahead of
 * time (uncertain), outside of the range (uncertain), measured with a calibration that has ended or was not passed (uncertain), entered by hand (good),
 * late (as good as it was). What a device measures is corrected by the calibration that counts at its time.
 * @param arrival The time of a reading that has none.
 * @param oldest What is older is beyond what is kept.
 */
export function assessQuality(
  reading: Reading,
  point: Point,
  arrival: Micros,
  oldest: Millis,
  { isFile }: Pick<Payload, 'isFile'> = {},
  now: Millis = toMillis(arrival),
): Verdict {
  const time = reading.time ?? toMillis(arrival)
  const refused = refusalOf(time, now, oldest)
  if (refused) return { refused }
  const calibration = point.calibrations && !reading.isManual ? calibrationAt(point.calibrations, time, point.key) : undefined
  const scaled = reading.value === undefined || isFile || reading.isInUnit ? reading.value : reading.value * point.scale + point.offset
  // Files hold what was worked out already.
  const value = scaled === undefined || !calibration || isFile || reading.isInUnit ? scaled : corrected(scaled, calibration)
  const isDoubted = isInDoubt(calibration, time)
  const found = reading.isLost ? LOST : worth(value, time, now, point, isDoubted)
  const [quality, known] = worse(found, reading.worth)
  const reason = reading.isManual && quality === QUALITY.good ? REASONS.manual : known
  return {
    sample: {
      series: point.series,
      retention: point.retention,
      time: reading.time === undefined ? arrival : toMicros(reading.time),
      value: value === undefined || !Number.isFinite(value) ? null : value,
      quality,
      reason,
      ...(time < now - BACKFILL_MS ? { isLate: true } : {}),
    },
  }
}

/** Why a sample of this time is not stored; `undefined` where it is. */
export function refusalOf(time: Millis, now: Millis, oldest: Millis): 'clock' | 'too-old' | undefined {
  return time > now + CLOCK_REFUSED_MS ? 'clock' : time < oldest ? 'too-old' : undefined
}

/** What was known of a value that is not good stays known; that it was good once is no reason to trust it more. */
function worse(found: readonly [quality: number, reason: number], known: Reading['worth']): readonly [quality: number, reason: number] {
  return known && known.quality < QUALITY.good && known.quality <= found[0] ? [known.quality, known.reason] : found
}

/** It was asked, and did not answer. */
const LOST = [QUALITY.bad, REASONS.comm] as const

function worth(
  value: number | undefined,
  time: Millis,
  now: Millis,
  { low, high }: Point,
  isDoubted: boolean,
): [quality: number, reason: number] {
  if (value === undefined || !Number.isFinite(value)) return [QUALITY.bad, REASONS['no-value']]
  if (time > now + CLOCK_AHEAD_MS) return [QUALITY.uncertain, REASONS.clock]
  if ((low !== null && value < low) || (high !== null && value > high)) return [QUALITY.uncertain, REASONS.range]
  if (isDoubted) return [QUALITY.uncertain, REASONS['calib-expired']]
  return [QUALITY.good, time < now - BACKFILL_MS ? REASONS.backfill : REASONS.none]
}
