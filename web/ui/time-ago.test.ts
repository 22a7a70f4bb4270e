import { describe, expect, it } from 'vitest'
import { ago, agoText, elapsed, elapsedText } from './time-ago.ts'

describe('the first reading', () => {
  it.each([
    [-5, 0, 'minute'],
    [0, 0, 'minute'],
    [59, 0, 'minute'],
    [60, 1, 'minute'],
    [119, 1, 'minute'],
    [3599, 59, 'minute'],
    [3600, 1, 'hour'],
    [7199, 1, 'hour'],
    [86_399, 23, 'hour'],
    [86_400, 1, 'day'],
    [172_799, 1, 'day'],
    [172_800, 2, 'day'],
  ] as const)('%i seconds are %i %s', (seconds, count, unit) => {
    expect(elapsed(seconds)).toEqual({ count, unit })
  })

  it('is said in the words of the language', () => {
    expect([elapsedText(60, 'en'), elapsedText(7200, 'en'), elapsedText(172_800, 'zh-CN')]).toEqual(['1 minute', '2 hours', '2 天'])
  })
})

describe('the second reading', () => {
  it.each([[0], [29]])('%i seconds are just now', (seconds) => expect(ago(seconds)).toBe('now'))
  it.each([
    [30, 1, 'minute'],
    [60, 1, 'minute'],
    [61, 2, 'minute'],
    [3599, 60, 'minute'],
    [3600, 1, 'hour'],
    [3601, 2, 'hour'],
    [86_399, 24, 'hour'],
    [86_400, 1, 'day'],
    [172_799, 1, 'day'],
  ] as const)('%i seconds are %i %s ago', (seconds, count, unit) => expect(ago(seconds)).toEqual({ count, unit }))
  it('from two days on it is a date', () => expect(ago(172_800)).toBe('date'))

  it('is said in the words of the language', () => {
    const words = { now: 'just now', date: '2 May' }
    expect([0, 300, 86_400, 172_800].map((seconds) => agoText(seconds, 'en', words))).toEqual([
      'just now',
      '5 minutes ago',
      '1 day ago',
      '2 May',
    ])
  })
})
