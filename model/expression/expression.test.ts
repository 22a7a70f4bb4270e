/** Expressions: what they mean, that typing is right about it, and that nothing of them grows beyond its bounds. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Environment } from './evaluate.ts'
import { BudgetError, evaluate } from './evaluate.ts'
import type { Expression, Operator } from './expression.ts'
import { EXPRESSION, OPERATORS, fieldsReadBy } from './expression.ts'
import type { Type } from './operators.ts'
import { typeOf } from './typing.ts'
import type { Value } from './values.ts'
import { addMonths, dateOfDay, dayNumber, decimalOf, isNumber, monthsBetween } from './values.ts'

const FIELDS: Readonly<Record<string, readonly [Type, unknown]>> = {
  amount: ['number', '0.1'],
  count: ['number', 3],
  missing: ['number', null],
  name: ['text', '箱梁 12'],
  isUrgent: ['truth', true],
  begins: ['date', '2026-01-31'],
  ends: ['date', '2026-03-01'],
  at: ['moment', '2026-11-24T17:30:00.000Z'],
  tags: ['texts', ['a', 'b']],
}
const COLUMNS: Readonly<Record<string, Type>> = { price: 'number', kind: 'text' }
const ROWS = [
  { price: '0.1', kind: 'steel' },
  { price: '0.2', kind: 'steel' },
  { price: null, kind: 'steel' },
  { price: 7, kind: 'sand' },
]

const valueOf = (given: unknown): Value =>
  typeof given === 'number' || (typeof given === 'string' && /^[\d.]+$/.test(given)) ? decimalOf(given) : (given as Value)

const environment = (left = 10_000): Environment => ({
  field: (name) => valueOf(FIELDS[name]?.[1] ?? null),
  rows: (table) =>
    table === 'items' ? ROWS.map((row) => (column) => (column in COLUMNS ? valueOf(row[column as keyof typeof row]) : undefined)) : [],
  now: Date.UTC(2026, 10, 25, 17, 0),
  zone: 'Asia/Shanghai',
  budget: { left },
})
const scope = {
  field: (name: string) => FIELDS[name]?.[0],
  columns: (table: string) => (table === 'items' ? (column: string) => COLUMNS[column] : undefined),
}

const field = (name: string): Expression => ({ field: name })
const value = (of: string | number | boolean | null): Expression => ({ value: of })
const date = (of: string): Expression => ({ value: of, as: 'date' })
const op = (name: Operator, ...of: Expression[]): Expression => ({ op: name, of })
/** The value in a form that can be compared: numbers as they are written. */
const result = (node: Expression) => {
  const found = evaluate(node, environment())
  return isNumber(found) ? found.toString() : found
}

describe('what an expression gives', () => {
  it.each<[string, Expression, unknown]>([
    ['tenths are exact', op('add', field('amount'), value(0.2)), '0.3'],
    ['a division that does not end has 34 digits', op('divide', value(1), value(3)), `0.${'3'.repeat(34)}`],
    ['nothing is divided by zero', op('divide', value(1), value(0)), null],
    ['what is half is rounded away from zero', op('round', value(-2.345), value(2)), '-2.35'],
    ['arithmetic with nothing is nothing', op('add', field('missing'), value(1)), null],
    ['a comparison with nothing is neither', op('less', field('missing'), value(1)), null],
    ['nothing equals nothing', op('equal', field('missing'), value(null)), true],
    ['numbers are equal by worth', op('equal', field('count'), value(3)), true],
    ['one false makes an and false, whatever is unknown', op('and', value(null), value(false)), false],
    ['one true makes an or true, whatever is unknown', op('or', value(null), value(true)), true],
    ['and is unknown where it hangs on what is unknown', op('and', value(null), value(true)), null],
    ['not of unknown is unknown', op('not', value(null)), null],
    ['characters are counted as people count', op('length', value('梁🙂')), '2'],
    ['a text contains', op('contains', field('name'), value('梁')), true],
    ['a list contains', op('contains', field('tags'), value('b')), true],
    ['one of a list', op('among', value('c'), { value: ['a', 'b'] }), false],
    ['names are joined without what is missing', op('join', value('a'), value(null), value('b')), 'ab'],
    ['the first that is there', op('first-of', field('missing'), field('count')), '3'],
    ['today is that of the zone, in which it is tomorrow already', op('today'), '2026-11-26'],
    ['the date of a moment is that of the zone', op('date-of', field('at')), '2026-11-25'],
    ['a month after the last of January is the last of February', op('add-months', field('begins'), value(1)), '2026-02-28'],
    ['which is a month', op('months-between', field('begins'), date('2026-02-28')), '1'],
    ['days over the end of February', op('days-between', field('begins'), field('ends')), '29'],
    ['years, whole ones', op('years-between', date('2000-02-29'), date('2026-02-27')), '25'],
    ['Sunday is the seventh day', op('weekday-of', date('2026-11-29')), '7'],
    ['hours between moments', op('hours-between', field('at'), op('now')), '23.5'],
    ['there is no 31st of April', op('add-days', date('2026-04-31'), value(1)), null],
    ['a sum over rows is exact, and rows without a value add nothing', { take: 'sum', rows: 'items', of: field('price') }, '7.3'],
    [
      'the mean is of rows that have a value',
      { take: 'mean', rows: 'items', of: field('price'), where: op('equal', field('kind'), value('steel')) },
      '0.15',
    ],
    ['rows that fit are counted', { take: 'count', rows: 'items', where: op('equal', field('kind'), value('steel')) }, '3'],
    ['a field of the form may stand in a row', { take: 'sum', rows: 'items', of: op('multiply', field('price'), field('count')) }, '21.9'],
    ['nothing is the least of no rows', { take: 'least', rows: 'items', of: field('price'), where: value(false) }, null],
  ])('%s', (_words, node, wanted) => {
    expect(result(node)).toEqual(wanted)
    if (wanted !== null) expect(typeOf(node, scope)).toHaveProperty('type')
  })

  it('keeps to dates that there are, whatever is added', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), fc.integer({ min: -600, max: 600 }), (day, months) => {
        const from = dateOfDay(day)
        if (from === null) return
        expect(dayNumber(from)).toBe(day)
        const to = addMonths(from, months)
        if (to !== null && months >= 0) expect(monthsBetween(from, to)).toBe(months)
      }),
    )
  })
})

describe('typing', () => {
  it.each<[string, Expression, object]>([
    ['a field that there is not', op('not', field('gone')), { path: [0], code: 'field', about: 'gone' }],
    ['a column outside of its table', op('add', field('price'), value(1)), { path: [0], code: 'field', about: 'price' }],
    ['a table that there is not', { take: 'count', rows: 'gone' }, { path: [], code: 'table', about: 'gone' }],
    ['too few values', op('and', op('less', value(1))), { path: [0], code: 'count', about: 'less' }],
    ['a number and a text', op('equal', field('count'), field('name')), { path: [], code: 'types', about: 'equal' }],
    ['an order of truth values', op('less', field('isUrgent'), value(true)), { path: [], code: 'types', about: 'less' }],
    ['a sum of words', { take: 'sum', rows: 'items', of: field('kind') }, { path: [0], code: 'types', about: 'sum' }],
    ['a date that there is not', op('year-of', date('2026-02-30')), { path: [0], code: 'types', about: 'value' }],
    ['two kinds of result', op('if', field('isUrgent'), value(1), value('a')), { path: [], code: 'types', about: 'if' }],
  ])('finds %s', (_words, node, fault) => {
    expect(typeOf(node, scope)).toEqual({ fault })
  })

  const isOf = (found: Value, type: Type): boolean => {
    if (found === null) return true
    if (Array.isArray(found)) return type === 'texts' || type === 'numbers'
    if (isNumber(found)) return type === 'number'
    if (typeof found === 'boolean') return type === 'truth'
    return type === 'date' ? dayNumber(found) !== null : type === 'text' || type === 'moment'
  }

  it('is right: whatever has a type gives a value of it, or none', () => {
    const { tree } = fc.letrec<{ tree: Expression; operation: Expression; aggregate: Expression }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(...Object.keys(FIELDS)).map(field),
        fc
          .oneof(
            fc.integer(),
            fc.double({ noNaN: true, noDefaultInfinity: true }),
            fc.boolean(),
            fc.string({ maxLength: 4 }),
            fc.constant(null),
          )
          .map(value),
        fc.constantFrom('2026-02-28', '0001-01-01', '9999-12-31').map(date),
        tie('operation'),
        tie('aggregate'),
      ),
      operation: fc.record({ op: fc.constantFrom(...OPERATORS), of: fc.array(tie('tree'), { maxLength: 3 }) }) as fc.Arbitrary<Expression>,
      aggregate: fc.record({
        take: fc.constantFrom('sum', 'mean', 'least', 'greatest'),
        rows: fc.constant('items'),
        of: fc.oneof(fc.constant(field('price')), tie('tree')),
      }) as fc.Arbitrary<Expression>,
    }))
    let typed = 0
    fc.assert(
      fc.property(tree, (node) => {
        const found = typeOf(node, scope)
        if ('fault' in found) return
        typed += 1
        expect(isOf(evaluate(node, environment()), found.type)).toBe(true)
      }),
      { numRuns: 3000 },
    )
    expect(typed).toBeGreaterThan(500)
  })
})

describe('bounds', () => {
  const nested = (depth: number): unknown =>
    Array.from({ length: depth }).reduce<unknown>((inner) => ({ op: 'not', of: [inner] }), { value: true })

  it.each([
    ['a tree of a few nodes', op('not', field('isUrgent')), true],
    ['twenty levels', nested(18), true],
    ['a hundred thousand brackets', nested(100_000), false],
    [
      'more than 200 nodes',
      op('and', ...Array.from({ length: 15 }, () => op('or', ...Array.from({ length: 15 }, () => field('isUrgent'))))),
      false,
    ],
    ['an operator nobody knows', { op: 'eval', of: [] }, false],
    ['a name of the language itself', { op: 'constructor', of: [] }, false],
    ['something besides', { value: 1, then: 2 }, false],
  ])('%s', (_words, given, isTaken) => {
    expect(EXPRESSION.safeParse(given).success).toBe(isTaken)
  })

  it('ends when the steps that are left are used up', () => {
    expect(() => evaluate(op('add', value(1), value(2), value(3)), environment(3))).toThrow(BudgetError)
  })

  it('keeps numbers short, whatever they are multiplied with', () => {
    const long = value(1.234567890123456)
    const product = evaluate(op('multiply', ...Array.from({ length: 20 }, () => long)), environment())
    expect(isNumber(product) && product.c.length).toBeLessThanOrEqual(34)
    expect(result(op('multiply', value(1e300), value(1e300)))).toBe(null)
  })

  it('names the fields that are read, tables among them', () => {
    expect([...fieldsReadBy({ take: 'sum', rows: 'items', of: op('add', field('price'), field('count')) })].sort()).toEqual([
      'count',
      'items',
      'price',
    ])
  })
})
