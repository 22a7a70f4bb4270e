import { expect, it } from 'vitest'
import type { Trend } from '../../../model/contract/acquisition/readings.ts'
import { formatOf, historiesOf } from './histories.ts'

it('a chart writes the values of a point as the point says', () => {
  const pump = formatOf({ decimals: null, stateTexts: '0=停止，1=运行' }, 'zh-CN')
  expect([pump.word?.(1), pump.word?.(0.5), pump.number(1, true), pump.decimals]).toEqual(['运行', undefined, '1', 0])
  const level = formatOf({ decimals: 1, stateTexts: '' }, 'en')
  expect([level.word, level.number(1234.56, false), level.number(20.56, true), level.decimals]).toEqual([undefined, '1,234.6', '20.56', 1])
  expect(formatOf({ stateTexts: '0.5=half' }, 'en').decimals).toBeUndefined()
})

it('of a point whose digits and words its reader does not see the values are plain numbers', () => {
  const trend = (point: Trend['list'][number]['point']): Trend => ({
    timeZone: 'UTC',
    from: 0,
    to: 1,
    allowed: [],
    list: [{ pointId: 'a', point, resolution: 'raw', width: 0, list: [] }],
  })
  const formatIn = (data: Trend | undefined) => historiesOf([{ id: 'a', name: 'a', unit: '' }], data, 'en')[0]?.format
  expect(formatIn(trend({ decimals: 1, stateTexts: '1=on' }))?.word?.(1)).toBe('on')
  for (const data of [trend({}), undefined])
    expect([formatIn(data)?.word, formatIn(data)?.number(1.25, false)]).toEqual([undefined, '1.25'])
})

it('a history is drawn in the unit in which its point is shown, and what it was corrected from too', () => {
  const point = { unit: 'bar', displayUnit: 'MPa', decimals: 2 }
  const stretch = { time: 1, low: 10, high: 30, mean: 20, count: 2, good: 2, earlier: 5 }
  const data: Trend = {
    timeZone: 'UTC',
    from: 0,
    to: 1,
    allowed: [],
    list: [{ pointId: 'a', point, resolution: 'raw', width: 0, list: [stretch] }],
  }
  const [history] = historiesOf([{ id: 'a', name: 'a', unit: 'bar' }], data, 'en')
  expect(history).toMatchObject({ unit: 'MPa', points: [{ low: 1, high: 3, mean: 2, earlier: 0.5, count: 2 }] })
  // Converted once, not twice.
  expect(history?.format?.number(1, false)).toBe('1.00')
})
