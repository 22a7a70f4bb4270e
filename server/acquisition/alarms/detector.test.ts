/** When a condition is an alarm: limits, deadband, delays, quality; and what holds for any samples. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { millis } from '../../../model/brands.ts'
import { QUALITY } from '../../../model/acquisition/quality.ts'
import type { Condition, Detector, Observation } from './detector.ts'
import { elapse, holds, observe } from './detector.ts'

const condition = (values: Partial<Condition>): Condition => ({
  kind: 'high',
  limit: 22,
  deadband: 0,
  silentMs: 0,
  onDelayMs: 0,
  offDelayMs: 0,
  ...values,
})
const seen = (value: number | null, time = 0, quality: number = QUALITY.good): Observation => ({ time: millis(time), value, quality })

/** The times, in order, at which the alarm comes and goes. */
function run(rule: Condition, samples: readonly (readonly [time: number, value: number | null, quality?: number])[]): number[] {
  const detector: Detector = { active: false, since: undefined }
  let before: Observation | undefined
  return samples.flatMap(([time, value, quality = QUALITY.good]) => {
    const sample = seen(value, time, quality)
    // The clock first, as it would have come by itself.
    const found = [
      ...(elapse(detector, rule, millis(time - 1)) ? [time - 1] : []),
      ...(observe(detector, rule, holds(rule, detector.active, sample, before), sample.time) ? [time] : []),
    ]
    if (quality === QUALITY.good && value !== null) before = sample
    return found
  })
}

describe('a limit', () => {
  it.each([
    [
      'high',
      22,
      [
        [0, 22],
        [1, 22.1],
        [2, 22],
        [3, 23],
      ],
      [1, 2, 3],
    ],
    [
      'high-high',
      25,
      [
        [0, 25],
        [1, 26],
      ],
      [1],
    ],
    [
      'low',
      95,
      [
        [0, 95],
        [1, 94.9],
        [2, 95],
      ],
      [1, 2],
    ],
    [
      'low-low',
      -5,
      [
        [0, -5],
        [1, -5.1],
      ],
      [1],
    ],
  ] as const)('%s of %d is passed beyond it, and not at it', (kind, limit, samples, times) => {
    expect(run(condition({ kind, limit }), samples)).toEqual(times)
  })

  it('is left only by the deadband', () => {
    expect(
      run(condition({ deadband: 0.5 }), [
        [0, 23],
        [1, 21.9],
        [2, 21.6],
        [3, 21.5],
        [4, 21.9],
        [5, 22.1],
      ]),
    ).toEqual([0, 3, 5])
    expect(
      run(condition({ kind: 'low', limit: 95, deadband: 1 }), [
        [0, 94],
        [1, 95.5],
        [2, 96],
        [3, 95],
      ]),
    ).toEqual([0, 2])
  })

  it('is not left by a bad sample, nor by an uncertain one, nor by one without a value', () => {
    for (const [value, quality] of [
      [20, QUALITY.bad],
      [null, QUALITY.bad],
      [20, QUALITY.uncertain],
    ] as const)
      expect(
        run(condition({}), [
          [0, 23],
          [1, value, quality],
          [2, 23],
        ]),
      ).toEqual([0])
    expect(
      run(condition({}), [
        [0, 23],
        [1, 20],
      ]),
    ).toEqual([0, 1])
  })

  it('can be passed by an uncertain value, and not by a bad one', () => {
    expect(run(condition({}), [[0, 999, QUALITY.uncertain]])).toEqual([0])
    expect(run(condition({}), [[0, 999, QUALITY.bad]])).toEqual([])
  })
})

describe('a delay', () => {
  it('is waited for, by the clock or by samples, and begins anew when it is interrupted', () => {
    const rule = condition({ onDelayMs: 5000, offDelayMs: 2000 })
    expect(
      run(rule, [
        [0, 23],
        [4000, 23],
        [5000, 23],
      ]),
    ).toEqual([5000])
    expect(
      run(rule, [
        [0, 23],
        [4000, 20],
        [5000, 23],
        [9000, 23],
        [10_000, 23],
      ]),
    ).toEqual([10_000])
    expect(
      run(rule, [
        [0, 23],
        [9000, 23],
      ]),
      'the clock',
    ).toEqual([8999])
    expect(
      run(rule, [
        [0, 23],
        [5000, 23],
        [6000, 20],
        [7000, 23],
        [8000, 20],
        [10_000, 20],
      ]),
    ).toEqual([5000, 10_000])
  })

  it('of returning begins anew with a bad sample', () => {
    expect(
      run(condition({ offDelayMs: 2000 }), [
        [0, 23],
        [1000, 20],
        [2000, null, QUALITY.bad],
        [3500, 20],
        [5000, 20],
        [5500, 20],
      ]),
    ).toEqual([0, 5500])
  })
})

describe('other conditions', () => {
  it('a rate is the change of a good value in a minute, up or down', () => {
    const rate = condition({ kind: 'rate', limit: 6 })
    expect(
      run(rate, [
        [0, 20],
        [10_000, 21],
        [20_000, 22.1],
        [30_000, 22.2],
      ]),
    ).toEqual([20_000, 30_000])
    expect(
      run(rate, [
        [0, 20],
        [10_000, 18.9],
      ]),
    ).toEqual([10_000])
    expect(
      run(rate, [
        [0, 20],
        [500, 21],
      ]),
      'too near to tell',
    ).toEqual([])
    expect(
      run(rate, [
        [0, 20],
        [10_000, 40, QUALITY.uncertain],
        [20_000, 20.1],
      ]),
      'a doubtful value tells no rate',
    ).toEqual([])
  })

  it('bad quality is any that is not good', () => {
    expect(
      run(condition({ kind: 'bad-quality' }), [
        [0, 1],
        [1, null, QUALITY.bad],
        [2, 999, QUALITY.uncertain],
        [3, 1],
      ]),
    ).toEqual([1, 3])
  })

  it('silence ends with any sample', () => {
    const detector: Detector = { active: true, since: undefined }
    const rule = condition({ kind: 'stale', silentMs: 1000 })
    expect(observe(detector, rule, holds(rule, true, seen(null, 5, QUALITY.bad), undefined), millis(5))).toBe(true)
    expect(detector.active).toBe(false)
  })
})

describe('whatever is measured', () => {
  const samples = fc.array(
    fc.record({
      value: fc.oneof(fc.double({ min: -50, max: 50, noNaN: true }), fc.constant(null)),
      quality: fc.constantFrom(QUALITY.good, QUALITY.uncertain, QUALITY.bad),
      gap: fc.integer({ min: 1, max: 5000 }),
    }),
    { maxLength: 80 },
  )
  const rules = fc.record({
    kind: fc.constantFrom('high' as const, 'low' as const),
    limit: fc.double({ min: -20, max: 20, noNaN: true }),
    deadband: fc.double({ min: 0, max: 10, noNaN: true }),
    onDelayMs: fc.integer({ min: 0, max: 8000 }),
    offDelayMs: fc.integer({ min: 0, max: 8000 }),
    silentMs: fc.constant(0),
  })

  it('an alarm comes only after the value was beyond the limit for the whole delay, and goes only after good values were back by the deadband for theirs', () => {
    fc.assert(
      fc.property(rules, samples, (rule, given) => {
        const detector: Detector = { active: false, since: undefined }
        const past: (Observation & { at: number })[] = []
        let at = 0
        for (const { value, quality, gap } of given) {
          at += gap
          const sample = { time: millis(at), value: quality === QUALITY.bad ? null : value, quality, at }
          past.push(sample)
          const was = detector.active
          if (!observe(detector, rule, holds(rule, was, sample, undefined), sample.time)) continue
          const delay = was ? rule.offDelayMs : rule.onDelayMs
          const beyond = ({ value: v }: Observation, by: number) =>
            v === null ? undefined : rule.kind === 'high' ? v > rule.limit - by : v < rule.limit + by
          // The last one before the time that the delay began, and all since.
          const since = past.filter((one) => one.at >= at - delay)
          if (was) for (const one of since) expect(one.quality === QUALITY.good && beyond(one, rule.deadband) === false).toBe(true)
          else expect(since.some((one) => one.quality === QUALITY.good && beyond(one, 0) === false)).toBe(false)
          if (delay > 0) expect(past.some((one) => one.at <= at - delay)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('the same samples at the same times lead to the same', () => {
    fc.assert(
      fc.property(rules, samples, (rule, given) => {
        let at = 0
        const list = given.map(({ value, quality, gap }) => [(at += gap), value, quality] as const)
        expect(run(rule, list)).toEqual(run(rule, list))
      }),
      { numRuns: 100 },
    )
  })
})
