import { expect, test } from 'vitest'
import { spanText } from './span-text.ts'

test('a span is told in its two largest units', () => {
  expect(spanText(0, 'en')).toBe('0 seconds')
  expect(spanText(-5, 'en')).toBe('0 seconds')
  expect(spanText(59_999, 'en')).toBe('59 seconds')
  expect(spanText(7_500_000, 'en')).toBe('2 hours 5 minutes')
  expect(spanText(7_200_000, 'en')).toBe('2 hours')
  expect(spanText(86_400_000 * 3 + 3_600_000, 'zh-CN')).toBe('3 天 1 小时')
})
