/** Which alarms the header announces: those that were raised, whatever was acknowledged meanwhile, and what is more urgent at any time. */
import { describe, expect, it } from 'vitest'
import type { AlarmCount } from './new-alarms.ts'
import { QUIET_MS, isAnnounced, knownAfter, newAlarms } from './new-alarms.ts'

const answer = (unacknowledged: number, newest: Readonly<Record<number, number>>): AlarmCount => {
  const each = Object.entries(newest).map(([priority, at]) => ({ priority: Number(priority), at }))
  return { unacknowledged, priority: Math.min(...each.map(({ priority }) => priority)), newest: each }
}
const before = knownAfter(undefined, answer(2, { 2: 1000, 3: 2000 }))

describe('new alarms', () => {
  it('are none where nothing was raised, and where some were acknowledged', () => {
    expect(newAlarms(before, answer(2, { 2: 1000, 3: 2000 }))).toBeUndefined()
    expect(newAlarms(before, answer(1, { 2: 1000 }))).toBeUndefined()
  })

  it('are those that were raised, though as many were acknowledged at the same time', () => {
    expect(newAlarms(before, answer(2, { 2: 1000, 3: 2500 }))).toEqual({ count: 1, priority: 3 })
    expect(newAlarms(before, answer(1, { 4: 2500 }))).toEqual({ count: 1, priority: 4 })
  })

  it('have the priority of the most urgent, also where another was raised after it', () => {
    expect(newAlarms(before, answer(4, { 1: 2400, 2: 1000, 3: 2500 }))).toEqual({ count: 2, priority: 1 })
  })

  it('are those that come back, though they were raised long ago', () => {
    expect(newAlarms(before, answer(3, { 1: 500, 2: 1000, 3: 2000 }))).toEqual({ count: 1, priority: 1 })
    const later = knownAfter(before, answer(1, { 2: 1000 }))
    expect(newAlarms(later, answer(2, { 2: 1000, 3: 2000 }))).toEqual({ count: 1, priority: 5 })
  })

  it('are counted for whoever does not see when', () => {
    const known = knownAfter(undefined, { unacknowledged: 1, priority: 0, newest: [] })
    expect(newAlarms(known, { unacknowledged: 3, priority: 0, newest: [] })).toEqual({ count: 2, priority: 5 })
    expect(newAlarms(known, { unacknowledged: 1, priority: 0, newest: [] })).toBeUndefined()
  })
})

describe('an announcement', () => {
  const last = { at: 5000, priority: 3 }
  it('comes once in a while, and at once for what is more urgent', () => {
    expect(isAnnounced(undefined, { count: 1, priority: 4 }, 0)).toBe(true)
    expect(isAnnounced(last, { count: 1, priority: 3 }, 5000 + QUIET_MS - 1)).toBe(false)
    expect(isAnnounced(last, { count: 1, priority: 3 }, 5000 + QUIET_MS)).toBe(true)
    expect(isAnnounced(last, { count: 1, priority: 1 }, 5001)).toBe(true)
    expect(isAnnounced({ at: 5001, priority: 1 }, { count: 1, priority: 1 }, 5002)).toBe(false)
  })
})
