import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gapsOf, isGap } from './gaps.ts'

const at = (...times: number[]) => times.map((time) => ({ time }))
const SECOND = 1000
const MINUTE = 60 * SECOND
/** Values so many milliseconds apart, from `from` on. */
const evenly = (from: number, count: number, apart: number) => Array.from({ length: count }, (_, index) => ({ time: from + index * apart }))

describe('a gap of a point with a stale time', () => {
  it('is where it was silent for longer, however far apart its values mostly are', () => {
    expect(gapsOf(at(0, 60_000, 120_001, 130_000), { staleSeconds: 60 })).toEqual([2])
    expect(gapsOf(evenly(0, 4, MINUTE + 1), { staleSeconds: 60 })).toEqual([1, 2, 3])
    expect(gapsOf(evenly(0, 4, MINUTE), { staleSeconds: 60 })).toEqual([])
  })

  it('leaves room for values that were not stored since they hardly differed', () => {
    expect(gapsOf(at(0, 660_000, 1_320_001), { staleSeconds: 60, deadband: 0.1 })).toEqual([2])
    expect(gapsOf(at(0, 180_000, 360_001), { staleSeconds: 60, deadband: 0, maxIntervalSeconds: 120 })).toEqual([2])
    expect(gapsOf(at(0, 60_001), { staleSeconds: 60, maxIntervalSeconds: 120, deadband: null })).toEqual([1])
  })

  it('is certain of stretches only where a whole one is empty for longer', () => {
    const hour = 60 * MINUTE
    expect(gapsOf(at(0, hour, 3 * hour), { staleSeconds: 60 }, hour)).toEqual([2])
    expect(gapsOf(at(0, hour, 3 * hour), { staleSeconds: 7200 }, hour)).toEqual([])
  })
})

describe('a gap of a point without one', () => {
  it('is what is unusually long among what is near', () => {
    expect(gapsOf(at(0, 10, 20, 30, 90))).toEqual([4])
    expect(gapsOf(at(0, 10, 20, 30, 55))).toEqual([])
    // A single value in a long silence stands alone.
    expect(gapsOf([...evenly(0, 20, 10), { time: 1000 }, ...evenly(2000, 20, 10)])).toEqual([20, 21])
    expect([gapsOf([]), gapsOf(at(1)), gapsOf(at(1, 1_000_000))]).toEqual([[], [], []])
  })

  it('is none in a rhythm of bursts', () => {
    const bursts = Array.from({ length: 12 }, (_, hour) => evenly(hour * 60 * MINUTE, 3, SECOND)).flat()
    expect(gapsOf(bursts)).toEqual([])
  })

  it('is never shorter than the longest interval at which it stores', () => {
    expect(gapsOf(at(0, 10, 20, 30, 90_030), { maxIntervalSeconds: 60 })).toEqual([])
    expect(gapsOf(at(0, 10, 20, 30, 90_031), { maxIntervalSeconds: 60 })).toEqual([4])
  })

  const steps = (min: number, max: number, length: { minLength: number; maxLength: number }) => fc.array(fc.integer({ min, max }), length)
  const from = (begin: number, intervals: readonly number[]) => {
    let time = begin
    return intervals.map((interval) => ({ time: (time += interval) }))
  }

  it('never comes from what is measured more densely before or after', () => {
    fc.assert(
      fc.property(steps(500, 2000, { minLength: 4, maxLength: 60 }), steps(1, 50, { minLength: 1, maxLength: 500 }), (sparse, dense) => {
        const older = [{ time: 0 }, ...from(0, sparse)]
        const alone = gapsOf(older)
        const both = gapsOf([...older, ...from(older.at(-1)?.time ?? 0, dense)])
        expect(both.filter((place) => place < older.length && !alone.includes(place))).toEqual([])
      }),
    )
  })

  it('is as long whatever the unit of time, and the same seen from the other end', () => {
    fc.assert(
      fc.property(steps(1, 5000, { minLength: 0, maxLength: 80 }), fc.integer({ min: 2, max: 1000 }), (intervals, factor) => {
        const points = [{ time: 0 }, ...from(0, intervals)]
        const gaps = gapsOf(points)
        expect(gapsOf(points.map(({ time }) => ({ time: time * factor })))).toEqual(gaps)
        const mirrored = points.map(({ time }) => ({ time: -time })).reverse()
        expect(
          gapsOf(mirrored)
            .map((place) => points.length - place)
            .reverse(),
        ).toEqual(gaps)
        for (const place of points.keys()) expect(isGap(gaps, place)).toBe(gaps.includes(place))
      }),
    )
  })
})
