import { describe, expect, it } from 'vitest'
import { nextRound, roundsBetween } from './round-times.ts'

const SHANGHAI = 'Asia/Shanghai'
const BERLIN = 'Europe/Berlin'
const at = (text: string) => Date.parse(text)
const iso = (moment: number | undefined) => (moment === undefined ? undefined : new Date(moment).toISOString())
const daily = { rhythm: { every: 1, unit: 'day' }, first: '2026-11-01', times: ['20:00', '08:00'] } as const

describe('a round is due', () => {
  it('at each of its times, by the clock of the tenant', () => {
    const first = nextRound(SHANGHAI, daily, at('2026-11-25T07:00:00+08:00'))
    expect(iso(first)).toBe('2026-11-25T00:00:00.000Z')
    expect(iso(nextRound(SHANGHAI, daily, first ?? 0))).toBe('2026-11-25T12:00:00.000Z')
    expect(iso(nextRound(SHANGHAI, daily, at('2026-11-25T20:00:00+08:00')))).toBe('2026-11-26T00:00:00.000Z')
  })

  it('not before its first day, and on the days of its rhythm alone', () => {
    const weekly = { ...daily, rhythm: { every: 2, unit: 'week' }, times: ['08:00'] } as const
    expect(iso(nextRound(SHANGHAI, weekly, at('2020-01-01T00:00:00Z')))).toBe('2026-11-01T00:00:00.000Z')
    expect(iso(nextRound(SHANGHAI, weekly, at('2026-11-01T00:00:00Z')))).toBe('2026-11-15T00:00:00.000Z')
    expect(nextRound(SHANGHAI, { ...daily, times: [] }, 0)).toBeUndefined()
  })

  it('once on each day on which clocks are changed, also at an hour that comes twice or never', () => {
    const night = { ...daily, first: '2026-01-01', times: ['02:30'] } as const
    for (const begin of ['2026-03-27T12:00:00Z', '2026-10-23T12:00:00Z'])
      expect(roundsBetween(BERLIN, night, at(begin), at(begin) + 4 * 86_400_000, 10)).toHaveLength(4)
  })

  it('and those of a long absence are counted from its end', () => {
    const found = roundsBetween(SHANGHAI, daily, at('2026-11-01T00:00:00+08:00'), at('2026-11-20T23:00:00+08:00'), 3)
    expect(found.map(iso)).toEqual(['2026-11-19T12:00:00.000Z', '2026-11-20T00:00:00.000Z', '2026-11-20T12:00:00.000Z'])
  })
})
