/** Working shifts on the clock of a tenant: when each of them begins and ends, day by day, so that every moment lies in one of them or between two. Moments are milliseconds since 1970. */
import { minutesOf } from '../acquisition/clock-time.ts'
import { firstMomentOfWall, startOf, wallMidnight } from '../zone.ts'
import type { Range } from './ranges.ts'

/** @property beginsAt `HH:mm`, as `endsAt` is: one that ends when it begins, or earlier, ends on the next day */
export interface Shift {
  readonly shiftName: string
  readonly beginsAt: string
  readonly endsAt: string
  readonly validFrom: number | null
  readonly validUntil: number | null
}

/** @property name Null between two shifts */
export interface Window extends Range {
  readonly name: string | null
}

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]

/**
 * The windows that a range lies in, without a gap between them, in the order of time. Where two shifts overlap, the one that begins later ends the other; of two that begin at once the first of the list is taken. One that the
 * change of clocks makes longer or shorter says so in its name.
 * @param zone Of the tenant (IANA)
 * @param shifts In their order; those whose times cannot be read are left out
 */
export function windowsOf(zone: string, shifts: readonly Shift[], range: Range): Window[] {
  const begun = new Map<number, Window>()
  // The shift of the day before may go on past midnight, or for a whole day.
  for (let day = startOf(zone, range.from, 'day', -2); day < range.to; day = startOf(zone, day, 'day', 1))
    for (const shift of shifts) {
      const window = onDay(zone, shift, wallMidnight(zone, day))
      if (window && !begun.has(window.from)) begun.set(window.from, window)
    }
  const found: Window[] = []
  let at = range.from
  const inOrder = [...begun.values()].sort((one, other) => one.from - other.from)
  for (const [nth, window] of inOrder.entries()) {
    const to = Math.min(window.to, inOrder[nth + 1]?.from ?? Infinity)
    if (to <= range.from || window.from >= range.to) continue
    if (window.from > at) found.push({ from: at, to: window.from, name: null })
    found.push({ ...window, to })
    at = to
  }
  return at < range.to ? [...found, { from: at, to: range.to, name: null }] : found
}

function onDay(zone: string, { shiftName, beginsAt, endsAt, validFrom, validUntil }: Shift, midnight: number): Window | undefined {
  const [begins, ends] = [minutesOf(beginsAt), minutesOf(endsAt)]
  if (begins === undefined || ends === undefined) return undefined
  const length = (ends > begins ? ends - begins : ends + DAY_MS / MINUTE_MS - begins) * MINUTE_MS
  const wall = midnight + begins * MINUTE_MS
  const [from, to] = [firstMomentOfWall(zone, wall), firstMomentOfWall(zone, wall + length)]
  if (from >= to || (validFrom !== null && from < validFrom) || (validUntil !== null && from >= validUntil)) return undefined
  return { from, to, name: to - from === length ? shiftName : `${shiftName} (${Math.round(((to - from) / HOUR_MS) * 100) / 100} h)` }
}
