/** Codes that are typed: of an authenticator app, and those for the day on which it is gone. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { TenantId } from '../../../model/brands.ts'
import { judgeAttempt } from '../attempts.ts'
import { fail } from '../../kernel/errors.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { SecretCipher } from '../secret-encryption.ts'
import { hashToken } from '../secrets.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { base32, stepOfCode } from './totp.ts'

interface Person {
  readonly tenantId: TenantId
  readonly userId: string
}

const RECOVERY_CODES = 10
/** 80 bits: too many to guess, so that a plain hash keeps them. */
const RECOVERY_BYTES = 10

/** The additional data with which a user's secret is encrypted. */
export const sealedFor = (userId: string) => `totp ${userId}`

/** As it was told, however it was typed. */
const normal = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

/**
 * Whether a TOTP or recovery code is right; it is used up, and attempts have a limit of their own. Guesses are counted apart from those at
 * the password, which a right password would set back.
 * @param device The known device that asks. Without one it is whoever has shown the first thing: strangers never come here.
 * @throws Failure `sign-in.locked`; gives false for a wrong or used code.
 */
export async function judgeCode(
  { services, request }: Pick<Call<unknown>, 'services' | 'request'>,
  { tenantId, userId }: Person,
  code: string,
  device = 'first step',
): Promise<boolean> {
  const { transactions, settings, secretCipher } = services
  const attempt = {
    account: `second factor of ${userId}`,
    address: request.ip,
    tenant: tenantId,
    policy: await settings.of(tenantId),
    known: device,
  }
  const right = await judgeAttempt(
    transactions,
    attempt,
    async () => (await transactions.inTenant({ tenantId }, (tx) => takeCode(tx, secretCipher, userId, code))) || undefined,
  )
  return right === true
}

async function takeCode(tx: Transaction, secretCipher: SecretCipher, userId: string, given: string): Promise<boolean> {
  const code = normal(given)
  if (/^\d{6}$/.test(code)) return takeStep(tx, secretCipher, userId, code, true)
  const used = await tx.run(
    build
      .updateTable('recovery_codes')
      .set({ used_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('hash', '=', hashToken(code))
      .where('used_at', 'is', null),
  )
  return used > 0
}

/** Of two who come with the same code one is first, and the step is over for the other. */
async function takeStep(tx: Transaction, secretCipher: SecretCipher, userId: string, code: string, enabled: boolean): Promise<boolean> {
  const row = await tx.first(
    build
      .selectFrom('totp_secrets')
      .select('sealed_secret')
      .where('user_id', '=', userId)
      .where('enabled_at', enabled ? 'is not' : 'is', null),
  )
  const secret = row && (await secretCipher.open(row.sealed_secret, sealedFor(userId)))
  const step = secret && stepOfCode(secret, code, Date.now())
  if (step === undefined) return false
  return (
    (await tx.run(
      build
        .updateTable('totp_secrets')
        .where('user_id', '=', userId)
        .where('last_step', '<', String(step))
        .set({ last_step: String(step), ...(enabled ? {} : { enabled_at: sql`now()` }) }),
    )) > 0
  )
}

/**
 * Activates the authenticator app after its first right code. The first code shows that the app holds the secret; from now on it counts.
 * @throws Failure `factor.code`.
 */
export async function enableTotp(tx: Transaction, secretCipher: SecretCipher, userId: string, code: string): Promise<void> {
  if (!(await takeStep(tx, secretCipher, userId, normal(code), false)))
    fail('factor.code', { field: { name: 'otp', label: 'error.factor.code' } })
}

/** New recovery codes, replacing the former ones; told this once. */
export async function renewRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)))
  await tx.run(build.deleteFrom('recovery_codes').where('user_id', '=', userId))
  await tx.run(
    build.insertInto('recovery_codes').values(codes.map((code) => ({ tenant_id: tenantOf(tx), user_id: userId, hash: hashToken(code) }))),
  )
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

/** Whether the user has recovery codes that are not used up. */
export async function hasRecoveryCodes(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.first(build.selectFrom('recovery_codes').select('user_id').where('user_id', '=', userId).limit(1))) !== undefined
}

/** Nothing that was enrolled counts any more. Gives whether there was anything. */
export async function removeFactors(tx: Transaction, { tenantId, userId }: Person): Promise<boolean> {
  const removed = await Promise.all(
    (['totp_secrets', 'passkeys', 'recovery_codes', 'factor_challenges'] as const).map((table) =>
      tx.run(build.deleteFrom(table).where('tenant_id', '=', tenantId).where('user_id', '=', userId)),
    ),
  )
  return removed.slice(0, 2).some((rows) => rows > 0)
}
