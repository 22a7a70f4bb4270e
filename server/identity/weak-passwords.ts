/**
 * Passwords that are guessed first. Only the MD5 of a password reaches the server, so it cannot count letters; what it can do is to
 * compare with the MD5 of what must not be chosen.
 */
import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { fail } from '../kernel/errors.ts'
import type { DigestSet } from './digest-set.ts'
import { digestSet } from './digest-set.ts'
import { wirePassword } from './secrets.ts'

/** Who the password is for: their names and their telephone are what is tried next. */
export interface Named {
  readonly username: string
  readonly tenantCode: string
  readonly mobile?: string | undefined
}

const ROWS = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
  'q1w2e3r4t5y6',
  '1q2w3e4r5t6y',
  'qazwsxedc',
  '147258369',
  '123qweasd',
  'qwe123',
  'asd123',
  'zxc123',
  'abc123',
  'a1b2c3d4',
]
const WORDS = [
  'password',
  'passw0rd',
  'p@ssw0rd',
  'pass',
  'admin',
  'administrator',
  'root',
  'user',
  'test',
  'guest',
  'demo',
  'login',
  'welcome',
  'letmein',
  'changeme',
  'default',
  'secret',
  'master',
  'system',
  'operator',
  'iloveyou',
  'woaini',
  'dragon',
  'monkey',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'batman',
  'shadow',
  'michael',
  'outstation',
  'qwerty',
  'abc',
  'abcd',
  'aa',
  'a',
  'qq',
  'wang',
  'zhang',
  'li',
]
const ENDS = [
  '',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '0',
  '00',
  '000',
  '111',
  '1111',
  '666',
  '888',
  '520',
  '1314',
  '5201314',
  '!',
  '!!',
  '@',
  '#',
  '@1',
  '@12',
  '@123',
  '@1234',
  '@123456',
  '!@#',
  '#123',
  '_123',
  ...Array.from({ length: 21 }, (_, at) => String(2010 + at)),
  ...Array.from({ length: 21 }, (_, at) => `@${2010 + at}`),
]
const MAX_PASSWORD_LENGTH = 31
/** Digits at the end of a mobile number that stand for it. */
const ENDINGS = [8, 6]
/** Hashed between two turns of the event loop. */
const BATCH = 1000

/** Printable characters of ASCII, the blank left out: what short passwords are made of. */
const PRINTABLE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))
/** What people make three characters of: all of them would keep whoever comes first waiting for seconds. */
const PLAIN = [...'abcdefghijklmnopqrstuvwxyz0123456789']
/** Room for all there are: about 100,000. */
const MAX_DIGESTS = 200_000

let known: Promise<DigestSet> | undefined

/**
 * Refuses a common password.
 * @throws Failure `password.weak` for the empty password, one of two characters, of three small letters or digits, of four digits, and what is tried first.
 */
export async function assertNotWeak(wire: string, who: Named, field = 'password'): Promise<void> {
  known ??= hashed(common())
  if ((await known).has(Buffer.from(wire, 'hex')) || forms(who).some((plain) => wirePassword(plain) === wire))
    fail('password.weak', { field: { name: field, label: 'error.password.weak' } })
}

async function hashed(words: Iterable<string>): Promise<DigestSet> {
  const found = digestSet(MAX_DIGESTS)
  let done = 0
  for (const word of words) {
    found.add(hash('md5', word, 'buffer'))
    done += 1
    if (done % BATCH === 0) await setImmediate()
  }
  return found
}

function* common(): Iterable<string> {
  yield ''
  for (const one of PRINTABLE) {
    yield one
    for (const two of PRINTABLE) yield one + two
  }
  for (const one of PLAIN) for (const two of PLAIN) for (const three of PLAIN) yield one + two + three
  for (let number = 0; number < 10_000; number += 1) yield String(number).padStart(4, '0')
  for (let code = 33; code < 127; code += 1)
    for (let length = 1; length <= MAX_PASSWORD_LENGTH; length += 1) yield String.fromCharCode(code).repeat(length)
  for (const row of ROWS)
    for (let start = 0; start < row.length; start += 1)
      for (let end = start + 1; end <= row.length; end += 1) yield* cases(row.slice(start, end))
  for (const word of WORDS) yield* ended(word)
}

function* cases(word: string): Iterable<string> {
  yield* new Set([word, word.toUpperCase(), word.slice(0, 1).toUpperCase() + word.slice(1)])
}

function* ended(word: string): Iterable<string> {
  for (const one of cases(word)) for (const end of ENDS) yield one + end
}

/** The names themselves, backwards, twice, one after the other, and with what people add to them; of a mobile number its last digits as well. */
function forms({ username, tenantCode, mobile = '' }: Named): string[] {
  const digits = mobile === '' ? [] : [mobile, ...ENDINGS.map((length) => mobile.slice(-length))]
  return [username, tenantCode, username.toLowerCase(), ...digits]
    .flatMap((name) => [...ended(name), [...name].reverse().join(''), name + name])
    .concat([username + tenantCode, tenantCode + username, `${username}@${tenantCode}`, `${tenantCode}/${username}`])
}
