/** Which calibration counts when, and when what is measured is in doubt. */
import { expect, test } from 'vitest'
import type { CalibrationSpan } from './calibration-span.ts'
import { calibrationAt, corrected, isInDoubt } from './calibration-span.ts'

const span = (from: number, until: number, more: Partial<CalibrationSpan> = {}): CalibrationSpan => ({
  from,
  until,
  to: Infinity,
  isPassed: true,
  factor: null,
  shift: null,
  keys: [],
  ...more,
})

test('the last that has begun counts, from its own date on, and for its own points', () => {
  const [first, second] = [span(10, 20), span(30, 40, { keys: ['force'] })]
  const spans = [first, second]
  expect([9, 10, 29, 30, 99].map((time) => calibrationAt(spans, time, 'force'))).toEqual([undefined, first, first, second, second])
  expect(calibrationAt(spans, 35, 'stroke')).toBe(first)
})

test('what is measured is in doubt from the end on, and all along where it was not passed; never before the first', () => {
  const spans = [span(10, 20), span(30, 40)]
  const doubts = [0, 10, 19, 20, 29, 30, 39, 40].map((time) => isInDoubt(calibrationAt(spans, time, 'x'), time))
  expect(doubts).toEqual([false, false, false, true, true, false, false, true])
  expect(isInDoubt(span(10, 20, { isPassed: false }), 10)).toBe(true)
})

test('a calibration counts no longer once its machine has lost the device, and that of the next machine from when it got it', () => {
  // The second machine had expired on a shelf long before; a third has none.
  const spans = [span(10, 20, { to: 50 }), span(50, 15, { to: 70 })]
  expect([15, 49, 50, 69, 70].map((time) => isInDoubt(calibrationAt(spans, time, 'x'), time))).toEqual([false, true, true, true, false])
})

test('a value is multiplied first', () => {
  expect([corrected(10, span(0, 1, { factor: 1.1, shift: -1 })), corrected(10, span(0, 1))]).toEqual([10, 10])
})
