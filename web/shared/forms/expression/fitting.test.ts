/** What the builder offers fits, and everything that fits can be built. */
import { describe, expect, it } from 'vitest'
import type { Expression, Operator } from '../../../../model/expression/expression.ts'
import { OPERATORS } from '../../../../model/expression/expression.ts'
import type { Type } from '../../../../model/expression/operators.ts'
import type { Scope } from '../../../../model/expression/typing.ts'
import { HOLE, TYPES, isUnfinished, operation, operatorsFor, typeAt, wantedAt, withOperator } from './fitting.ts'

const scope: Scope = { field: (name) => TYPES.find((type) => type === name), columns: () => undefined }
const field = (type: Type): Expression => ({ field: type })

describe('operators', () => {
  it('are offered for what they can give', () => {
    expect(operatorsFor(['truth'])).toEqual(expect.arrayContaining(['and', 'or', 'not', 'equal', 'is-empty', 'contains', 'if', 'first-of']))
    expect(operatorsFor(['truth'])).not.toEqual(expect.arrayContaining(['add']))
    expect(operatorsFor(['date']).sort()).toEqual(['add-days', 'add-months', 'date-of', 'first-of', 'if', 'today'])
    expect(operatorsFor(['moment']).sort()).toEqual(['first-of', 'if', 'now'])
  })

  it('begin with places that each can be filled', () => {
    for (const op of OPERATORS)
      for (const wanted of TYPES.filter((type) => operatorsFor([type]).includes(op))) {
        const made = operation(op, undefined, scope, [wanted]) as Extract<Expression, { op: Operator }>
        const values = [...made.of]
        for (const at of values.keys()) {
          const types = values.map((node) => typeAt(node, scope))
          const [type] = wantedAt(op, types, at, [wanted])
          if (!type) throw new Error(`${op} for ${wanted}: nothing fits at ${at}`)
          values[at] = field(type)
        }
        expect(isUnfinished({ op, of: values }, scope, [wanted]), `${op} for ${wanted}`).toBe(false)
      }
  })

  it('take what fits beside the others', () => {
    expect(wantedAt('equal', ['number', 'nothing'], 1, ['truth'])).toEqual(['number'])
    expect(wantedAt('among', ['text', 'nothing'], 1, ['truth'])).toEqual(['texts'])
    expect(wantedAt('add-days', ['nothing', 'nothing'], 1, ['date'])).toEqual(['number'])
    expect(wantedAt('if', ['nothing', 'nothing', 'nothing'], 1, ['number'])).toEqual(['number'])
  })
})

describe('an expression that is changed', () => {
  it('keeps what fits', () => {
    expect(operation('not', field('truth'), scope, ['truth'])).toEqual({ op: 'not', of: [field('truth')] })
    expect(operation('begins-with', field('truth'), scope, ['truth'])).toEqual({ op: 'begins-with', of: [HOLE, HOLE] })
    const equal: Extract<Expression, { op: Operator }> = { op: 'equal', of: [field('number'), { value: 3 }] }
    expect(withOperator(equal, 'less', scope, ['truth'])).toEqual({ op: 'less', of: equal.of })
    expect(withOperator(equal, 'is-empty', scope, ['truth'])).toEqual({ op: 'is-empty', of: [field('number')] })
    expect(withOperator(equal, 'among', scope, ['truth'])).toEqual({ op: 'among', of: [field('number'), HOLE] })
  })

  it('is unfinished while something is not chosen, or does not give what is wanted', () => {
    expect(isUnfinished({ op: 'and', of: [HOLE] }, scope, ['truth'])).toBe(true)
    expect(isUnfinished({ op: 'equal', of: [field('text'), { value: '' }] }, scope, ['truth'])).toBe(true)
    expect(isUnfinished({ op: 'today', of: [] }, scope, ['truth'])).toBe(true)
    expect(isUnfinished({ op: 'among', of: [field('text'), { value: [] }] }, scope, ['truth'])).toBe(true)
    expect(isUnfinished({ op: 'among', of: [field('text'), { value: ['a'] }] }, scope, ['truth'])).toBe(false)
  })
})
