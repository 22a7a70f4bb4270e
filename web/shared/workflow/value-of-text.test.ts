import { expect, test } from 'vitest'
import { valueOfText } from './value-of-text.ts'

test('what is written is a number, a truth, a list, or else a text', () => {
  expect(valueOfText(' 12.5 ')).toBe(12.5)
  expect(valueOfText('true')).toBe(true)
  expect(valueOfText('["a","b"]')).toEqual(['a', 'b'])
  expect(valueOfText('请假')).toBe('请假')
  expect(valueOfText('')).toBeNull()
})

test('digits that a number would lose stay as they are', () => {
  expect(valueOfText('110101199003078888')).toBe('110101199003078888')
  expect(valueOfText('007')).toBe('007')
})
