/** What is wrong with a form beyond its shape: found while it is designed, and refused when it is published. */
import type { Expression } from '../expression/expression.ts'
import type { Type } from '../expression/operators.ts'
import type { Scope, TypeFault } from '../expression/typing.ts'
import { typeOf } from '../expression/typing.ts'
import { decimalOf } from '../expression/values.ts'
import { compileForm } from './compiled-form.ts'
import type { FormColumn, FormDefinition, FormField, LayoutPart } from './definition.ts'
import type { RuleName } from './kinds.ts'
import { KINDS } from './kinds.ts'

/** Members of a field that hold an expression. */
export const EXPRESSION_MEMBERS = ['initial', 'compute', 'visibleWhen', 'requiredWhen', 'readOnlyWhen'] as const
export type ExpressionMember = (typeof EXPRESSION_MEMBERS)[number]

export interface DefinitionFault {
  /** The field or column it is about; absent where it is about the page. */
  readonly field?: string
  readonly code:
    | 'empty'
    | 'id-twice'
    | 'name-twice'
    | 'rule'
    | 'missing'
    | 'bounds'
    | 'choice-twice'
    | 'wide-column'
    | 'column-read-only'
    | 'compare'
    | 'expression'
    | 'circle'
    | 'given'
    | 'not-placed'
    | 'placed-twice'
    | 'placed-unknown'
  /** The member of the field, the rule or the name that is wrong. */
  readonly about?: string
  /** Of an expression, what is wrong with it; absent where it gives something that is not wanted there. */
  readonly typing?: TypeFault
}

const RULE_NAMES = [
  'minLength',
  'maxLength',
  'pattern',
  'least',
  'greatest',
  'decimals',
  'minCount',
  'maxCount',
  'choices',
  'dictionary',
  'fileTypes',
  'unit',
  'noun',
  'columns',
] as const satisfies readonly RuleName[]
/** Rules without which a field of a kind that has them can hold nothing. */
const INDISPENSABLE: readonly RuleName[] = ['choices', 'dictionary', 'noun', 'columns']

/** Everything that keeps the form from being published; nothing where it can be. */
export function checkDefinition(definition: FormDefinition): DefinitionFault[] {
  const { circle } = compileForm(definition)
  const columns = definition.fields.flatMap((field) => field.columns ?? [])
  const all: readonly FormColumn[] = [...definition.fields, ...columns]
  return [
    ...(definition.fields.length === 0 ? [{ code: 'empty' } as const] : []),
    ...repeated(all.map(({ id }) => id)).map((id) => ({ field: id, code: 'id-twice', about: id }) as const),
    ...namesTwice(definition),
    ...definition.fields.flatMap((field) => faultsOfField(field, definition)),
    ...circle.map((id) => ({ field: id, code: 'circle' }) as const),
    ...placing(definition),
  ]
}

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>()
  return [...new Set(values.filter((value) => seen.has(value) || !seen.add(value)))]
}

/** Of the form, and of each table by itself: a file has a heading for each. */
function namesTwice({ fields }: FormDefinition): DefinitionFault[] {
  return [fields, ...fields.map(({ columns }) => columns ?? [])].flatMap((parts) => {
    const twice = new Set(repeated(parts.map(({ name }) => name)))
    return parts.filter(({ name }) => twice.has(name)).map(({ id, name }) => ({ field: id, code: 'name-twice', about: name }) as const)
  })
}

function faultsOfField(field: FormField, definition: FormDefinition): DefinitionFault[] {
  const scope = scopeOf(definition)
  return [
    ...faultsOfPart(field, scope, definition.fields),
    ...(field.columns ?? []).flatMap((column): DefinitionFault[] => [
      ...(KINDS[column.kind].isWide ? [{ field: column.id, code: 'wide-column', about: column.kind } as const] : []),
      // Rows have no identity by which one would stay as it was.
      ...(column.readOnlyWhen ? [{ field: column.id, code: 'column-read-only' } as const] : []),
      ...faultsOfPart(column, scopeOfRow(scope, field.columns ?? []), [...(field.columns ?? []), ...definition.fields]),
    ]),
  ]
}

const typeOfPart = (part: FormColumn | undefined): Type | undefined => (part ? KINDS[part.kind].type : undefined)

/** What names stand for in the conditions of a form. */
export function scopeOf({ fields }: FormDefinition): Scope {
  const byId = new Map(fields.map((field) => [field.id, field]))
  return {
    field: (id) => typeOfPart(byId.get(id)),
    columns: (id) => {
      const columns = byId.get(id)?.columns
      return columns && ((column) => typeOfPart(columns.find((one) => one.id === column)))
    },
  }
}

/** And in those of a column, where the other columns of the row go before. */
export function scopeOfRow(scope: Scope, columns: readonly FormColumn[]): Scope {
  return { ...scope, field: (id) => typeOfPart(columns.find((column) => column.id === id)) ?? scope.field(id) }
}

const NO_FIELDS: Scope = { field: () => undefined, columns: () => undefined }

function faultsOfPart(part: FormColumn, scope: Scope, beside: readonly FormColumn[]): DefinitionFault[] {
  const { rules, isGiven } = KINDS[part.kind]
  const field = part.id
  const faults: DefinitionFault[] = []
  for (const name of RULE_NAMES) {
    const isSet = (part as FormField)[name] !== undefined
    if (isSet && !rules.includes(name)) faults.push({ field, code: 'rule', about: name })
    if (!isSet && rules.includes(name) && INDISPENSABLE.includes(name)) faults.push({ field, code: 'missing', about: name })
  }
  for (const [least, most] of [
    ['least', 'greatest'],
    ['minLength', 'maxLength'],
    ['minCount', 'maxCount'],
  ] as const) {
    const [low, high] = [decimalOf(part[least]), decimalOf(part[most])]
    if (low && high && low.gt(high)) faults.push({ field, code: 'bounds', about: least })
  }
  if (repeated((part.choices ?? []).map(({ value }) => value)).length > 0) faults.push({ field, code: 'choice-twice', about: 'choices' })
  if (isGiven && (part.required || part.compute || part.initial)) faults.push({ field, code: 'given' })
  for (const { field: other } of part.compare ?? []) {
    const type = typeOfPart(beside.find(({ id }) => id === other))
    if (other === field || type === undefined || type !== typeOfPart(part)) faults.push({ field, code: 'compare', about: other })
  }
  for (const member of EXPRESSION_MEMBERS) {
    const expression = part[member]
    if (expression) faults.push(...faultsOfExpression(part, member, expression, member === 'initial' ? NO_FIELDS : scope))
  }
  return faults
}

function faultsOfExpression(part: FormColumn, member: ExpressionMember, expression: Expression, scope: Scope): DefinitionFault[] {
  const found = typeOf(expression, scope)
  if ('fault' in found) return [{ field: part.id, code: 'expression', about: member, typing: found.fault }]
  const wanted = member === 'initial' || member === 'compute' ? typeOfPart(part) : 'truth'
  return found.type === wanted || (found.type === 'nothing' && wanted) ? [] : [{ field: part.id, code: 'expression', about: member }]
}

/** Each field stands on the page once. */
function placing({ fields, layout }: FormDefinition): DefinitionFault[] {
  const placed = [...fieldsPlaced(layout)]
  const known = new Set(fields.map(({ id }) => id))
  const standing = new Set(placed)
  return [
    ...fields.filter(({ id }) => !standing.has(id)).map(({ id }) => ({ field: id, code: 'not-placed' }) as const),
    ...repeated(placed).map((id) => ({ field: id, code: 'placed-twice' }) as const),
    ...[...standing].filter((id) => !known.has(id)).map((id) => ({ code: 'placed-unknown', about: id }) as const),
  ]
}

/** The ids of the fields on a page, from top to bottom. */
export function* fieldsPlaced(layout: readonly LayoutPart[]): Generator<string> {
  for (const part of layout) {
    if (part.part === 'field') yield part.field
    else if (part.part === 'row' || part.part === 'group') yield* fieldsPlaced(part.of)
    else if (part.part === 'tabs' || part.part === 'steps') for (const { of } of part.of) yield* fieldsPlaced(of)
  }
}
