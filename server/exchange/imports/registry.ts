/** Which nouns can be imported, and what is special about each: told by `importOf`, asked by jobs, undo and templates. */
import type { Resource } from '../../../model/resource.ts'
import type { Special } from './types.ts'

export interface Importable {
  readonly of: Resource
  readonly special: Special
}

const known = new Map<string, Importable>()

/** Adds a noun to those that can be imported; called once for each when routes are declared. */
export function register(importable: Importable): void {
  known.set(importable.of.name, importable)
}

/** What is special about importing the noun; `undefined` where it cannot be imported. */
export function importableNamed(noun: string): Importable | undefined {
  return known.get(noun)
}

/** All nouns that can be imported. */
export function everyImportable(): Importable[] {
  return [...known.values()]
}
