/** What stands beside the lines: strips where something stood active, limits, and moments that somebody noted. Pure. Moments are milliseconds since 1970. */
import type { History } from './histories.ts'

/** A strip above the lines. */
export interface Strip {
  readonly from: number
  readonly to: number
  /** 1 is the most urgent, 4 the least. */
  readonly level: number
  readonly text: string
}

/** A horizontal line at a value of the axis of its unit. */
export interface Limit {
  readonly unit: string
  readonly value: number
  readonly text: string
  /** As of a strip; what only bounds the axis, as the range of a point does, has none. */
  readonly level?: number | undefined
}

/** A vertical line at a moment, with a short mark by which a list beside the chart names it. */
export interface Note {
  readonly time: number
  readonly mark: string
  readonly text: string
}

export interface Marks {
  readonly strips: readonly Strip[]
  readonly limits: readonly Limit[]
  readonly notes: readonly Note[]
}

export const NO_MARKS: Marks = { strips: [], limits: [], notes: [] }

/** Pixels from the top of the picture: where strips lie, above the lines. */
const STRIP = { top: 19, bottom: 26 } as const
/** Levels that are drawn in the colour of danger; the others in that of a warning. */
const SEVERE = 2

export interface MarkColours {
  readonly text: string
  readonly uncertain: string
  readonly bad: string
}

const colourOf = (level: number | undefined, { text, uncertain, bad }: MarkColours) =>
  level === undefined ? text : level <= SEVERE ? bad : uncertain

/**
 * Limits that a chart shows without squeezing its lines: an axis reaches for one that is no farther from the values than these are from each other.
 * The others are left out, but for those within.
 */
export function nearLimits(limits: readonly Limit[], histories: readonly History[]): Limit[] {
  const extents = new Map<string, { low: number; high: number }>()
  for (const { unit, points } of histories) {
    for (const { low, high } of points) {
      if (low === null || high === null) continue
      const known = extents.get(unit)
      extents.set(unit, { low: Math.min(low, known?.low ?? low), high: Math.max(high, known?.high ?? high) })
    }
  }
  return limits.filter(({ unit, value }) => {
    const extent = extents.get(unit)
    if (!extent) return false
    const span = extent.high - extent.low || Math.max(1, Math.abs(extent.high) / 10)
    return value >= extent.low - span && value <= extent.high + span
  })
}

/** The series that draw them for ECharts; none where there is nothing to draw. An axis that is set by hand stays as it is. */
export function markSeries(
  { strips, limits, notes }: Marks,
  histories: readonly History[],
  units: readonly string[],
  colours: MarkColours,
) {
  const near = nearLimits(limits, histories)
  const series = units.flatMap((unit, yAxisIndex) => {
    const own = near.filter((limit) => limit.unit === unit)
    return own.length === 0 ? [] : [limitSeries(own, unit, yAxisIndex, colours)]
  })
  if (strips.length === 0 && notes.length === 0) return series
  return [
    ...series,
    {
      ...HELPER,
      id: 'marks',
      yAxisIndex: 0,
      data: [],
      markArea: {
        silent: true,
        data: strips.map(({ from, to, level }) => [
          { xAxis: from, y: STRIP.top, itemStyle: { color: colourOf(level, colours), opacity: level === 1 ? 1 : 0.75 } },
          { xAxis: to, y: STRIP.bottom },
        ]),
      },
      markLine: {
        ...LINES,
        lineStyle: { type: 'dashed', width: 1, color: colours.text },
        data: notes.map(({ time, mark }) => ({
          xAxis: time,
          label: { formatter: mark, position: 'insideEndTop', rotate: 0, color: colours.text, fontSize: 11 },
        })),
      },
    },
  ]
}

const HELPER = { type: 'line', silent: true, symbol: 'none', lineStyle: { opacity: 0 } } as const
const LINES = { silent: true, symbol: 'none', animation: false } as const

function limitSeries(limits: readonly Limit[], unit: string, yAxisIndex: number, colours: MarkColours) {
  const highest = Math.max(...limits.map(({ value }) => value))
  // The axis may end at the highest: a text above it would lie among the strips.
  const placeOf = (value: number) => `inside${yAxisIndex % 2 === 0 ? 'Start' : 'End'}${value === highest ? 'Bottom' : 'Top'}`
  return {
    ...HELPER,
    id: `limits ${unit}`,
    yAxisIndex,
    // Drawn nowhere, since it lies long before any range: it makes the axis reach for the limits.
    data: limits.map(({ value }) => [0, value]),
    markLine: {
      ...LINES,
      data: limits.map(({ value, text, level }) => ({
        yAxis: value,
        lineStyle: { type: level === undefined ? 'dotted' : 'dashed', width: 1, color: colourOf(level, colours), opacity: 0.9 },
        label: {
          formatter: text,
          position: placeOf(value),
          color: colourOf(level, colours),
          fontSize: 11,
        },
      })),
    },
  }
}

/** What stands at a moment: the strips over it, and the notes no farther than `reach` milliseconds away. */
export function marksAt({ strips, notes }: Marks, at: number, reach: number): string[] {
  return [
    ...strips.filter(({ from, to }) => from <= at && at <= to).map(({ text }) => text),
    ...notes.filter(({ time }) => Math.abs(time - at) <= reach).map(({ mark, text }) => `${mark} ${text}`),
  ]
}
