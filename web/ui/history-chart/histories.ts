/** What was measured, as a chart takes it, and what can be told of it before it is drawn. Moments are milliseconds since 1970. */
import type { TimeWeight } from '../../../model/time-weight.ts'
import { meanOf, merge, ofSample } from '../../../model/time-weight.ts'
import { isGap } from './gaps.ts'

/** A stretch of time, or one sample, which is its own lowest, highest and mean value. Without a usable value these are null. The mean is weighted by time, unless it is of samples. */
export interface Stretch {
  readonly time: number
  readonly low: number | null
  readonly high: number | null
  readonly mean: number | null
  readonly count: number
  /** How many of them are of good quality. */
  readonly good: number
  readonly isOfSamples?: true | undefined
  /** Of a sample that was corrected: what stood there before; null where that was no value. */
  readonly earlier?: number | null | undefined
}

/** How the values of a history are written. */
export interface ValueFormat {
  /** The word that stands for a value; absent where all are numbers. */
  readonly word?: ((value: number) => string | undefined) | undefined
  /** The number, without its unit. A mean may have more digits than what was measured. */
  readonly number: (value: number, isMean: boolean) => string
  /** Digits behind the point that tell two values apart: an axis needs no finer ticks. */
  readonly decimals?: number | undefined
}

export interface History {
  readonly id: string
  readonly name: string
  /** Histories of one unit share an axis. */
  readonly unit: string
  /** Without it values are plain numbers. */
  readonly format?: ValueFormat | undefined
  /** Which of the colours, from 0. */
  readonly colour: number
  readonly points: readonly Stretch[]
  /** The places in `points` before which nothing is drawn (gaps.ts). */
  readonly gaps: readonly number[]
  /** Drawn beside what it is compared with, whose colour it has. */
  readonly isFaint?: boolean
  /** So much later than it was measured it is drawn, in milliseconds. */
  readonly shiftMs?: number
}

export type Quality = 'good' | 'uncertain' | 'bad'

/** Of a stretch as a whole: bad without any usable value, uncertain where not all of it is good. */
export function qualityOf({ low, count, good }: Stretch): Quality {
  return low === null ? 'bad' : good < count ? 'uncertain' : 'good'
}

/** The place of the first point at or after a moment; the number of points where there is none. */
export function placeAt(points: readonly Stretch[], moment: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle] as Stretch).time < moment) low = middle + 1
    else high = middle
  }
  return low
}

/** The nearest in time; undefined where there is none. */
export function nearest(points: readonly Stretch[], moment: number): Stretch | undefined {
  const place = placeAt(points, moment)
  const [before, after] = [points[place - 1], points[place]]
  return before && (!after || moment - before.time < after.time - moment) ? before : after
}

/** What a history says of a moment: the nearest value, if there is a line at this moment or the value is no farther away than `reach` milliseconds. */
export function pointAt({ points, gaps }: Pick<History, 'points' | 'gaps'>, moment: number, reach: number): Stretch | undefined {
  const point = nearest(points, moment)
  if (!point || Math.abs(point.time - moment) <= reach) return point
  const place = placeAt(points, moment)
  return place > 0 && place < points.length && !isGap(gaps, place) ? point : undefined
}

export interface Run {
  readonly from: number
  readonly to: number
  readonly quality: Quality
}

/** Where a history is less than good, from one stretch to the next; what follows at once is one run. */
export function poorRuns({ points, gaps }: Pick<History, 'points' | 'gaps'>): Run[] {
  const runs: Run[] = []
  for (const [index, point] of points.entries()) {
    const quality = qualityOf(point)
    if (quality === 'good') continue
    const next = points[index + 1]?.time ?? point.time
    const to = isGap(gaps, index + 1) ? point.time : next
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
  /** Weighted by time. */
  readonly mean: number | null
  /** That of the samples, not of the stretches. */
  readonly sampleMean: number | null
}

/** Of what is shown: what stands at one time stands until the next, unless there is a gap. */
export function figuresOf({ points, gaps }: Pick<History, 'points' | 'gaps'>, from: number, to: number): Figures {
  let [low, high, total, count, newest]: [number | null, number | null, number, number, number | null] = [null, null, 0, 0, null]
  let weight: TimeWeight | undefined
  for (const [place, point] of points.entries()) {
    if (point.time < from || point.time > to) continue
    const own = ofSample(point.time, point.mean)
    weight = weight ? merge(weight, own, isGap(gaps, place) ? 0 : Infinity) : own
    if (point.low === null || point.high === null || point.mean === null) continue
    low = low === null ? point.low : Math.min(low, point.low)
    high = high === null ? point.high : Math.max(high, point.high)
    total += point.mean * point.count
    count += point.count
    newest = point.mean
  }
  const sampleMean = count === 0 ? null : total / count
  return { newest, low, high, mean: (weight && meanOf(weight)) ?? sampleMean, sampleMean }
}

/** A number as people compare it: without the noise of its last binary digits. */
export const valueText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : String(Number(value.toPrecision(7)))

type Written = Pick<History, 'format'>

/** A value as it was measured: its word, or the number with the unit, if one is given. */
export function measuredText(value: number | null | undefined, { format }: Written, unit = ''): string {
  if (value === null || value === undefined) return '–'
  return format?.word?.(value) ?? withUnit(format ? format.number(value, false) : valueText(value), unit)
}

/** What several values come to, which is never a word. */
export function meanText(value: number | null | undefined, { format }: Written, unit = ''): string {
  if (value === null || value === undefined) return '–'
  return withUnit(format ? format.number(value, true) : valueText(value), unit)
}

/** A value with its unit, or the mean of a stretch with the lowest and the highest. */
export function stretchText(point: Stretch | undefined, history: Pick<History, 'format' | 'unit'>): string {
  if (!point || point.low === null) return '–'
  return point.low === point.high
    ? measuredText(point.low, history, history.unit)
    : `${meanText(point.mean, history, history.unit)} (${measuredText(point.low, history)} … ${measuredText(point.high, history)})`
}

const withUnit = (text: string, unit: string) => (unit ? `${text} ${unit}` : text)

/** When it was measured; a stretch of many values begins at about that second. */
export const momentOfStretch = ({ time, count }: Stretch): number => (count > 1 ? Math.floor(time / 1000) * 1000 : Math.round(time))
