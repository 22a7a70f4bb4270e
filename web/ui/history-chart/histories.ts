/** What was measured, as a chart takes it, and what can be told of it before it is drawn. Moments are milliseconds since 1970. */

/** A stretch of time, or one sample, which is its own lowest, highest and mean value. Without a usable value these are null. */
export interface Stretch {
  readonly time: number
  readonly low: number | null
  readonly high: number | null
  readonly mean: number | null
  readonly count: number
  /** How many of them are of good quality. */
  readonly good: number
  /** Of a sample that was corrected: what stood there before; null where that was no value. */
  readonly earlier?: number | null | undefined
}

export interface History {
  readonly id: string
  readonly name: string
  /** Histories of one unit share an axis. */
  readonly unit: string
  /** Which of the colours, from 0. */
  readonly colour: number
  readonly points: readonly Stretch[]
  /** Nothing is drawn between two that are farther apart than this. */
  readonly gapMs: number
}

export type Quality = 'good' | 'uncertain' | 'bad'

/** Of a stretch as a whole: bad without any usable value, uncertain where not all of it is good. */
export function qualityOf({ low, count, good }: Stretch): Quality {
  return low === null ? 'bad' : good < count ? 'uncertain' : 'good'
}

/** How many usual distances make a gap, where nobody has said how long a point may be silent. */
const MISSED = 3

export interface Silence {
  readonly staleSeconds?: number | null | undefined
  readonly maxIntervalSeconds?: number | null | undefined
}

/** How long a point is silent before it counts as a gap: as long as it may be, otherwise judged by how far apart its values mostly are. */
export function gapOf(points: readonly Stretch[], { staleSeconds, maxIntervalSeconds }: Silence = {}): number {
  const distances = points
    .slice(1)
    .map(({ time }, index) => time - (points[index] as Stretch).time)
    .sort((a, b) => a - b)
  const usual = MISSED * (distances[Math.floor(distances.length / 2)] ?? 0)
  return Math.max(usual, staleSeconds ? staleSeconds * 1000 : (maxIntervalSeconds ?? 0) * 1500)
}

/** The nearest in time; undefined where there is none. */
export function nearest(points: readonly Stretch[], moment: number): Stretch | undefined {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle] as Stretch).time < moment) low = middle + 1
    else high = middle
  }
  const [before, after] = [points[low - 1], points[low]]
  return before && (!after || moment - before.time < after.time - moment) ? before : after
}

export interface Run {
  readonly from: number
  readonly to: number
  readonly quality: Quality
}

/** Where a history is less than good, from one stretch to the next; what follows at once is one run. */
export function poorRuns({ points, gapMs }: History): Run[] {
  const runs: Run[] = []
  for (const [index, point] of points.entries()) {
    const quality = qualityOf(point)
    if (quality === 'good') continue
    const next = points[index + 1]?.time ?? point.time
    const to = next - point.time > gapMs ? point.time : next
    const last = runs.at(-1)
    if (last && last.to === point.time && last.quality === quality) runs[runs.length - 1] = { ...last, to }
    else runs.push({ from: point.time, to, quality })
  }
  return runs
}

export interface Figures {
  readonly newest: number | null
  readonly low: number | null
  readonly high: number | null
  readonly mean: number | null
}

/** Of what is shown: the mean is that of the samples, not of the stretches. */
export function figuresOf(points: readonly Stretch[], from: number, to: number): Figures {
  let [low, high, total, count, newest]: [number | null, number | null, number, number, number | null] = [null, null, 0, 0, null]
  for (const point of points) {
    if (point.time < from || point.time > to || point.low === null || point.high === null || point.mean === null) continue
    low = low === null ? point.low : Math.min(low, point.low)
    high = high === null ? point.high : Math.max(high, point.high)
    total += point.mean * point.count
    count += point.count
    newest = point.mean
  }
  return { newest, low, high, mean: count === 0 ? null : total / count }
}

/** A number as people compare it: without the noise of its last binary digits. */
export const valueText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : String(Number(value.toPrecision(7)))

/** When it was measured; a stretch of many values begins at about that second. */
export const momentOfStretch = ({ time, count }: Stretch): number => (count > 1 ? Math.floor(time / 1000) * 1000 : Math.round(time))
