/** What the drawing library is told of a chart on a screen: sizes in pixels of the display, no animation, no pointer. Pure. */
import type { ChartColours, Series } from '../../../ui/chart-options.ts'
import { numberText } from './value.ts'

export type LibraryKind = 'line' | 'area' | 'bar' | 'stacked' | 'pie'

export interface ChartFrame {
  /** And the typeface, which a canvas inherits from nobody. */
  readonly colours: ChartColours & { readonly tone: (tone: string) => string; readonly family: string }
  /** Pixels of the display. */
  readonly fontSize: number
  readonly stroke: number
  readonly unit: string | undefined
  readonly hasLegend: boolean
  readonly locale: string
  readonly limits?: readonly { readonly at: number; readonly tone: string }[] | undefined
}

/** Lines are told apart by their strokes as well as by their colours. */
const DASHES = ['solid', [8, 4], [2, 4], [12, 4, 2, 4]] as const
export const dashOf = (nth: number): (typeof DASHES)[number] => DASHES[nth % DASHES.length] ?? 'solid'

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
    legend: {
      show: hasLegend,
      top: 0,
      right: 0,
      type: 'scroll',
      itemWidth: fontSize * 1.6,
      itemHeight: fontSize * 0.8,
      textStyle: text,
      pageTextStyle: text,
      pageIconColor: colours.text,
    },
  }
  if (kind === 'pie') return { ...shared, series: [pieOf(categories, series, frame)] }
  const isBars = kind === 'bar' || kind === 'stacked'
  const isWhole = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)))
  return {
    ...shared,
    grid: {
      left: fontSize * 0.4,
      right: fontSize,
      top: fontSize * (hasLegend || unit ? 2.2 : 1),
      bottom: fontSize * 0.3,
      containLabel: true,
    },
    xAxis: {
      type: 'category',
      data: categories,
      boundaryGap: isBars,
      axisLabel: { ...text, hideOverlap: true },
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

function pieOf(categories: readonly string[], [first]: readonly Series[], { colours, fontSize, locale, hasLegend }: ChartFrame) {
  return {
    type: 'pie',
    silent: true,
    radius: ['42%', '68%'],
    center: ['50%', hasLegend ? '56%' : '50%'],
    data: categories.map((name, at) => ({ name, value: Math.max(0, first?.values[at] ?? 0) })),
    itemStyle: { borderColor: colours.surface, borderWidth: 2 },
    minShowLabelAngle: 6,
    label: {
      color: colours.text,
      fontSize,
      overflow: 'truncate',
      formatter: ({ name, value }: { name: string; value: number }) => `${name} ${numberText(value, undefined, locale)}`,
    },
    labelLine: { lineStyle: { color: colours.line } },
  }
}
