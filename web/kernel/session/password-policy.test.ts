import { expect, test } from 'vitest'
import type { Translate } from '../../../model/labels/index.ts'
import { wordsOfPolicy, wrongWithPassword } from './password-policy.ts'

const t: Translate = (key, values) => (key === 'common.between' ? ', ' : `${key} ${JSON.stringify(values ?? {})}`)
const strict = { minLength: 10, needs: ['lower', 'upper', 'digit', 'symbol'] } as const

test('a new password is as long as the tenant asks, and has what it asks for', () => {
  expect(wrongWithPassword('short', 'P', { minLength: 6, needs: [] }, t)).toContain('check.length')
  expect(wrongWithPassword('long enough', 'P', { minLength: 6, needs: [] }, t)).toBeUndefined()
  expect(wrongWithPassword('x'.repeat(32), 'P', { minLength: 6, needs: [] }, t)).toContain('"max":31')
  expect(wrongWithPassword('Aa1!Aa1!A', 'P', strict, t)).toContain('"min":10')
  expect(wrongWithPassword('Aa1!Aa1!Aa', 'P', strict, t)).toBeUndefined()
  expect(wrongWithPassword('abcdefghij', 'P', strict, t)).toContain(
    'parameters.value.upper {}, parameters.value.digit {}, parameters.value.symbol {}',
  )
  expect(wrongWithPassword('密码密码密码密码密码1', 'P', strict, t)).toContain('parameters.value.lower')
})

test('the policy is said before somebody fails it', () => {
  expect(wordsOfPolicy(strict, t)).toContain('password.policy-with')
  expect(wordsOfPolicy({ minLength: 6, needs: [] }, t)).toBe('password.policy {"min":6}')
})
