import { expect, it } from 'vitest'
import { base32, codeAt, stepAt, stepOfCode, uriOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

it.each([
  // RFC 6238, appendix B, SHA-1.
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(codeAt(secret, stepAt(seconds * 1000), 8)).toBe(code)
  expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code.slice(2))
})

it.each([
  // RFC 4226, appendix D.
  [0, '755224'],
  [1, '287082'],
  [2, '359152'],
  [9, '520489'],
])('the code of step %i is %s', (step, code) => {
  expect(codeAt(secret, step)).toBe(code)
})

it('takes the code before and the one after, and none further away', () => {
  const now = 1_234_567_890_000
  const step = stepAt(now)
  for (const [away, found] of [
    [-2, undefined],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, undefined],
  ] as const) {
    expect(stepOfCode(secret, codeAt(secret, step + away), now), `${away}`).toBe(found)
  }
  for (const wrong of ['', '12345', '1234567', 'abcdef']) expect(stepOfCode(secret, wrong, now)).toBeUndefined()
})

it('writes the secret as apps read it', () => {
  // RFC 4648, section 10, without padding.
  for (const [plain, text] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    expect(base32(Buffer.from(plain))).toBe(text)
  }
  expect(uriOf(secret, 'Outstation', 'a b')).toBe(
    'otpauth://totp/Outstation:a%20b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Outstation&algorithm=SHA1&digits=6&period=30',
  )
})
