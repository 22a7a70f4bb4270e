import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { id, idList } from '../../model/fields.ts'
import { commaList, defaulted, lineOf, optional, pageInput, whole } from '../../model/wire.ts'

const taken = (check: z.core.$ZodType, given: unknown) => z.safeParse(check, given).data
const [one, other] = ['0198c5a0-0000-7000-8000-000000000001', '0198c5a0-0000-7000-8000-000000000002']

test('a list comes as an array or comma-joined, and has each member once', () => {
  const words = commaList(z.string(), { min: 1, max: 3 })
  for (const given of ['a,b', ' a , b ,', ['a', 'b'], 'a,b,a', ['a', 'b', 'b']])
    expect(taken(words, given), JSON.stringify(given)).toEqual(['a', 'b'])
  for (const given of ['', ',', [], 'a,b,c,d', undefined, 1, { 0: 'a' }])
    expect(z.safeParse(words, given).success, JSON.stringify(given)).toBe(false)
  expect(taken(idList(2), `${one.toUpperCase()}, ${other}`)).toEqual([one, other])
  expect(z.safeParse(idList(2), `${one},x`).success).toBe(false)
})

test('what was left blank is absent, and what is wrong is not taken for blank', () => {
  const call = z.strictObject({ id: optional(id), minutes: optional(whole(1, 60)) })
  for (const given of [{}, { id: '' }, { id: null, minutes: null }, { id: undefined, minutes: '' }])
    expect(taken(call, given), JSON.stringify(given)).toEqual(expect.not.objectContaining({ id: expect.anything() }))
  expect(taken(call, { id: one, minutes: '5' })).toEqual({ id: one, minutes: 5 })
  for (const given of [{ id: 'null' }, { id: '0' }, { minutes: 0 }, { minutes: 61 }, { minutes: '1.5' }, { minutes: 'x' }, { more: 1 }])
    expect(z.safeParse(call, given).success, JSON.stringify(given)).toBe(false)
})

test('a default stands for what is absent or blank alone', () => {
  const page = z.object(pageInput({ size: 50, max: 1000 }))
  for (const given of [{}, { currentPage: '', pageSize: '' }, { currentPage: null, pageSize: null }])
    expect(taken(page, given), JSON.stringify(given)).toEqual({ currentPage: 1, pageSize: 50 })
  expect(taken(page, { currentPage: '3', pageSize: 1000 })).toEqual({ currentPage: 3, pageSize: 1000 })
  for (const given of [{ pageSize: 1001 }, { pageSize: 0 }, { currentPage: -1 }, { currentPage: 'first' }])
    expect(z.safeParse(page, given).success, JSON.stringify(given)).toBe(false)
  expect(taken(z.object({ kind: defaulted(z.enum(['a', 'b']), 'a') }), { kind: '' })).toEqual({ kind: 'a' })
})

test('a line has no control characters', () => {
  expect(taken(lineOf(5), ' ab ')).toBe('ab')
  for (const given of ['', '  ', 'abcdef', 'a\nb', 'a\u0000'])
    expect(z.safeParse(lineOf(5), given).success, JSON.stringify(given)).toBe(false)
})
