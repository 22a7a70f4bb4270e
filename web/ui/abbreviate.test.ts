import { describe, expect, it } from 'vitest'
import { abbreviate } from './abbreviate.ts'

describe('a number in few characters', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1k'],
    [1500, '1.5k'],
    [12_345, '12.3k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [1e6, '1M'],
    [2.5e9, '2.5G'],
    [1e12, '1T'],
    [1e15, '1P'],
    [1e18, '1E'],
    [-1500, '-1.5k'],
    [0.25, '0.3'],
    [100, '100'],
  ])('%d is %s', (number, text) => expect(abbreviate(number)).toBe(text))

  it('takes as many digits as it is told', () => {
    expect(abbreviate(12_345, 2)).toBe('12.35k')
    expect(abbreviate(12_000, 0)).toBe('12k')
  })
})
