/** What the drawing library is told of a chart on a screen: sizes in pixels of the display, no animation, no pointer. Pure. */
import type { ChartColours, Series } from '../../../ui/chart-options.ts'
import { numberText, widthOf } from './value.ts'

export type LibraryKind = 'line' | 'area' | 'bar' | 'stacked' | 'pie'

export interface ChartFrame {
  /** And the typeface, which a canvas inherits from nobody. */
  readonly colours: ChartColours & { readonly tone: (tone: string) => string; readonly family: string }
  /** Pixels of the display. */
  readonly width: number
  readonly fontSize: number
  readonly stroke: number
  readonly unit: string | undefined
  readonly hasLegend: boolean
  readonly locale: string
  readonly limits?: readonly { readonly at: number; readonly tone: string }[] | undefined
}

const DASHES = ['solid', [8, 4], [2, 4], [12, 4, 2, 4]] as const
/** The stroke of the nth line, from 0: lines are told apart by it as well as by their colours. */
export const dashOf = (nth: number): (typeof DASHES)[number] => DASHES[nth % DASHES.length] ?? 'solid'

/** The look of a legend. Nobody turns its leaves on a wall: it takes as many lines as it needs. */
export const legendLook = ({ colours, fontSize, width }: Pick<ChartFrame, 'colours' | 'fontSize' | 'width'>) => ({
  type: 'plain',
  width: Math.max(fontSize * 6, width - fontSize),
  itemWidth: fontSize * 1.6,
  itemHeight: fontSize * 0.8,
  itemGap: fontSize * 0.8,
  textStyle: { color: colours.text, fontSize, fontFamily: colours.family },
})

/** About how many lines a legend takes. */
export function legendLines(names: readonly string[], { fontSize, width }: Pick<ChartFrame, 'fontSize' | 'width'>): number {
  const long = names.reduce((sum, name) => sum + (widthOf(name) + 3) * fontSize, 0)
  return Math.max(1, Math.ceil(long / Math.max(fontSize * 6, width - fontSize)))
}

/** The options of the chart for ECharts. */
export function screenChartOptions(
  kind: LibraryKind,
  categories: readonly string[],
  series: readonly Series[],
  frame: ChartFrame,
): Record<string, unknown> {
  const { colours, fontSize, unit, hasLegend, locale } = frame
  const text = { color: colours.text, fontSize, fontFamily: colours.family }
  const shared = {
    animation: false,
    color: colours.series,
    textStyle: text,
    legend: hasLegend ? { show: true, top: 0, right: 0, ...legendLook(frame) } : { show: false },
  }
  if (kind === 'pie') return { ...shared, ...pieOf(categories, series, frame) }
  const isBars = kind === 'bar' || kind === 'stacked'
  const isWhole = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)))
  return {
    ...shared,
    grid: {
      left: fontSize * 0.4,
      right: fontSize,
      top:
        fontSize *
        (hasLegend
          ? 0.8 +
            1.5 *
              legendLines(
                series.map(({ name }) => name),
                frame,
              )
          : unit
            ? 2.2
            : 1),
      bottom: fontSize * 0.3,
      containLabel: true,
    },
    xAxis: {
      type: 'category',
      data: categories,
      boundaryGap: isBars,
      axisLabel: { ...text, ...labelsFor(categories.length, frame) },
      axisLine: { lineStyle: { color: colours.line, width: frame.stroke * 0.5 } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      ...(isWhole ? { minInterval: 1 } : {}),
      ...(unit ? { name: unit, nameGap: fontSize * 0.8, nameTextStyle: { ...text, align: 'left' } } : {}),
      axisLabel: { ...text, formatter: (value: number) => numberText(value, undefined, locale) },
      splitLine: { lineStyle: { color: colours.line, width: Math.max(1, frame.stroke * 0.4) } },
      // Bars and areas stand on nought; of lines what matters is how they run.
      scale: kind === 'line',
    },
    series: series.map(({ name, values }, nth) => ({
      name,
      data: values,
      type: isBars ? 'bar' : 'line',
      silent: true,
      ...(isBars
        ? { barMaxWidth: fontSize * 3, itemStyle: { borderRadius: kind === 'bar' ? [3, 3, 0, 0] : 0 } }
        : {
            connectNulls: false,
            // A value that stands alone between two gaps is no line.
            showSymbol: values.some(
              (value, at) => value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null,
            ),
            symbolSize: frame.stroke * 2.5,
            lineStyle: { width: frame.stroke, type: dashOf(nth) },
          }),
      ...(kind === 'area' ? { areaStyle: { opacity: 0.22 } } : {}),
      ...(kind === 'area' || kind === 'stacked' ? { stack: 'all' } : {}),
      ...(nth === 0 && frame.limits && frame.limits.length > 0 ? { markLine: limitLines(frame) } : {}),
    })),
  }
}

/** Few names stand all of them, shortened to their places; of many those that do not overlap. */
function labelsFor(count: number, { width, fontSize }: Pick<ChartFrame, 'width' | 'fontSize'>) {
  const place = (width - fontSize * 4) / Math.max(1, count)
  return place > fontSize * 3.5 ? { interval: 0, width: place - fontSize * 0.5, overflow: 'truncate' } : { hideOverlap: true }
}

/** Lines across at limits, each with its number. */
export const limitLines = ({
  limits = [],
  colours,
  stroke,
  fontSize,
  locale,
}: Pick<ChartFrame, 'limits' | 'colours' | 'stroke' | 'fontSize' | 'locale'>) => ({
  silent: true,
  symbol: 'none',
  animation: false,
  data: limits.map(({ at, tone }) => ({
    yAxis: at,
    lineStyle: { color: colours.tone(tone), width: stroke, type: 'dashed' },
    label: { formatter: numberText(at, undefined, locale), color: colours.tone(tone), fontSize, position: 'insideEndTop' },
  })),
})

/** Names stand beside their parts where there is room, else in a legend below, with their numbers. */
function pieOf(categories: readonly string[], [first]: readonly Series[], frame: ChartFrame) {
  const { colours, fontSize, locale } = frame
  const isNarrow = isNarrowPie(frame)
  const textOf = (name: string) => `${name} ${numberText(Math.max(0, first?.values[categories.indexOf(name)] ?? 0), undefined, locale)}`
  const lines = legendLines(categories.map(textOf), frame)
  return {
    ...(isNarrow
      ? { legend: { show: true, bottom: 0, left: 'center', formatter: textOf, ...legendLook(frame) } }
      : { legend: { show: false } }),
    series: [
      {
        type: 'pie',
        silent: true,
        radius: isNarrow ? ['44%', '76%'] : ['40%', '66%'],
        center: ['50%', '50%'],
        ...(isNarrow ? { bottom: fontSize * (1 + 1.6 * lines) } : {}),
        data: categories.map((name, at) => ({ name, value: Math.max(0, first?.values[at] ?? 0) })),
        itemStyle: { borderColor: colours.surface, borderWidth: 2 },
        minShowLabelAngle: 6,
        label: {
          show: !isNarrow,
          color: colours.text,
          fontSize,
          overflow: 'truncate',
          formatter: ({ name }: { name: string }) => textOf(name),
        },
        labelLine: { show: !isNarrow, lineStyle: { color: colours.line } },
      },
    ],
  }
}

const isNarrowPie = ({ width, fontSize }: Pick<ChartFrame, 'width' | 'fontSize'>): boolean => width < fontSize * 34
