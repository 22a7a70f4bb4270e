/**
 * What is filled in of a form, as variables of an instance and back: each field under its name, with the type that conditions of the model were checked
 * by. Variables are where the values are kept, so a form never says anything else than what the process goes on by.
 */
import type { EntryData } from '../form/check-entry.ts'
import type { FormColumn, FormDefinition, FormField } from '../form/definition.ts'
import { isEmptyValue, readValue } from '../form/field-values.ts'
import { KINDS } from '../form/kinds.ts'
import { asRecord, own } from '../form/records.ts'
import type { Json, Variable, VariableType } from './variables.ts'

/** Steps for the patterns of one field whose value is read back; what was kept was judged before. */
const STEPS = 10_000

const TYPES: Readonly<Record<string, VariableType>> = { truth: 'boolean', number: 'number', texts: 'list', date: 'date', moment: 'moment' }
const LISTS: ReadonlySet<string> = new Set(['date-range', 'files', 'pictures', 'table'])
const OBJECTS: ReadonlySet<string> = new Set(['signature', 'location'])

function typeOf({ kind }: FormColumn): VariableType {
  if (LISTS.has(kind)) return 'list'
  if (OBJECTS.has(kind)) return 'object'
  return TYPES[KINDS[kind].type ?? 'text'] ?? 'text'
}

/** Beside the number that conditions see of a reading: the reading whole. What begins with `_` is told to nobody. */
const wholeOf = ({ name }: FormField): string => `_${name}`.slice(0, 64)

/** The variables of fields, by their names; a field that says nothing is nothing. @param data As `checkEntry` has left it */
export function variablesOfEntry({ fields }: FormDefinition, data: EntryData): Map<string, Variable> {
  const variables = new Map<string, Variable>()
  for (const field of fields) {
    const value = own(data, field.id)
    const type = typeOf(field)
    if (field.kind === 'reading') {
      const read = asRecord(value)['value']
      variables.set(field.name, { type, value: typeof read === 'number' ? String(read) : null })
      variables.set(wholeOf(field), { type: 'object', value: isEmptyValue(value) ? null : (value as Json) })
    } else variables.set(field.name, { type, value: isEmptyValue(value) ? null : valueOf(field, type, value) })
  }
  return variables
}

function valueOf(field: FormField, type: VariableType, value: unknown): Json {
  if (type === 'number') return String(value)
  return field.kind === 'table' ? namedRows(field, value) : (value as Json)
}

/** The rows of a table with its columns by their names, as expressions call them. */
const namedRows = ({ columns = [] }: FormField, rows: unknown): Json =>
  (Array.isArray(rows) ? rows : []).map((row) =>
    Object.fromEntries(
      columns.flatMap(({ id, name }) => {
        const value = own(asRecord(row), id)
        return isEmptyValue(value) ? [] : [[name, value as Json] as const]
      }),
    ),
  )

/** What the variables say of a form's fields, by the ids of the fields; what a field cannot hold, because something else set it, is left out. */
export function entryOfVariables({ fields }: FormDefinition, read: (name: string) => Variable | undefined): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const field of fields) {
    const value = read(field.name)?.value
    const found = field.kind === 'reading' ? readingOf(field, value, read) : fieldValue(field, value)
    if (!isEmptyValue(found)) data[field.id] = found
  }
  return data
}

/** A reading stands as long as its number is the one that the process has. */
function readingOf(field: FormField, number: unknown, read: (name: string) => Variable | undefined): unknown {
  const whole = read(wholeOf(field))?.value
  const value = asRecord(whole)['value']
  return (typeof value === 'number' ? String(value) : null) === (number ?? null) ? whole : undefined
}

function fieldValue(field: FormField, value: unknown): unknown {
  if (isEmptyValue(value)) return undefined
  if (field.kind === 'serial') return typeof value === 'string' ? value : undefined
  if (field.kind !== 'table') return cellOf(field, value)
  if (!Array.isArray(value)) return undefined
  return value.map((row) =>
    Object.fromEntries(
      (field.columns ?? []).flatMap((column) => {
        const cell = own(asRecord(row), column.name)
        const found = isEmptyValue(cell) ? undefined : cellOf(column, cell)
        return isEmptyValue(found) ? [] : [[column.id, found]]
      }),
    ),
  )
}

/** By its kind alone: a bound that the form has got since does not take a value away. */
function cellOf(part: FormColumn, value: unknown): unknown {
  const {
    least: _least,
    greatest: _greatest,
    pattern: _pattern,
    minLength: _min,
    maxLength: _max,
    minCount: _few,
    maxCount: _many,
    ...kind
  } = part
  const found = readValue(kind, value, { left: STEPS })
  return 'value' in found ? found.value : undefined
}

/** Names under which variables are fields of the form, besides the fields themselves. */
export const namesOfFields = ({ fields }: FormDefinition): ReadonlyMap<string, FormField> =>
  new Map(fields.flatMap((field) => [[field.name, field] as const]))
