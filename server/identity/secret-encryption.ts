/**
 * Secrets that have to be read again, such as those of authenticator apps: sealed with a key that stands in a file beside
 * the database and is in none of its backups, so that a copy of the rows alone opens nothing.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../kernel/ids.ts'

export interface SecretCipher {
  /** @param about What it belongs to: sealed for one row, it does not open in another. */
  seal(secret: Buffer, about: string): Promise<Buffer>
  /** Nothing where the key is another one, or the text was changed. */
  open(sealed: Buffer, about: string): Promise<Buffer | undefined>
}

const ALGORITHM = 'aes-256-gcm'
const [KEY, NONCE, TAG] = [32, 12, 16]

/** The path of the key below the data directory. */
export const keyFile = (dataDir: string) => join(dataDir, 'second-factors.key')

/** AES-256-GCM (NIST SP 800-38D) with the key of the data directory, which is made at the first use. */
export function openSecretCipher(dataDir: string): SecretCipher {
  let known: Promise<Buffer> | undefined
  const key = () =>
    (known ??= readKey(dataDir).catch((error: unknown) => {
      known = undefined
      throw error
    }))
  return {
    async seal(secret, about) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(ALGORITHM, await key(), nonce).setAAD(Buffer.from(about))
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    async open(sealed, about) {
      const decipher = createDecipheriv(ALGORITHM, await key(), sealed.subarray(0, NONCE))
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(-TAG))
      const opened = decipher.update(sealed.subarray(NONCE, -TAG))
      try {
        return Buffer.concat([opened, decipher.final()])
      } catch {
        return undefined // the tag does not fit
      }
    },
  }
}

/** Made at the first use. Whole or not at all, and of two servers that make one at the same moment the first wins. */
async function readKey(dataDir: string): Promise<Buffer> {
  const file = keyFile(dataDir)
  const key = await readFile(file).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? makeKey(dataDir, file) : Promise.reject(error),
  )
  if (key.length !== KEY) throw new Error(`${file} is not a key of ${KEY} bytes`)
  return key
}

async function makeKey(dataDir: string, file: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const made = `${file}.${newId()}`
  await writeFile(made, randomBytes(KEY), { flag: 'wx', mode: 0o600, flush: true })
  await link(made, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(made)
  return readFile(file)
}
