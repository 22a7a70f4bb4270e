import { expect, test } from 'vitest'
import { MEGABYTE, sizeOf } from './size.ts'

test.each([
  [0, '0.0 KB'],
  [11, '< 0.1 KB'],
  [1024, '1.0 KB'],
  [300 * 1024, '300 KB'],
  [1536 * MEGABYTE, '1.5 GB'],
])('%i bytes read %s', (bytes, text) => {
  expect(sizeOf(bytes)).toBe(text)
})
