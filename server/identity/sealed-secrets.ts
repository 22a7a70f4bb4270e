/** Whether the key of a data directory is the one with which the secrets in the rows were sealed: an installation may have moved without it. */
import { existsSync } from 'node:fs'
import { build } from '../kernel/database/sql.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'
import { keyFile, openSecretCipher } from './secret-encryption.ts'
import { sealedFor } from './second-factors/codes.ts'
import { aboutKey } from './signing-keys.ts'

export interface SealedSecrets {
  /** Where the key lies, or should lie. */
  readonly path: string
  /** Secrets of authenticator apps, and the newest key of the issuer. */
  readonly all: number
  /** Those that the key does not open. */
  readonly unopened: number
}

/** How many secrets all tenants have, with the newest of the issuer, and how many the key of this directory does not open. Where there is no key it opens none; none is made. */
export async function readSealedSecrets(transactions: TransactionScopes, dataDir: string): Promise<SealedSecrets> {
  const [apps, keys] = await transactions.inPlatform(
    'whether the key beside the database fits is asked for all tenants',
    (tx) =>
      Promise.all([
        tx.all(build.selectFrom('totp_secrets').select(['user_id', 'sealed_secret'])),
        // Older ones may have come without their key, and are left alone (signing-keys.ts).
        tx.all(build.selectFrom('signing_keys').select(['id', 'sealed_private_key']).orderBy('created_at', 'desc').limit(1)),
      ]),
    'read',
  )
  const sealed = [
    ...apps.map((row) => ({ secret: row.sealed_secret, about: sealedFor(row.user_id) })),
    ...keys.map((row) => ({ secret: row.sealed_private_key, about: aboutKey(row.id) })),
  ]
  const path = keyFile(dataDir)
  if (!existsSync(path)) return { path, all: sealed.length, unopened: sealed.length }
  const cipher = openSecretCipher(dataDir)
  const opened = await Promise.all(sealed.map(({ secret, about }) => cipher.open(secret, about)))
  return { path, all: sealed.length, unopened: opened.filter((secret) => secret === undefined).length }
}
