/** Questions that are answered once: the second step of a sign-in, and what a passkey signs. */
import { sql } from 'kysely'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import { hashToken, newToken } from '../secrets.ts'
import { after } from '../session-times.ts'
import { build } from '../../kernel/database/sql.ts'
import type { DatabaseTables } from '../../kernel/database/tables.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'

type Purpose = DatabaseTables['factor_challenges']['purpose']

/** As long as somebody may take to find the telephone. */
const SECONDS = 5 * 60
/** Of one person at once; the oldest are not answered any more. */
const MAX_CHALLENGES = 20

export interface Asked {
  readonly purpose: Purpose
  /** Absent where a passkey is to say who it is. */
  readonly userId?: string
  readonly passwordHash?: string
}

/** A new WebAuthn challenge: 256 random bits, of which the hash is kept. */
export async function keepChallenge(tx: Transaction, { purpose, userId, passwordHash }: Asked): Promise<string> {
  const challenge = newToken()
  if (userId !== undefined) {
    const newest = build
      .selectFrom('factor_challenges')
      .select('hash')
      .where('user_id', '=', userId)
      .orderBy('expires_at', 'desc')
      .limit(MAX_CHALLENGES - 1)
    await tx.run(build.deleteFrom('factor_challenges').where('user_id', '=', userId).where('hash', 'not in', newest))
  }
  await tx.run(
    build.insertInto('factor_challenges').values({
      tenant_id: tenantOf(tx),
      hash: hashToken(challenge),
      purpose,
      user_id: userId ?? null,
      password_hash: passwordHash ?? null,
      expires_at: after(SECONDS),
    }),
  )
  return challenge
}

/** Redeems a challenge: it is used up by whoever answers it first. */
export function useChallenge(tx: Transaction, purpose: Purpose, challenge: string) {
  return tx.first(
    build
      .deleteFrom('factor_challenges')
      .where('hash', '=', hashToken(challenge))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['user_id', 'password_hash']),
  )
}
