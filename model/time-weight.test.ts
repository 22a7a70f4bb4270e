import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TimeWeight } from './time-weight.ts'
import { carriedTo, coverageOf, meanOf, merge, ofSample } from './time-weight.ts'

const CARRY = 600_000
const merged = (samples: readonly (readonly [time: number, value: number | null])[], carry = CARRY) =>
  samples.map(([time, value]) => ofSample(time, value)).reduce((earlier, later) => merge(earlier, later, carry))

describe('the worked example of GE Historian', () => {
  // https://www.ge.com/digital/documentation/historian/version80/c_time_weighted_calculation_modes.html: 14:00:00 to 14:02:00.
  const tag2 = [
    [0, 30],
    [60_000, 40],
    [70_000, 50],
    [75_000, null],
    [105_000, 25],
  ] as const

  it('comes to 31.38 in the two minutes, of which half a minute was bad', () => {
    const parts = carriedTo(merged(tag2), 120_000, CARRY)
    expect(parts.area).toBe(30 * 60_000 + 40 * 10_000 + 50 * 5_000 + 25 * 15_000)
    expect(parts.covered).toBe(90_000)
    // There the interval begins a millisecond after the first value.
    expect(meanOf(parts)).toBeCloseTo(31.389, 3)
    expect(coverageOf(parts, 120_000)).toBe(0.75)
    // The mean of the samples after the beginning, to compare.
    expect((40 + 50 + 25) / 3).toBeCloseTo(38.33, 2)
  })
})

describe('a value', () => {
  it('stands as long as it may be carried on, and not at all where it is bad', () => {
    expect(
      merged(
        [
          [0, 10],
          [1000, 20],
        ],
        400,
      ),
    ).toEqual({ firstAt: 0, lastAt: 1000, last: 20, area: 4000, covered: 400 })
    expect(
      merged([
        [0, null],
        [1000, 20],
      ]),
    ).toEqual({ firstAt: 0, lastAt: 1000, last: 20, area: 0, covered: 0 })
    expect(carriedTo(ofSample(0, 10), 5000, 400)).toMatchObject({ area: 4000, covered: 400 })
    expect(carriedTo(ofSample(5000, 10), 0, 400)).toMatchObject({ area: 0, covered: 0 })
    expect([meanOf(ofSample(0, 10)), coverageOf(ofSample(0, 10), 0)]).toEqual([null, 0])
  })
})

/** Whole numbers, of which sums and products are exact. */
const history = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 5_000_000 }), fc.option(fc.integer({ min: -1000, max: 1000 }), { freq: 4 })), {
    minLength: 1,
    maxLength: 40,
    selector: ([time]) => time,
  })
  .map((samples) => samples.sort(([one], [other]) => one - other))

describe('merging', () => {
  it('is associative: however neighbours are put together, the parts are those of one after the other', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 1_000_000 }), fc.infiniteStream(fc.nat()), (samples, carry, choices) => {
        let trees: TimeWeight[] = samples.map(([time, value]) => ofSample(time, value))
        while (trees.length > 1) {
          const at = (choices.next().value as number) % (trees.length - 1)
          const [one, other] = trees.slice(at, at + 2) as [TimeWeight, TimeWeight]
          trees = [...trees.slice(0, at), merge(one, other, carry), ...trees.slice(at + 2)]
        }
        expect(trees[0]).toEqual(merged(samples, carry))
      }),
      { numRuns: 2000 },
    )
  })

  it('covers what a look at each second would find', () => {
    const seconds = history.map((samples) => samples.map(([time, value]) => [Math.floor(time / 1000) * 1000, value] as const))
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 900 }), (all, carrySeconds) => {
        const samples = all.filter(([time], place) => all[place + 1]?.[0] !== time)
        const [first, last] = [samples[0]?.[0] ?? 0, samples.at(-1)?.[0] ?? 0]
        let [area, covered, place] = [0, 0, 0]
        for (let at = first; at < last; at += 1000) {
          while ((samples[place + 1]?.[0] ?? Infinity) <= at) place += 1
          const [time, value] = samples[place] ?? [0, null]
          if (value === null || at - time >= carrySeconds * 1000) continue
          area += value * 1000
          covered += 1000
        }
        expect(merged(samples, carrySeconds * 1000)).toMatchObject({ area, covered })
      }),
      { numRuns: 200 },
    )
  })
})
