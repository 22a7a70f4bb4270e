/** Whether an expression can mean anything, found out before there is a value: what the designer marks and publishing refuses. */
import type { Aggregate, Expression, Literal } from './expression.ts'
import type { Type } from './operators.ts'
import { OPERATOR_RULES } from './operators.ts'
import type { Value } from './values.ts'
import { dayNumber, momentOf } from './values.ts'

/** What names stand for where the expression stands. */
export interface Scope {
  /** The type of a field; undefined where there is no such field, or none that can be calculated with. */
  readonly field: (name: string) => Type | undefined
  /** The types of a sub-table's columns; undefined where there is no such table. */
  readonly columns: (table: string) => ((column: string) => Type | undefined) | undefined
}

/** What is wrong with a tree, and where: the numbers of the parts on the way from its root. */
export interface TypeFault {
  readonly path: readonly number[]
  /** `field`, `table`: there is none of that name. `count`: an operator takes more values, or fewer. `types`: it cannot take such values. */
  readonly code: 'field' | 'table' | 'count' | 'types'
  /** The name or the operator it is about. */
  readonly about: string
}

export type Typing = { readonly type: Type } | { readonly fault: TypeFault }

/** The type of what the expression gives, or the first fault that keeps it from giving anything. */
export function typeOf(node: Expression, scope: Scope): Typing {
  return visit(node, scope, [])
}

const fault = (path: readonly number[], code: TypeFault['code'], about: string): Typing => ({ fault: { path, code, about } })

function visit(node: Expression, scope: Scope, path: readonly number[]): Typing {
  if ('value' in node) {
    const type = literalType(node)
    return type ? { type } : fault(path, 'types', 'value')
  }
  if ('field' in node) {
    const type = scope.field(node.field)
    return type ? { type } : fault(path, 'field', node.field)
  }
  if ('take' in node) return aggregateType(node, scope, path)
  const { takes, type: typeOfResult } = OPERATOR_RULES[node.op]
  if (node.of.length < takes[0] || node.of.length > takes[1]) return fault(path, 'count', node.op)
  const types: Type[] = []
  for (const [at, part] of node.of.entries()) {
    const found = visit(part, scope, [...path, at])
    if ('fault' in found) return found
    types.push(found.type)
  }
  const type = typeOfResult(types)
  return type ? { type } : fault(path, 'types', node.op)
}

function literalType({ value, as }: Literal): Type | undefined {
  if (as === 'date') return dayNumber(value as Value) === null ? undefined : 'date'
  if (as === 'moment') return momentOf(value as Value) === null ? undefined : 'moment'
  if (value === null) return 'nothing'
  if (typeof value === 'boolean') return 'truth'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'string') return 'text'
  if (value.every((member) => typeof member === 'string')) return 'texts'
  return value.every((member) => typeof member === 'number') ? 'numbers' : undefined
}

function aggregateType({ take, rows, of, where }: Aggregate, scope: Scope, path: readonly number[]): Typing {
  const columns = scope.columns(rows)
  if (!columns) return fault(path, 'table', rows)
  if ((take === 'count') === (of !== undefined)) return fault(path, 'count', take)
  const inRow: Scope = { ...scope, field: (name) => columns(name) ?? scope.field(name) }
  for (const [at, part, wanted] of [
    [0, of, 'number'],
    [of ? 1 : 0, where, 'truth'],
  ] as const) {
    if (!part) continue
    const found = visit(part, inRow, [...path, at])
    if ('fault' in found) return found
    if (found.type !== wanted && found.type !== 'nothing') return fault([...path, at], 'types', take)
  }
  return { type: 'number' }
}
