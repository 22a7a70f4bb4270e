/** A new password is none of the last ones, as many as the tenant remembers. */
import type { Settings } from '../../model/system/known-parameters.ts'
import { fail } from '../kernel/errors.ts'
import { passwordMatches } from './secrets.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

type InTenant = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

/** Refuses a password that the user had before. @throws Failure `password.used`. */
export async function assertNotUsed(
  inTenant: InTenant,
  userId: string,
  wirePassword: string,
  settings: Pick<Settings, 'password.history'>,
): Promise<void> {
  const hashes = await inTenant((tx) => lastHashes(tx, userId, settings['password.history']))
  if (await wasUsed(wirePassword, hashes)) fail('password.used', { field: { name: 'newPassword', label: 'error.password.used' } })
}

/** The present hash and those before it, `most` in all; the table of users keeps the former ones by itself. */
async function lastHashes(tx: Transaction, userId: string, most: number): Promise<string[]> {
  if (most === 0) return []
  const [present, former] = await Promise.all([
    tx.all(build.selectFrom('users').select('password_hash').where('id', '=', userId)),
    tx.all(
      build.selectFrom('former_passwords').select('password_hash').where('user_id', '=', userId).orderBy('replaced_at', 'desc').limit(most),
    ),
  ])
  return [...present, ...former].slice(0, most).map((row) => row.password_hash)
}

async function wasUsed(wirePassword: string, hashes: readonly string[]): Promise<boolean> {
  const matches = await Promise.all(hashes.map((hash) => passwordMatches(hash, wirePassword)))
  return matches.includes(true)
}
