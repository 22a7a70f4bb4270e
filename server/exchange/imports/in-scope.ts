import type { Resource } from '../../../model/resource.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import type { Actor, TransactionScopes, Mode, Transaction } from '../../kernel/database/tenant.ts'
import { inScopeOf } from '../../kernel/authorization/in-scope-of.ts'

/** A transaction in which rows of a noun can be read or written, on behalf of one caller. */
export type InScope = <Result>(of: Resource, work: (tx: Transaction) => Promise<Result>, mode: Mode) => Promise<Result>

/** `inScopeOf` bound to one caller. */
export function inScopeFor(transactions: TransactionScopes, actor: Actor & Pick<Caller, 'isPlatform'>): InScope {
  return (of, work, mode) => inScopeOf(transactions, of, actor, work, mode)
}
