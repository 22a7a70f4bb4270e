/** The variables and the clock of a simulated instance, and what expressions say of them. */
import type { Expression } from '../../expression/expression.ts'
import type { PersonRule } from '../settings.ts'
import { isVariableName } from '../variable-name.ts'
import type { Variable, VariableSurroundings } from '../variables.ts'
import { ExpressionError, surroundingsOf, variableOfValue } from '../variables.ts'
import type { Variables } from './scene.ts'

type Assignments = readonly { readonly name: string; readonly value: string }[]

export class SimulatedData {
  readonly #zone: string
  #variables: ReadonlyMap<string, Variable> = new Map()
  now: number

  constructor(now: number, zone: string, variables: Variables | undefined) {
    this.now = now
    this.#zone = zone
    this.set(variables)
  }

  get variables(): ReadonlyMap<string, Variable> {
    return this.#variables
  }

  /** What the core asks. @param more Variables that are known besides, before others of the same name */
  surroundings(more?: Variables): VariableSurroundings {
    const own = new Map(Object.entries(more ?? {}))
    return surroundingsOf((name) => own.get(name) ?? this.#variables.get(name), { now: this.now, zone: this.#zone })
  }

  set(variables: Variables | undefined): void {
    const named = Object.entries(variables ?? {}).filter(([name]) => isVariableName(name))
    if (named.length > 0) this.#variables = new Map([...this.#variables, ...named])
  }

  /** Whether all assignments could be made, one after the other; those before one that cannot be said are. */
  assign(assignments: Assignments, more?: Variables): boolean {
    for (const { name, value: text } of assignments) {
      const found = evaluated(() => this.surroundings(more).valueOfText(text))
      if (!found) return false
      this.set({ [name]: variableOfValue(found.value, found.type) })
    }
    return true
  }

  holds(condition: Expression): boolean {
    return evaluated(() => this.surroundings().valueOf(condition))?.value === true
  }

  /** The names that a rule stands for which reads a variable or an expression. */
  namedBy(rule: PersonRule): readonly string[] {
    if (rule.kind !== 'variable' && rule.kind !== 'expression') return []
    const found = evaluated(() => this.surroundings().valueOfText(rule.kind === 'variable' ? rule.variable : rule.expression))
    return (Array.isArray(found?.value) ? found.value : [found?.value]).filter((one) => typeof one === 'string')
  }

  /** The text of a timer, which an expression may say; nothing where that cannot be said. */
  timerText(timer: string): string | undefined {
    if (!/^\s*(?:[$#]\{|=)/.test(timer)) return timer
    const found = evaluated(() => this.surroundings().valueOfText(timer))
    if (typeof found?.value !== 'string') return undefined
    return found.type === 'date' ? `${found.value}T00:00` : found.value
  }
}

/** What an expression comes to; nothing where it cannot be evaluated. */
function evaluated<Found>(value: () => Found): Found | undefined {
  try {
    return value()
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
