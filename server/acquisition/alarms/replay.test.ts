/** A rule over samples that are stored: the same as the detector would have said as they came. */
import { describe, expect, it } from 'vitest'
import { millis } from '../../../model/brands.ts'
import { QUALITY } from '../../../model/acquisition/quality.ts'
import type { Condition } from './detector.ts'
import { openReplay } from './replay.ts'

const condition = (values: Partial<Condition>): Condition => ({
  kind: 'high',
  limit: 22,
  deadband: 0,
  silentMs: 0,
  onDelayMs: 0,
  offDelayMs: 0,
  ...values,
})

function run(values: Partial<Condition>, samples: readonly (readonly [time: number, value: number])[], end = 1e9): [string, number][] {
  const replay = openReplay(condition(values))
  const found = samples.flatMap(([time, value]) => replay.take({ time: millis(time), value, quality: QUALITY.good }))
  return [...found, ...replay.until(millis(end))].map(({ transition, at }) => [transition, at])
}

describe('a rule over stored samples', () => {
  it('comes and goes at its limit, with the deadband', () => {
    const samples = [
      [0, 20],
      [10, 23],
      [20, 21.8],
      [30, 21],
      [40, 24],
    ] as const
    expect(run({ deadband: 0.5 }, samples)).toEqual([
      ['raise', 10],
      ['return', 30],
      ['raise', 40],
    ])
  })

  it('waits for its delays, which end between samples as well', () => {
    expect(
      run({ onDelayMs: 5000 }, [
        [0, 23],
        [60_000, 23],
        [61_000, 20],
      ]),
    ).toEqual([
      ['raise', 5000],
      ['return', 61_000],
    ])
    expect(
      run({ onDelayMs: 5000 }, [
        [0, 23],
        [4000, 20],
        [60_000, 20],
      ]),
    ).toEqual([])
    expect(run({ onDelayMs: 5000 }, [[0, 23]], 4000)).toEqual([])
    expect(run({ onDelayMs: 5000 }, [[0, 23]], 6000)).toEqual([['raise', 5000]])
  })

  it('hears silence between samples and after the last', () => {
    expect(
      run(
        { kind: 'stale', silentMs: 1000 },
        [
          [0, 1],
          [900, 1],
          [5000, 1],
        ],
        5500,
      ),
    ).toEqual([
      ['raise', 1900],
      ['return', 5000],
    ])
    expect(run({ kind: 'stale', silentMs: 1000 }, [[0, 1]], 2000)).toEqual([['raise', 1000]])
    expect(run({ kind: 'stale', silentMs: 1000 }, [], 2000)).toEqual([])
  })

  it('measures rates from the good value before', () => {
    expect(
      run({ kind: 'rate', limit: 6 }, [
        [0, 20],
        [10_000, 22],
        [20_000, 22.1],
      ]),
    ).toEqual([
      ['raise', 10_000],
      ['return', 20_000],
    ])
  })
})
