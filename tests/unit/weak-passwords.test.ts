import { describe, expect, it } from 'vitest'
import { wirePassword } from '../../server/identity/secrets.ts'
import { assertNotWeak } from '../../server/identity/weak-passwords.ts'

const who = { username: 'ada.king', tenantCode: '10042' }
const judged = (plain: string) =>
  assertNotWeak(wirePassword(plain), who).then(
    () => 'taken',
    (failure: { code: string }) => failure.code,
  )

describe('a password that is guessed first', () => {
  it.each([
    '',
    '0',
    '1234',
    '9999',
    'a',
    'aaaaaaaa',
    '123456',
    '12345678',
    '1234567890',
    'password',
    'Password123',
    'P@ssw0rd!',
    'qwertyuiop',
    '1qaz2wsx',
    'admin@2024',
    'woaini1314',
    'ada.king',
    'ADA.KING',
    'ada.king123',
    'Ada.king2025',
    'gnik.ada',
    '10042',
    '10042123',
    'ada.king10042',
    'ada.king@10042',
    'x',
    '~!',
    'kq7',
    'z9k',
  ])('“%s” is refused by its MD5', async (plain) => {
    expect(await judged(plain)).toBe('password.weak')
  })

  it.each(['kq7V', 'correct-horse', 'another-horse', 'kq7Vd2mX', '87301946', 'king of ada'])('“%s” is taken', async (plain) =>
    expect(await judged(plain)).toBe('taken'),
  )
})
