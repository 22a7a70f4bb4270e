import type { Resource } from '../../../model/resource.ts'
import type { Caller } from '../caller.ts'
import type { Actor, Doors, Mode, Transaction } from '../tenant.ts'
import { within } from '../within.ts'

/** A transaction in which rows of a noun can be read or written, on behalf of one caller. */
export type Within = <Result>(of: Resource, work: (tx: Transaction) => Promise<Result>, mode: Mode) => Promise<Result>

export function withinOf(doors: Doors, actor: Actor & Pick<Caller, 'isPlatform'>): Within {
  return (of, work, mode) => within(doors, of, actor, work, mode)
}
