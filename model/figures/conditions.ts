/** Conditions of a figures document, looked at without knowing what their fields are. */
import type { Comparison, Condition, Operator, Parameter } from './document.ts'
import { MAX_CONDITION_DEPTH } from './document.ts'
import { refuse } from './faults.ts'

/** How many values an operator takes: none, one, two, or a list. */
export const TAKES: Readonly<Record<Operator, 'none' | 'one' | 'two' | 'list'>> = {
  equals: 'one',
  unequal: 'one',
  less: 'one',
  lessOrEqual: 'one',
  greater: 'one',
  greaterOrEqual: 'one',
  between: 'two',
  among: 'list',
  contains: 'one',
  begins: 'one',
  below: 'one',
  empty: 'none',
  filled: 'none',
}

/**
 * Nothing, where each comparison has as many values as its operator takes, or names a parameter that has.
 * @param place Of the condition in the document
 * @throws DocumentFault `depth`, `value` or `parameter`
 */
export function checkComparisons(condition: Condition, place: string, parameters: ReadonlyMap<string, Parameter>, depth = 1): void {
  if (depth > MAX_CONDITION_DEPTH) refuse(place, 'depth')
  if ('and' in condition) return condition.and.forEach((part, at) => checkComparisons(part, `${place}.and[${at}]`, parameters, depth + 1))
  if ('or' in condition) return condition.or.forEach((part, at) => checkComparisons(part, `${place}.or[${at}]`, parameters, depth + 1))
  if ('not' in condition) return checkComparisons(condition.not, `${place}.not`, parameters, depth + 1)
  checkComparison(condition, place, parameters)
}

function checkComparison({ op, value, param }: Comparison, place: string, parameters: ReadonlyMap<string, Parameter>): void {
  const takes = TAKES[op]
  if (takes === 'none') {
    if (value !== undefined || param !== undefined) refuse(place, 'value')
    return
  }
  if ((value === undefined) === (param === undefined)) refuse(place, 'value')
  if (param === undefined) {
    const fits = takes === 'one' ? !Array.isArray(value) : Array.isArray(value) && (takes === 'list' || value.length === 2)
    if (!fits) refuse(`${place}.value`, 'value')
    return
  }
  const parameter = parameters.get(param)
  if (!parameter || parameter.kind === 'range' || (takes === 'one') === (parameter.many === true))
    refuse(`${place}.param`, 'parameter', param)
}
