import { describe, expect, it } from 'vitest'
import type { History, Stretch, ValueFormat } from './histories.ts'
import { figuresOf, meanText, measuredText, nearest, pointAt, poorRuns, qualityOf, stretchText } from './histories.ts'
import { axisFormat, bridgesOf, broken, historyOptions, marginsOf, unitsOf } from './options.ts'
import { moved, within, zoomed } from './ranges.ts'
import { remarkOn } from './readout.tsx'
import { timeTicks } from './time-ticks.ts'

const DAY_MS = 86_400_000
const at = (time: number, value: number | null, good = value !== null): Stretch => ({
  time,
  low: value,
  high: value,
  mean: value,
  count: 1,
  good: good ? 1 : 0,
})
const history = (points: Stretch[], gaps: number[] = [], unit = '°C', id = 'a'): History => ({
  id,
  name: id,
  unit,
  colour: 0,
  points,
  gaps,
})
const colours = { series: ['#111', '#222'], text: '#333', line: '#444', surface: '#fff', uncertain: '#fa0', bad: '#f00' }
const frame = { width: 900, from: 0, to: 100, zone: 'UTC' }

const states: ValueFormat = {
  word: (value) => ['Stopped', 'Running'][value],
  number: (value, isMean) => value.toFixed(isMean ? 1 : 0),
  decimals: 0,
}

describe('what is told of a history', () => {
  it('is written as it says: a word for what was measured, never for a mean', () => {
    const pump = { ...history([], [], 'x'), format: states }
    expect([measuredText(1, pump, 'x'), measuredText(2, pump, 'x'), measuredText(null, pump)]).toEqual(['Running', '2 x', '–'])
    expect([meanText(1, pump), meanText(0.37, pump, 'x')]).toEqual(['1.0', '0.4 x'])
    expect(stretchText(at(0, 1), pump)).toBe('Running')
    expect(stretchText({ time: 0, low: 0, high: 1, mean: 0.37, count: 9, good: 9 }, pump)).toBe('0.4 x (Stopped … Running)')
    expect([stretchText(at(0, 1.123456789), history([])), stretchText(undefined, pump)]).toEqual(['1.123457 °C', '–'])
  })

  it('is bad without a usable value, and uncertain where not all of it is good', () => {
    expect([at(0, 1), at(0, 1, false), at(0, null), { ...at(0, 1), count: 5, good: 4 }].map(qualityOf)).toEqual([
      'good',
      'uncertain',
      'bad',
      'uncertain',
    ])
  })

  it('runs from one stretch to the next, and not over a gap', () => {
    const points = [at(0, 1), at(10, null), at(20, null), at(30, 1), at(40, 1, false), at(100, 2)]
    expect(poorRuns(history(points, [5]))).toEqual([
      { from: 10, to: 30, quality: 'bad' },
      { from: 40, to: 40, quality: 'uncertain' },
    ])
  })

  it('says nothing in a gap, but near its edges, and the nearest value where there is a line', () => {
    const line = history([at(0, 1), at(100, 2), at(200, 3)], [2])
    expect([-6, -5, 49, 51, 105, 106, 194, 195].map((moment) => pointAt(line, moment, 5)?.time)).toEqual([
      undefined,
      0,
      0,
      100,
      100,
      undefined,
      undefined,
      200,
    ])
  })

  it('finds the nearest in time', () => {
    const points = [0, 10, 20].map((time) => at(time, time))
    expect([-5, 4, 6, 14, 99].map((moment) => nearest(points, moment)?.time)).toEqual([0, 0, 10, 10, 20])
    expect(nearest([], 1)).toBeUndefined()
  })

  it('says of a mean that it is of samples, where it is', () => {
    const texts = {
      quality: { good: 'good', uncertain: 'uncertain', bad: 'bad' },
      counted: (count: number, good: number) => `${count}/${good}`,
      corrected: (earlier: string | null) => `was ${earlier ?? 'none'}`,
      ofSamples: 'of samples',
    }
    const point = { time: 10, low: 1, high: 3, mean: 2, count: 3, good: 3 }
    expect(remarkOn(point, texts, String)).toBe('good')
    expect(remarkOn({ ...point, isOfSamples: true }, texts, String)).toBe('good · of samples')
    expect(remarkOn({ ...point, good: 2, isOfSamples: true }, texts, String)).toBe('3/2 · of samples')
  })

  it('has the figures of what is shown: a mean by time, which gaps have no part in, and one of samples, not of stretches', () => {
    const points = [at(0, 100), { time: 10, low: 1, high: 3, mean: 2, count: 3, good: 3 }, at(50, 6), at(60, null), at(70, 9)]
    // 2 for 40 ms and 6 for 10.
    expect(figuresOf({ points, gaps: [] }, 5, 65)).toEqual({ newest: 6, low: 1, high: 6, mean: 2.8, sampleMean: 3 })
    expect(figuresOf({ points, gaps: [] }, 0, 65)).toEqual({ newest: 6, low: 1, high: 100, mean: 19, sampleMean: 22.4 })
    expect(figuresOf({ points, gaps: [2] }, 0, 65).mean).toBe((100 * 10 + 6 * 10) / 20)
    // Of a single moment, what it says.
    expect(figuresOf({ points, gaps: [] }, 65, 75)).toEqual({ newest: 9, low: 9, high: 9, mean: 9, sampleMean: 9 })
    expect(figuresOf({ points, gaps: [] }, 75, 80)).toEqual({ newest: null, low: null, high: null, mean: null, sampleMean: null })
  })
})

describe('the picture', () => {
  type Line = {
    id: string
    yAxisIndex: number
    data: [number, number | null][]
    stack?: string
    connectNulls: boolean
    markArea?: { data: { xAxis: number }[][] }
  }
  const linesOf = (histories: History[]) => (historyOptions(histories, frame, colours) as { series: Line[] }).series

  it('leaves gaps open', () => {
    expect(broken(history([at(0, 1), at(10, 2), at(80, 3)], [2])).map(({ mean }) => mean)).toEqual([1, 2, null, 3])
    const [line] = linesOf([history([at(0, 1), at(10, 2), at(80, 3)], [2])])
    expect(line).toMatchObject({
      data: [
        [0, 1],
        [10, 2],
        [11, null],
        [80, 3],
      ],
      connectNulls: false,
    })
  })

  it('leads a thin line over gaps and missing values where that is wanted', () => {
    const drawn = broken(history([at(0, null), at(10, 2), at(80, 3), at(90, null), at(100, 4), at(110, 5)], [2]))
    expect(bridgesOf(drawn).map((ends) => ends.map(({ time }) => time))).toEqual([
      [10, 80],
      [80, 100],
    ])
    const options = (connects: boolean) =>
      historyOptions([history([at(0, 1), at(80, 3)], [1])], { ...frame, connects }, colours) as { series: Line[] }
    expect(options(false).series.map(({ id }) => id)).toEqual(['a'])
    expect(options(true).series.map(({ id, data }) => [id, data.length])).toEqual([
      ['bridge a', 3],
      ['a', 3],
    ])
  })

  it('has words at an axis of states, which has its ticks at them', () => {
    const two = [history([], [], '°C', 'a'), { ...history([], [], '', 'b'), format: states }]
    const { yAxis } = historyOptions(two, frame, colours) as {
      yAxis: { minInterval?: number; alignTicks: boolean; axisLabel: { formatter(value: number): string } }[]
    }
    expect(yAxis.map(({ minInterval, alignTicks }) => [minInterval, alignTicks])).toEqual([
      [undefined, false],
      [1, false],
    ])
    expect([0, 1, 2].map((value) => yAxis[1]?.axisLabel.formatter(value))).toEqual(['Stopped', 'Running', '2'])
  })

  it('writes the numbers of an axis with the digits of its points, if all have some and there is room', () => {
    const withDecimals = (decimals: number): History => ({ ...history([]), format: { number: String, decimals } })
    const [one, two] = [withDecimals(1), withDecimals(2)]
    expect([20, 20.25, 20.125, 123_456].map(axisFormat([one, two]).formatter)).toEqual(['20.00', '20.25', '20.125', '123456'])
    expect(axisFormat([one, two]).minInterval).toBe(0.01)
    const plain = axisFormat([one, history([])])
    expect([plain.minInterval, plain.formatter(20)]).toEqual([undefined, '20'])
    // What is a word for one of two is none for both.
    expect(axisFormat([{ ...one, format: states }, one]).formatter(1)).toBe('1.0')
    expect(axisFormat([]).formatter(1)).toBe('1')
  })

  it('ends its axes where somebody says', () => {
    const two = [history([], [], '°C', 'a'), history([], [], 'bar', 'b')]
    const { yAxis } = historyOptions(two, { ...frame, axes: { bar: { min: 0, max: 6 } } }, colours) as {
      yAxis: { min?: number; max?: number }[]
    }
    expect(yAxis.map(({ min, max }) => [min, max])).toEqual([
      [undefined, undefined],
      [0, 6],
    ])
  })

  it('has an axis for each unit, shared by what has the same', () => {
    const three = [history([], [], '°C', 'a'), history([], [], 'bar', 'b'), history([], [], '°C', 'c')]
    expect(unitsOf(three)).toEqual(['°C', 'bar'])
    expect(linesOf(three).map(({ id, yAxisIndex }) => [id, yAxisIndex])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ])
  })

  it('has room for one axis at each side where it is narrow', () => {
    const four = ['a', 'b', 'c', 'd'].map((unit) => history([], [], unit, unit))
    expect([marginsOf(four, 400), marginsOf(four, 1200), marginsOf(four.slice(0, 1), 400)]).toEqual([
      { left: 58, right: 58 },
      { left: 116, right: 116 },
      { left: 58, right: 14 },
    ])
  })

  it('has a band from lowest to highest where values were put together, below zero as well', () => {
    const stretch = { time: 5, low: -3, high: 4, mean: 1, count: 9, good: 9 }
    const [low, high, line] = linesOf([history([stretch])])
    expect([low?.data, high?.data, line?.data]).toEqual([[[5, -3]], [[5, 7]], [[5, 1]]])
    expect(low?.stack).toBe(high?.stack)
    expect(linesOf([history([at(0, 1)])])).toHaveLength(1)
  })

  it('shades what is less than good, within the range, and wide enough to be seen', () => {
    const [line] = linesOf([history([at(-10, null), at(20, null), at(40, 1, false), at(50, 1)])])
    expect(line?.markArea?.data.map((ends) => ends.map(({ xAxis }) => xAxis))).toEqual([
      [0, 40],
      [40, 50],
    ])
    const [thin] = linesOf([history([at(50, null)])])
    expect(thin?.markArea?.data[0]?.map(({ xAxis }) => xAxis)[1]).toBeGreaterThan(50)
  })
})

describe('a range', () => {
  it('is zoomed around what is pointed at, moved by a share of itself, and stays within what can be asked', () => {
    const from = Date.UTC(2026, 0)
    const range = { from, to: from + 100_000 }
    expect(zoomed(range, 0.5, from)).toEqual({ from, to: from + 50_000 })
    expect(zoomed(range, 2)).toEqual({ from: from - 50_000, to: from + 150_000 })
    expect(moved(range, -0.25)).toEqual({ from: from - 25_000, to: from + 75_000 })
    expect(zoomed(range, 1e-9)).toEqual({ from: from + 49_500, to: from + 50_500 })
    expect(within({ from: 0, to: 10_000 }).from).toBe(Date.UTC(2000, 0))
  })
})

describe('ticks', () => {
  it('stand at round times of the zone, a day is called by its date', () => {
    const from = Date.UTC(2026, 0, 1, 13)
    expect(timeTicks('Asia/Shanghai', from, from + 8 * 3_600_000, 6).map(({ text }) => text)).toEqual(['22:00', '01-02', '02:00', '04:00'])
    expect(timeTicks('Asia/Shanghai', from, from + 7 * DAY_MS, 8).map(({ text, at: moment }) => [text, moment % DAY_MS])).toEqual(
      ['01-02', '01-03', '01-04', '01-05', '01-06', '01-07', '01-08'].map((text) => [text, 16 * 3_600_000]),
    )
  })

  it('are no more than there is room for, from seconds to years', () => {
    const from = Date.UTC(2026, 0, 1)
    for (const width of [1000, 10_000, 600_000, DAY_MS, 30 * DAY_MS, 300 * DAY_MS, 3000 * DAY_MS, 7000 * DAY_MS]) {
      const ticks = timeTicks('Europe/Berlin', from, from + width, 8)
      expect(ticks.length, `${width}`).toBeLessThanOrEqual(9)
      expect(new Set(ticks.map(({ at: moment }) => moment)).size).toBe(ticks.length)
    }
    expect(timeTicks('UTC', from, from + 400 * DAY_MS, 6).map(({ text }) => text)).toEqual([
      '2026-01',
      '2026-04',
      '2026-07',
      '2026-10',
      '2027-01',
    ])
  })
})
