import { describe, expect, it } from 'vitest'
import { cleaned, withoutSecrets } from '../../../model/error-report.ts'

describe('an error report', () => {
  it.each([
    ['Bearer abc.def.ghi failed', 'Bearer … failed'],
    ['{"password":"hunter2","a":1}', '{"password":"…","a":1}'],
    ['token=abcd&x=1', 'token=…&x=1'],
    ['Authorization: Bearer s3cret', 'Authorization: …'],
    ['got eyJhbGciOi.eyJzdWIi.c2ln back', 'got … back'],
    ['at 0123456789abcdef0123456789abcdef', 'at …'],
    ['zhang@example.com is not valid', '… is not valid'],
    ['GET https://host/api/x?name=Li#top failed', 'GET https://host/api/x failed'],
  ])('leaves secrets out of "%s"', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected)
  })

  it('keeps what helps to find the error', () => {
    const stack = 'TypeError: x is undefined\n    at draw (https://host/assets/page-DkU3.js:12:340)'
    expect(withoutSecrets(stack)).toBe(stack)
  })

  it('is cut to size, at whole characters, without what a database cannot keep', () => {
    const report = cleaned({ message: `${'a'.repeat(499)}😀 tail`, stack: 'b\u0000c', page: '/admin/sysuser?username=Li' })
    expect(report.message.length).toBe(500)
    expect(report.message.isWellFormed()).toBe(true)
    expect(report).toMatchObject({ stack: 'bc', page: '/admin/sysuser' })
  })
})
