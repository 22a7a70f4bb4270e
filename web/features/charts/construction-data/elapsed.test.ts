import { expect, it } from 'vitest'
import type { RunCurve } from '../../../../model/contract/acquisition/runs.ts'
import { complianceOf, filled, hourly, medianOf } from './elapsed.ts'

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
