import { expect, test } from 'vitest'
import { equipment } from '../../../model/index.ts'
import { columnsOf } from './columns.tsx'

const textOf = (name: string, value: string): string | undefined =>
  columnsOf(equipment, [name], {}, (key) => key)[0]?.text?.({ id: '', [name]: value })

test('a moment that names a day is shown without its hour, and with it where the value has another one', () => {
  expect(textOf('purchasedAt', '2026-03-01 00:00:00')).toBe('2026-03-01')
  expect(textOf('warrantyUntil', '2028-02-29 23:59:59')).toBe('2028-02-29')
  expect(textOf('purchasedAt', '2026-03-01 23:59:59')).toBe('2026-03-01 23:59:59')
  expect(textOf('warrantyUntil', '2028-02-29 00:00:00')).toBe('2028-02-29 00:00:00')
  expect(textOf('createTime', '2026-03-01 00:00:00')).toBe('2026-03-01 00:00:00')
})
