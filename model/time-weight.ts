/**
 * What a time-weighted mean is put together of: a monoid, so that it does not matter in which order or in how many steps neighbours are merged. Each value stands until the next
 * sample (steps, no slopes: OPC UA Part 13, TimeAverage2 of stepped values), but no longer than it may be carried on. The statements of the server do the same
 * (server/acquisition/time-weight.ts, rollups.ts); their tests are held against this.
 */

/** A stretch of time from its first to its last sample. Times in milliseconds since 1970. */
export interface TimeWeight {
  readonly firstAt: number
  readonly lastAt: number
  /** The value of the last sample; null where it is not usable. */
  readonly last: number | null
  /** The integral of the value over the time that is covered: value × milliseconds. */
  readonly area: number
  /** Milliseconds for which there was a usable value. */
  readonly covered: number
}

/** The parts of one sample: a moment, which covers nothing. @param value Null where it is bad or missing: nothing is carried on from there. */
export function ofSample(time: number, value: number | null): TimeWeight {
  return { firstAt: time, lastAt: time, last: value, area: 0, covered: 0 }
}

/** The parts of two neighbours, the earlier one first. @param carry For how many milliseconds a value stands at most */
export function merge(earlier: TimeWeight, later: TimeWeight, carry: number): TimeWeight {
  const carried = carriedTo(earlier, later.firstAt, carry)
  return {
    firstAt: earlier.firstAt,
    lastAt: later.lastAt,
    last: later.last,
    area: carried.area + later.area,
    covered: carried.covered + later.covered,
  }
}

/** The parts with the time after the last sample until a moment, as far as its value is carried on. @param carry For how many milliseconds a value stands at most */
export function carriedTo(parts: TimeWeight, until: number, carry: number): TimeWeight {
  if (parts.last === null) return parts
  const gap = Math.max(0, Math.min(until - parts.lastAt, carry))
  return { ...parts, area: parts.area + parts.last * gap, covered: parts.covered + gap }
}

/** The time-weighted mean; null where nothing is covered. */
export function meanOf({ area, covered }: Pick<TimeWeight, 'area' | 'covered'>): number | null {
  return covered > 0 ? area / covered : null
}

/** The share of a length of time for which there was a usable value, from 0 to 1. @param length Milliseconds */
export function coverageOf({ covered }: Pick<TimeWeight, 'covered'>, length: number): number {
  return length > 0 ? Math.min(1, covered / length) : 0
}
