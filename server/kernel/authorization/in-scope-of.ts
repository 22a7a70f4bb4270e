/** The right door to the rows of a noun, for a request as for a job. */
import type { Resource } from '../../../model/resource.ts'
import type { Caller } from './caller.ts'
import { fail } from '../errors.ts'
import type { Actor, TransactionScopes, Mode, Transaction } from '../database/tenant.ts'

/** A transaction where the noun's rows can be read or written: the caller's tenant, or the platform's scope. */
export async function inScopeOf<Result>(
  transactions: TransactionScopes,
  of: Resource,
  actor: Actor & Pick<Caller, 'isPlatform'>,
  work: (tx: Transaction) => Promise<Result>,
  mode: Mode,
): Promise<Result> {
  const isOfTenants = of.scope === 'tenant' || of.scope === 'layered' || (of.scope === 'shared' && mode !== 'write')
  if (isOfTenants) return transactions.inTenant(actor, work, mode)
  // Routes on such nouns declare `access: 'platform'`; this is the second lock on the same door.
  if (!actor.isPlatform) fail('permission.denied')
  return transactions.inPlatform(`rows of ${of.name} belong to the platform`, work, mode, actor)
}
