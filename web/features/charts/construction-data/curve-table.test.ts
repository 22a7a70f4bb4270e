import { expect, it } from 'vitest'
import type { History } from '../../../ui/history-chart/history-chart.tsx'
import { curveTable } from './curve-table.ts'

const HOUR = 3_600_000
const begin = Date.UTC(2026, 2, 1)
const history = (name: string, unit: string, ...means: [hours: number, mean: number | null][]): History => ({
  ...{ id: name, name, unit, colour: 0, gaps: [] },
  points: means.map(([hours, mean]) => ({ time: begin + hours * HOUR, low: mean, high: mean, mean, count: 1, good: 1 })),
})

it('has the moments of the range in their order, by the clock of the tenant, and what each line says at them', () => {
  const histories = [history('Core', '°C', [0, 20], [1, 21], [2, null], [9, 40]), history('RH', '', [1, 95], [1.5, 96])]
  expect(curveTable(histories, { from: begin + HOUR, to: begin + 8 * HOUR }, 'Asia/Shanghai')).toEqual({
    categories: ['2026-03-01 09:00:00', '2026-03-01 09:30:00', '2026-03-01 10:00:00'],
    series: [
      { name: 'Core (°C)', values: [21, null, null] },
      { name: 'RH', values: [95, 96, null] },
    ],
  })
})
