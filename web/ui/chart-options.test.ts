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
