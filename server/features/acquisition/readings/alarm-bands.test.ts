import { expect, it } from 'vitest'
import { millis, rangeInMillis } from '../../../../model/brands.ts'
import { bandsOf } from './alarm-bands.ts'

const of =
  (alarmId: string) =>
  (...changes: readonly [boolean, number][]) =>
    changes.map(([raised, at]) => ({ alarmId, raised, at: millis(at) }))
const [a, b] = [of('a'), of('b')]
const range = rangeInMillis({ from: 10, to: 40 })

it('a band reaches from when an alarm was raised to when it returned, or still stands', () => {
  const transitions = [...a([true, 5], [false, 20], [true, 30]), ...b([true, 12], [false, 14])]
  expect(bandsOf(transitions, range)).toEqual([
    { alarmId: 'a', from: 5, to: 20 },
    { alarmId: 'b', from: 12, to: 14 },
    { alarmId: 'a', from: 30, to: null },
  ])
})

it('what ended before the range, began after it, or has no beginning is none', () => {
  expect(bandsOf([...a([true, 1], [false, 9]), ...b([true, 50])], range)).toEqual([])
  expect(bandsOf(a([false, 12]), range)).toEqual([])
})

it('raised again while it stands, it stands since the first time; what ended before it began is none', () => {
  expect(bandsOf(a([true, 12], [true, 15], [false, 18]), range)).toEqual([{ alarmId: 'a', from: 12, to: 18 }])
  expect(bandsOf(a([true, 20], [false, 15]), range)).toEqual([])
})
