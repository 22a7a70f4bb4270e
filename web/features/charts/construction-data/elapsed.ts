/** Runs laid on each other by the time since each began, and what a day's runs came to. Pure. Moments are milliseconds since 1970. */
import type { RunCurve } from '../../../../model/contract/acquisition/runs.ts'

/** More lines in one picture nobody tells apart. */
export const MAX_COMPARED = 8
const HOUR_MS = 3_600_000
/** The temperature that runs are compared by: that of the concrete, as near as it is known. */
const COMPARED = ['core', 'chamber', 'surface', 'water', 'ambient'] as const

/** The lines of the temperature that the run is compared by. */
function compared(roles: RunCurve['roles']): RunCurve['roles'] {
  const role = COMPARED.find((one) => roles.some((line) => line.role === one))
  return roles.filter((line) => line.role === role)
}

/** The mean of each hour since the run began; null for an hour of which nothing is known. */
export function hourly({ roles, from }: Pick<RunCurve, 'roles' | 'from'>): (number | null)[] {
  const sums: { sum: number; count: number }[] = []
  for (const line of compared(roles)) {
    for (const { time, mean, count } of line.list) {
      const at = Math.floor((time - from) / HOUR_MS)
      if (mean === null || at < 0) continue
      const known = (sums[at] ??= { sum: 0, count: 0 })
      known.sum += mean * Math.max(1, count)
      known.count += Math.max(1, count)
    }
  }
  return Array.from(sums, (one) => (one ? Number((one.sum / one.count).toFixed(2)) : null))
}

/** Stretches of hours since each began, by their first and their last, in which not all values of all these runs were good. */
export function doubtfulOf(runs: readonly Pick<RunCurve, 'roles' | 'from'>[]): [first: number, last: number][] {
  const hours = new Set(
    runs.flatMap(({ roles, from }) =>
      compared(roles).flatMap(({ list }) =>
        list.flatMap(({ time, count, good }) => (good < count && time >= from ? [Math.floor((time - from) / HOUR_MS)] : [])),
      ),
    ),
  )
  const found: [number, number][] = []
  for (const hour of [...hours].sort((one, other) => one - other)) {
    const last = found.at(-1)
    if (last && last[1] === hour - 1) last[1] = hour
    else found.push([hour, hour])
  }
  return found
}

/** The median of the runs in each hour, of those that are known then; null for an hour that fewer than two have. */
export function medianOf(runs: readonly (readonly (number | null)[])[]): (number | null)[] {
  const hours = Math.max(0, ...runs.map(({ length }) => length))
  return Array.from({ length: hours }, (_, at) => {
    const values = runs.flatMap((values) => values[at] ?? []).sort((one, other) => one - other)
    if (values.length < 2) return null
    const middle = values.length / 2
    const [low, high] = [values[Math.ceil(middle) - 1], values[Math.floor(middle)]] as [number, number]
    return Number(((low + high) / 2).toFixed(2))
  })
}

/** As long as the longest of them: an hour that a run has not reached is none. */
export const filled = (values: readonly (number | null)[], hours: number): (number | null)[] =>
  Array.from({ length: hours }, (_, at) => values[at] ?? null)

export interface EndedRun {
  /** As the wire has it, by the clock of the tenant: 2026-03-01 08:00:00. */
  readonly endedAt: string
  readonly verdict: string
  readonly state: string
}

/** The share of passed runs of each day of a month, in percent, by month; null for a day on which none was judged. Those that are void count as neither. */
export function complianceOf(runs: readonly EndedRun[]): { month: string; days: (number | null)[] }[] {
  const months = new Map<string, { passed: number; judged: number }[]>()
  for (const { endedAt, verdict, state } of runs) {
    if (state === 'void') continue
    const [month, day] = [endedAt.slice(0, 7), Number(endedAt.slice(8, 10))]
    const days = months.get(month) ?? Array.from({ length: 31 }, () => ({ passed: 0, judged: 0 }))
    months.set(month, days)
    const of = days[day - 1]
    if (!of) continue
    of.judged++
    // What is undecided has not passed.
    if (verdict === 'pass') of.passed++
  }
  return [...months]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([month, days]) => ({
      month,
      days: days.map(({ passed, judged }) => (judged === 0 ? null : Math.round((passed / judged) * 100))),
    }))
}
