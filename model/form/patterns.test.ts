import { describe, expect, it } from 'vitest'
import { fitsOwn, isOwnPattern, looksLike, waysOf } from './patterns.ts'

describe('patterns by name', () => {
  it.each([
    // The example of GB 11643-1999, appendix.
    ['identity-number', '11010519491231002X', true],
    ['identity-number', '110105194912310021', false],
    ['mobile', '13800138000', true],
    ['mobile', '12800138000', false],
    ['email', 'a.b@example.com', true],
    ['email', 'a@b..c', false],
    ['url', 'https://example.com/a?b', true],
    ['url', 'javascript:alert(1)', false],
    ['postcode', '210000', true],
    ['credit-code', '91350100M000100Y43', true],
    ['credit-code', '91350100I000100Y43', false],
  ] as const)('%s: %s', (name, text, fits) => {
    expect(looksLike(name, text)).toBe(fits)
  })
})

describe('own patterns', () => {
  it.each([
    '[A-Z]{2}-\\d{4}',
    '\\d+(\\.\\d{1,2})?',
    '(NJ|SZ|WX)-\\w{3}-\\d{2,5}',
    '\\w+@\\w+\\.\\w+',
    '[\\u{4e00}-\\u{9fff}]{2,20}',
    '(?:\\d{3}-){2}\\d+',
    '',
  ])('may be %s', (pattern) => {
    expect(isOwnPattern(pattern)).toBe(true)
  })

  // Each of them takes more than a second for some text of forty letters, or looks elsewhere than ahead.
  it.each([
    ['(a+)+'],
    ['(a*)*b'],
    ['(a|a)*'],
    ['(a|a){30}'],
    ['(a?){40}'],
    ['a?'.repeat(40)],
    ['(\\w+\\s?)+'],
    ['.*.*.*.*x'],
    ['(?=a)a'],
    ['(?<!a)b'],
    ['(a)\\1'],
    ['(?<n>a)\\k<n>'],
    ['a('],
    ['[a'],
    ['a)|(b'],
  ])('may not be %s', (pattern) => {
    expect(isOwnPattern(pattern)).toBe(false)
  })

  it('are of the whole text, and of short ones', () => {
    expect(fitsOwn('a|b', 'ab')).toBe(false)
    expect(fitsOwn('a|b', 'b')).toBe(true)
    expect(fitsOwn('a*', 'a'.repeat(128))).toBe(true)
    expect(fitsOwn('a*', 'a'.repeat(129))).toBe(false)
  })

  it('have no more ways than they can have', () => {
    expect(waysOf('abc', 10)).toBe(1)
    expect(waysOf('a|b|c', 10)).toBe(3)
    expect(waysOf('a?b?', 10)).toBe(4)
    expect(waysOf('(a|b){2}', 10)).toBe(4)
    expect(waysOf('a*', 10)).toBe(11)
  })
})
