import { expect, it } from 'vitest'
import { chartOptions } from './chart-options.ts'

const colours = { series: ['#111'], text: '#222', line: '#333', surface: '#fff' }
const two = [
  { name: 'a', values: [1, 2] },
  { name: 'b', values: [3, 4] },
]

it.each([
  ['bar', 'bar'],
  ['line', 'line'],
  ['area', 'line'],
] as const)('a %s chart draws every series over the categories', (kind, type) => {
  const options = chartOptions(kind, ['x', 'y'], two, colours, true) as {
    xAxis: { data: string[] }
    series: { type: string; data: number[]; areaStyle?: unknown }[]
  }
  expect(options.xAxis.data).toEqual(['x', 'y'])
  expect(options.series.map(({ data }) => data)).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect(options.series.every((one) => one.type === type && (one.areaStyle !== undefined) === (kind === 'area'))).toBe(true)
})

it('a pie names each part', () => {
  const { series } = chartOptions('pie', ['x', 'y'], two, colours, true) as { series: { data: unknown[] }[] }
  expect(series).toHaveLength(1)
  expect(series[0]?.data).toEqual([
    { name: 'x', value: 1 },
    { name: 'y', value: 2 },
  ])
})

it('many points are thinned, and nothing moves for who wants it still', () => {
  const long = Array.from({ length: 2001 }, (_, at) => at)
  const options = chartOptions('line', long.map(String), [{ name: 'a', values: long }], colours, false) as {
    animation: boolean
    series: { sampling?: string }[]
  }
  expect(options.animation).toBe(false)
  expect(options.series[0]?.sampling).toBe('lttb')
})

it('a gap stays a gap, a value alone in it is a point, and what is not to be relied on stands on another ground', () => {
  const values = [1.5, null, 2, null, 3]
  const options = chartOptions('line', ['a', 'b', 'c', 'd', 'e'], [{ name: 'a', values }], colours, true, {
    unit: '°C',
    shaded: [
      [1, 1],
      [3, 4],
    ],
  }) as {
    yAxis: { name?: string; minInterval?: number; scale: boolean }
    series: { connectNulls: boolean; showSymbol: boolean; data: unknown; markArea: { data: { xAxis: number }[][] } }[]
  }
  expect(options.series[0]).toMatchObject({ connectNulls: false, showSymbol: true, data: values })
  expect(options.series[0]?.markArea.data).toEqual([
    [{ xAxis: 0 }, { xAxis: 2 }],
    [{ xAxis: 3 }, { xAxis: 4 }],
  ])
  expect(options.yAxis).toMatchObject({ name: '°C', scale: true })
  expect(options.yAxis.minInterval).toBeUndefined()
})

it('what others are compared with has their colour, and stands beside them', () => {
  const before = { name: 'b', values: [3, 4], colour: 0, isBefore: true }
  const { series } = chartOptions('stacked', ['x', 'y'], [{ name: 'a', values: [1, 2], colour: 0 }, before], colours, true) as {
    series: { color: string; stack: string; itemStyle: { opacity?: number } }[]
  }
  expect(series.map(({ color, stack, itemStyle }) => [color, stack, itemStyle.opacity])).toEqual([
    ['#111', 'all', undefined],
    ['#111', 'before', 0.45],
  ])
})
