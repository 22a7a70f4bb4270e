/** Columns of a noun's files that no field is, such as newest values of devices: what they are, who has them, and their cells. */
import type { Language } from '../../model/labels/index.ts'
import type { Resource } from '../../model/resource.ts'
import type { Cell, Column } from '../documents/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

export type { Cell } from '../documents/index.ts'

export interface Beside {
  readonly of: Resource
  /** Whether the caller may have such columns: to others a file is as if nobody had asked for them. */
  may(caller: Caller): boolean
  /** Fields that columns for the caller are made with, by their names in the noun that they are of: whoever gets the file later on has to see them too. */
  fieldsFor(caller: Caller): readonly string[]
  /** The columns of these keys, in their order. */
  open(tx: Transaction, caller: Caller, keys: readonly string[], language: Language): Promise<BesideColumns>
}

export interface BesideColumns {
  readonly columns: readonly Column[]
  /** The cells of these rows by their ids; a row that has none is not there. */
  cells(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Cell[]>>
}
