import { describe, expect, it } from 'vitest'
import type { RunRole } from './curing.ts'
import type { Sample } from './steps.ts'
import { stepsOf } from './steps.ts'
import type { Limit, Measured } from './verdict.ts'
import { HOUR_MS, judge, operandOf, verdictOf } from './verdict.ts'

const MINUTE = 60_000
const CARRY = 20 * MINUTE

const limit = (values: Partial<Limit> = {}): Limit => ({
  id: 'a',
  measure: 'value',
  role: 'core',
  minusRole: null,
  stage: null,
  low: null,
  high: 60,
  toleratedSeconds: 0,
  severity: 'mandatory',
  ...values,
})

/** A value every ten minutes. */
const every10 = (hours: number, value: (minute: number) => number | null): Sample[] =>
  Array.from({ length: hours * 6 }, (_, at) => ({ time: at * 10 * MINUTE, value: value(at * 10) }))

function measured(hours: number, samples: Partial<Record<RunRole, Sample[]>>, stages: Measured['stages'] = new Map()): Measured {
  const span = { from: 0, to: hours * HOUR_MS }
  const lines = Object.entries(samples).map(
    ([role, list]): [RunRole, { steps: ReturnType<typeof stepsOf>; from: number; to: number }[]] => [
      role as RunRole,
      [{ ...span, steps: stepsOf(list, CARRY, span) }],
    ],
  )
  return { ...span, lines: new Map(lines), stages }
}

describe('a clause about a value', () => {
  it('passes within its bounds, and tells the value that came nearest to them, and when', () => {
    const found = judge(limit(), measured(10, { core: every10(10, (minute) => (minute === 120 ? 59 : 40)) }))
    expect(found).toEqual({ id: 'a', result: 'pass', worst: 59, worstAt: 120 * MINUTE, beyondSeconds: 0, coverage: 1 })
  })

  it('fails when it lay beyond for longer than is tolerated, by the time and not by the samples', () => {
    const of = measured(10, { core: every10(10, (minute) => (minute >= 120 && minute < 150 ? 61 : 40)) })
    expect(judge(limit(), of)).toMatchObject({ result: 'fail', beyondSeconds: 30 * 60, worst: 61, worstAt: 120 * MINUTE })
    expect(judge(limit({ toleratedSeconds: 30 * 60 }), of)).toMatchObject({ result: 'pass', beyondSeconds: 30 * 60 })
    expect(judge(limit({ toleratedSeconds: 30 * 60 - 1 }), of)).toMatchObject({ result: 'fail' })
  })

  it('is undecided below 95 percent of the time, and failed all the same where it was seen beyond', () => {
    const silent = (value: number) => every10(10, () => value).filter(({ time }) => time < 9 * HOUR_MS)
    // The last value before the silence stands for twenty minutes.
    expect(judge(limit(), measured(10, { core: silent(40) }))).toMatchObject({ result: 'undecided', coverage: (9 * 60 + 10) / 600 })
    expect(judge(limit(), measured(10, { core: silent(61) }))).toMatchObject({ result: 'fail' })
    expect(judge(limit(), measured(10, {}))).toMatchObject({ result: 'undecided', coverage: 0, worst: null })
  })

  it('holds in its stage alone; of a stage that nobody has confirmed nothing is known', () => {
    const core = every10(10, (minute) => (minute < 60 ? 70 : 40))
    const stages = new Map([['cooling' as const, { from: 2 * HOUR_MS, to: 10 * HOUR_MS }]])
    expect(judge(limit({ stage: 'cooling' }), measured(10, { core }, stages))).toMatchObject({ result: 'pass', worst: 40 })
    expect(judge(limit({ stage: 'cooling' }), measured(10, { core }))).toMatchObject({ result: 'undecided', coverage: 0 })
  })

  it('has two bounds, each of which can be passed', () => {
    const room = every10(10, (minute) => (minute === 60 ? 17.5 : minute === 200 ? 22.4 : 20))
    const found = judge(limit({ low: 18, high: 22 }), measured(10, { core: room }))
    expect(found).toMatchObject({ result: 'fail', beyondSeconds: 1200, worst: 17.5 })
  })
})

describe('a clause about two roles or a rate', () => {
  it('takes one role from the other', () => {
    const of = measured(5, { core: every10(5, (minute) => 40 + minute / 10), surface: every10(5, () => 30) })
    expect(judge(limit({ measure: 'difference', minusRole: 'surface', high: 25 }), of)).toMatchObject({ result: 'fail', worst: 39 })
    expect(judge(limit({ measure: 'difference', minusRole: 'surface', high: 39 }), of)).toMatchObject({ result: 'pass', worst: 39 })
  })

  it('counts a rise from the first value of the run', () => {
    const of = measured(5, { core: every10(5, (minute) => 20 + minute / 5) })
    expect(judge(limit({ measure: 'rise', high: 50 }), of)).toMatchObject({ result: 'fail', worst: 58 })
  })

  it('tells how fast it rises or falls over the hour before, once there is one', () => {
    const of = measured(6, { chamber: every10(6, (minute) => (minute < 120 ? 20 + minute / 5 : 44 - (minute - 120) / 10)) })
    const rate = (measure: Limit['measure'], high: number) => judge(limit({ measure, role: 'chamber', high }), of)
    expect(rate('rise-hour', 10)).toMatchObject({ result: 'fail', worst: 12, coverage: 1 })
    expect(rate('rise-hour', 12)).toMatchObject({ result: 'pass' })
    expect(rate('fall-hour', 6)).toMatchObject({ result: 'pass', worst: 6 })
    expect(rate('fall-hour', 5)).toMatchObject({ result: 'fail' })
  })
})

it('degree days come together above 0 °C, and what is not measured adds nothing', () => {
  const days = (low: number, value: number) =>
    judge(limit({ measure: 'degree-days', role: 'ambient', low, high: null }), measured(48, { ambient: every10(48, () => value) }))
  expect(days(40, 20)).toMatchObject({ result: 'pass', worst: 40, coverage: 1 })
  expect(days(41, 20)).toMatchObject({ result: 'fail' })
  expect(days(1, -5)).toMatchObject({ result: 'fail', worst: 0 })
})

describe('the verdict over all clauses', () => {
  const limits = [limit({ id: 'a' }), limit({ id: 'b' }), limit({ id: 'c', severity: 'advisory' })]
  const found = (a: 'pass' | 'fail' | 'undecided', b: typeof a, c: typeof a = 'pass') =>
    Object.entries({ a, b, c }).map(([id, result]) => ({ id, result, worst: null, worstAt: null, beyondSeconds: 0, coverage: 1 }))
  const nobody = () => false

  it('passes when all that is mandatory has, and never where something is undecided', () => {
    expect(verdictOf(limits, found('pass', 'pass', 'fail'), nobody)).toBe('pass')
    expect(verdictOf(limits, found('pass', 'undecided'), nobody)).toBe('undecided')
    expect(verdictOf(limits, found('fail', 'undecided'), nobody)).toBe('fail')
    expect(verdictOf(limits, [], nobody)).toBe('undecided')
    expect(verdictOf(limits, found('pass', 'pass').slice(0, 1), nobody)).toBe('undecided')
  })

  it('leaves out what is waived', () => {
    expect(verdictOf(limits, found('fail', 'pass'), (id) => id === 'a')).toBe('pass')
    expect(verdictOf(limits, found('fail', 'undecided'), (id) => id === 'a')).toBe('undecided')
  })
})

it('clauses about the same value of a role are judged by the same steps', () => {
  const of = measured(1, { core: every10(1, () => 40), surface: every10(1, () => 30) })
  const core = limit()
  expect(operandOf(limit({ high: 70 }), of, 'high')).toBe(operandOf(core, of, 'high'))
  expect(operandOf(core, of, 'low')).not.toBe(operandOf(core, of, 'high'))
  expect(operandOf(limit({ role: 'surface' }), of, 'high').map(({ value }) => value)).not.toContain(40)
  expect(operandOf(core, { ...of, lines: new Map() }, 'high')).not.toBe(operandOf(core, of, 'high'))
})
