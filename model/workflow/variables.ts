/**
 * Variables of an instance: what may be one, and what conditions and counts of a model read of them. Numbers are kept as decimal texts, since JSON's are
 * not what money is made of. What is missing is nothing, and no error; what is of another type than is asked for cannot be said, which is an incident.
 */
import type { Expression } from '../expression/expression.ts'
import { isBoundedTree } from '../expression/expression.ts'
import type { Environment } from '../expression/evaluate.ts'
import { BudgetError, evaluate } from '../expression/evaluate.ts'
import type { Type } from '../expression/operators.ts'
import { readText } from '../expression/read-text.ts'
import { typeOf } from '../expression/typing.ts'
import type { Value } from '../expression/values.ts'
import { dayNumber, decimalOf, isNumber, momentOf } from '../expression/values.ts'
import type { Surroundings } from './core/commands.ts'
import type { Activity } from './core/state.ts'
import { TAKEN_NAMES } from './variable-name.ts'

export const VARIABLE_TYPES = ['text', 'number', 'boolean', 'date', 'moment', 'list', 'object'] as const
export type VariableType = (typeof VARIABLE_TYPES)[number]

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export interface Variable {
  readonly type: VariableType
  /** JSON; of a number a decimal text; null where there is nothing. */
  readonly value: Json
}

/** Bytes of a value as JSON in UTF-8. */
export const MAX_VALUE = 65_536
/** Operations of one expression, and of all that one step evaluates. */
const MAX_OPERATIONS = 2000
const MAX_OPERATIONS_OF_STEP = 60_000
const MAX_ROWS = 1000

/** A value of JSON as a variable, of the type that it has or of the one that is asked for; nothing where it cannot be one. */
export function variableOf(value: unknown, type: VariableType = typeIn(value)): Variable | undefined {
  if (!isJson(value)) return undefined
  if (value === null) return { type, value: null }
  if (type === 'number') {
    const number = typeof value === 'string' || typeof value === 'number' ? decimalOf(value) : null
    return number ? { type, value: String(number) } : undefined
  }
  return fits(value, type) ? { type, value } : undefined
}

function fits(value: Json, type: VariableType): boolean {
  if (type === 'date') return typeof value === 'string' && dayNumber(value) !== null
  if (type === 'moment') return typeof value === 'string' && momentOf(value) !== null
  if (type === 'list') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value)
  return typeof value === (type === 'text' ? 'string' : type)
}

function typeIn(value: unknown): VariableType {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string')
    return dayNumber(value) !== null ? 'date' : MOMENT.test(value) && momentOf(value) !== null ? 'moment' : 'text'
  return Array.isArray(value) ? 'list' : value === null ? 'text' : 'object'
}
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Whether a value is JSON of a size that is kept, without a name that objects have by themselves. */
function isJson(value: unknown): value is Json {
  if (!isBoundedTree(value, { nodes: 10_000, depth: 20 }) || !isPlain(value)) return false
  return new TextEncoder().encode(JSON.stringify(value)).byteLength <= MAX_VALUE
}

function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isPlain)
  return typeof value === 'object' && Object.entries(value).every(([name, part]) => !TAKEN_NAMES.has(name) && isPlain(part))
}

/** A value that an expression gave, as a variable. */
export function variableOfValue(value: Value, type?: Type): Variable {
  if (isNumber(value)) return { type: 'number', value: String(value) }
  if (typeof value === 'boolean') return { type: 'boolean', value }
  if (typeof value === 'string') return { type: type === 'date' || type === 'moment' ? type : 'text', value }
  if (value === null) return { type: 'text', value: null }
  // Numbers in a list are numbers of JSON: what reads the list takes a text for a text.
  return { type: 'list', value: value.map((member) => (isNumber(member) ? Number(member) : member)) }
}

/** The variable of a name where an activity is; nothing where there is none. */
export type Lookup = (name: string, at: Activity | undefined) => Variable | undefined

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly zone: string
}

/** It cannot be said what an expression comes to: it does not fit the types of the variables, or would take too long. */
export class ExpressionError extends Error {}

export interface VariableSurroundings extends Surroundings {
  /** The value of an expression, with its type. @throws ExpressionError */
  valueOf(expression: Expression, at?: Activity): { readonly value: Value; readonly type: Type }
  /** The same, of an expression as it is written. @throws ExpressionError */
  valueOfText(text: string, at?: Activity): { readonly value: Value; readonly type: Type }
}

/** What the core asks in a step, answered from variables: all that it evaluates shares one budget. */
export function surroundingsOf(lookup: Lookup, clock: Clock): VariableSurroundings {
  let left = MAX_OPERATIONS_OF_STEP

  const valueOf = (expression: Expression, at?: Activity) => {
    const reader = new Reader(lookup, at)
    const typing = typeOf(expression, reader)
    if ('fault' in typing) throw new ExpressionError(`${typing.fault.code}: ${typing.fault.about}`)
    const budget = { left: Math.min(MAX_OPERATIONS, left) }
    const before = budget.left
    try {
      const environment: Environment = { ...clock, budget, field: (name) => reader.value(name), rows: (table) => reader.rows(table) }
      return { value: evaluate(expression, environment), type: typing.type }
    } catch (error) {
      if (error instanceof BudgetError) throw new ExpressionError(error.message)
      throw error
    } finally {
      left -= Math.max(1, before - budget.left)
    }
  }

  return {
    valueOf,
    valueOfText(text, at) {
      const read = readText(text)
      if ('fault' in read) throw new ExpressionError(`${read.fault.code}: ${read.fault.word}`)
      return valueOf(read.expression, at)
    },
    holds(condition, at) {
      const { value, type } = valueOf(condition, at)
      if (type !== 'truth' && value !== null) throw new ExpressionError(`types: ${type}`)
      return value === true
    },
    count({ count }, at) {
      if (!count) throw new ExpressionError('count')
      // Of a list, one for each member, whatever its members are.
      const list = 'field' in count ? new Reader(lookup, at).json(count.field) : undefined
      if (Array.isArray(list)) return list.length
      const { value } = valueOf(count, at)
      const number = isNumber(value) ? Number(value) : Array.isArray(value) ? value.length : Number.NaN
      if (!Number.isInteger(number) || number < 0) throw new ExpressionError('count')
      return number
    },
  }
}

/** Variables as the names in an expression, with a path into what is an object: `order.total`. */
class Reader {
  readonly #lookup: Lookup
  readonly #at: Activity | undefined

  constructor(lookup: Lookup, at: Activity | undefined) {
    this.#lookup = lookup
    this.#at = at
  }

  #variable(name: string): Variable | undefined {
    const [first = '', ...path] = name.split('.')
    const found = this.#lookup(first, this.#at)
    if (!found || path.length === 0) return found
    let value: Json | undefined = found.value
    for (const part of path) value = ownPart(value, part)
    return value === undefined ? undefined : variableOf(value)
  }

  json(name: string): Json | undefined {
    return this.#variable(name)?.value
  }

  value(name: string): Value {
    const found = this.#variable(name)
    return found ? valueIn(found) : null
  }

  field(name: string): Type | undefined {
    const found = this.#variable(name)
    return found && found.value !== null ? typeOfVariable(found) : 'nothing'
  }

  /** Columns are of the type that the first row has which says something. */
  columns(table: string): ((column: string) => Type | undefined) | undefined {
    const rows = this.#rows(table)
    return (column) => {
      const first = rows.map((row) => ownPart(row, column)).find((value) => value !== undefined && value !== null)
      const found = first === undefined ? undefined : variableOf(first)
      // A name that no row has is one of the instance, if there is one.
      return found ? typeOfVariable(found) : this.#variable(column) ? undefined : 'nothing'
    }
  }

  rows(table: string): ((column: string) => Value | undefined)[] {
    return this.#rows(table).map((row) => (column) => {
      const value = ownPart(row, column)
      const found = value === undefined ? undefined : variableOf(value)
      return found ? valueIn(found) : undefined
    })
  }

  #rows(table: string): readonly Json[] {
    const list = this.json(table) ?? []
    if (!Array.isArray(list)) throw new ExpressionError(`table: ${table}`)
    if (list.length > MAX_ROWS) throw new ExpressionError(`too many rows: ${table}`)
    return list
  }
}

/** What an object itself has under a name. */
function ownPart(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, Json>>)[name]
}

/** What an expression calculates with; null where a variable says nothing, or what no expression can take. */
export function valueIn({ type, value }: Variable): Value {
  if (type === 'number') return decimalOf(value)
  if (type === 'moment') {
    const ms = typeof value === 'string' ? momentOf(value) : null
    // In one spelling, since moments are compared as texts.
    return ms === null ? null : new Date(ms).toISOString()
  }
  if (type === 'list') {
    if (!Array.isArray(value)) return null
    if (value.every((member) => typeof member === 'string')) return value
    const numbers = value.map((member) => (typeof member === 'number' ? decimalOf(member) : null))
    return numbers.every((number) => number !== null) ? numbers : null
  }
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}

function typeOfVariable({ type, value }: Variable): Type | undefined {
  if (type === 'boolean') return 'truth'
  if (type === 'object') return undefined
  if (type !== 'list') return type
  if (!Array.isArray(value)) return undefined
  if (value.length === 0) return 'nothing'
  if (value.every((member) => typeof member === 'string')) return 'texts'
  return value.every((member) => typeof member === 'number') ? 'numbers' : undefined
}
