/** The value of an expression. */
import type Big from 'big.js'
import type { Aggregate, Expression, Scalar } from './expression.ts'
import type { Surroundings } from './operators.ts'
import { OPERATOR_RULES } from './operators.ts'
import type { Value } from './values.ts'
import { bounded, decimalOf, isNumber } from './values.ts'

/** What an expression is evaluated in. */
export interface Environment extends Surroundings {
  /** The value of a field; null where there is none. */
  readonly field: (name: string) => Value
  /** The rows of a sub-table, each as the value of a column; undefined for a column that the table does not have. */
  readonly rows: (table: string) => Iterable<(column: string) => Value | undefined>
  /** Steps that may still be made. Counted down: expressions that are evaluated together share it. */
  readonly budget: { left: number }
}

/** What is asked would take longer than anybody may keep a server busy. */
export class BudgetError extends Error {}

/** The value of an expression that has a type (typing.ts); null where it has none, as a comparison with nothing. @throws BudgetError */
export function evaluate(node: Expression, environment: Environment): Value {
  environment.budget.left -= 1
  if (environment.budget.left < 0) throw new BudgetError('the budget of the expressions is used up')
  if ('value' in node) return literal(node.value)
  if ('field' in node) return environment.field(node.field)
  if ('take' in node) return aggregate(node, environment)
  return OPERATOR_RULES[node.op].apply(
    node.of.map((part) => evaluate(part, environment)),
    environment,
  )
}

/** Whether a condition holds. What cannot be said does not: a comparison with an empty field is no reason to show anything. @throws BudgetError */
export const holds = (condition: Expression, environment: Environment): boolean => evaluate(condition, environment) === true

function literal(value: Scalar | readonly (string | number)[]): Value {
  if (typeof value === 'number') return decimalOf(value)
  if (typeof value === 'object' && value !== null) return value.map((member) => literal(member) as Big | string)
  return value
}

function aggregate({ take, rows, of, where }: Aggregate, environment: Environment): Value {
  let count = 0
  let numbers = 0
  let taken: Big | undefined
  // One after the other: a table may have a million rows.
  const put = (number: Big) => {
    numbers += 1
    if (!taken) taken = number
    else if (take === 'least') taken = number.lt(taken) ? number : taken
    else if (take === 'greatest') taken = number.gt(taken) ? number : taken
    else taken = taken.plus(number)
  }
  for (const column of environment.rows(rows)) {
    const inRow: Environment = {
      ...environment,
      field: (name) => {
        const value = column(name)
        return value === undefined ? environment.field(name) : value
      },
    }
    if (where && !holds(where, inRow)) continue
    count += 1
    const value = of ? evaluate(of, inRow) : null
    if (isNumber(value) && take !== 'count') put(value)
  }
  if (take === 'count') return decimalOf(count)
  if (!taken) return take === 'sum' ? decimalOf(0) : null
  if (take === 'least' || take === 'greatest') return taken
  return bounded(take === 'sum' ? taken : taken.div(numbers))
}
