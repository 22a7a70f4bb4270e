/** Ranges by the calendar of a zone, worked out by hand, and the values of parameters. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parameterValues } from './parameters.ts'
import { bucketNumber, bucketStart, periodBefore, rangeOf } from './ranges.ts'

const SHANGHAI = 'Asia/Shanghai'
const BERLIN = 'Europe/Berlin'
const at = (text: string) => Date.parse(text)
/** Thursday, 10:30 in Shanghai. */
const now = at('2026-11-26T02:30:00Z')

describe('a range', () => {
  it.each([
    ['today', '2026-11-25T16:00:00Z', '2026-11-26T02:30:00Z'],
    ['yesterday', '2026-11-24T16:00:00Z', '2026-11-25T16:00:00Z'],
    ['thisWeek', '2026-11-22T16:00:00Z', '2026-11-26T02:30:00Z'],
    ['lastWeek', '2026-11-15T16:00:00Z', '2026-11-22T16:00:00Z'],
    ['thisMonth', '2026-10-31T16:00:00Z', '2026-11-26T02:30:00Z'],
    ['lastMonth', '2026-09-30T16:00:00Z', '2026-10-31T16:00:00Z'],
    ['thisYear', '2025-12-31T16:00:00Z', '2026-11-26T02:30:00Z'],
    ['lastYear', '2024-12-31T16:00:00Z', '2025-12-31T16:00:00Z'],
  ] as const)('%s', (name, from, to) => {
    expect(rangeOf(name, SHANGHAI, now)).toEqual({ from: at(from), to: at(to) })
  })

  it('of the last days has the running one, and one by times is by the clock of the zone or by its own', () => {
    expect(rangeOf({ last: { count: 7, unit: 'day' } }, SHANGHAI, now)).toEqual({ from: at('2026-11-19T16:00:00Z'), to: now })
    expect(rangeOf({ from: '2026-03-01', to: '2026-03-02 12:00:00' }, SHANGHAI, now)).toEqual({
      from: at('2026-02-28T16:00:00Z'),
      to: at('2026-03-02T04:00:00Z'),
    })
    expect(rangeOf({ from: '2026-03-01T00:00:00Z', to: '2026-03-01T01:00:00+00:00' }, SHANGHAI, now)).toEqual({
      from: at('2026-03-01T00:00:00Z'),
      to: at('2026-03-01T01:00:00Z'),
    })
  })

  it('ends after it begins, and not ages later', () => {
    expect(rangeOf({ from: '2026-03-02', to: '2026-03-01' }, SHANGHAI, now)).toBeUndefined()
    expect(rangeOf({ from: '1900-03-02', to: '2026-03-01' }, SHANGHAI, now)).toBeUndefined()
  })

  it('has 23 hours on the day on which clocks go forward, and the day before has 24', () => {
    const sunday = { from: '2026-03-29', to: '2026-03-30' }
    const range = rangeOf(sunday, BERLIN, now)
    expect(range).toEqual({ from: at('2026-03-28T23:00:00Z'), to: at('2026-03-29T22:00:00Z') })
    expect(periodBefore(sunday, range as never, BERLIN, 'previous')).toEqual({
      from: at('2026-03-27T23:00:00Z'),
      to: at('2026-03-28T23:00:00Z'),
    })
  })

  it.each([
    ['thisMonth', 'previous', '2026-09-30T16:00:00Z', '2026-10-26T02:30:00Z'],
    ['lastMonth', 'previous', '2026-08-31T16:00:00Z', '2026-09-30T16:00:00Z'],
    ['today', 'previous', '2026-11-24T16:00:00Z', '2026-11-25T02:30:00Z'],
    ['thisMonth', 'lastYear', '2025-10-31T16:00:00Z', '2025-11-26T02:30:00Z'],
  ] as const)('%s is compared with the %s period', (name, period, from, to) => {
    const range = rangeOf(name, SHANGHAI, now)
    expect(periodBefore(name, range as never, SHANGHAI, period)).toEqual({ from: at(from), to: at(to) })
  })

  it('is compared up to the same hour also with and on a day whose midnight clocks leave out', () => {
    const HAVANA = 'America/Havana'
    const before = (value: Parameters<typeof rangeOf>[0], noon: string, period: 'previous' | 'lastYear') =>
      periodBefore(value, rangeOf(value, HAVANA, at(noon)) as never, HAVANA, period)
    expect(before('today', '2026-03-08T12:00:00-04:00', 'previous')).toEqual({
      from: at('2026-03-07T00:00:00-05:00'),
      to: at('2026-03-07T12:00:00-05:00'),
    })
    expect(before('today', '2026-03-09T12:00:00-04:00', 'previous')).toEqual({
      from: at('2026-03-08T00:00:00-05:00'),
      to: at('2026-03-08T12:00:00-04:00'),
    })
    expect(before('today', '2026-03-08T12:00:00-04:00', 'lastYear')).toEqual({
      from: at('2025-03-08T00:00:00-05:00'),
      to: at('2025-03-08T12:00:00-05:00'),
    })
    // Hours are no days: half an hour of the one before.
    expect(before({ last: { count: 1, unit: 'hour' } }, '2026-03-08T12:30:00-04:00', 'previous')).toEqual({
      from: at('2026-03-08T11:00:00-04:00'),
      to: at('2026-03-08T11:30:00-04:00'),
    })
    const day = rangeOf({ from: '2026-03-08', to: '2026-03-09' }, HAVANA, now) as never
    expect(bucketNumber(HAVANA, 'shift', day, at('2026-03-08T06:00:00-04:00'))).toBe(6 * 60)
  })

  it('that goes beyond the end of a shorter month before ends there', () => {
    const end = at('2026-03-31T04:00:00Z')
    const range = rangeOf('thisMonth', SHANGHAI, end)
    expect(periodBefore('thisMonth', range as never, SHANGHAI, 'previous')).toEqual({
      from: at('2026-01-31T16:00:00Z'),
      to: at('2026-02-28T16:00:00Z'),
    })
  })
})

describe('stretches', () => {
  it('begin by the clock of the zone, weeks on Monday', () => {
    expect(bucketStart(SHANGHAI, now, 'week')).toBe(at('2026-11-22T16:00:00Z'))
    expect(bucketStart(SHANGHAI, at('2026-11-22T15:59:59Z'), 'week')).toBe(at('2026-11-15T16:00:00Z'))
    expect(bucketStart(SHANGHAI, now, 'year', -1)).toBe(at('2024-12-31T16:00:00Z'))
  })

  it('are counted from the beginning of their range', () => {
    const range = { from: at('2026-03-27T23:00:00Z'), to: at('2026-04-02T22:00:00Z') }
    expect(bucketNumber(BERLIN, 'day', range, at('2026-03-29T22:00:00Z'))).toBe(2)
    expect(bucketNumber(BERLIN, 'hour', range, at('2026-03-29T22:00:00Z'))).toBe(47)
    expect(bucketNumber(BERLIN, 'month', range, at('2026-03-31T22:00:00Z'))).toBe(1)
    expect(bucketNumber(BERLIN, 'week', range, at('2026-03-29T22:00:00Z'))).toBe(1)
    expect(bucketNumber(BERLIN, 'year', range, at('2026-03-31T22:00:00Z'))).toBe(0)
  })
})

describe('quarters of an hour', () => {
  it('are those of the clock, also of one that is 45 or 30 minutes off', () => {
    // 05:45 ahead: the clock shows 10:05 at 04:20.
    expect(bucketStart('Asia/Kathmandu', at('2026-11-26T04:20:00Z'), 'quarter-hour')).toBe(at('2026-11-26T04:15:00Z'))
    expect(bucketStart('Asia/Kathmandu', at('2026-11-26T04:15:00Z'), 'quarter-hour', -1)).toBe(at('2026-11-26T04:00:00Z'))
    // 05:30 ahead: 10:29:59, and the hour before it begins half an hour off.
    expect(bucketStart('Asia/Kolkata', at('2026-11-26T04:59:59Z'), 'quarter-hour')).toBe(at('2026-11-26T04:45:00Z'))
    expect(bucketStart('Asia/Kolkata', at('2026-11-26T04:59:59Z'), 'hour')).toBe(at('2026-11-26T04:30:00Z'))
    expect(rangeOf({ last: { count: 4, unit: 'quarter-hour' } }, SHANGHAI, at('2026-11-26T02:31:00Z'))).toEqual({
      from: at('2026-11-26T01:45:00Z'),
      to: at('2026-11-26T02:31:00Z'),
    })
  })

  it.each([
    [BERLIN, '2026-03-28T23:00:00Z', 92],
    [BERLIN, '2026-10-24T22:00:00Z', 100],
    [SHANGHAI, '2026-03-28T16:00:00Z', 96],
    // Clocks there change by half an hour.
    ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', 98],
    ['Australia/Lord_Howe', '2026-10-03T13:30:00Z', 94],
  ])('a day of %s that begins at %s has %i', (zone, from, count) => {
    const range = { from: at(from), to: bucketStart(zone, at(from), 'day', 1) }
    const starts: number[] = []
    for (let start = range.from; start < range.to; start = bucketStart(zone, start, 'quarter-hour', 1)) starts.push(start)
    expect(starts).toHaveLength(count)
    expect(starts.map((start) => bucketNumber(zone, 'quarter-hour', range, start))).toEqual(starts.map((_, number) => number))
  })

  it('follow one another, each with its minutes, at any moment of any of these clocks', () => {
    const minuteOf = (zone: string, moment: number) =>
      Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, minute: 'numeric' }).format(moment))
    fc.assert(
      fc.property(
        fc.constantFrom(SHANGHAI, BERLIN, 'Asia/Kathmandu', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham', 'America/St_Johns'),
        fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
        (zone, moment) => {
          const start = bucketStart(zone, moment, 'quarter-hour')
          expect(start).toBeLessThanOrEqual(moment)
          expect(moment - start).toBeLessThan(900_000)
          expect([0, 15, 30, 45]).toContain(minuteOf(zone, start))
          expect(bucketStart(zone, start, 'quarter-hour', 1)).toBe(start + 900_000)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('parameters', () => {
  const params = [
    { name: 'site', kind: 'reference', to: 'sites', required: true },
    { name: 'limit', kind: 'number', default: 60 },
    { name: 'codes', kind: 'text', many: true },
  ] as const

  it('have the values that were given, or their own', () => {
    const site = '01890000-0000-7000-8000-000000000001'
    expect([...parameterValues(params, { site, codes: ['a'] })]).toEqual([
      ['site', site],
      ['limit', 60],
      ['codes', ['a']],
    ])
  })

  it.each([
    ['required at params.site', {}],
    ['value at params.site', { site: 'x' }],
    ['value at params.limit', { site: '01890000-0000-7000-8000-000000000001', limit: '1' }],
    ['parameter at params', { other: 1 }],
    ['parameter at params', JSON.parse('{"__proto__": 1}')],
  ])('are refused: %s', (message, given) => {
    expect(() => parameterValues(params, given)).toThrow(message)
  })
})
