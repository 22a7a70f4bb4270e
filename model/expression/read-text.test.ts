/** Expressions as text: what is read, into which tree, and what is no expression. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import type { Expression } from './expression.ts'
import { EXPRESSION } from './expression.ts'
import { readText } from './read-text.ts'
import type { Value } from './values.ts'
import { decimalOf, isNumber } from './values.ts'

/** The value of a text, where fields have these values. */
function valueOf(text: string, fields: Readonly<Record<string, Value>> = {}): unknown {
  const read = readText(text)
  if ('fault' in read) return read.fault
  const value = evaluate(read.expression, {
    now: Date.UTC(2026, 10, 25, 12),
    zone: 'UTC',
    field: (name) => (Object.hasOwn(fields, name) ? (fields[name] as Value) : null),
    rows: () => [],
    budget: { left: 10_000 },
  })
  return isNumber(value) ? Number(value) : value
}
const number = (value: number): Value => decimalOf(value)

describe('a text', () => {
  it.each<[string, Readonly<Record<string, Value>>, unknown]>([
    // The spellings of two languages.
    ['${approved}', { approved: true }, true],
    ['${!approved}', { approved: true }, false],
    ['#{approved && days >= 3}', { approved: true, days: number(3) }, true],
    ["${level == 'high' || amount gt 1000}", { level: 'low', amount: number(1001) }, true],
    ['${empty comment}', { comment: '' }, true],
    ['${not empty comment}', { comment: 'x' }, true],
    ["${days > 3 ? 'long' : 'short'}", { days: number(2) }, 'short'],
    ['= amount > 1000 and role in ("a", "b")', { amount: number(2000), role: 'b' }, true],
    ['= if days > 3 then "long" else "short"', { days: number(4) }, 'long'],
    ['= x between 1 and 5 and y', { x: number(5), y: true }, true],
    ['x in [1..5]', { x: number(5) }, true],
    ['x in [1..5)', { x: number(5) }, false],
    ['x in (1..5]', { x: number(1) }, false],
    ['starts with(name, "A")', { name: 'Abc' }, true],
    ['string length(name) = 3', { name: 'Abc' }, true],
    ['round half up(7 / 2, 0)', {}, 4],
    ['max(1, a, 3) + min(4, 2)', { a: number(9) }, 11],
    ['not(a) or a', { a: false }, true],
    // Precedence and grouping.
    ['1 + 2 * 3', {}, 7],
    ['(1 + 2) * 3', {}, 9],
    ['10 - 4 - 3', {}, 3],
    ['-2 * -3', {}, 6],
    ['a or b and c', { a: true, b: false, c: false }, true],
    ['2 * 3 > 5 and 1 < 2', {}, true],
    ['1.5 % 1', {}, 0.5],
    // Texts and names of any script.
    ["'it\\'s' == \"it's\"", {}, true],
    ['金额 > 100 and 申请人.部门 = "销售"', { 金额: number(101), '申请人.部门': '销售' }, true],
    ['date("2026-02-28") < date("2026-03-01")', {}, true],
    ['today() = date("2026-11-25")', {}, true],
    ['date and time("2026-11-25T12:00:00Z") <= now()', {}, true],
    // Nothing is unknown, not false.
    ['gone > 1', {}, null],
    ['gone = null', {}, true],
  ])('%s', (text, fields, value) => {
    expect(valueOf(text, fields)).toBe(value)
  })

  it.each<[string, string, number]>([
    ['', 'unfinished', 0],
    ['a and', 'unfinished', 5],
    ['(a', 'unfinished', 2],
    ['a b', 'unexpected', 2],
    ['a = = b', 'unexpected', 4],
    ['"never closed', 'unexpected', 0],
    ['x in [1..5', 'unfinished', 10],
    ['date("2026-02-31x")', 'unexpected', 5],
    ['contains(a)', 'unexpected', 0],
    // Nothing is called, made or reached by a text.
    ['${T(java.lang.Runtime).getRuntime()}', 'unexpected', 22],
    ['${T(java.lang.Runtime)}', 'unknown-function', 2],
    ["execution.getVariable('x')", 'unknown-function', 0],
    ["''.getClass().forName('x')", 'unexpected', 2],
    ['new java.lang.String("x")', 'unexpected', 0],
    ['constructor.constructor("return 1")()', 'unknown-function', 0],
    ['hasOwnProperty("x")', 'unknown-function', 0],
    ['a = b; drop', 'unexpected', 5],
    ['for i in 1..1000000 return i', 'unexpected', 0],
    ['a ? b', 'unfinished', 5],
  ])('%s is none, from where it goes wrong', (text, code, at) => {
    expect(readText(text)).toMatchObject({ fault: { code, at } })
  })

  it('that is too long, too deep or too large says so at once', () => {
    expect(readText('a'.repeat(2001))).toMatchObject({ fault: { code: 'too-large' } })
    expect(readText('('.repeat(1000))).toMatchObject({ fault: { code: 'too-large' } })
    expect(readText('!'.repeat(1000))).toMatchObject({ fault: { code: 'too-large' } })
    expect(readText(Array.from({ length: 300 }, () => 'a').join('+'))).toMatchObject({ fault: { code: 'too-large' } })
  })

  it('a name of the language itself is a field like any other', () => {
    expect(readText('__proto__ = 1')).toEqual({ expression: { op: 'equal', of: [{ field: '__proto__' }, { value: 1 }] } })
    expect(readText('toString')).toEqual({ expression: { field: 'toString' } })
  })

  it('of any characters is read or refused, and what is read is an expression', () => {
    const words = fc.constantFrom(
      'a',
      '1',
      '"x"',
      '(',
      ')',
      '[',
      ']',
      'and',
      'or',
      'not',
      'in',
      '..',
      '<',
      '=',
      '+',
      '-',
      '?',
      ':',
      'if',
      'then',
      'else',
      'date',
      ',',
      '!',
      'between',
      'max',
      '${',
      '}',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words, { maxLength: 25 }).map((all) => all.join(' ')),
        ),
        (text) => {
          const read = readText(text)
          if ('expression' in read) expect(EXPRESSION.safeParse(read.expression).success).toBe(true)
          else expect(read.fault.at).toBeLessThanOrEqual(text.length)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('that a tree is written as is read as that tree', () => {
    const literal = fc.oneof(fc.nat(1000), fc.constantFrom('x', 'y')).map((value): Expression => ({ value }))
    const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        literal,
        fc.constantFrom('a', 'b').map((field): Expression => ({ field })),
        fc
          .tuple(fc.constantFrom('and', 'or', 'equal', 'less', 'subtract', 'divide'), tie('tree'), tie('tree'))
          .map(([op, one, other]): Expression => ({ op: op as 'and', of: [one, other] })),
        tie('tree').map((one): Expression => ({ op: 'not', of: [one] })),
      ),
    }))
    const SIGNS = { and: 'and', or: '||', equal: '=', less: '<', subtract: '-', divide: '/' } as const
    const write = (node: Expression): string => {
      if ('value' in node) return JSON.stringify(node.value)
      if ('field' in node) return node.field
      if (!('op' in node)) return ''
      const [one, other] = node.of.map((part) => `(${write(part)})`)
      return node.op === 'not' ? `not ${one}` : `${one} ${SIGNS[node.op as keyof typeof SIGNS]} ${other}`
    }
    fc.assert(
      fc.property(tree, (node) => {
        expect(readText(write(node))).toEqual({ expression: node })
      }),
      { numRuns: 1000 },
    )
  })
})
