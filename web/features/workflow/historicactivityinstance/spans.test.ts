import { expect, test } from 'vitest'
import { spansOf } from './spans.ts'

test('spans lie where they were in time, and what goes on reaches to now', () => {
  expect(
    spansOf(
      [
        { from: 0, to: 50 },
        { from: 50, to: undefined },
        { from: undefined, to: 10 },
      ],
      200,
    ),
  ).toEqual([{ left: 0, width: 25 }, { left: 25, width: 75 }, undefined])
})

test('what all happened at once has a place as well', () => {
  expect(spansOf([{ from: 5, to: 5 }], 5)).toEqual([{ left: 0, width: 0 }])
  expect(spansOf([], 5)).toEqual([])
})
