/** Encrypted files of backups: opened by the keys they are for and by no other, whole or not at all; by the program `age` as well (Debian: age). */
import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { StartError } from '../kernel/start-error.ts'
import type { KeyPair } from './encryption.ts'
import { assertRecipients, decryptFile, encryptBeside, encryptFile, identitiesIn, isEncrypted, newKeyPair } from './encryption.ts'

/** Three pieces of the format and a bit. */
const CONTENT = randomBytes(3 * 65_536 + 100)
const folder = mkdtempSync(join(tmpdir(), 'outstation-encryption-'))
const plain = join(folder, 'plain')
let files = 0
const newPath = () => join(folder, `file${(files += 1)}`)
let [ours, other]: KeyPair[] = []
beforeAll(async () => {
  writeFileSync(plain, CONTENT)
  ;[ours, other] = [await newKeyPair(), await newKeyPair()]
})
afterAll(() => rmSync(folder, { recursive: true }))

const pair = (given: KeyPair | undefined) => given as KeyPair

async function encrypted(...recipients: string[]): Promise<string> {
  const path = newPath()
  await encryptFile(plain, path, recipients)
  return path
}

describe('an encrypted file', () => {
  it('is opened by the identity of each of its recipients, and is for its user alone', async () => {
    const path = newPath()
    const written = await encryptBeside(plain, path, [pair(ours).recipient, pair(other).recipient])
    expect(written.size).toBe(statSync(path).size)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect([await isEncrypted(path), await isEncrypted(plain)]).toEqual([true, false])
    expect(readFileSync(path).includes(CONTENT.subarray(0, 32))).toBe(false)
    for (const { identity } of [pair(ours), pair(other)]) {
      const opened = join(newPath(), 'opened')
      await decryptFile(path, opened, [identity])
      expect(readFileSync(opened).equals(CONTENT)).toBe(true)
      expect([opened, join(opened, '..')].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o700])
    }
  })

  it('is opened by nobody else, and nothing is written then', async () => {
    const path = await encrypted(pair(ours).recipient)
    const to = join(newPath(), 'opened')
    const refused = (identities: string[], message: string) =>
      expect(decryptFile(path, to, identities)).rejects.toThrow(expect.objectContaining({ message: expect.stringContaining(message) }))
    await refused([pair(other).identity], 'encrypted for another key')
    await refused([], 'no identity')
    await refused([`${pair(ours).identity.slice(0, -1)}?`], 'no such key')
    await refused(['a password'], 'no such key')
    expect(existsSync(join(to, '..'))).toBe(false)
    await expect(encryptFile(plain, newPath(), [])).rejects.toThrow('nobody')
  })

  it('of which a byte was changed, or whose end is missing, is told as damaged', async () => {
    const whole = readFileSync(await encrypted(pair(ours).recipient))
    const flipped = (at: number) => {
      const copy = Buffer.from(whole)
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
      return copy
    }
    const header = whole.length - (CONTENT.length + 4 * 16)
    const spoilt: Record<string, Buffer> = {
      'a byte in the middle': flipped(Math.floor(whole.length / 2)),
      'the last byte': flipped(whole.length - 1),
      'a byte of the header': flipped(header - 20),
      'the end of a piece': whole.subarray(0, header + 2 * (65_536 + 16)),
      'a byte less': whole.subarray(0, -1),
    }
    for (const [name, content] of Object.entries(spoilt)) {
      const path = newPath()
      writeFileSync(path, content)
      const refusal = await decryptFile(path, join(newPath(), 'opened'), [pair(ours).identity]).catch((error: unknown) => error)
      expect(refusal, name).toBeInstanceOf(StartError)
      expect((refusal as Error).message, name).toContain('is damaged')
    }
  })
})

describe('BACKUP_RECIPIENTS', () => {
  it('is one key or several, and a start with anything else is refused by its name', async () => {
    const { recipient } = pair(ours)
    const read = (value: string) => readConfig({ BACKUP_RECIPIENTS: value }).backupRecipients
    expect(read(`${recipient}, ${pair(other).recipient}`)).toEqual([recipient, pair(other).recipient])
    expect(readConfig({}).backupRecipients).toEqual([])
    for (const value of [pair(ours).identity, 'age1short', `${recipient},`, recipient.toUpperCase(), recipient.slice(0, -1)]) {
      expect(() => read(value), value).toThrow(StartError)
      expect(() => read(value), value).toThrow(/^BACKUP_RECIPIENTS must be /)
      expect(() => read(value), value).not.toThrow(value)
    }
    const mistyped = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q')
    await expect(assertRecipients(read(mistyped))).rejects.toThrow(/^BACKUP_RECIPIENTS must be /)
    await assertRecipients([recipient])
  })
})

const isAgeThere = (() => {
  try {
    execFileSync('age', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
if (!isAgeThere) process.stderr.write('Files are not opened by the program age: this machine has none (Debian: age).\n')

it.runIf(process.env['CI'])('age is there, where everything has to be tested', () => {
  expect(isAgeThere).toBe(true)
})

describe.skipIf(!isAgeThere)('the program age', () => {
  const run = promisify(execFile)

  it('opens what is encrypted here with the identity file, and what it encrypts is opened here', async () => {
    const key = newPath()
    await run('age-keygen', ['-o', key])
    const [identity = ''] = identitiesIn(readFileSync(key, 'utf8'))
    const { stdout: recipient } = await run('age-keygen', ['-y', key])
    const [opened, theirs, again] = [newPath(), newPath(), join(newPath(), 'opened')]
    await run('age', ['-d', '-i', key, '-o', opened, await encrypted(pair(ours).recipient, recipient.trim())])
    expect(readFileSync(opened).equals(CONTENT)).toBe(true)
    await run('age', ['-r', recipient.trim(), '-o', theirs, plain])
    await decryptFile(theirs, again, [identity])
    expect(readFileSync(again).equals(CONTENT)).toBe(true)
  })
})
