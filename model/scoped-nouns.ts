/** For which nouns a role may have another scope of rows than for the rest: found in the model, so that a new noun is among them at once. */
import { resources } from './index.ts'
import type { Resource } from './resource.ts'

/** The nouns whose rows are somebody's by a rule of their own. What follows one of them has its scope. */
export const SCOPED_NOUNS: readonly Resource[] = Object.values<Resource>(resources).filter(
  ({ ownedBy }) => typeof ownedBy === 'object' && 'anyOf' in ownedBy,
)

/** By what a scope names such a noun: its table. `''` is whatever has no scope of its own. */
export type ScopedTable = string
export const SCOPED_TABLES: readonly ScopedTable[] = SCOPED_NOUNS.map(({ table }) => table)
