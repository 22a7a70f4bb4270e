import { expect, test } from 'vitest'
import { countsOf, labelOf, pointsNamed, toggled, withMore } from './chosen-points.ts'

const [one, other] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-00000000000a']

test('a point is chosen and let go, and no more come than there may be', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
  expect(withMore(['a', 'b'], ['b', 'c', 'd'], 3)).toEqual(['a', 'b', 'c'])
})

test('an address names ids, each once, and whatever else it says is no point', () => {
  expect(pointsNamed(`${one},x,,${other.toUpperCase()},${one}`, 5)).toEqual([one, other])
  expect(pointsNamed(`${one},${other}`, 1)).toEqual([one])
  expect(pointsNamed('', 5)).toEqual([])
})

test('a point is called by its device, its name and its unit, as far as its reader sees them', () => {
  const row = { id: one, version: 1, deviceIdCn: 'D-1', pointName: 'Inlet', pointKey: 'in', unit: '°C' }
  expect(labelOf(row, 0)).toBe('D-1 · Inlet (°C)')
  const { pointName: _name, deviceIdCn: _code, unit: _unit, ...keyed } = row
  expect(labelOf(keyed, 0)).toBe('in')
  expect(labelOf({ id: one, version: 1 }, 1)).toBe('#2')
})

test('chosen points are counted by their devices, and those of which nothing is known are not', () => {
  const of = (deviceId: string) => ({ id: one, version: 1, deviceId })
  expect([...countsOf([of('d'), undefined, of('e'), of('d'), { id: other, version: 1 }])]).toEqual([
    ['d', 2],
    ['e', 1],
  ])
})
