import { expect, it } from 'vitest'
import type { RunCurve } from '../../../../model/contract/acquisition/runs.ts'
import { complianceOf, doubtfulOf, filled, hourly, medianOf } from './elapsed.ts'

const HOUR = 3_600_000
const line = (role: string, ...means: [hours: number, mean: number | null][]) =>
  ({
    role,
    list: means.map(([hours, mean]) => ({ time: 5 * HOUR + hours * HOUR, low: mean, high: mean, mean, count: 1, good: 1 })),
  }) as unknown as RunCurve['roles'][number]

it('hours are counted from the beginning of the run, by the temperature inside of the concrete', () => {
  const roles = [line('ambient', [0, 5]), line('core', [0, 20], [0.5, 22], [2, 30]), line('core', [2.5, 34], [3, null])]
  expect(hourly({ roles, from: 5 * HOUR })).toEqual([21, null, 32])
})

it('hours are shaded in which one of the runs had values that were not good, of the temperature that is compared', () => {
  const of = (role: string, ...goods: [hours: number, good: number][]) =>
    ({
      role,
      list: goods.map(([hours, good]) => ({ time: 5 * HOUR + hours * HOUR, low: 20, high: 20, mean: 20, count: 4, good })),
    }) as unknown as RunCurve['roles'][number]
  const from = 5 * HOUR
  const [first, second] = [of('core', [0, 4], [1.5, 3], [4, 4]), of('core', [2.2, 0], [7, 1])]
  expect(
    doubtfulOf([
      { from, roles: [first, of('ambient', [9, 0])] },
      { from, roles: [second] },
    ]),
  ).toEqual([
    [1, 2],
    [7, 7],
  ])
  expect(doubtfulOf([{ from, roles: [of('core', [0, 4])] }])).toEqual([])
})

it('the median is of those that are known in an hour, and of one alone there is none', () => {
  expect(
    medianOf([
      [20, 30, null],
      [22, null, 40],
      [30, 50, 44],
    ]),
  ).toEqual([22, 40, 42])
  expect(medianOf([[20], [22, 30]])).toEqual([21, null])
  expect(filled([1], 3)).toEqual([1, null, null])
})

it('a day has the share of its runs that passed; what is undecided has not, and what is void is left out', () => {
  const [march] = complianceOf([
    { endedAt: '2026-03-02 08:00:00', verdict: 'pass', state: 'accepted' },
    { endedAt: '2026-03-02 09:00:00', verdict: 'undecided', state: 'finished' },
    { endedAt: '2026-03-31 09:00:00', verdict: 'fail', state: 'finished' },
    { endedAt: '2026-03-02 10:00:00', verdict: 'fail', state: 'void' },
    { endedAt: '2026-03-05 10:00:00', verdict: 'pass', state: 'void' },
  ])
  expect(march?.month).toBe('2026-03')
  expect([march?.days[0], march?.days[1], march?.days[4], march?.days[30]]).toEqual([null, 50, null, 0])
})
