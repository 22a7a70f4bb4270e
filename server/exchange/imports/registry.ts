/** Which nouns can be imported, and what is special about each: told by `importOf`, asked by jobs, undo and templates. */
import type { Resource } from '../../../model/resource.ts'
import type { Special } from './types.ts'

export interface Importable {
  readonly of: Resource
  readonly special: Special
}

const known = new Map<string, Importable>()

export function register(importable: Importable): void {
  known.set(importable.of.name, importable)
}

export function importableNamed(noun: string): Importable | undefined {
  return known.get(noun)
}

export function everyImportable(): Importable[] {
  return [...known.values()]
}
