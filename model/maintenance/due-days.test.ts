import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DayRhythm } from './due-days.ts'
import {
  LOOK_HOUR,
  dayOf,
  daysAfter,
  daysBetween,
  endOfDay,
  fixedFrom,
  fixedUntil,
  floatingAfter,
  inSeasonFrom,
  isDayOfYear,
  isInSeason,
  lookAt,
  roundsAfter,
} from './due-days.ts'

const ZONES = [
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'Pacific/Apia',
]
const runs = 200

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => daysAfter('2000-01-01', days))
const rhythm: fc.Arbitrary<DayRhythm> = fc.record({
  every: fc.integer({ min: 1, max: 60 }),
  unit: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
})
const season = fc.option(
  fc
    .record({ from: day.map((one) => one.slice(5)), until: day.map((one) => one.slice(5)) })
    .filter(({ from, until }) => from !== '02-29' && until !== '02-29'),
  { nil: undefined },
)

describe('due days', () => {
  it('of months keep the day of the first, and end with the month where it has no such day', () => {
    const monthly = { every: 1, unit: 'month' } as const
    expect([1, 2, 3, 12, 13].map((rounds) => roundsAfter('2027-01-31', monthly, rounds))).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2028-01-31',
      '2028-02-29',
    ])
    expect(roundsAfter('2024-02-29', { every: 12, unit: 'month' }, 1)).toBe('2025-02-28')
    expect(roundsAfter('2024-02-29', { every: 12, unit: 'month' }, 4), 'the leap day comes again').toBe('2028-02-29')
  })

  it('are counted from the first day while the rhythm is fixed, however late the work was done', () => {
    const quarterly = { every: 3, unit: 'month' } as const
    expect(fixedFrom('2026-01-15', quarterly, undefined, '2026-04-16')).toBe('2026-07-15')
    expect(fixedFrom('2026-01-15', quarterly, undefined, '2026-04-15')).toBe('2026-04-15')
    expect(fixedFrom('2026-01-15', quarterly, undefined, '2025-01-01'), 'never before the first').toBe('2026-01-15')
    expect(floatingAfter('2026-04-20', quarterly, undefined)).toBe('2026-07-20')
  })

  it('lie in the season, which may go over the turn of the year', () => {
    const winter = { from: '11-15', until: '03-15' }
    expect(['2026-11-14', '2026-11-15', '2027-01-01', '2027-03-15', '2027-03-16'].map((one) => isInSeason(winter, one))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect(inSeasonFrom(winter, '2027-04-01')).toBe('2027-11-15')
    const leap = { from: '02-29', until: '06-30' }
    expect(['2026-07-01', '2027-01-10', '2027-07-01'].map((one) => inSeasonFrom(leap, one))).toEqual([
      '2027-03-01',
      '2027-03-01',
      '2028-02-29',
    ])
    expect(fixedFrom('2026-01-01', { every: 1, unit: 'month' }, winter, '2026-04-02')).toBe('2026-12-01')
    expect(fixedUntil('2026-01-01', { every: 1, unit: 'month' }, winter, '2026-10-10')).toBe('2026-03-01')
    expect(fixedFrom('2026-06-01', { every: 12, unit: 'month' }, winter, '2026-06-02'), 'never in season').toBeUndefined()
  })

  it('rise, lie a whole round apart, and none is left out between two', () => {
    fc.assert(
      fc.property(day, rhythm, day, season, (first, each, from, within) => {
        const due = fixedFrom(first, each, within, from)
        if (due === undefined) return within !== undefined
        const next = fixedFrom(first, each, within, daysAfter(due, 1))
        expect(due >= from && due >= first && isInSeason(within, due)).toBe(true)
        if (next !== undefined) expect(next > due).toBe(true)
        // What was due last on that day is that day, and the day before it an earlier one.
        expect(fixedUntil(first, each, within, due)).toBe(due)
        const before = fixedUntil(first, each, within, daysAfter(due, -1))
        if (before !== undefined) expect(fixedFrom(first, each, within, daysAfter(before, 1))).toBe(due)
        return true
      }),
      { numRuns: runs },
    )
  })

  it('of any month have the day of the first or are the last of theirs', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 24 }), fc.integer({ min: 0, max: 200 }), (first, every, rounds) => {
        const due = roundsAfter(first, { every, unit: 'month' }, rounds)
        const isLast = daysAfter(due, 1).endsWith('-01')
        expect(due.slice(8) === first.slice(8) || (isLast && due.slice(8) < first.slice(8))).toBe(true)
        const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
        expect(months(due) - months(first)).toBe(every * rounds)
      }),
      { numRuns: runs },
    )
  })

  it('float from the day of the work, and never before a whole round has passed', () => {
    fc.assert(
      fc.property(day, rhythm, season, (done, each, within) => {
        const due = floatingAfter(done, each, within)
        expect(due >= roundsAfter(done, each, 1) && isInSeason(within, due)).toBe(true)
        expect(daysBetween(done, due)).toBeGreaterThan(0)
      }),
      { numRuns: runs },
    )
  })

  it('begin on their own day by the clock of the tenant, also where clocks are changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), day, (zone, due) => {
        const at = lookAt(zone, due)
        // Apia left out a whole day in 2011: the moment lies behind it.
        if (zone === 'Pacific/Apia' && due === '2011-12-30') return
        expect(dayOf(zone, at)).toBe(due)
        expect(new Date(at).getTime()).toBeLessThan(lookAt(zone, daysAfter(due, 1)))
        expect(dayOf(zone, at - (LOOK_HOUR + 2) * 3_600_000) < due).toBe(true)
        expect(endOfDay(zone, due)).toBeGreaterThan(at)
      }),
      { numRuns: runs },
    )
  })

  it('of a season are days of a year', () => {
    expect(['01-01', '02-29', '12-31'].every(isDayOfYear)).toBe(true)
    expect(['13-01', '02-30', '1-1', '', '01-01x'].some(isDayOfYear)).toBe(false)
  })
})
