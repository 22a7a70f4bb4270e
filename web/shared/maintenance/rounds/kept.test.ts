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
  storeOf('li', 'round').keepStops([stop, other])
  expect(storeOf('wang', 'round').stops()).toEqual([])
  expect(await unsentOf('wang')).toEqual({ rounds: [], count: 0 })
  storeOf('wang', 'round').keepStops([])
  expect(storeOf('li', 'round').stops()).toEqual([stop, other])
  expect(await unsentOf('li')).toEqual({ rounds: ['round'], count: 2 })
})

it('is counted over all rounds, and is gone once it has arrived', async () => {
  storeOf('li', 'morning').keepStops([stop])
  storeOf('li', 'evening').keepStops([other])
  expect(await unsentOf('li')).toEqual({ rounds: ['morning', 'evening'], count: 2 })
  storeOf('li', 'morning').keepStops([])
  expect(await unsentOf('li')).toEqual({ rounds: ['evening'], count: 1 })
})
