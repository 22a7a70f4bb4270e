import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunCurve } from '../../../../model/contract/acquisition/runs.ts'
import { setClockZone } from '../../../ui/clock.ts'
import { waysOf } from './addresses.ts'

beforeAll(() => setClockZone('Asia/Shanghai'))
afterAll(() => setClockZone(undefined))

/** 23:30 in UTC is the next morning in Shanghai. */
const [from, to] = [Date.UTC(2026, 2, 1, 2, 0, 0), Date.UTC(2026, 2, 3, 23, 30, 0)]
const line = (pointId: string) => ({ pointId }) as RunCurve['roles'][number]
const curve = { from, to, isOpen: false, roles: [line('a'), line('b'), line('a')] }

it('lead to the trend and the alarms of the time that is shown, and to the report of the day the run ended on', () => {
  const shown = { from: from + 3_600_000, to: from + 7_200_000 }
  expect(waysOf({ id: 'r', curve, shown, deviceId: 'd' })).toEqual([
    { name: 'run', path: '/acquisition/run', query: { id: 'r' } },
    {
      name: 'report',
      path: '/reports/curingreport',
      query: { report: 'run-certificate', period: 'day', date: '2026-03-04', deviceId: 'd' },
    },
    { name: 'trend', path: '/acquisition/trends', query: { points: 'a,b', from: String(shown.from), to: String(shown.to) } },
    {
      name: 'alarms',
      path: '/acquisition/alarms',
      query: { deviceId: 'd', raisedAtStart: '2026-03-01 11:00:00', raisedAtEnd: '2026-03-01 12:00:00' },
    },
  ])
})

it('have the curve of a run that goes on, and nothing of a device or of points that are not known', () => {
  const ways = waysOf({ id: 'r', curve: { ...curve, isOpen: true, roles: [] }, shown: curve, deviceId: undefined })
  expect(ways.map(({ name }) => name)).toEqual(['run', 'report'])
  expect(ways[1]?.query).toEqual({ report: 'curve', period: 'day', date: '2026-03-04' })
})
