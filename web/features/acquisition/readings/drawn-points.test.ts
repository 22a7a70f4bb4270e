import { expect, it } from 'vitest'
import type { Trend } from '../../../../model/contract/acquisition/readings.ts'
import { devicesOf, pointsOf, withMoved } from './drawn-points.ts'

const trend = (points: Record<string, Trend['list'][number]['point']>): Trend => ({
  timeZone: 'UTC',
  from: 0,
  to: 1,
  allowed: [],
  list: Object.entries(points).map(([pointId, point]) => ({ pointId, point, resolution: 'raw', width: 0, list: [] })),
})

it('a point is called by what is seen of it, and left out where nothing is', () => {
  const data = trend({ a: { deviceCode: 'D', pointName: 'Level', unit: 'm', staleSeconds: 5 }, b: { pointKey: 'flow' }, c: {} })
  expect(pointsOf(['c', 'gone', 'b', 'a'], data).map(({ name, unit }) => [name, unit])).toEqual([
    ['#1', ''],
    ['flow', ''],
    ['D · Level', 'm'],
  ])
  expect(pointsOf(['a'], undefined)).toEqual([])
})

it('devices are counted by the points that are chosen', () => {
  const data = trend({ a: { deviceId: 'x' }, b: { deviceId: 'x' }, c: { deviceId: 'y' }, d: {} })
  expect([...devicesOf(data, ['a', 'b', 'd'])]).toEqual([['x', 2]])
})

it('what is moved leaves the order of the others', () => {
  expect(withMoved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(withMoved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(withMoved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(withMoved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})
