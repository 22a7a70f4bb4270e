/** What is kept of a round is of the one who did it. */
import { beforeEach, expect, it, vi } from 'vitest'
import { storeOf, unsentOf } from './kept.ts'
import type { StopEntry } from './sender.ts'

/** As a browser has it: the keys are its own. */
class Storage {
  [key: string]: unknown
  getItem(key: string): unknown {
    return this[key] ?? null
  }
  setItem(key: string, text: string): void {
    this[key] = text
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

const stop: StopEntry = { kind: 'stop', stopId: 'one', results: [{ key: 'leak', passed: false }], scanned: 0, requestId: 'first' }
const other: StopEntry = { ...stop, stopId: 'two', requestId: 'second' }

beforeEach(() => void vi.stubGlobal('localStorage', new Storage()))

it('is neither seen nor counted by anybody else, and is there when they are back', async () => {
  for (const each of [stop, other]) storeOf('li', 'round').keepStop(each)
  expect(storeOf('wang', 'round').stops()).toEqual([])
  expect(await unsentOf('wang')).toEqual({ rounds: [], count: 0 })
  storeOf('wang', 'round').dropStop(stop.requestId)
  expect(storeOf('li', 'round').stops()).toEqual([stop, other])
  expect(await unsentOf('li')).toEqual({ rounds: [{ id: 'round', count: 2 }], count: 2 })
})

it('is counted over all rounds, and is gone once it has arrived', async () => {
  storeOf('li', 'morning').keepStop(stop)
  storeOf('li', 'evening').keepStop(other)
  expect(await unsentOf('li')).toEqual({ rounds: ['morning', 'evening'].map((id) => ({ id, count: 1 })), count: 2 })
  storeOf('li', 'morning').dropStop(stop.requestId)
  expect(await unsentOf('li')).toEqual({ rounds: [{ id: 'evening', count: 1 }], count: 1 })
})

it('of a stop is what was found last', () => {
  const store = storeOf('li', 'round')
  for (const each of [stop, other, { ...stop, requestId: 'third' }]) store.keepStop(each)
  expect(store.stops().map(({ requestId }) => requestId)).toEqual(['second', 'third'])
  // The one before has arrived meanwhile: nothing of the later one is lost.
  store.dropStop(stop.requestId)
  expect(store.stops()).toHaveLength(2)
})
