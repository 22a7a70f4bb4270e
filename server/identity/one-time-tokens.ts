/** Codes and links that are good once: what is kept of them, and how long. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

export interface OneTime {
  readonly tenantId: TenantId
  readonly userId: string
  readonly purpose: 'sign-in-code' | 'password-link'
  readonly hash: string
  readonly minutes: number
}

/** Six random digits for people to copy: hashed as a password is, and with few tries allowed. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Stores the hash of a one-time token, replacing those of the same purpose. Runs in the tenant or in platform scope. */
export async function keepOneTime(tx: Transaction, { tenantId, userId, purpose, hash, minutes }: OneTime): Promise<void> {
  await forgetOneTimes(tx, { tenantId, userId, purpose })
  await tx.run(
    build.insertInto('one_time_secrets').values({
      tenant_id: tenantId,
      id: newId(),
      user_id: userId,
      purpose,
      secret_hash: hash,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
      used_at: null,
    }),
  )
}

/** Deletes the user's codes and links of this purpose. */
export async function forgetOneTimes(
  tx: Transaction,
  { tenantId, userId, purpose }: Pick<OneTime, 'tenantId' | 'userId' | 'purpose'>,
): Promise<void> {
  await tx.run(
    build.deleteFrom('one_time_secrets').where('tenant_id', '=', tenantId).where('user_id', '=', userId).where('purpose', '=', purpose),
  )
}

/** Redeems a one-time token; false where it is unknown, expired or used. Of two at once, one finds it used. */
export async function useOneTime(tx: Transaction, id: string): Promise<boolean> {
  return (
    (await tx.run(
      build
        .updateTable('one_time_secrets')
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .set({ used_at: sql`now()` }),
    )) === 1
  )
}
