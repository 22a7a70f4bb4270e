import { afterEach, expect, test, vi } from 'vitest'
import { setClockZone } from '../../../ui/clock.ts'
import { FIRST } from './first-literals.ts'

afterEach(() => {
  vi.useRealTimers()
  setClockZone(undefined)
})

test('a date is at first the day that the tenant has, and a moment is now', () => {
  // In Shanghai it is 04:30 of the next day.
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 25, 20, 30) })
  setClockZone('Asia/Shanghai')
  expect(FIRST.date()).toEqual({ value: '2026-11-26', as: 'date' })
  setClockZone('America/New_York')
  expect(FIRST.date()).toEqual({ value: '2026-11-25', as: 'date' })
  expect(FIRST.moment()).toEqual({ value: '2026-11-25T20:30:00.000Z', as: 'moment' })
})
