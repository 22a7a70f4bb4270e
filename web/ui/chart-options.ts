/** What a chart shows, as the drawing library wants it told. Pure: the colours are given. */

export type ChartKind = 'bar' | 'line' | 'area' | 'pie'

export interface Series {
  readonly name: string
  /** One number for each category. */
  readonly values: readonly number[]
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
): Record<string, unknown> {
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
    grid: { left: 8, right: 16, top: 16, bottom: series.length > 1 ? 36 : 8, containLabel: true },
    xAxis: {
      type: 'category',
      data: categories,
      boundaryGap: kind === 'bar',
      axisLabel: { color: colours.text, hideOverlap: true },
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
    },
    yAxis: { type: 'value', minInterval: 1, axisLabel: { color: colours.text }, splitLine: { lineStyle: { color: colours.line } } },
    series: series.map(({ name, values }) => ({
      name,
      data: values,
      type: kind === 'bar' ? 'bar' : 'line',
      barMaxWidth: 36,
      itemStyle: { borderRadius: kind === 'bar' ? [3, 3, 0, 0] : 0 },
      ...(kind === 'bar' ? {} : { showSymbol: categories.length <= 31, smooth: 0.2, lineStyle: { width: 2 } }),
      ...(kind === 'area' ? { areaStyle: { opacity: 0.18 }, stack: 'all' } : {}),
      ...(values.length > MANY ? { sampling: 'lttb' } : {}),
    })),
  }
}

function pieOf(name: string, categories: readonly string[], values: readonly number[], colours: ChartColours) {
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
