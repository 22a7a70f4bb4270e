/** The periods that lists are asked for most, as the clock of the tenant counts days. */

export const PERIODS = ['today', 'yesterday', 'week', 'month', 'last-7', 'last-30'] as const
export type Period = (typeof PERIODS)[number]

const DAY_MS = 86_400_000

/**
 * The first and the last second of a period, in milliseconds of the wall clock (clock.ts). Weeks begin on Monday (ISO 8601).
 * @param now What the clock shows, as if it were UTC.
 */
export function rangeOf(period: Period, now: number): readonly [begins: number, ends: number] {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const date = new Date(today)
  const until = (begins: number, nextDay: number) => [begins, nextDay - 1000] as const
  switch (period) {
    case 'today':
      return until(today, today + DAY_MS)
    case 'yesterday':
      return until(today - DAY_MS, today)
    case 'week': {
      const monday = today - ((date.getUTCDay() + 6) % 7) * DAY_MS
      return until(monday, monday + 7 * DAY_MS)
    }
    case 'month':
      return until(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1), Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
    case 'last-7':
      return until(today - 6 * DAY_MS, today + DAY_MS)
    case 'last-30':
      return until(today - 29 * DAY_MS, today + DAY_MS)
  }
}
