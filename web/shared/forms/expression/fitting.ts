/** Which operators and values fit where: found by asking the operators themselves (model/expression/operators.ts). */
import type { Expression, Operator } from '../../../../model/expression/expression.ts'
import { OPERATORS } from '../../../../model/expression/expression.ts'
import type { Type } from '../../../../model/expression/operators.ts'
import { OPERATOR_RULES } from '../../../../model/expression/operators.ts'
import type { Scope } from '../../../../model/expression/typing.ts'
import { typeOf } from '../../../../model/expression/typing.ts'

export const TYPES: readonly Exclude<Type, 'nothing'>[] = ['truth', 'number', 'text', 'date', 'moment', 'texts', 'numbers']
export type WantedTypes = readonly Type[]

/** What has not been chosen yet: nothing, which fits everywhere. */
export const HOLE: Expression = { value: null }
/** Whether it has not been chosen yet. */
export const isHole = (node: Expression): boolean => 'value' in node && node.value === null

/** The type of what an expression gives; undefined where it means nothing, `nothing` where it is not chosen yet. */
export function typeAt(node: Expression, scope: Scope): Type | undefined {
  const found = typeOf(node, scope)
  return 'type' in found ? found.type : undefined
}

const given = new Map<Operator, ReadonlySet<Type>>()

/** The types of what an operator can give, whatever it is given. */
function typesGivenBy(op: Operator): ReadonlySet<Type> {
  let types = given.get(op)
  if (!types) {
    const { takes, type } = OPERATOR_RULES[op]
    const found = new Set<Type>()
    const tuples = (count: number): Type[][] =>
      count === 0 ? [[]] : tuples(count - 1).flatMap((before) => [...TYPES].map((one) => [...before, one]))
    for (const tuple of tuples(Math.min(3, takes[0]))) {
      const result = type(tuple)
      if (result && result !== 'nothing') found.add(result)
    }
    given.set(op, (types = found))
  }
  return types
}

/** The operators that can give what is wanted. */
export const operatorsFor = (wanted: WantedTypes): Operator[] => OPERATORS.filter((op) => wanted.some((type) => typesGivenBy(op).has(type)))

/** The types that one of an operator's values may have, beside the others as they are and for what is wanted of the whole. */
export function wantedAt(op: Operator, types: readonly (Type | undefined)[], at: number, wanted: WantedTypes): WantedTypes {
  const { type } = OPERATOR_RULES[op]
  return TYPES.filter((one) => {
    const result = type(types.map((other, place) => (place === at ? one : (other ?? 'nothing'))))
    return result !== undefined && (result === 'nothing' || wanted.includes(result))
  })
}

/** An operation with as many values as it needs, the first of them as it was where that fits. */
export function operation(op: Operator, first: Expression | undefined, scope: Scope, wanted: WantedTypes): Expression {
  const [least] = OPERATOR_RULES[op].takes
  const of: Expression[] = Array.from({ length: least }, () => HOLE)
  if (first && least > 0) {
    const type = typeAt(first, scope)
    const fitting = wantedAt(
      op,
      of.map(() => 'nothing' as const),
      0,
      wanted,
    )
    if (type && (type === 'nothing' || fitting.includes(type))) of[0] = first
  }
  return { op, of }
}

/** The operation with another operator, its values as far as they fit. */
export function withOperator(node: Extract<Expression, { op: Operator }>, op: Operator, scope: Scope, wanted: WantedTypes): Expression {
  const [least, most] = OPERATOR_RULES[op].takes
  const values = [...node.of.slice(0, most)]
  while (values.length < least) values.push(HOLE)
  // The last first: what stands first is what the others have to fit.
  for (const at of [...values.keys()].reverse()) {
    const types = values.map((one) => typeAt(one, scope))
    const type = types[at]
    if (type === undefined || (type !== 'nothing' && !wantedAt(op, types, at, wanted).includes(type))) values[at] = HOLE
  }
  return { op, of: values }
}

/** Whether something is not chosen yet, or means nothing where it stands. */
export function isUnfinished(node: Expression, scope: Scope, wanted: WantedTypes): boolean {
  const type = typeAt(node, scope)
  return type === undefined || !wanted.includes(type) || hasHole(node)
}

function hasHole(node: Expression): boolean {
  if (isHole(node)) return true
  // Whether something is empty is asked by its own operator; a text that is empty was not written yet.
  if ('value' in node) return node.value === '' || (Array.isArray(node.value) && node.value.length === 0)
  if ('op' in node) return node.of.some(hasHole)
  return 'take' in node && [node.of, node.where].some((part) => part !== undefined && hasHole(part))
}
