/** When rounds of a route are due: on the days of its rhythm, at its times, by the clock of the tenant. Moments are milliseconds since 1970. */
import { momentOf } from '../zone.ts'
import type { DayRhythm } from './due-days.ts'
import { dayOf, daysAfter, fixedFrom } from './due-days.ts'

export interface RoundRhythm {
  readonly rhythm: DayRhythm
  /** The day that is counted from, `yyyy-MM-dd`. */
  readonly first: string
  /** `HH:mm`, of one day. */
  readonly times: readonly string[]
}

/** The first moment after another one at which a round is due; undefined where a route has no times. @param zone IANA */
export function nextRound(zone: string, { rhythm, first, times }: RoundRhythm, after: number): number | undefined {
  // Of the day before, the last time may lie behind midnight where clocks are changed.
  let day = fixedFrom(first, rhythm, undefined, daysAfter(dayOf(zone, after), -1))
  while (day !== undefined && times.length > 0) {
    const moments = times.map((time) => momentOf(zone, `${day} ${time}:00`) ?? 0).sort((one, other) => one - other)
    const next = moments.find((moment) => moment > after)
    if (next !== undefined) return next
    day = fixedFrom(first, rhythm, undefined, daysAfter(day, 1))
  }
  return undefined
}

/** All moments at which rounds are due in a range, both ends counted; the last `most` of them. */
export function roundsBetween(zone: string, rhythm: RoundRhythm, from: number, until: number, most: number): number[] {
  const found: number[] = []
  for (let next = nextRound(zone, rhythm, from - 1); next !== undefined && next <= until; next = nextRound(zone, rhythm, next)) {
    found.push(next)
    if (found.length > most) found.shift()
  }
  return found
}
