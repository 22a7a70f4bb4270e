/** Expressions as text again: what is put together by clicks in a model of a process stands there as `= amount > 1000`, which other tools read as well. */
import type { Expression, Literal, Operator } from './expression.ts'
import { readText } from './read-text.ts'

const SIGNS: Readonly<Partial<Record<Operator, string>>> = {
  and: 'and',
  or: 'or',
  equal: '=',
  unequal: '!=',
  less: '<',
  'less-or-equal': '<=',
  greater: '>',
  'greater-or-equal': '>=',
  among: 'in',
  add: '+',
  subtract: '-',
  multiply: '*',
  divide: '/',
  remainder: '%',
}
const CALLS: Readonly<Partial<Record<Operator, string>>> = {
  contains: 'contains',
  'begins-with': 'starts with',
  'ends-with': 'ends with',
  length: 'string length',
  least: 'min',
  greatest: 'max',
  absolute: 'abs',
  round: 'round half up',
  join: 'concatenate',
  today: 'today',
  now: 'now',
}

/** The operators that a text can say. */
export const WRITABLE: ReadonlySet<Operator> = new Set<Operator>([
  ...(Object.keys(SIGNS) as Operator[]),
  ...(Object.keys(CALLS) as Operator[]),
  'not',
  'is-empty',
  'if',
])

/** The text that says the expression; undefined where none does: what cannot be read back as what it was is not written. */
export function writeText(expression: Expression): string | undefined {
  const paired = inPairs(expression)
  const inner = write(paired)
  if (inner === undefined) return undefined
  const text = `= ${inner}`
  const read = readText(text)
  return 'expression' in read && JSON.stringify(read.expression) === JSON.stringify(paired) ? text : undefined
}

/** Sums and products of several as the text has them: of two each. */
function inPairs(node: Expression): Expression {
  if (!('op' in node)) return node
  const of = node.of.map(inPairs)
  const [first] = of
  if ((node.op === 'and' || node.op === 'or') && of.length === 1 && first) return first
  if ((node.op === 'add' || node.op === 'multiply') && of.length !== 2 && first)
    return of.slice(1).reduce<Expression>((before, one) => ({ op: node.op, of: [before, one] }), first)
  return { op: node.op, of }
}

function write(node: Expression): string | undefined {
  if ('field' in node) return node.field
  if ('value' in node) return literal(node)
  if ('take' in node) return undefined
  const parts = node.of.map(write)
  if (!parts.every((part) => part !== undefined)) return undefined
  // What is made of several is put between brackets, so that no precedence has to be known.
  const [one = '', two = '', three = ''] = node.of.map((part, at) => ('op' in part ? `(${parts[at] ?? ''})` : (parts[at] ?? '')))
  if (node.op === 'not') return `not(${parts[0] ?? ''})`
  if (node.op === 'is-empty') return `empty ${one}`
  if (node.op === 'if') return `if ${one} then ${two} else ${three}`
  const sign = SIGNS[node.op]
  if (sign !== undefined) return node.of.map((part, at) => ('op' in part ? `(${parts[at] ?? ''})` : parts[at])).join(` ${sign} `)
  const call = CALLS[node.op]
  return call === undefined ? undefined : `${call}(${parts.join(', ')})`
}

function literal({ value, as }: Literal): string | undefined {
  if (as) return `${as === 'date' ? 'date' : 'date and time'}(${quoted(String(value))})`
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value)
  const members = value.map((member) => (typeof member === 'string' ? quoted(member) : String(member)))
  return members.length > 0 ? `(${members.join(', ')})` : undefined
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
