/** Variables of instances: what may be one, and what expressions of models read of them, say, and cannot say. */
import { describe, expect, it } from 'vitest'
import { readText } from '../../model/expression/read-text.ts'
import type { Activity } from '../../model/workflow/core/state.ts'
import type { Variable } from '../../model/workflow/variables.ts'
import { isVariableName } from '../../model/workflow/variable-name.ts'
import { ExpressionError, MAX_VALUE, surroundingsOf, variableOf, variableOfValue } from '../../model/workflow/variables.ts'
import { Instance, model } from '../support/process-models.ts'
import { step } from '../../model/workflow/core/step.ts'
import { NEW_PROCESS } from '../../model/workflow/core/state.ts'

const HERE: Activity = { id: 1, node: 'a', scope: 0, causes: [], state: 'active' }
const CLOCK = { now: Date.parse('2026-11-25T20:00:00Z'), zone: 'Asia/Shanghai' }

function around(values: Readonly<Record<string, unknown>>) {
  const variables = new Map(Object.entries(values).map(([name, value]) => [name, variableOf(value) as Variable]))
  return surroundingsOf((name) => variables.get(name), CLOCK)
}
function written(text: string) {
  const read = readText(text)
  if ('fault' in read) throw new Error(`${text}: ${read.fault.code}`)
  return read.expression
}
const holds = (text: string, values: Readonly<Record<string, unknown>> = {}) => around(values).holds(written(text), HERE)

describe('a variable', () => {
  it.each<[unknown, Variable]>([
    ['x', { type: 'text', value: 'x' }],
    [0.1, { type: 'number', value: '0.1' }],
    [true, { type: 'boolean', value: true }],
    ['2026-11-25', { type: 'date', value: '2026-11-25' }],
    ['2026-11-25T08:00:00+08:00', { type: 'moment', value: '2026-11-25T08:00:00+08:00' }],
    [['a', 1], { type: 'list', value: ['a', 1] }],
    [{ a: { b: [] } }, { type: 'object', value: { a: { b: [] } } }],
    [null, { type: 'text', value: null }],
  ])('%j is one', (value, variable) => {
    expect(variableOf(value)).toEqual(variable)
  })

  it('keeps a number as it was written, beyond what numbers of JSON can', () => {
    expect(variableOf('12345678901234567890.12', 'number')).toEqual({ type: 'number', value: '12345678901234567890.12' })
    expect(variableOf('1e400', 'number')).toEqual({ type: 'number', value: '1e+400' })
    expect(variableOfValue(around({ a: 0.1 }).valueOfText('= a + 0.2').value)).toEqual({ type: 'number', value: '0.3' })
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a function', () => 1],
    ['no number', Number.NaN],
    ['something that is too large', 'x'.repeat(MAX_VALUE - 1)],
    ['something that is too large in UTF-8', '字'.repeat(MAX_VALUE / 3)],
    ['a thousand lists in each other', JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`)],
    ['a name of the language', JSON.parse('{"a":{"__proto__":{"admin":true}}}')],
  ])('%s is none', (_name, value) => {
    expect(variableOf(value)).toBeUndefined()
  })

  it('is of the type that is asked for, or none', () => {
    expect(variableOf('abc', 'number')).toBeUndefined()
    expect(variableOf('2026-02-30', 'date')).toBeUndefined()
    expect(variableOf(1, 'text')).toBeUndefined()
    expect(variableOf({}, 'list')).toBeUndefined()
    expect(variableOf('x'.repeat(MAX_VALUE - 2))?.type).toBe('text')
  })

  it.each([
    ['金额', true],
    ['größe_2', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['__proto__', false],
    ['constructor', false],
    ['1a', false],
    ['a b', false],
    ['a.b', false],
    ['', false],
  ])('may be called %s: %s', (name, isOne) => {
    expect(isVariableName(name)).toBe(isOne)
  })
})

describe('a condition', () => {
  it.each<[string, Readonly<Record<string, unknown>>, boolean]>([
    ['${days >= 3}', { days: 3 }, true],
    ['${days >= 3}', {}, false],
    ['${!approved}', { approved: false }, true],
    ['${!approved}', {}, false],
    ['= 金额 > 1000 and 部门 in ("a", "b")', { 金额: 1000.5, 部门: 'b' }, true],
    ['= order.total.net = 5', { order: { total: { net: 5 } } }, true],
    ['= order.total.gross = 5', { order: { total: { net: 5 } } }, false],
    ['= order.constructor = null', { order: {} }, true],
    ['= order.__proto__ = null', { order: {} }, true],
    ['= from <= date("2026-11-26")', { from: '2026-11-26' }, true],
    ['= today() = date("2026-11-26")', {}, true],
    ['= at = date and time("2026-11-25T00:00:00Z")', { at: '2026-11-25T08:00:00+08:00' }, true],
    ['= list contains(tags, "x")', { tags: ['x', 'y'] }, true],
    ['= list contains(tags, "x")', { tags: [] }, false],
    ['= among in tags', { among: 2, tags: [1, 2] }, true],
  ])('%s of %j is %s', (text, values, is) => {
    expect(holds(text, values)).toBe(is)
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['${days >= 3}', { days: 'many' }],
    ['${days}', { days: 3 }],
    ['${!name}', { name: 'x' }],
    ['= order > 1', { order: {} }],
    ['= list contains(mixed, "x")', { mixed: ['x', 1] }],
  ])('%s of %j cannot be said', (text, values) => {
    expect(() => holds(text, values)).toThrow(ExpressionError)
  })

  it('is an incident in a process where it cannot be said', () => {
    const graph = model({ ask: 'exclusive' }, 'start > ask', 'ask > a [yes]', 'ask > b [else]', 'a > end', 'b > end')
    const { state } = step(graph, NEW_PROCESS, { do: 'start' }, around({ yes: 'perhaps' }))
    expect([...state.activities.values()].find(({ node }) => node === 'ask')).toMatchObject({ state: 'failed', incident: 'expression' })
    const instance = new Instance(graph)
    expect(step(graph, NEW_PROCESS, { do: 'start' }, around({})).state.activities.size, 'what is missing is nothing').toBe(
      instance.state.activities.size,
    )
  })

  it('sees rows of a table, and no more of them than anybody may make it read', () => {
    const rows = [{ price: 2, kind: 'a' }, { price: 3.5, kind: 'b' }, { kind: 'c' }]
    const sum = {
      take: 'sum',
      rows: 'rows',
      of: { field: 'price' },
      where: { op: 'unequal', of: [{ field: 'kind' }, { value: 'z' }] },
    } as const
    expect(String(around({ rows }).valueOf(sum).value)).toBe('5.5')
    expect(String(around({}).valueOf(sum).value)).toBe('0')
    expect(() => around({ rows: rows[0] }).valueOf(sum)).toThrow(ExpressionError)
    const many = Array.from({ length: 1000 }, () => ({ price: 1, kind: 'k' }))
    const before = performance.now()
    expect(() => around({ rows: many }).valueOf(sum), 'it would take more operations than one may').toThrow(ExpressionError)
    expect(performance.now() - before).toBeLessThan(200)
  })

  it('shares a budget with all that a step evaluates', () => {
    const surroundings = around({ a: 1 })
    const long = written(`= ${Array.from({ length: 6 }, () => `max(${'a, '.repeat(19)}a) > 0`).join(' and ')}`)
    let times = 0
    expect(() => {
      for (; times < 10_000; times += 1) surroundings.holds(long, HERE)
    }).toThrow(ExpressionError)
    // Of some 140 operations each: what is allowed takes 0.15 s of the event loop.
    expect(times).toBeGreaterThan(300)
    expect(times).toBeLessThan(500)
  })
})

describe('how often something is done', () => {
  it.each<[unknown, number]>([
    [3, 3],
    ['5', 5],
    [['a', 'b'], 2],
    [[{ a: 1 }, { a: 2 }, 'x'], 3],
    [[], 0],
  ])('%j is %i times', (value, times) => {
    const surroundings = surroundingsOf(() => variableOf(value, typeof value === 'string' ? 'number' : undefined), CLOCK)
    expect(surroundings.count({ order: 'parallel', count: { field: 'x' } }, HERE)).toBe(times)
  })

  it.each([[-1], [1.5], ['two'], [true], [null], [{}]])('%j cannot be said', (value) => {
    expect(() => around({ x: value }).count({ order: 'parallel', count: { field: 'x' } }, HERE)).toThrow(ExpressionError)
  })
})
