import { expect, test } from 'vitest'
import { sparkOf } from './sparkline.tsx'

const at = (time: number, low: number | null, high = low) => ({ time, low, high, mean: low, count: 1, good: 1 })
const range = { from: 0, to: 120 }

test('a line goes from value to value, shows both ends of a stretch, and is broken where there is none', () => {
  expect(sparkOf([at(0, 0), at(30, 2, 10), at(60, null), at(90, 5)], range)).toEqual({
    path: 'M0.0 26.0L30.0 2.0L30.0 21.2M90.0 14.0',
    low: 0,
    high: 10,
  })
})

test('what stays the same is a line in the middle; nothing is nothing', () => {
  expect(sparkOf([at(0, 7), at(120, 7)], range)?.path).toBe('M0.0 14.0L120.0 14.0')
  expect(sparkOf([], range)).toBeUndefined()
  expect(sparkOf([at(0, null)], range)).toBeUndefined()
})
