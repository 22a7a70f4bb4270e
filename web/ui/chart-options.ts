/** What a chart shows, as the drawing library wants it told. Pure: the colours are given. */

/** Areas stand on each other; bars do where they are `stacked`. */
export type ChartKind = 'bar' | 'stacked' | 'line' | 'area' | 'pie'

export interface Series {
  readonly name: string
  /** One number for each category; null where there is none: no line leads over it. */
  readonly values: readonly (number | null)[]
  /** Which colour it has, where that is not its place: a series and the one it is compared with have the same. */
  readonly colour?: number
  /** It is what the others are compared with. */
  readonly isBefore?: boolean
}

/** What else there is to draw. */
export interface ChartExtras {
  /** Of the values, as it stands on the axis. */
  readonly unit?: string | undefined
  /** Stretches of categories, by the first and the last, whose values are not to be relied on. */
  readonly shaded?: readonly (readonly [first: number, last: number])[] | undefined
}

export interface Picking {
  /** Is given the category, and the series where a part of it was pressed: with a pointer in the drawing, by its button in the table. */
  readonly onPick?: ((category: number, series?: number) => void) | undefined
  /** Is given the first and the last category that a pointer was drawn over. */
  readonly onBrush?: ((first: number, last: number) => void) | undefined
}

export interface ChartColours {
  readonly series: readonly string[]
  readonly text: string
  readonly line: string
  readonly surface: string
}

/** From this many points on the lines are thinned while they are drawn. */
const MANY = 2000

/** The options of a chart for ECharts. @param moves Whether it may be animated */
export function chartOptions(
  kind: ChartKind,
  categories: readonly string[],
  series: readonly Series[],
  colours: ChartColours,
  moves: boolean,
  { unit, shaded = [] }: ChartExtras = {},
): Record<string, unknown> {
  const isBars = kind === 'bar' || kind === 'stacked'
  const shared = {
    animation: moves,
    color: colours.series,
    textStyle: { color: colours.text, fontFamily: 'inherit' },
    legend: {
      bottom: 0,
      type: 'scroll',
      textStyle: { color: colours.text },
      pageTextStyle: { color: colours.text },
      show: kind === 'pie' || series.length > 1,
    },
    tooltip: {
      trigger: kind === 'pie' ? 'item' : 'axis',
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text },
    },
  }
  if (kind === 'pie') return { ...shared, series: series.slice(0, 1).map(({ name, values }) => pieOf(name, categories, values, colours)) }
  return {
    ...shared,
    grid: { left: 8, right: 16, top: unit ? 32 : 16, bottom: series.length > 1 ? 36 : 8, containLabel: true },
    xAxis: {
      type: 'category',
      data: categories,
      boundaryGap: isBars,
      axisLabel: { color: colours.text, hideOverlap: true },
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      // Whole things are counted by whole numbers.
      ...(series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value))) ? { minInterval: 1 } : {}),
      ...(unit ? { name: unit, nameGap: 12, nameTextStyle: { color: colours.text, align: 'right' } } : {}),
      axisLabel: { color: colours.text },
      splitLine: { lineStyle: { color: colours.line } },
      // Temperatures have no nought of their own.
      scale: kind === 'line' && unit !== undefined,
    },
    series: series.map(({ name, values, colour, isBefore = false }, at) => ({
      name,
      data: values,
      type: isBars ? 'bar' : 'line',
      barMaxWidth: 36,
      ...(colour === undefined ? {} : { color: colours.series[colour % colours.series.length] }),
      itemStyle: { borderRadius: kind === 'bar' ? [3, 3, 0, 0] : 0, ...(isBefore ? { opacity: 0.45 } : {}) },
      ...(isBars
        ? {}
        : {
            // A value that stands alone between two gaps is no line.
            showSymbol: categories.length <= 31 || values.some((value, index) => value !== null && isAlone(values, index)),
            connectNulls: false,
            smooth: 0.2,
            lineStyle: { width: 2, ...(isBefore || at >= colours.series.length ? { type: 'dashed' } : {}) },
          }),
      ...(kind === 'area' ? { areaStyle: { opacity: 0.18 } } : {}),
      ...(kind === 'area' || kind === 'stacked' ? { stack: isBefore ? 'before' : 'all' } : {}),
      ...(values.length > MANY ? { sampling: 'lttb' } : {}),
      ...(at === 0 && shaded.length > 0 ? { markArea: shadeOf(shaded, categories.length, colours) } : {}),
    })),
  }
}

const isAlone = (values: Series['values'], at: number): boolean => (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null

/** Stretches behind the lines. One category alone would have no width. */
const shadeOf = (shaded: NonNullable<ChartExtras['shaded']>, categories: number, { text }: ChartColours) => ({
  silent: true,
  itemStyle: { color: text, opacity: 0.14 },
  data: shaded.map(([first, last]) => [
    { xAxis: first === last ? Math.max(0, first - 1) : first },
    { xAxis: first === last ? Math.min(categories - 1, last + 1) : last },
  ]),
})

function pieOf(name: string, categories: readonly string[], values: Series['values'], colours: ChartColours) {
  return {
    name,
    type: 'pie',
    radius: ['36%', '58%'],
    minShowLabelAngle: 8,
    center: ['50%', '44%'],
    data: categories.map((category, at) => ({ name: category, value: values[at] ?? 0 })),
    itemStyle: { borderColor: colours.surface, borderWidth: 2 },
    label: { color: colours.text, overflow: 'truncate', alignTo: 'edge', edgeDistance: 4 },
  }
}
