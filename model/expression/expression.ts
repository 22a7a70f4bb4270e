/**
 * Expressions as data: the conditions and computed fields of forms are trees that people put together by clicks, so there is no text to
 * parse, nothing to escape and nothing a tree could call (docs/decisions/0115-expressions-as-data.md). What one means is in evaluate.ts,
 * whether it can mean anything in typing.ts; both run in the browser and in the server.
 */
import * as z from 'zod/mini'

/** A value that is written into a tree. */
export type Scalar = string | number | boolean | null

export interface Literal {
  readonly value: Scalar | readonly (string | number)[]
  /** A text that is a date, `2026-11-25`, or a moment, ISO 8601 in UTC. */
  readonly as?: 'date' | 'moment' | undefined
}

/** The value of a field, by its id. */
export interface Reference {
  readonly field: string
}

export interface Operation {
  readonly op: Operator
  readonly of: readonly Expression[]
}

/** What the rows of a sub-table come to: of each row that fits `where`, the value of `of`, in which the columns are fields. `count` needs no `of`. */
export interface Aggregate {
  readonly take: AggregateFunction
  readonly rows: string
  readonly of?: Expression | undefined
  readonly where?: Expression | undefined
}

export type Expression = Literal | Reference | Operation | Aggregate

export const AGGREGATES = ['sum', 'mean', 'least', 'greatest', 'count'] as const
export type AggregateFunction = (typeof AGGREGATES)[number]

export const OPERATORS = [
  'and',
  'or',
  'not',
  'equal',
  'unequal',
  'less',
  'less-or-equal',
  'greater',
  'greater-or-equal',
  'among',
  'contains',
  'begins-with',
  'ends-with',
  'is-empty',
  'if',
  'first-of',
  'add',
  'subtract',
  'multiply',
  'divide',
  'remainder',
  'round',
  'absolute',
  'least',
  'greatest',
  'join',
  'length',
  'today',
  'now',
  'date-of',
  'add-days',
  'add-months',
  'days-between',
  'months-between',
  'years-between',
  'hours-between',
  'year-of',
  'month-of',
  'day-of',
  'weekday-of',
] as const
export type Operator = (typeof OPERATORS)[number]

/** Of one tree. */
export const MAX_NODES = 200
export const MAX_DEPTH = 20
const MAX_TEXT = 1000
const MAX_LIST = 200

/**
 * Whether a value of JSON has at most so many objects and lists in it, none deeper than so many, and no object of more members: asked before a schema that calls itself
 * is, since whoever sends a thousand brackets in each other must not fill the stack.
 */
export function isBoundedTree(value: unknown, { nodes, depth }: { readonly nodes: number; readonly depth: number }): boolean {
  const left: { value: unknown; depth: number }[] = [{ value, depth: 1 }]
  let seen = 0
  for (let next = left.pop(); next; next = left.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    seen += 1
    if (seen > nodes || next.depth > depth) return false
    // An object of more members than there may be values is out before each of them is looked at.
    if (!Array.isArray(next.value) && Object.keys(next.value).length > nodes) return false
    // What is no tree is not put down: a list may be of a million numbers.
    for (const part of Array.isArray(next.value) ? (next.value as unknown[]) : Object.values(next.value))
      if (typeof part === 'object' && part !== null) left.push({ value: part, depth: next.depth + 1 })
  }
  return true
}

/** The name of a field or of a table in a tree. */
const NAME = z.string().check(z.minLength(1), z.maxLength(64))
const NUMBER = z.number().check(z.refine((value) => Number.isFinite(value)))
const TEXT = z.string().check(z.maxLength(MAX_TEXT))

const tree: z.ZodMiniType<Expression> = z.lazy(() =>
  z.union([
    z.strictObject({
      value: z.union([TEXT, NUMBER, z.boolean(), z.null(), z.array(z.union([TEXT, NUMBER])).check(z.maxLength(MAX_LIST))]),
      as: z.optional(z.enum(['date', 'moment'])),
    }),
    z.strictObject({ field: NAME }),
    z.strictObject({ op: z.enum(OPERATORS), of: z.array(tree).check(z.maxLength(MAX_NODES)) }),
    z.strictObject({ take: z.enum(AGGREGATES), rows: NAME, of: z.optional(tree), where: z.optional(tree) }),
  ]),
)

/** The schema of an expression: a tree of at most {@link MAX_NODES} nodes, {@link MAX_DEPTH} deep. */
export const EXPRESSION: z.ZodMiniType<Expression> = z.pipe(
  // Of a node, the list of what it is made of is a container as well.
  z.any().check(z.refine((value) => isBoundedTree(value, { nodes: 2 * MAX_NODES, depth: 2 * MAX_DEPTH }), { error: 'too-large' })),
  tree.check(z.refine((value) => countNodes(value) <= MAX_NODES, { error: 'too-large' })),
)

/** The parts that a node is made of, in their order. */
export function partsOf(node: Expression): readonly Expression[] {
  if ('op' in node) return node.of
  if ('take' in node) return [...(node.of ? [node.of] : []), ...(node.where ? [node.where] : [])]
  return []
}

const countNodes = (node: Expression): number => partsOf(node).reduce((sum, part) => sum + countNodes(part), 1)

/** The fields whose values an expression reads, tables whose rows it reads included, each once. Columns belong to their table and are not named. */
export function fieldsReadBy(node: Expression): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (at: Expression): void => {
    if ('field' in at) found.add(at.field)
    // Inside of an aggregate, names are first those of columns; a field of the form may stand there as well.
    if ('take' in at) found.add(at.rows)
    for (const part of partsOf(at)) visit(part)
  }
  visit(node)
  return found
}
