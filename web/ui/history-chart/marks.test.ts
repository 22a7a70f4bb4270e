import { expect, it } from 'vitest'
import type { History } from './histories.ts'
import type { Marks } from './marks.ts'
import { NO_MARKS, markSeries, marksAt, nearLimits } from './marks.ts'

const colours = { text: '#333', uncertain: '#fa0', bad: '#f00' }
const history = (unit: string, ...values: (number | null)[]): History => ({
  id: unit,
  name: unit,
  unit,
  colour: 0,
  gaps: [],
  points: values.map((value, time) => ({ time, low: value, high: value, mean: value, count: 1, good: 1 })),
})
const limit = (unit: string, value: number) => ({ unit, value, text: `${value}`, level: 1 })

it('an axis reaches for limits that are no farther away than its values from each other', () => {
  const lines = [history('°C', 20, null, 30), history('bar', 5)]
  const limits = [9, 10, 25, 40, 41].map((value) => limit('°C', value))
  expect(nearLimits(limits, lines).map(({ value }) => value)).toEqual([10, 25, 40])
  // Of a line without a width, and of one without values.
  expect(nearLimits([limit('bar', 6), limit('bar', 7), limit('%', 1)], lines).map(({ value }) => value)).toEqual([6])
  const [series] = markSeries({ ...NO_MARKS, limits }, lines, ['°C', 'bar'], colours) as { yAxisIndex: number; data: number[][] }[]
  expect([series?.yAxisIndex, series?.data]).toEqual([
    0,
    [
      [0, 10],
      [0, 25],
      [0, 40],
    ],
  ])
})

it('strips and notes are drawn from edge to edge of their time, the urgent ones in the colour of danger', () => {
  const marks: Marks = {
    limits: [],
    strips: [
      { from: 1, to: 5, level: 2, text: 'High' },
      { from: 4, to: 9, level: 3, text: 'Low' },
    ],
    notes: [{ time: 7, mark: '1', text: 'cleaned' }],
  }
  const [series] = markSeries(marks, [], [''], colours) as {
    markArea: { data: { xAxis: number; itemStyle?: { color: string } }[][] }
    markLine: { data: { xAxis: number }[] }
  }[]
  expect(series?.markArea.data.map((ends) => [ends[0]?.itemStyle?.color, ...ends.map(({ xAxis }) => xAxis)])).toEqual([
    ['#f00', 1, 5],
    ['#fa0', 4, 9],
  ])
  expect(series?.markLine.data.map(({ xAxis }) => xAxis)).toEqual([7])
  expect([0, 4, 7.5, 9].map((at) => marksAt(marks, at, 1))).toEqual([[], ['High', 'Low'], ['Low', '1 cleaned'], ['Low']])
  expect(markSeries(NO_MARKS, [], [''], colours)).toEqual([])
})
