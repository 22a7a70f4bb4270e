/** Values that tell nothing new, and values that do not move: what is stored of them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { micros } from '../../model/brands.ts'
import { QUALITY, REASONS } from '../../model/acquisition/quality.ts'
import { ids } from '../kernel/ids.ts'
import { arrivals, openIngest } from './ingest.ts'
import type { Device, Point } from './known-devices.ts'
import type { Sample } from './quality.ts'
import type { Waiting } from './queue.ts'
import { openQueue } from './queue.ts'
import { MAX_INTERVAL_S, openDeadbandFilter } from './deadband.ts'

const SECOND = 1e6
const pointOf = (values: Partial<Point>): Point => ({
  id: 'x',
  key: 'x',
  unit: null,
  series: 1,
  scale: 1,
  offset: 0,
  low: null,
  high: null,
  retention: 2,
  deadband: null,
  maxIntervalSeconds: null,
  frozenSeconds: null,
  ...values,
})
const at = (seconds: number, value: number | null, more: Partial<Sample> = {}): Sample => ({
  series: 1,
  retention: 2,
  time: micros(seconds * SECOND),
  value,
  quality: value === null ? QUALITY.bad : QUALITY.good,
  reason: value === null ? REASONS['no-value'] : REASONS.none,
  ...more,
})
/** The times of what is stored. */
function stored(point: Point, samples: readonly Sample[]): number[] {
  const { apply } = openDeadbandFilter()
  return samples.filter((sample) => !apply(point, sample).isRepeat).map(({ time }) => time / SECOND)
}

describe('times for what comes without one', () => {
  it('are never the same, and follow a clock that was ahead and has been put right; so do ids', () => {
    let now = Date.UTC(2026, 10, 22)
    const clock = () => now
    const [arrival, newId] = [arrivals(clock), ids(clock)]
    const idTime = () => Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)
    expect([arrival(1), arrival(3), arrival(1)].map((time) => time - now * 1000)).toEqual([0, 1, 4])
    // Many at once run ahead of the clock, which is no reason to begin anew; nor is a clock that is put back by a little.
    const many = arrival(2_000_000)
    now -= 1
    expect(arrival(1)).toBe(many + 2_000_000)
    expect(idTime()).toBe(now)
    const right = now
    now += 400 * 86_400_000
    const wrong = arrival(1)
    expect([wrong, idTime()]).toEqual([now * 1000, now])
    now = right + 60_000
    const back = [arrival(1), arrival(1)]
    expect(back.map((time) => Math.floor(time / 1000))).toEqual([now, now])
    expect(new Set([...back, many, wrong]).size).toBe(4)
    expect(idTime()).toBe(now)
    const made = Array.from({ length: 1000 }, newId)
    expect(made).toEqual([...made].sort())
    expect(new Set(made).size).toBe(1000)
    // What was given ahead of time is not given again when its time comes.
    now += 5000
    const ahead = arrival(1)
    now -= 10_000
    arrival(1)
    now += 10_000
    expect(arrival(1)).not.toBe(ahead)
  })
})

describe('a deadband', () => {
  it('leaves out what is as near as it to what is stored, and sees a slow drift', () => {
    expect(stored(pointOf({ deadband: 0.5 }), [at(0, 20), at(1, 20.5), at(2, 20.6), at(3, 20.3), at(4, 20.1), at(5, 20)])).toEqual([
      0, 2, 5,
    ])
  })

  it('of zero leaves out the same value only', () => {
    expect(stored(pointOf({ deadband: 0 }), [at(0, 1), at(1, 1), at(2, 1.0001), at(3, 1.0001)])).toEqual([0, 2])
  })

  it('ends after the longest interval, or after ten minutes where none is given', () => {
    expect(stored(pointOf({ deadband: 1, maxIntervalSeconds: 60 }), [at(0, 1), at(59, 1), at(60, 1), at(61, 1)])).toEqual([0, 60])
    expect(MAX_INTERVAL_S).toBe(600)
    expect(stored(pointOf({ deadband: 1 }), [at(0, 1), at(599, 1), at(600, 1)])).toEqual([0, 600])
  })

  it('keeps what is of another quality, what follows a gap, and what comes late', () => {
    expect(stored(pointOf({ deadband: 1 }), [at(0, 1), at(1, 1, { quality: QUALITY.uncertain, reason: REASONS.range }), at(2, 1)])).toEqual(
      [0, 1, 2],
    )
    expect(stored(pointOf({ deadband: 1 }), [at(0, 1), at(1, null), at(2, 1)])).toEqual([0, 1, 2])
    expect(stored(pointOf({ deadband: 1 }), [at(10, 1), at(5, 1), at(11, 1), at(10, 1)])).toEqual([10, 5, 10])
    // A clock that is ahead says nothing about what comes after it.
    expect(
      stored(pointOf({ deadband: 1 }), [at(0, 1), at(900, 1, { quality: QUALITY.uncertain, reason: REASONS.clock }), at(1, 1)]),
    ).toEqual([0, 900, 1])
  })

  it('is of each point by itself, and none for points that have none', () => {
    const { apply } = openDeadbandFilter()
    expect(apply(pointOf({ deadband: 1 }), at(0, 1)).isRepeat).toBeUndefined()
    expect(apply(pointOf({ deadband: 1, series: 2 }), at(1, 1, { series: 2 })).isRepeat).toBeUndefined()
    expect(stored(pointOf({}), [at(0, 1), at(1, 1)])).toEqual([0, 1])
  })

  it('never lets what is stored be further from what was measured than it is wide', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: 1, maxLength: 200 }),
        fc.double({ min: 0, max: 10, noNaN: true }),
        (values, deadband) => {
          const { apply } = openDeadbandFilter()
          let last = NaN
          for (const [index, value] of values.entries()) {
            if (!apply(pointOf({ deadband }), at(index, value)).isRepeat) last = value
            expect(Math.abs(value - last)).toBeLessThanOrEqual(deadband)
          }
        },
      ),
    )
  })

  it('remembers no more points than it may', () => {
    const { apply } = openDeadbandFilter(2)
    const send = (series: number, seconds: number) => apply(pointOf({ deadband: 1, series }), at(seconds, 1, { series })).isRepeat ?? false
    expect([send(1, 0), send(2, 1), send(1, 2), send(3, 3), send(1, 4), send(2, 5)]).toEqual([false, false, true, false, true, false])
  })
})

describe('a value that does not move', () => {
  const seen = (samples: readonly Sample[], more: Partial<Point> = {}) => {
    const { apply } = openDeadbandFilter()
    return samples
      .map((sample) => apply(pointOf({ frozenSeconds: 60, ...more }), sample))
      .map(({ quality, reason, isRepeat }) =>
        isRepeat ? 'repeat' : reason === REASONS.frozen && quality === QUALITY.uncertain ? 'frozen' : 'good',
      )
  }

  it('is doubted once it has been the same for so long, until it moves', () => {
    expect(seen([at(0, 5), at(30, 5), at(59, 5), at(60, 5), at(90, 5), at(91, 5.01), at(150, 5.01), at(151, 5.01)])).toEqual([
      'good',
      'good',
      'good',
      'frozen',
      'frozen',
      'good',
      'good',
      'frozen',
    ])
  })

  it('is stored as frozen at once, whatever the deadband', () => {
    expect(seen([at(0, 5), at(30, 5), at(60, 5), at(61, 5), at(62, 5.1)], { deadband: 0.5 })).toEqual([
      'good',
      'repeat',
      'frozen',
      'repeat',
      'good',
    ])
  })
})

it('a value that could not be stored is no repetition of itself when it comes again', async () => {
  const queue = openQueue()
  const ingest = openIngest({
    queue,
    states: { recordMessage: () => undefined },
    deadbandFilter: openDeadbandFilter(),
    allow: () => Promise.resolve(0),
    keptDays: () => Promise.resolve({}),
  })
  const device = { tenantId: 't', id: 'd', points: new Map([['x', pointOf({ deadband: 1 })]]) } as unknown as Device
  const send = () => ingest.acceptWithBackpressure(device, { readings: [{ key: 'x', time: undefined, value: 5 }], faults: [] }, 1)
  const batch = async () => {
    await expect.poll(() => queue.samples).toBe(1)
    return queue.take(1) as [Waiting]
  }
  const first = send()
  const [failing] = await batch()
  failing.failed(new Error('full'))
  await expect(first).rejects.toThrow('full')
  const again = send()
  const [each] = await batch()
  each.stored({ repeated: 0, corrected: 0 })
  expect(await again).toMatchObject({ stored: 1, repeated: 0 })
})
