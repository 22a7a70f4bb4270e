/** What the drawing library is told of histories. Pure: colours, size and range are given. */
import type { ChartColours } from '../chart-options.ts'
import { isGap } from './gaps.ts'
import type { History, Stretch } from './histories.ts'
import { poorRuns, valueText } from './histories.ts'
import type { Marks } from './marks.ts'
import { markSeries } from './marks.ts'
import { timeTicks } from './time-ticks.ts'

export interface Frame {
  readonly width: number
  readonly from: number
  readonly to: number
  readonly zone: string
  /** Where an axis ends, by its unit; what is absent follows the values. */
  readonly axes?: Readonly<Record<string, Bounds>>
  /** Whether a thin line leads over gaps. */
  readonly connects?: boolean
  readonly marks?: Marks
}

/** Where an axis of values begins and ends. */
export interface Bounds {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

export interface HistoryColours extends ChartColours {
  readonly uncertain: string
  readonly bad: string
}

/** Pixels of one axis of values, and of a time written beneath. */
const AXIS = 58
const LABEL = 84
const EDGE = 14
/** Pixels above and below the lines. */
export const PLOT = { top: 30, bottom: 28 } as const

/** Units in the order in which they come: the first axis stands left, the second right, and so on outwards. */
export function unitsOf(histories: readonly History[]): string[] {
  const units = [...new Set(histories.map(({ unit }) => unit))]
  return units.length > 0 ? units : ['']
}

/** Characters that are seen of a label of an axis. */
const MAX_LABEL = 7

/**
 * How an axis is written and how fine its ticks are at most: a word stands where all its histories have the same for a value, and numbers have the
 * digits of their points if there is room for them. An axis of states has ticks at the states, whatever those of the others are.
 */
export function axisFormat(histories: readonly History[]) {
  const formats = histories.map(({ format }) => format)
  const digits = formats.map((format) => format?.decimals)
  const decimals = digits.length > 0 && digits.every((one) => one !== undefined) ? Math.max(...digits) : undefined
  return {
    ...(decimals === undefined ? {} : { minInterval: 10 ** -decimals }),
    isOfStates: formats.length > 0 && formats.every((format) => format?.word),
    formatter(value: number): string {
      const [word, ...others] = new Set(formats.map((format) => format?.word?.(value)))
      if (word !== undefined && others.length === 0) return word
      const plain = valueText(value)
      const padded = decimals === undefined ? plain : value.toFixed(decimals)
      return padded.length <= MAX_LABEL && Number(padded) === Number(plain) ? padded : plain
    },
  }
}

/** Where there is no room for more, one axis stands at each side; the others keep their scale and their line in the legend. */
const NARROW = 640
const axesShown = (histories: readonly History[], width: number) =>
  width < NARROW ? Math.min(2, unitsOf(histories).length) : unitsOf(histories).length

/** Pixels from the edges of the picture, so many wide, to those of the drawing. */
export function marginsOf(histories: readonly History[], width: number): { left: number; right: number } {
  const axes = axesShown(histories, width)
  return { left: Math.ceil(axes / 2) * AXIS, right: Math.max(EDGE, Math.floor(axes / 2) * AXIS) }
}

/** Of a colour the second, third … use is dashed: shape tells them apart where colours run out. */
export const dashOf = (colour: number, colours: number) =>
  (['solid', 'dashed', 'dotted'] as const)[Math.floor(colour / colours) % 3] ?? 'solid'

/** The time axis of a chart of histories for ECharts, with as many labels as fit, in the zone of the server. */
export function timeAxis(histories: readonly History[], { width, from, to, zone }: Frame, colours: ChartColours) {
  const { left, right } = marginsOf(histories, width)
  const ticks = timeTicks(zone, from, to, Math.max(2, Math.floor((width - left - right) / LABEL)))
  const texts = new Map(ticks.map(({ at, text }) => [at, text]))
  const at = [...texts.keys()]
  return {
    type: 'time',
    min: from,
    max: to,
    splitLine: { show: false },
    axisLine: { onZero: false, lineStyle: { color: colours.line } },
    axisTick: { show: true, customValues: at, lineStyle: { color: colours.line } },
    axisLabel: { color: colours.text, customValues: at, hideOverlap: true, formatter: (value: number) => texts.get(value) ?? '' },
  }
}

/** The options of a chart of histories for ECharts: an axis for each unit, and the lines on the axis of theirs. */
export function historyOptions(histories: readonly History[], frame: Frame, colours: HistoryColours): Record<string, unknown> {
  const units = unitsOf(histories)
  const { left, right } = marginsOf(histories, frame.width)
  const shown = axesShown(histories, frame.width)
  return {
    animation: false,
    textStyle: { color: colours.text, fontFamily: 'inherit' },
    grid: { left, right, ...PLOT, outerBoundsMode: 'none' },
    xAxis: timeAxis(histories, frame, colours),
    yAxis: units.map((unit, index) => {
      const ofUnit = histories.filter((history) => history.unit === unit)
      const [only, ...others] = ofUnit
      const { isOfStates, formatter, ...ticks } = axisFormat(ofUnit)
      // The axis of one line alone has its colour.
      const colour = units.length > 1 && only && others.length === 0 ? colours.series[only.colour % colours.series.length] : undefined
      return {
        type: 'value',
        name: unit,
        nameGap: 12,
        nameTextStyle: { color: colours.text, align: index % 2 === 0 ? 'right' : 'left' },
        scale: true,
        ...ticks,
        ...frame.axes?.[unit],
        show: index < shown,
        position: index % 2 === 0 ? 'left' : 'right',
        offset: Math.floor(index / 2) * AXIS,
        alignTicks: index > 0 && !isOfStates,
        axisLabel: { color: colour ?? colours.text, formatter, width: AXIS - 12, overflow: 'truncate' },
        axisLine: { show: units.length > 1, onZero: false, lineStyle: { color: colour ?? colours.line } },
        splitLine: { show: index === 0, lineStyle: { color: colours.line } },
      }
    }),
    series: [
      ...histories.flatMap((history) => seriesOf(history, units.indexOf(history.unit), frame, colours)),
      ...(frame.marks ? markSeries(frame.marks, histories, units, colours) : []),
    ],
  }
}

function seriesOf(history: History, yAxisIndex: number, frame: Frame, colours: HistoryColours): Record<string, unknown>[] {
  const colour = colours.series[history.colour % colours.series.length]
  const drawn = broken(history)
  const shared = { type: 'line', yAxisIndex, symbol: 'none', silent: true, connectNulls: false }
  const dash = history.isFaint ? 'dotted' : dashOf(history.colour, colours.series.length)
  const opacity = history.isFaint ? 0.65 : 1
  const line = {
    ...shared,
    id: history.id,
    name: history.name,
    color: colour,
    z: 3,
    lineStyle: { width: 1.75, color: colour, type: dash, opacity },
    // A sample without neighbours is a line to nowhere: it is shown as what it is.
    symbol: 'circle',
    symbolSize: 4,
    showSymbol: history.points.length <= 60 || isScattered(drawn),
    data: drawn.map(({ time, mean }) => [time, mean]),
    markArea: { silent: true, data: history.isFaint ? [] : shades(history, frame, colours) },
  }
  const bridge = {
    ...shared,
    id: `bridge ${history.id}`,
    z: 2,
    lineStyle: { width: 1, color: colour, type: 'dashed', opacity: 0.7 },
    data: frame.connects ? bridgesOf(drawn).flatMap((ends) => [...ends.map(({ time, mean }) => [time, mean]), [null, null]]) : [],
  }
  const bridges = bridge.data.length > 0 ? [bridge] : []
  if (history.points.every(({ low, high }) => low === high)) return [...bridges, line]
  // From the lowest value, undrawn, up by the difference to the highest.
  const stack = { ...shared, stack: `band ${history.id}`, stackStrategy: 'all', z: 2, lineStyle: { opacity: 0 } }
  return [
    ...bridges,
    { ...stack, id: `low ${history.id}`, data: drawn.map(({ time, low }) => [time, low]) },
    {
      ...stack,
      id: `high ${history.id}`,
      data: drawn.map(({ time, low, high }) => [time, low === null || high === null ? null : high - low]),
      areaStyle: { color: colour, opacity: history.isFaint ? 0.08 : 0.2 },
    },
    line,
  ]
}

/** With a place of nothing in each gap, so that no line leads over it. */
export function broken({ points, gaps }: Pick<History, 'points' | 'gaps'>): Stretch[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1]
    return before && isGap(gaps, index) ? [{ time: before.time + 1, low: null, high: null, mean: null, count: 0, good: 0 }, point] : [point]
  })
}

/** What is drawn before each gap and after it: a bridge leads from the one to the other, and says by its looks that nothing was measured there. */
export function bridgesOf(drawn: readonly Stretch[]): [Stretch, Stretch][] {
  const bridges: [Stretch, Stretch][] = []
  let before: { place: number; point: Stretch } | undefined
  for (const [place, point] of drawn.entries()) {
    if (point.mean === null) continue
    if (before && place - before.place > 1) bridges.push([before.point, point])
    before = { place, point }
  }
  return bridges
}

const isScattered = (drawn: readonly Stretch[]) =>
  drawn.some(({ mean }, index) => mean !== null && (drawn[index - 1]?.mean ?? null) === null && (drawn[index + 1]?.mean ?? null) === null)

/** A run is at least so wide that it is seen. */
const MIN_WIDTH = 3

function shades(history: History, { from, to, width }: Frame, colours: HistoryColours) {
  const least = ((to - from) / width) * MIN_WIDTH
  return poorRuns(history)
    .filter((run) => run.to >= from && run.from <= to)
    .map((run) => [
      { xAxis: Math.max(from, run.from), itemStyle: { color: run.quality === 'bad' ? colours.bad : colours.uncertain, opacity: 0.16 } },
      { xAxis: Math.min(to, Math.max(run.to, run.from + least)) },
    ])
}
