/** The curve of a run as a table, for a file of it. */
import { timeText } from '../../../../model/zone.ts'
import type { Series } from '../../../ui/chart-options.ts'
import type { History, Range } from '../../../ui/history-chart/history-chart.tsx'

/** The moments of the range at which something is known, by the clock of the zone, and the means of each history then; each has its own unit. */
export function curveTable(histories: readonly History[], { from, to }: Range, zone: string): { categories: string[]; series: Series[] } {
  const within = (time: number) => time >= from && time <= to
  const times = [...new Set(histories.flatMap(({ points }) => points.map(({ time }) => time)))]
    .filter(within)
    .sort((one, other) => one - other)
  return {
    categories: times.map((time) => timeText(zone, time)),
    series: histories.map(({ name, unit, points }) => {
      const means = new Map(points.map(({ time, mean }) => [time, mean]))
      return { name: unit ? `${name} (${unit})` : name, values: times.map((time) => means.get(time) ?? null) }
    }),
  }
}
