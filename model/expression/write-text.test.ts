/** Expressions written as text: what is written is read back as what it was, and what would not be is not written. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Expression, Operator } from './expression.ts'
import { OPERATORS } from './expression.ts'
import { OPERATOR_RULES } from './operators.ts'
import { readText } from './read-text.ts'
import { WRITABLE, writeText } from './write-text.ts'

const field = (name: string): Expression => ({ field: name })

describe('a text that is written', () => {
  it.each<[Expression, string]>([
    [{ op: 'greater', of: [field('amount'), { value: 1000 }] }, '= amount > 1000'],
    [field('approved'), '= approved'],
    [{ op: 'not', of: [field('approved')] }, '= not(approved)'],
    [
      {
        op: 'and',
        of: [
          { op: 'equal', of: [field('kind'), { value: 'say "x"\\' }] },
          { op: 'among', of: [field('city'), { value: ['a', 'b'] }] },
        ],
      },
      '= (kind = "say \\"x\\"\\\\") and (city in ("a", "b"))',
    ],
    [{ op: 'less', of: [field('day'), { value: '2026-11-25', as: 'date' }] }, '= day < date("2026-11-25")'],
    [{ op: 'add', of: [field('a'), field('b'), field('c')] }, '= (a + b) + c'],
    [{ op: 'is-empty', of: [field('a')] }, '= empty a'],
    [{ op: 'equal', of: [{ value: -5 }, field('a')] }, '= -5 = a'],
  ])('%j', (expression, text) => {
    expect(writeText(expression)).toBe(text)
  })

  it.each<Expression>([
    field('and'),
    field('true'),
    field('two words'),
    { take: 'count', rows: 'rows' },
    { op: 'first-of', of: [field('a'), field('b')] },
    { value: [] },
    { value: 1e30 },
  ])('is none for what would be read as something else: %j', (expression) => {
    expect(writeText(expression)).toBeUndefined()
  })

  it('can be of every operator that it says it can, and of no other', () => {
    const of = (op: Operator): Expression => ({ op, of: ['a', 'b', 'c'].slice(0, Math.max(OPERATOR_RULES[op].takes[0], 0)).map(field) })
    const several = (op: Operator): Expression =>
      op === 'and' || op === 'or' || op === 'least' ? { op, of: [field('a'), field('b')] } : of(op)
    expect(OPERATORS.filter((op) => (writeText(several(op)) !== undefined) !== WRITABLE.has(op))).toEqual([])
  })

  it('is read back as what it was, whatever it was', () => {
    const leaf = fc.oneof(
      fc.constantFrom('a', 'b.c', '金额', 'empty', 'in').map(field),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)).map((value): Expression => ({ value })),
    )
    const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc
          .record({ op: fc.constantFrom(...OPERATORS), of: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) })
          .map(({ op, of }): Expression => ({ op, of })),
      ),
    }))
    fc.assert(
      fc.property(tree, (expression) => {
        const text = writeText(expression)
        if (text === undefined) return
        const read = readText(text)
        expect('expression' in read && writeText(read.expression)).toBe(text)
      }),
    )
  })
})
