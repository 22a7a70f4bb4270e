/** Formulas over measures: expressions (docs/decisions/0115-expressions-as-data.md), as trees or as text, of which a statement of the database can be made. */
import type { Expression, Operator } from '../expression/expression.ts'
import { partsOf } from '../expression/expression.ts'
import { readText } from '../expression/read-text.ts'
import type { Type } from '../expression/operators.ts'
import { typeOf } from '../expression/typing.ts'
import { refuse } from './faults.ts'

/** What can be calculated with numbers that the database has put together. */
export const FORMULA_OPERATORS: ReadonlySet<Operator> = new Set<Operator>([
  'and',
  'or',
  'not',
  'equal',
  'unequal',
  'less',
  'less-or-equal',
  'greater',
  'greater-or-equal',
  'is-empty',
  'if',
  'first-of',
  'add',
  'subtract',
  'multiply',
  'divide',
  'round',
  'absolute',
  'least',
  'greatest',
])

/** Of a formula in whose place those stand that it names. */
const MAX_WHOLE_NODES = 500
const MAX_WHOLE_DEPTH = 60

/**
 * The tree of a formula, in which every name is still one of the document.
 * @throws DocumentFault `formula` where it cannot be read, or calls what a formula has not
 */
export function readFormula(source: string | Expression, place: string): Expression {
  const read = typeof source === 'string' ? readText(source) : { expression: source }
  if ('fault' in read) return refuse(place, 'formula', read.fault.word || read.fault.at)
  assertOperators(read.expression, place)
  return read.expression
}

function assertOperators(node: Expression, place: string): void {
  if ('take' in node) refuse(place, 'formula', node.take)
  if ('op' in node && !FORMULA_OPERATORS.has(node.op)) refuse(place, 'formula', node.op)
  if ('value' in node && (typeof node.value === 'object' || typeof node.value === 'string') && node.value !== null)
    refuse(place, 'formula', String(node.value))
  for (const part of partsOf(node)) assertOperators(part, place)
}

/** Nothing. @throws DocumentFault `formula-type` where the formula, whose names are numbers, gives something else than is wanted */
export function assertType(node: Expression, wanted: Type, place: string): void {
  const typing = typeOf(node, { field: () => 'number', columns: () => undefined })
  if (!('type' in typing) || typing.type !== wanted) refuse(place, 'formula-type', 'fault' in typing ? typing.fault.about : typing.type)
}

export interface NamedFormula {
  readonly place: string
  readonly tree: Expression
}

/**
 * A function that gives a formula with those in place that it names: what is left names plain measures alone. Sizes are reckoned before anything is put
 * together, since thirty formulas that name each other twice would be a thousand million nodes.
 * @param formulas By the names of their columns
 * @param isPlain Whether a name is that of a measure which is no formula
 * @throws DocumentFault `circle` for formulas that need each other, `measure` for names that nothing has, `size` for what would become too large
 */
export function inliner(
  formulas: ReadonlyMap<string, NamedFormula>,
  isPlain: (name: string) => boolean,
): (formula: NamedFormula) => Expression {
  const sizes = new Map<string, { nodes: number; depth: number }>()
  const open = new Set<string>()
  const sizeOf = (node: Expression, place: string): { nodes: number; depth: number } => {
    if ('field' in node) return isPlain(node.field) ? { nodes: 1, depth: 1 } : sizeOfNamed(node.field, place)
    const parts = partsOf(node).map((part) => sizeOf(part, place))
    return {
      nodes: 1 + parts.reduce((sum, part) => sum + part.nodes, 0),
      depth: 1 + Math.max(0, ...parts.map((part) => part.depth)),
    }
  }
  const sizeOfNamed = (name: string, place: string) => {
    const known = sizes.get(name)
    if (known) return known
    const formula = formulas.get(name)
    if (!formula) return refuse(place, 'measure', name)
    if (open.has(name)) return refuse(formula.place, 'circle', name)
    open.add(name)
    const size = sizeOf(formula.tree, formula.place)
    open.delete(name)
    sizes.set(name, size)
    return size
  }
  const put = (node: Expression): Expression => {
    if ('field' in node) return isPlain(node.field) ? node : put((formulas.get(node.field) as NamedFormula).tree)
    return 'op' in node ? { op: node.op, of: node.of.map(put) } : node
  }
  return ({ tree, place }) => {
    const { nodes, depth } = sizeOf(tree, place)
    if (nodes > MAX_WHOLE_NODES || depth > MAX_WHOLE_DEPTH) refuse(place, 'size')
    return put(tree)
  }
}
