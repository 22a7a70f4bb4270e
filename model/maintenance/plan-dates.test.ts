import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysAfter, daysBetween } from './due-days.ts'
import { calendarDays, meterDay, meterDays, nextCalendarDay } from './plan-dates.ts'

const past = { countsFrom: '2026-03-01', handled: undefined, done: undefined }
const fixed = { rhythm: { every: 1, unit: 'month' }, base: 'fixed', first: '2026-01-31', season: undefined } as const
const floating = { ...fixed, base: 'floating' } as const

describe('the next day of a plan', () => {
  it('of a fixed rhythm is never made up for, and goes on from the last one of which something became', () => {
    expect(nextCalendarDay(fixed, past)).toBe('2026-03-31')
    expect(nextCalendarDay(fixed, { ...past, handled: '2026-03-31' })).toBe('2026-04-30')
    expect(nextCalendarDay(fixed, { ...past, handled: '2026-03-31', done: '2026-04-20' }), 'however late it was done').toBe('2026-04-30')
  })

  it('of a floating rhythm is counted from the day on which it was done, and of what was given up from its day', () => {
    expect(nextCalendarDay(floating, past)).toBe('2026-03-01')
    expect(nextCalendarDay(floating, { ...past, handled: '2026-03-01', done: '2026-03-20' })).toBe('2026-04-20')
    expect(nextCalendarDay(floating, { ...past, handled: '2026-05-01', done: '2026-03-20' })).toBe('2026-06-01')
    const early = { ...past, handled: '2026-05-10', done: '2026-05-04', isHandledDone: true }
    expect(nextCalendarDay(floating, early), 'done before its day').toBe('2026-06-04')
    expect(nextCalendarDay({ ...floating, rhythm: { every: 2, unit: 'day' } }, early), 'never one that was handled').toBe('2026-05-11')
  })

  it('rises and is never one that was handled', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => daysAfter('2020-01-01', days))
    const plan = fc.record({
      rhythm: fc.record({
        every: fc.integer({ min: 1, max: 30 }),
        unit: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
      }),
      base: fc.constantFrom('fixed' as const, 'floating' as const),
      first: day,
      season: fc.constantFrom(undefined, { from: '11-15', until: '03-15' }, { from: '04-01', until: '10-31' }),
    })
    fc.assert(
      fc.property(plan, day, day, (each, countsFrom, done) => {
        const days = calendarDays(
          each,
          { countsFrom, handled: undefined, done: each.base === 'floating' ? done : undefined },
          daysAfter(countsFrom, 800),
          50,
        )
        for (const [at, one] of days.entries()) {
          expect(one >= countsFrom).toBe(true)
          if (at > 0) expect(daysBetween(days[at - 1] as string, one)).toBeGreaterThan(0)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('a meter', () => {
  it('is due today where it has run as far, and else when it will have at its pace', () => {
    expect(meterDay('2026-03-01', { used: 250, every: 250, perDay: 0 })).toBe('2026-03-01')
    expect(meterDay('2026-03-01', { used: 200, every: 250, perDay: 8 })).toBe('2026-03-08')
    expect(meterDay('2026-03-01', { used: 200, every: 250, perDay: 0 }), 'one that stands still is never').toBeUndefined()
    expect(meterDays('2026-03-01', { used: 0, every: 80, perDay: 8 }, '2026-03-31', 10)).toEqual(['2026-03-11', '2026-03-21', '2026-03-31'])
  })
})
