/** What the drawing library is told of the last minutes of points. Lines are broken where values are bad, and dotted where they are uncertain. Pure. */
import { secondText } from '../../../../model/zone.ts'
import { timeTicks } from '../../../ui/history-chart/time-ticks.ts'
import type { FeedValue } from '../feed.ts'
import { qualityOf } from '../truth.ts'
import type { ChartFrame } from './chart-options.ts'
import { dashOf, legendLines, legendLook } from './chart-options.ts'
import { numberText } from './value.ts'

export interface TrendLine {
  readonly name: string
  readonly values: readonly FeedValue[]
  /** After so many seconds without a value the line is broken; null where nothing is expected. */
  readonly staleAfter: number | null
}

interface Named {
  readonly pointName: string | null
  readonly deviceName: string | null
}

/** What lines are called: by what tells them apart, their points, their devices, or both. Empty where the reader sees neither. */
export function lineNames(points: readonly (Named | undefined)[]): string[] {
  const differ = (of: keyof Named) => new Set(points.map((point) => point?.[of])).size > 1
  const [byDevice, byPoint] = [differ('deviceName'), differ('pointName')]
  return points.map((point) => {
    const parts = byDevice
      ? byPoint
        ? [point?.deviceName, point?.pointName]
        : [point?.deviceName ?? point?.pointName]
      : [point?.pointName ?? point?.deviceName]
    return parts.filter(Boolean).join(' · ')
  })
}

type Place = readonly [time: number, value: number | null]

/** The places of a line from `from` on: null where it is broken, since a value is bad or nothing came for too long. The last one before goes along, so that the line begins at the edge. */
export function placesOf({ values, staleAfter }: TrendLine, from: number): { readonly all: Place[]; readonly uncertain: Place[] } {
  const first = values.findIndex(({ time }) => time >= from)
  const shown = first < 0 ? values.slice(-1) : values.slice(Math.max(0, first - 1))
  const all: Place[] = []
  const uncertain: Place[] = []
  let before: FeedValue | undefined
  for (const one of shown) {
    if (before && staleAfter !== null && one.time - before.time > staleAfter * 1000) all.push([before.time + 1, null])
    const quality = qualityOf(one.quality)
    const place: Place = [one.time, quality === 'bad' ? null : one.value]
    all.push(place)
    if (quality === 'uncertain' && place[1] !== null) uncertain.push(place)
    before = one
  }
  return { all, uncertain }
}

/**
 * Of the places in each column of the drawing the lowest and the highest, and where the line is broken: more cannot be seen, and drawing it takes its time, of forty
 * trends of six lines each most of what a second has. Columns begin at whole multiples of their width, so that a line does not flicker while it moves.
 * @param column Milliseconds
 */
export function thinned(places: readonly Place[], column: number): readonly Place[] {
  const kept: Place[] = []
  for (let at = 0; at < places.length;) {
    const of = Math.floor((places[at] as Place)[0] / column)
    let end = at + 1
    while (end < places.length && Math.floor((places[end] as Place)[0] / column) === of) end += 1
    kept.push(...(end - at > 2 ? extremes(places.slice(at, end)) : places.slice(at, end)))
    at = end
  }
  return kept
}

function extremes(places: readonly Place[]): Place[] {
  let [low, high] = [-1, -1]
  for (const [at, [, value]] of places.entries()) {
    if (value === null) continue
    if (low < 0 || value < ((places[low] as Place)[1] as number)) low = at
    if (high < 0 || value > ((places[high] as Place)[1] as number)) high = at
  }
  return places.filter(([, value], at) => value === null || at === low || at === high)
}

export interface TrendFrame extends ChartFrame {
  readonly zone: string
  readonly digits: number | undefined
  readonly min: number | undefined
  readonly max: number | undefined
}

/** What stays: axes, strokes and colours. Told once, and again where the size or the theme is another. */
export function trendOptions(lines: readonly Pick<TrendLine, 'name'>[], frame: TrendFrame): Record<string, unknown> {
  const { colours, fontSize, stroke, unit, hasLegend, locale } = frame
  const text = { color: colours.text, fontSize, fontFamily: colours.family }
  const names = lines.map(({ name }) => name)
  return {
    animation: false,
    color: colours.series,
    textStyle: text,
    legend: hasLegend ? { show: true, top: 0, right: 0, data: names, ...legendLook(frame) } : { show: false },
    grid: {
      left: fontSize * 0.4,
      right: fontSize,
      top: fontSize * (hasLegend ? 0.8 + 1.5 * legendLines(names, frame) : unit ? 2.2 : 1),
      bottom: fontSize * 0.3,
      containLabel: true,
    },
    xAxis: { type: 'time', axisLine: { lineStyle: { color: colours.line } }, axisTick: { show: false }, splitLine: { show: false } },
    yAxis: {
      type: 'value',
      scale: true,
      ...(frame.min === undefined ? {} : { min: frame.min }),
      ...(frame.max === undefined ? {} : { max: frame.max }),
      ...(unit ? { name: unit, nameGap: fontSize * 0.8, nameTextStyle: { ...text, align: 'left' } } : {}),
      axisLabel: { ...text, formatter: (value: number) => numberText(value, undefined, locale) },
      splitLine: { lineStyle: { color: colours.line } },
    },
    series: [
      ...lines.map(({ name }, nth) => ({
        id: `line-${nth}`,
        name,
        type: 'line',
        silent: true,
        symbol: 'none',
        connectNulls: false,
        step: false,
        lineStyle: { width: stroke, type: dashOf(nth) },
        data: [],
      })),
      // Dots upon what is uncertain.
      ...lines.map((_, nth) => ({
        id: `dots-${nth}`,
        type: 'line',
        silent: true,
        showSymbol: true,
        symbol: 'emptyCircle',
        symbolSize: stroke * 3,
        lineStyle: { width: 0 },
        itemStyle: { color: colours.tone('warning') },
        data: [],
      })),
    ],
  }
}

/** What changes, once a second: the data, the window of time and its marks, and the lines of limits. */
export function trendData(
  lines: readonly TrendLine[],
  now: number,
  minutes: number,
  limits: TrendLimits,
  frame: TrendFrame,
): Record<string, unknown> {
  const from = now - minutes * 60_000
  const column = (now - from) / Math.max(1, frame.width)
  const places = lines
    .map((line) => placesOf(line, from))
    .map(({ all, uncertain }) => ({ all: thinned(all, column), uncertain: thinned(uncertain, column) }))
  const most = Math.max(2, Math.floor(frame.width / (frame.fontSize * 6)))
  const ticks = new Map(
    timeTicks(frame.zone, from, now, most).map(({ at }) => [at, secondText(frame.zone, at).slice(11, minutes <= 5 ? 19 : 16)]),
  )
  const marks = [
    ...(limits.low === undefined ? [] : [{ yAxis: limits.low, name: '↓' }]),
    ...(limits.high === undefined ? [] : [{ yAxis: limits.high, name: '↑' }]),
  ]
  const { colours, fontSize, stroke, locale } = frame
  return {
    xAxis: {
      min: from,
      max: now,
      axisLabel: {
        color: colours.text,
        fontSize,
        customValues: [...ticks.keys()],
        formatter: (value: number) => ticks.get(value) ?? '',
      },
    },
    series: [
      ...places.map(({ all }, nth) => ({
        id: `line-${nth}`,
        data: all,
        ...(nth === 0
          ? {
              markLine: {
                silent: true,
                symbol: 'none',
                animation: false,
                data: marks.map((mark) => ({
                  ...mark,
                  lineStyle: { color: colours.tone('warning'), width: stroke, type: 'dashed' },
                  label: {
                    formatter: `${mark.name} ${numberText(mark.yAxis, undefined, locale)}`,
                    color: colours.tone('warning'),
                    fontSize,
                    position: 'insideEndTop',
                  },
                })),
              },
            }
          : {}),
      })),
      ...places.map(({ uncertain }, nth) => ({ id: `dots-${nth}`, data: uncertain })),
    ],
  }
}

export interface TrendLimits {
  readonly low: number | undefined
  readonly high: number | undefined
}
