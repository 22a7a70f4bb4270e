import { describe, expect, it } from 'vitest'
import type { Rule } from '../../../model/screens/document.ts'
import type { Shown } from './feed.ts'
import { UNJUDGED, holds, judge, toneAt } from './judge.ts'

const shown = (value: number | string | null, more: Partial<Shown> = {}): Shown => ({ value, quality: 'good', stale: false, ...more })
const asks = (when: Rule['when']): Rule => ({ when })

describe('a rule', () => {
  it('excludes its bounds, and wants both where it has both', () => {
    expect([59, 60, 60.1].map((value) => holds(asks({ above: 60 }), shown(value)))).toEqual([false, false, true])
    expect([20, 20.1, 29.9, 30].map((value) => holds(asks({ above: 20, below: 30 }), shown(value)))).toEqual([false, true, true, false])
    expect(holds(asks({}), shown(5))).toBe(false)
    expect(holds(asks({ above: 0 }), shown('hot'))).toBe(false)
  })

  it('compares a text with a number by what is written', () => {
    expect(holds(asks({ equals: 'Running' }), shown('Running'))).toBe(true)
    expect(holds(asks({ equals: '1' }), shown(1))).toBe(true)
    expect(holds(asks({ equals: 1 }), shown(2))).toBe(false)
  })

  it('compares no value of what is bad or is not there', () => {
    for (const quality of ['bad', 'absent'] as const) {
      expect(holds(asks({ above: -1 }), shown(0, { quality }))).toBe(false)
      expect(holds(asks({ equals: 0 }), shown(0, { quality }))).toBe(false)
    }
    expect(holds(asks({ below: 1 }), shown(null))).toBe(false)
  })

  it('speaks of the quality of a reading and of its age', () => {
    expect(holds(asks({ quality: 'bad' }), shown(null, { quality: 'bad' }))).toBe(true)
    expect(holds(asks({ quality: 'good' }), shown(1, { quality: 'uncertain' }))).toBe(false)
    expect([true, false].map((stale) => holds(asks({ stale: true }), shown(1, { stale })))).toEqual([true, false])
  })
})

describe('a judgement', () => {
  const read = (slot: string) => shown(slot === 'flow' ? 0 : 80)
  it('is that of the first rule that holds', () => {
    const rules: Rule[] = [
      { when: { above: 90 }, tone: 'alarm-1' },
      { when: { above: 70 }, tone: 'warning', show: 'blink' },
      { when: { above: 60 }, tone: 'notice' },
    ]
    expect(judge(rules, 'value', read)).toEqual({ tone: 'warning', show: 'blink', text: undefined })
    expect(judge([], 'value', read)).toEqual(UNJUDGED)
    expect(judge(undefined, 'value', read)).toEqual(UNJUDGED)
  })

  it('is of the slot that the rule names', () => {
    expect(judge([{ slot: 'flow', when: { equals: 0 }, text: 'no flow' }], 'value', read)).toEqual({
      tone: 'plain',
      show: undefined,
      text: 'no flow',
    })
  })
})

it('a limit belongs to what it begins, in whatever order limits stand', () => {
  const limits = [
    { at: 80, tone: 'alarm-1' },
    { at: 20, tone: 'good' },
    { at: 60, tone: 'warning' },
  ] as const
  expect([10, 20, 59, 60, 100, null, undefined].map((value) => toneAt(value, limits))).toEqual([
    'plain',
    'good',
    'good',
    'warning',
    'alarm-1',
    'plain',
    'plain',
  ])
})
