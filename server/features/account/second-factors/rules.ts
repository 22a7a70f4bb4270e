/** What every change of one's own factors has in common. */
import type { Factors } from '../../../identity/index.ts'
import { asksOf, assertConfirmed, factorsOf, hasRecoveryCodes, renewRecoveryCodes } from '../../../identity/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { rolesOfUser } from '../../../kernel/authorization/user-identity.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'

type Asking = Pick<Call<unknown>, 'caller' | 'services'>

/**
 * The factors that there are before a change, which happens alone.
 * @throws Failure `factor.off`, `factor.confirm`.
 */
export async function beforeChange(tx: Transaction, { caller, services }: Asking): Promise<Factors> {
  if ((await services.settings.within(tx, caller.tenantId))['signIn.secondFactor'] === 'off') fail('factor.off')
  await advisoryLock(tx, `second factors of ${caller.userId}`)
  await assertConfirmed(tx, caller)
  return factorsOf(tx, caller.userId)
}

/** Whoever is signed in with less, or by a factor that is gone, is so no longer; and what is remembered of the caller is read again. */
export function endOthers(tx: Transaction, { caller, services }: Asking): Promise<void> {
  return services.sessions.endAll(tx, caller, caller.sessionId)
}

/**
 * With the last factor the recovery codes go: alone they stand for nothing.
 * @throws Failure `factor.needed` when nothing is left and the tenant asks for something.
 */
export async function afterRemoval(tx: Transaction, asking: Asking): Promise<void> {
  const { caller, services } = asking
  const { totp, passkeys } = await factorsOf(tx, caller.userId)
  if (!totp && !passkeys) {
    const policy = (await services.settings.within(tx, caller.tenantId))['signIn.secondFactor']
    if (asksOf(policy, await rolesOfUser(tx, services.grants, caller.userId))) fail('factor.needed')
    await tx.run(build.deleteFrom('recovery_codes').where('user_id', '=', caller.userId))
  }
  await endOthers(tx, asking)
}

/** Together with the first factor; nobody has to think of asking for them. */
export async function firstRecoveryCodes(tx: Transaction, { caller }: Asking): Promise<string[]> {
  return (await hasRecoveryCodes(tx, caller.userId)) ? [] : renewRecoveryCodes(tx, caller.userId)
}
