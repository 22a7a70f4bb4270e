/** Which shifts of the rota are on, by the clock of the tenant. Pure: the same moment leads to the same. */
import type { Millis } from '../../../../model/brands.ts'
import { DAY_MINUTES, minutesOf, sinceStart } from '../../../../model/acquisition/clock-time.ts'
import { WEEKDAYS } from '../../../../model/acquisition/duty-shifts.ts'
import { wallOf } from '../../../../model/zone.ts'

/** A moment by the clock of the tenant. */
export interface WallClock {
  /** Since midnight. */
  readonly minute: number
  /** 0 is Monday. */
  readonly weekday: number
  readonly now: Millis
}

export interface ShiftHours {
  readonly weekdays: string
  readonly start: string
  readonly end: string
  readonly from: Date | null
  readonly until: Date | null
}

export interface Shift extends ShiftHours {
  readonly users: readonly string[]
  /** None: all. */
  readonly sites: readonly string[]
}

/** What clocks of the zone show at a moment. */
export function clockOf(zone: string, moment: Millis): WallClock {
  const wall = new Date(wallOf(zone, moment))
  return { minute: wall.getUTCHours() * 60 + wall.getUTCMinutes(), weekday: (wall.getUTCDay() + 6) % 7, now: moment }
}

/**
 * Whether a shift is on at that moment: from the minute at which it begins until the one at which it ends, which is the next shift's. What
 * goes on past midnight belongs to the day on which it began. Where clocks change, a shift lasts as long as they show its hours.
 */
export function isOn({ weekdays, start, end, from, until }: ShiftHours, { minute, weekday, now }: WallClock): boolean {
  if ((from && from.getTime() > now) || (until && until.getTime() <= now)) return false
  const [begins, ends] = [minutesOf(start), minutesOf(end)]
  const since = begins === undefined || ends === undefined ? undefined : sinceStart(minute, begins, ends)
  if (since === undefined) return false
  const began = since > minute ? (weekday + WEEKDAYS.length - 1) % WEEKDAYS.length : weekday
  return since < DAY_MINUTES && weekdays.split(',').includes(WEEKDAYS[began] as string)
}
