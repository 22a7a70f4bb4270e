/**
 * Encryption of backups in the format of age (https://age-encryption.org/v1), for the public keys (recipients) of whoever runs the platform: the server cannot
 * open what it has written, and neither can whoever takes it. The library loads with its first use, which takes a tenth of a second.
 */
import { open, mkdir } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { fileURLToPath } from 'node:url'
import { StartError } from '../kernel/start-error.ts'
import { runBeside } from './beside.ts'
import { RECIPIENTS_RULE } from './config.ts'
import type { Written } from './written.ts'
import { writeFlushed } from './written.ts'

const PROGRAM = fileURLToPath(new URL('./encryption-program.ts', import.meta.url))
const HEAD = 'age-encryption.org/v1\n'

const library = () => import('age-encryption')

/** A pair of keys: the recipient may be known to everybody, the identity opens what is encrypted for it. */
export interface KeyPair {
  readonly identity: string
  readonly recipient: string
}

/** A new pair of keys, by chance. */
export async function newKeyPair(): Promise<KeyPair> {
  const { generateX25519Identity, identityToRecipient } = await library()
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Resolves when each of them is a key. @throws {StartError} for one that was mistyped: its letters hold a checksum. */
export async function assertRecipients(recipients: readonly string[]): Promise<void> {
  if (recipients.length === 0) return
  await encrypterFor(recipients).catch(() => {
    throw new StartError(`BACKUP_RECIPIENTS ${RECIPIENTS_RULE}.`)
  })
}

async function encrypterFor(recipients: readonly string[]) {
  const { Encrypter } = await library()
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter
}

/** Encrypts a file into another one in a process of its own, and says what that is known by. */
export async function encryptBeside(from: string, to: string, recipients: readonly string[]): Promise<Written> {
  return JSON.parse(await runBeside(PROGRAM, ['encrypt', from, to, ...recipients])) as Written
}

/** Encrypts a file into another one, a piece at a time; whichever of the recipients' identities opens it. Says what it is known by. */
export async function encryptFile(from: string, to: string, recipients: readonly string[]): Promise<Written> {
  // For nobody the library would encrypt as well, so that nobody could read it.
  if (recipients.length === 0) throw new Error('there is nobody to encrypt it for')
  const encrypter = await encrypterFor(recipients)
  return writeFlushed(to, (await encrypter.encrypt(webStreamOf(from))) as ReadableStream<Uint8Array>)
}

/** Whether it is encrypted in this format. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD.length), 0, HEAD.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === HEAD
  } finally {
    await file.close()
  }
}

/** The identities in the text of such a file as `npm run backup-key` or `age-keygen` writes; lines that begin with # are comments. */
export function identitiesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/**
 * Decrypts a file into another one, in a folder that only this user may look into; both are made when an identity fits, and not before. What was written is there in
 * part when this fails later.
 * @throws {StartError} when none of the identities fits, or one byte of the file is not what was encrypted.
 */
export async function decryptFile(from: string, to: string, identities: readonly string[]): Promise<void> {
  const { Decrypter } = await library()
  const decrypter = new Decrypter()
  if (identities.length === 0) throw new StartError('There is no identity in the identity file.')
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch {
    throw new StartError(
      'The identity file must hold lines that begin with AGE-SECRET-KEY-1, as npm run backup-key writes them; one of them is no such key.',
    )
  }
  const content = await decrypter.decrypt(webStreamOf(from)).catch((error: unknown) => {
    throw new StartError(
      /no identity matched/.test((error as Error).message)
        ? `${from} is encrypted for another key: no identity in the identity file opens it.`
        : damaged(from, error),
    )
  })
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await writeFlushed(to, content as ReadableStream<Uint8Array>).catch((error: unknown) => {
    // What the disk says has a code.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error
    throw new StartError(damaged(from, error))
  })
}

const damaged = (path: string, error: unknown) => `${path} is damaged: it is not what was encrypted (${(error as Error).message}).`

const webStreamOf = (path: string) => Readable.toWeb(createReadStream(path)) as globalThis.ReadableStream<Uint8Array>
