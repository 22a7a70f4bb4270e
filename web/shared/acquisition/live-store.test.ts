import { expect, test, vi } from 'vitest'
import type { Latest } from '../../../model/contract/acquisition/readings.ts'
import { openLiveStore } from './live-store.ts'

const latest = (pointId: string, time: number, value: number): Latest => ({ pointId, time, value, quality: 192, reason: 'none' })

test('a value is heard by those that show its point, and by no others', () => {
  const store = openLiveStore(0)
  const [one, other] = [vi.fn(), vi.fn()]
  store.subscribe('a', one)
  const end = store.subscribe('b', other)
  store.take([latest('a', 10, 1)], 100)
  expect([one.mock.calls.length, other.mock.calls.length, store.get('a')?.latest.value]).toEqual([1, 0, 1])
  end()
  store.take([latest('b', 10, 2)], 100)
  expect(other).not.toHaveBeenCalled()
})

test('what is older, or says what is known, changes nothing; a correction of the same time does', () => {
  const store = openLiveStore(0)
  const listener = vi.fn()
  store.subscribe('a', listener)
  store.take([latest('a', 10, 1)], 100)
  store.take([latest('a', 9, 2), latest('a', 10, 1)], 100)
  expect([listener.mock.calls.length, store.get('a')?.latest.value]).toEqual([1, 1])
  store.take([latest('a', 10, 3)], 100)
  expect([listener.mock.calls.length, store.get('a')?.latest.value]).toEqual([2, 3])
})

test('a value that rested catches the eye, and one that changes all the time does not', () => {
  const store = openLiveStore(0)
  const flashAt = (time: number) => {
    store.take([latest('a', time, time)], time)
    return store.get('a')?.flash
  }
  expect([flashAt(0), flashAt(200), flashAt(400), flashAt(3000), flashAt(3200), flashAt(6000)]).toEqual([0, 0, 0, 1, 1, 2])
})

test('points that are shown no more are forgotten', () => {
  const store = openLiveStore(0)
  store.take([latest('a', 1, 1), latest('b', 1, 1)], 1)
  store.keep(['b'])
  expect([store.get('a'), store.get('b')?.latest.value]).toEqual([undefined, 1])
})

test('a look is heard by all, with its time', () => {
  const store = openLiveStore(5)
  const listener = vi.fn()
  store.subscribe('a', listener)
  store.look(77)
  expect([listener.mock.calls.length, store.now()]).toEqual([1, 77])
})
