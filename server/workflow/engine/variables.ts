/** Variables of an instance while a step is under way: what expressions read, and what of it changed. */
import type { Expression } from '../../../model/expression/expression.ts'
import { readText } from '../../../model/expression/read-text.ts'
import type { Activity } from '../../../model/workflow/core/state.ts'
import { isVariableName } from '../../../model/workflow/variable-name.ts'
import type { Clock, Variable, VariableSurroundings } from '../../../model/workflow/variables.ts'
import { ExpressionError, surroundingsOf, variableOf, variableOfValue } from '../../../model/workflow/variables.ts'

/** Bytes of JSON of all variables of an instance. */
const MAX_VARIABLES = 262_144

/** A value that cannot be kept: its name, what it is, or all of them together are too large. */
export class VariableError extends Error {
  readonly code: 'name' | 'value' | 'size'
  readonly variable: string

  constructor(code: VariableError['code'], variable: string) {
    super(`${code} ${variable}`)
    this.code = code
    this.variable = variable
  }
}

export class Variables {
  readonly #values: Map<string, Variable>
  /** Of all of them. */
  #bytes = 0
  readonly changed = new Set<string>()
  /** What the core asks. */
  readonly surroundings: VariableSurroundings

  constructor(values: Iterable<readonly [string, Variable]>, clock: Clock) {
    this.#values = new Map(values)
    for (const [name, variable] of this.#values) this.#bytes += sizeOf(name, variable)
    this.surroundings = surroundingsOf((name, at) => this.#find(name, at), clock)
  }

  get(name: string): Variable | undefined {
    return this.#values.get(name)
  }

  /** Keeps a value of JSON. @throws VariableError */
  set(name: string, value: unknown): void {
    const before = this.#values.get(name)
    // A number stays one, however JSON writes it.
    const variable = (before && variableOf(value, before.type)) ?? variableOf(value)
    if (!variable) throw new VariableError('value', name.slice(0, 64))
    this.keep(name, variable)
  }

  /** @throws VariableError */
  keep(name: string, variable: Variable): void {
    if (!isVariableName(name)) throw new VariableError('name', name.slice(0, 64))
    // The database keeps no character 0 in a text.
    if (JSON.stringify(variable.value).includes('\\u0000')) throw new VariableError('value', name)
    const bytes = this.#bytes + sizeOf(name, variable) - sizeOf(name, this.#values.get(name))
    if (bytes > MAX_VARIABLES) throw new VariableError('size', name)
    this.#bytes = bytes
    this.#values.set(name, variable)
    this.changed.add(name)
  }

  entries(): IterableIterator<[string, Variable]> {
    return this.#values.entries()
  }

  /** The value of an expression as it is written: `= amount + 1`, `${amount}`. @throws ExpressionError where it cannot be said */
  read(text: string, at?: Activity): Variable {
    const read = readText(text)
    if ('fault' in read) throw new ExpressionError(`${read.fault.code}: ${read.fault.word}`)
    return this.evaluate(read.expression, at)
  }

  /** @throws ExpressionError */
  evaluate(expression: Expression, at?: Activity): Variable {
    // What stands there alone is taken as it is, objects and lists of them too.
    if ('field' in expression) {
      const found = this.#find(expression.field, at)
      if (found) return found
    }
    const { value, type } = this.surroundings.valueOf(expression, at)
    return variableOfValue(value, type)
  }

  /** Of something that is done several times, which time it is counts as a variable. */
  #find(name: string, at: Activity | undefined): Variable | undefined {
    const found = this.#values.get(name)
    if (found || name !== 'loopCounter' || at?.member === undefined) return found
    return { type: 'number', value: String(at.member) }
  }
}

const sizeOf = (name: string, variable: Variable | undefined): number =>
  variable === undefined ? 0 : name.length + Buffer.byteLength(JSON.stringify(variable.value))
