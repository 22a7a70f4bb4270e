/** Which rows of the product an entry names. */
import type { EntryData } from './check-entry.ts'
import type { FormColumn, FormDefinition } from './definition.ts'
import { KINDS } from './kinds.ts'
import { asRecord, own } from './records.ts'

/** A row of the product that an entry names: the server asks whether there is one, and whether whoever fills in may see it. */
export interface NamedRow {
  readonly noun: string
  readonly id: string
  readonly field: string
}

/** The rows that the fields and tables of an entry name. */
export function namedRows(definition: FormDefinition, data: EntryData): NamedRow[] {
  const found: NamedRow[] = []
  const look = (part: FormColumn, value: unknown, field: string): void => {
    const noun = part.kind === 'reference' ? part.noun : KINDS[part.kind].of
    const id = part.kind === 'reading' ? asRecord(value)['point'] : value
    if (noun && typeof id === 'string') found.push({ noun, id, field })
  }
  for (const field of definition.fields) {
    const value = own(data, field.id)
    look(field, value, field.id)
    if (Array.isArray(value))
      for (const row of value) for (const column of field.columns ?? []) look(column, own(asRecord(row), column.id), field.id)
  }
  return found
}
