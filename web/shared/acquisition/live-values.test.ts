import { expect, test } from 'vitest'
import type { Latest } from '../../../model/contract/acquisition/readings.ts'
import { newestOf, withPushed } from './live-values.ts'

const latest = (pointId: string, time: number, value: number): Latest => ({ pointId, time, value, quality: 192, reason: 'none' })
const values = (...list: Latest[]) => new Map(list.map((one) => [one.pointId, one]))

test('what is pushed is kept for the points on screen, and never replaced by something older', () => {
  const first = withPushed(
    new Map(),
    ['a', 'b'],
    [
      ['a', 10, 1, 192, 'none'],
      ['c', 10, 9, 192, 'none'],
    ],
  )
  expect([...first.keys()]).toEqual(['a'])
  const second = withPushed(
    first,
    ['a', 'b'],
    [
      ['a', 5, 2, 192, 'none'],
      ['b', 5, 3, 192, 'none'],
    ],
  )
  expect([second.get('a')?.value, second.get('b')?.value]).toEqual([1, 3])
  expect([...withPushed(second, ['b'], []).keys()]).toEqual(['b'])
})

test('of what was asked for and what was pushed the newer one counts', () => {
  const found = newestOf(
    ['a', 'b', 'c'],
    values(latest('a', 1, 1), latest('b', 9, 2), latest('z', 9, 2)),
    values(latest('a', 5, 3), latest('b', 5, 4)),
  )
  expect([...found].map(([id, { value }]) => [id, value])).toEqual([
    ['a', 3],
    ['b', 2],
  ])
})
