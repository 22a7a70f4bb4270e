/** A form made ready for its entries: fields by id, and in an order in which each comes after those that it is calculated or shown by. */
import type { Expression } from '../expression/expression.ts'
import { fieldsReadBy } from '../expression/expression.ts'
import type { FormColumn, FormDefinition, FormField } from './definition.ts'

export interface CompiledForm {
  readonly definition: FormDefinition
  readonly fields: ReadonlyMap<string, FormField>
  /** Those that others hang on first. Where they hang on each other in a circle, {@link circle} names them and the order is incomplete. */
  readonly order: readonly FormField[]
  /** Of each table, its columns in such an order. */
  readonly columns: ReadonlyMap<string, readonly FormColumn[]>
  readonly circle: readonly string[]
}

const compiled = new WeakMap<FormDefinition, CompiledForm>()

/** The form, made ready once for each definition. */
export function compileForm(definition: FormDefinition): CompiledForm {
  let form = compiled.get(definition)
  if (!form) compiled.set(definition, (form = compile(definition)))
  return form
}

function compile(definition: FormDefinition): CompiledForm {
  const fields = new Map(definition.fields.map((field) => [field.id, field]))
  const columns = new Map<string, readonly FormColumn[]>()
  const circle: string[] = []
  const sort = <Part extends FormColumn>(parts: readonly Part[], reads: (part: Part) => ReadonlySet<string>) => {
    const sorted = sortByNeed(parts, reads)
    circle.push(...sorted.circle)
    return sorted.order
  }
  for (const { id, columns: ofTable } of definition.fields) if (ofTable) columns.set(id, sort(ofTable, readsOfColumn))
  return { definition, fields, order: sort(definition.fields, readsOf), columns, circle }
}

/** The fields that decide about a value: what it is calculated from, when it is there and when it may be written. */
function readsOfColumn(part: FormColumn): Set<string> {
  const read = new Set<string>()
  for (const expression of [part.compute, part.visibleWhen, part.readOnlyWhen]) for (const name of namesIn(expression)) read.add(name)
  return read
}

/** A table hangs on the fields of the form that its columns name. What columns need of each other is no matter of the table's. */
function readsOf(field: FormField): Set<string> {
  const read = readsOfColumn(field)
  const own = new Set((field.columns ?? []).map(({ id }) => id))
  for (const column of field.columns ?? []) for (const name of readsOfColumn(column)) if (!own.has(name)) read.add(name)
  return read
}

const namesIn = (expression: Expression | undefined): Iterable<string> => (expression ? fieldsReadBy(expression) : [])

/** The parts in an order in which each comes after what it reads (Kahn), and the ids of those that wait for each other. */
function sortByNeed<Part extends FormColumn>(
  parts: readonly Part[],
  readsOfPart: (part: Part) => ReadonlySet<string>,
): { order: Part[]; circle: string[] } {
  const ids = new Set(parts.map(({ id }) => id))
  const waiting = new Map(parts.map((part) => [part, new Set([...readsOfPart(part)].filter((id) => ids.has(id)))] as const))
  const order: Part[] = []
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const [part, needs] of waiting) {
      if (needs.size > 0) continue
      waiting.delete(part)
      order.push(part)
      for (const other of waiting.values()) other.delete(part.id)
      isMoving = true
    }
  }
  return { order, circle: [...waiting.keys()].map(({ id }) => id) }
}
