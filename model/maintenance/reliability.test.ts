/** Hours that machines stood, and what is divided by what: overlapping stoppages, windows that cut them, and such as go on. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Stoppage } from './reliability.ts'
import { availability, byMachine, hoursRepaired, hoursStood, mtbf, mttr, united } from './reliability.ts'

const HOUR = 3_600_000
const SPAN = { from: 100 * HOUR, to: 200 * HOUR }
const stood = (machine: string, from: number, to?: number): Stoppage => ({
  machine,
  from: from * HOUR,
  to: to === undefined ? undefined : to * HOUR,
})

const stoppage = fc
  .record({
    machine: fc.constantFrom('a', 'b', 'c'),
    from: fc.integer({ min: 0, max: 300 }),
    length: fc.option(fc.integer({ min: 0, max: 150 })),
  })
  .map(({ machine, from, length }) => stood(machine, from, length === null ? undefined : from + length))
const stoppages = fc.array(stoppage, { maxLength: 20 })

/** Hour by hour: a machine stands in an hour or it does not. */
function counted(list: readonly Stoppage[], { from, to }: typeof SPAN): number {
  let hours = 0
  for (const machine of ['a', 'b', 'c'])
    for (let hour = from; hour < to; hour += HOUR)
      if (list.some((one) => one.machine === machine && one.from <= hour && (one.to ?? to) > hour)) hours += 1
  return hours
}

describe('hours that machines stood', () => {
  it('are those within the span, and those of one machine once', () => {
    expect(hoursStood(byMachine([stood('a', 110, 120), stood('a', 115, 130), stood('b', 110, 120)]), SPAN)).toBe(30)
    expect(hoursStood(byMachine([stood('a', 90, 110), stood('a', 190, 250), stood('b', 10, 20), stood('b', 210, 220)]), SPAN)).toBe(20)
    expect(hoursStood(byMachine([stood('a', 150)]), SPAN), 'one that goes on counts to the end').toBe(50)
    expect(hoursStood(byMachine([stood('a', 90), stood('a', 95, 97)]), SPAN)).toBe(100)
    expect(hoursStood(byMachine([]), SPAN)).toBe(0)
  })

  it('are those that are counted hour by hour', () => {
    fc.assert(
      fc.property(stoppages, (list) => {
        expect(hoursStood(byMachine(list), SPAN)).toBe(counted(list, SPAN))
      }),
    )
  })

  it('add up over windows that lie side by side, and never exceed the machines times the window', () => {
    fc.assert(
      fc.property(stoppages, fc.integer({ min: 101, max: 199 }), (list, hour) => {
        const ended = list.map((one) => ({ ...one, to: one.to ?? 1000 * HOUR }))
        const [whole, early, late] = [
          hoursStood(byMachine(ended), SPAN),
          hoursStood(byMachine(ended), { from: SPAN.from, to: hour * HOUR }),
          hoursStood(byMachine(ended), { from: hour * HOUR, to: SPAN.to }),
        ]
        expect(early + late).toBe(whole)
        expect(whole).toBeLessThanOrEqual(3 * 100)
      }),
    )
  })

  it('do not depend on the order, nor on a stoppage that is told twice', () => {
    fc.assert(
      fc.property(stoppages, (list) => {
        expect(hoursStood(byMachine(list.toReversed()), SPAN)).toBe(hoursStood(byMachine(list), SPAN))
        expect(hoursStood(byMachine([...list, ...list]), SPAN)).toBe(hoursStood(byMachine(list), SPAN))
      }),
    )
  })

  it('of repairs are whole, and none of what goes on', () => {
    expect(hoursRepaired(byMachine([stood('a', 10, 30), stood('a', 20, 40), stood('b', 20, 21), stood('c', 5)]))).toBe(31)
    fc.assert(
      fc.property(stoppages, (list) => {
        expect(hoursRepaired(byMachine(list))).toBe(hoursRepaired(byMachine(list.filter(({ to }) => to !== undefined))))
      }),
    )
  })
})

test('stoppages of one machine at the same time are one failure', () => {
  const list = [stood('a', 20, 30), stood('b', 25, 26), stood('a', 10, 22), stood('a', 40), stood('a', 45, 50), stood('a', 31, 32)]
  expect(united(byMachine(list))).toEqual([stood('a', 10, 30), stood('a', 31, 32), stood('a', 40), stood('b', 25, 26)])
})

describe('ratios', () => {
  it('are none of nothing: no failure is no infinity', () => {
    expect([mtbf(1000, 0), mttr(0, 0), availability(undefined, 2), availability(10, undefined)]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
  })

  it('are ratios of sums', () => {
    expect([mtbf(960, 4), mttr(12, 3), availability(240, 4)]).toEqual([240, 4, 240 / 244])
    expect(mtbf(-1, 2), 'machines that stood for longer than they were there').toBe(0)
  })

  it('have an availability between 0 and 1, that of the hours where each failure was repaired', () => {
    const hours = fc.nat({ max: 1_000_000 })
    fc.assert(
      fc.property(hours, hours, fc.integer({ min: 1, max: 1000 }), (ran, repaired, failures) => {
        const share = availability(mtbf(ran, failures), mttr(repaired, failures))
        if (share === undefined) {
          expect(ran + repaired).toBe(0)
          return
        }
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
        expect(share).toBeCloseTo(ran / (ran + repaired), 9)
      }),
    )
  })
})
