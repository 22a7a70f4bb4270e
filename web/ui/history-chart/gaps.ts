/** Where a history is silent: between which values no line is drawn. Moments are milliseconds since 1970. */

/** What is known of how long a point may be silent, in seconds. */
export interface Silence {
  /** Heard of more seldom than this, it is stale. */
  readonly staleSeconds?: number | null | undefined
  /** What hardly differs from the value before is not stored, … */
  readonly deadband?: number | null | undefined
  /** … unless so much time has passed. */
  readonly maxIntervalSeconds?: number | null | undefined
}

/** Where a deadband names no longest interval (server/acquisition/deadband.ts). */
const MAX_INTERVAL_S = 600
/** Intervals at either side that say what is usual. */
const AROUND = 8
/** How much longer than what is usual around it an interval is a gap. */
const MISSED = 3
/** As often as this something has to occur to be usual: a single pause makes no other one usual. */
const USUAL = 2

/**
 * The places in `points` before which there is a gap, in ascending order. By the stale time of the point, where it has one. Otherwise each
 * interval is compared with those near it, never with the whole: values that come more densely elsewhere make no gaps here.
 * @param widthMs What one of the points stands for: 0 for single samples. A stretch without values says less than its width and its neighbours'.
 */
export function gapsOf(points: readonly { readonly time: number }[], silence: Silence = {}, widthMs = 0): number[] {
  const stored = silence.deadband === null || silence.deadband === undefined ? undefined : (silence.maxIntervalSeconds ?? MAX_INTERVAL_S)
  if (silence.staleSeconds) {
    const most = (silence.staleSeconds + (stored ?? 0)) * 1000 + widthMs
    return placesIn(points, (interval) => interval > most)
  }
  const intervals = points.slice(1).map(({ time }, index) => time - (points[index] as { time: number }).time)
  const least = (stored ?? silence.maxIntervalSeconds ?? 0) * 1500 + widthMs
  return placesIn(points, (interval, place) => interval > least && !isUsual(intervals, place - 1))
}

function placesIn(points: readonly { readonly time: number }[], isGap: (interval: number, place: number) => boolean): number[] {
  const gaps: number[] = []
  for (let place = 1; place < points.length; place += 1)
    if (isGap((points[place] as { time: number }).time - (points[place - 1] as { time: number }).time, place)) gaps.push(place)
  return gaps
}

/** Whether some of the intervals near this one are about as long; where there are none, nothing says that it is unusual. */
function isUsual(intervals: readonly number[], at: number): boolean {
  const interval = intervals[at] as number
  const [first, last] = [Math.max(0, at - AROUND), Math.min(intervals.length - 1, at + AROUND)]
  let alike = 0
  for (let other = first; other <= last; other += 1) if (other !== at && (intervals[other] as number) * MISSED >= interval) alike += 1
  return alike >= Math.min(USUAL, last - first)
}

/** Whether there is a gap before `place`. */
export function isGap(gaps: readonly number[], place: number): boolean {
  let [low, high] = [0, gaps.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((gaps[middle] as number) < place) low = middle + 1
    else high = middle
  }
  return gaps[low] === place
}
