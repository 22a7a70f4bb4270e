/** Ranges by the calendar of a zone, worked out by hand, and the values of parameters. */
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
