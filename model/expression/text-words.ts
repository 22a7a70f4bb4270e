/** What the words of an expression mean that is written as text: signs, functions, and words that are no names. */
import type { Operator } from './expression.ts'

/** Words of several letters that mean a sign. */
export const COMPARISONS: Readonly<Record<string, Operator>> = {
  '=': 'equal',
  '==': 'equal',
  eq: 'equal',
  '!=': 'unequal',
  '<>': 'unequal',
  ne: 'unequal',
  '<': 'less',
  lt: 'less',
  '<=': 'less-or-equal',
  le: 'less-or-equal',
  '>': 'greater',
  gt: 'greater',
  '>=': 'greater-or-equal',
  ge: 'greater-or-equal',
}
export const SUMS: Readonly<Record<string, Operator>> = { '+': 'add', '-': 'subtract' }
export const PRODUCTS: Readonly<Record<string, Operator>> = {
  '*': 'multiply',
  '/': 'divide',
  div: 'divide',
  '%': 'remainder',
  mod: 'remainder',
}

/** Functions of FEEL that one operator is; names of two words as they are written there. */
export const FUNCTIONS: Readonly<Record<string, { readonly op: Operator; readonly takes: readonly [number, number] }>> = {
  contains: { op: 'contains', takes: [2, 2] },
  'list contains': { op: 'contains', takes: [2, 2] },
  'starts with': { op: 'begins-with', takes: [2, 2] },
  'ends with': { op: 'ends-with', takes: [2, 2] },
  'string length': { op: 'length', takes: [1, 1] },
  count: { op: 'length', takes: [1, 1] },
  min: { op: 'least', takes: [1, 20] },
  max: { op: 'greatest', takes: [1, 20] },
  abs: { op: 'absolute', takes: [1, 1] },
  modulo: { op: 'remainder', takes: [2, 2] },
  'round half up': { op: 'round', takes: [1, 2] },
  concatenate: { op: 'join', takes: [1, 20] },
  today: { op: 'today', takes: [0, 0] },
  now: { op: 'now', takes: [0, 0] },
  not: { op: 'not', takes: [1, 1] },
}
/** The first words of those that have two. */
export const FIRST_OF_TWO = new Set(Object.keys(FUNCTIONS).flatMap((name) => (name.includes(' ') ? [name.split(' ')[0] as string] : [])))
/** What no name can be. */
export const RESERVED = new Set([
  'and',
  'or',
  'in',
  'between',
  'then',
  'else',
  'div',
  'mod',
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'new',
  'instanceof',
  'for',
  'return',
  'satisfies',
  'function',
])
