import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TimeWeight } from '../time-weight.ts'
import { carriedTo, merge, ofSample } from '../time-weight.ts'
import type { Sample } from './steps.ts'
import { NO_STEPS, combined, extremeOf, lengthsOf, risenOver, stepsOf } from './steps.ts'

const line = (steps: ReturnType<typeof stepsOf>, from = 0, to = 100) => ({ steps, from, to })
const at = (steps: ReturnType<typeof stepsOf>) => steps.map(({ time, value }) => [time, value])

describe('steps of samples', () => {
  it('stand until the next sample, and no longer than they may be carried on', () => {
    const samples = [
      { time: 10, value: 1 },
      { time: 30, value: 2 },
    ]
    expect(at(stepsOf(samples, 15, { from: 0, to: 100 }))).toEqual([
      [0, null],
      [10, 1],
      [25, null],
      [30, 2],
      [45, null],
    ])
  })

  it('carry what stood before into the span, and end with a bad value', () => {
    const samples = [
      { time: -20, value: 5 },
      { time: 40, value: null },
    ]
    expect(at(stepsOf(samples, 200, { from: 0, to: 100 }))).toEqual([
      [0, 5],
      [40, null],
    ])
  })

  it('cover as much and come to the same area as time-weighted means do', () => {
    const sample = fc.record({
      time: fc.integer({ min: -50, max: 149 }),
      value: fc.option(fc.integer({ min: -30, max: 30 }), { nil: null }),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(sample, { selector: ({ time }) => time, maxLength: 30 }),
        fc.integer({ min: 1, max: 60 }),
        (unordered, carry) => {
          const samples: Sample[] = unordered.toSorted((one, other) => one.time - other.time)
          const span = { from: 0, to: 120 }
          const steps = [...lengthsOf(stepsOf(samples, carry, span), span)].filter(({ value }) => value !== null)
          // What stands at the beginning is a sample of the beginning, whose time is what is left to carry.
          const parts = samples
            .filter(({ time }) => time >= 0 && time < 120)
            .map(({ time, value }) => ofSample(time, value))
            .reduce<TimeWeight | undefined>((earlier, later) => (earlier ? merge(earlier, later, carry) : later), undefined)
          const ended = parts && carriedTo(parts, 120, carry)
          const before = samples.findLast(({ time }) => time < 0)
          const until = Math.min(samples.find(({ time }) => time >= 0)?.time ?? 120, (before?.time ?? 0) + carry, 120)
          const carried = before && before.value !== null ? Math.max(0, until) : 0
          expect(steps.reduce((sum, { length }) => sum + length, 0)).toBe((ended?.covered ?? 0) + carried)
          const area = (ended?.area ?? 0) + carried * (before?.value ?? 0)
          expect(steps.reduce((sum, { length, value }) => sum + length * (value ?? 0), 0)).toBeCloseTo(area, 6)
        },
      ),
    )
  })
})

describe('several points of a role', () => {
  const span = { from: 0, to: 100 }
  const one = stepsOf([{ time: 0, value: 20 }], 1000, span)
  const other = stepsOf(
    [
      { time: 0, value: 10 },
      { time: 50, value: 30 },
    ],
    1000,
    span,
  )

  it('count by the one that is worse at each moment', () => {
    expect(at(extremeOf([line(one), line(other)], span, Math.max))).toEqual([
      [0, 20],
      [50, 30],
    ])
    expect(at(extremeOf([line(one), line(other)], span, Math.min))).toEqual([
      [0, 10],
      [50, 20],
    ])
  })

  it('are whole only while all of those that have the role say something', () => {
    const silent = stepsOf([{ time: 0, value: 15 }], 40, span)
    const whole = (until: number) =>
      extremeOf([line(one), line(silent, 0, until)], span, Math.max).map(({ time, isWhole }) => [time, isWhole])
    expect(whole(100)).toEqual([
      [0, true],
      [40, false],
    ])
    // It was taken away before it fell silent.
    expect(whole(30)).toEqual([
      [0, true],
      [30, true],
      [40, true],
    ])
  })
})

it('lines are merged to what they are looked up one by one at each moment', () => {
  const span = { from: 0, to: 60 }
  const drawn = fc.record({
    samples: fc.uniqueArray(
      fc.record({ time: fc.integer({ min: -20, max: 70 }), value: fc.option(fc.integer({ min: -3, max: 3 }), { nil: null }) }),
      { selector: ({ time }) => time, maxLength: 12 },
    ),
    carry: fc.integer({ min: 1, max: 30 }),
    from: fc.integer({ min: 0, max: 30 }),
    to: fc.integer({ min: 31, max: 60 }),
  })
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 4 }), (all) => {
      const lines = all.map(({ samples, carry, from, to }) => ({
        ...{ from, to },
        steps: stepsOf(
          samples.toSorted((one, other) => one.time - other.time),
          carry,
          { from, to },
        ),
      }))
      const standing = (steps: ReturnType<typeof stepsOf>, time: number) => [...steps].findLast((each) => each.time <= time)
      const greatest = extremeOf(lines, span, Math.max)
      for (let time = 0; time < 60; time++) {
        const present = lines.filter(({ from, to }) => time >= from && time < to)
        const values = present.map(({ steps }) => standing(steps, time)?.value ?? null)
        const known = values.filter((value) => value !== null)
        const value = known.length === 0 ? null : Math.max(...known)
        expect(standing(greatest, time)).toMatchObject({ value, isWhole: values.length > 0 && known.length === values.length })
      }
      const sum = combined(greatest, lines[0]?.steps ?? NO_STEPS, (one, other) => one + other)
      for (const { time, value } of sum) {
        const [one, other] = [standing(greatest, time)?.value ?? null, lines[0] ? (standing(lines[0].steps, time)?.value ?? null) : null]
        expect(value).toBe(one === null || other === null ? null : one + other)
      }
    }),
  )
})

it('what is combined is known where both are', () => {
  const span = { from: 0, to: 100 }
  const one = stepsOf([{ time: 0, value: 20 }], 60, span)
  const other = stepsOf([{ time: 20, value: 5 }], 1000, span)
  expect(at(combined(one, other, (a, b) => a - b))).toEqual([
    [0, null],
    [20, 15],
    [60, null],
  ])
})

it('a rise is over so long before, and none is known until then', () => {
  const steps = stepsOf(
    [
      { time: 0, value: 10 },
      { time: 30, value: 16 },
    ],
    1000,
    { from: 0, to: 100 },
  )
  expect(at(risenOver(steps, 50))).toEqual([
    [0, null],
    [30, null],
    [50, 6],
    [80, 0],
  ])
})
