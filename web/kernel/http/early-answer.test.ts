import { afterEach, expect, test } from 'vitest'
import { earlyAnswer } from './early-answer.ts'

const PATH = '/api/uaa/users/getSysUser'
const answer = Promise.resolve(new Response())
const asking = { Authorization: 'Bearer one', 'Accept-Language': 'zh' }
const ask = () => {
  globalThis.asked = { path: PATH, token: 'one', language: 'zh', answer }
}

afterEach(() => {
  globalThis.asked = undefined
})

test('is given to who asks the same, and once', () => {
  ask()
  expect(earlyAnswer('/api/other', asking)).toBeUndefined()
  expect(earlyAnswer(PATH, asking)).toBe(answer)
  expect(earlyAnswer(PATH, asking)).toBeUndefined()
})

test.each([
  ['with another token', { ...asking, Authorization: 'Bearer two' }],
  ['in another language', { ...asking, 'Accept-Language': 'en' }],
  ['in some of their roles', { ...asking, RoleCode: 'ROLE_EDITOR' }],
  ['signed out', { 'Accept-Language': 'zh' }],
])('is of no use to who asks %s', (_, headers) => {
  ask()
  expect(earlyAnswer(PATH, headers)).toBeUndefined()
  expect(earlyAnswer(PATH, asking), 'nor to anybody later').toBeUndefined()
})
