/** When a plan is due next, of what is known of it: the one answer for whoever opens orders and for whoever looks ahead. Days are `yyyy-MM-dd`. */
import type { DayRhythm, RhythmBase, Season } from './due-days.ts'
import { daysAfter, fixedFrom, floatingAfter, inSeasonFrom } from './due-days.ts'

export interface CalendarPlan {
  readonly rhythm: DayRhythm
  readonly base: RhythmBase
  /** The day that is counted from. */
  readonly first: string
  readonly season: Season | undefined
}

export interface PlanPast {
  /** Days before it are not made up for. */
  readonly countsFrom: string
  /** The last day of which something became: an order, or nothing. */
  readonly handled: string | undefined
  /** The work of that day is done: what floats goes on from when that was, though it was before its day. */
  readonly isHandledDone?: boolean | undefined
  /** The day on which it was done last. */
  readonly done: string | undefined
}

const later = (one: string, other: string | undefined): string => (other !== undefined && other > one ? other : one)

/** The next day on which a plan of the calendar is due; undefined where none comes. */
export function nextCalendarDay(
  { rhythm, base, first, season }: CalendarPlan,
  { countsFrom, handled, isHandledDone, done }: PlanPast,
): string | undefined {
  if (base === 'fixed')
    return fixedFrom(first, rhythm, season, handled === undefined ? countsFrom : later(countsFrom, daysAfter(handled, 1)))
  // Of an order that was cancelled the plan goes on from its day.
  const last = done === undefined ? handled : isHandledDone ? done : later(done, handled)
  if (last === undefined) return inSeasonFrom(season, later(first, countsFrom))
  const next = later(floatingAfter(last, rhythm, season), countsFrom)
  // What was done more than a whole round early: its day is over all the same.
  return handled !== undefined && next <= handled ? inSeasonFrom(season, daysAfter(handled, 1)) : next
}

/** The days of a plan of the calendar until a day, the next one first, as if each was done on its day. @param most Of them */
export function calendarDays(plan: CalendarPlan, past: PlanPast, until: string, most: number): string[] {
  const days: string[] = []
  let at = past
  while (days.length < most) {
    const next = nextCalendarDay(plan, at)
    if (next === undefined || next > until) break
    days.push(next)
    at = { ...at, handled: next, isHandledDone: true, done: at.done === undefined && plan.base === 'fixed' ? undefined : next }
  }
  return days
}

/**
 * The day on which a meter will have run as far as the plan says: today where it has, undefined where it does not move.
 * @param used Since it was done last @param perDay How much it runs on a day, on the average
 */
export function meterDay(
  today: string,
  { used, every, perDay }: { readonly used: number; readonly every: number; readonly perDay: number },
): string | undefined {
  if (used >= every) return today
  const days = Math.ceil((every - used) / perDay)
  return perDay > 0 && days <= MAX_AHEAD_DAYS ? daysAfter(today, days) : undefined
}

/** What lies further ahead is no forecast. */
const MAX_AHEAD_DAYS = 3660

/** The days of a meter until a day, as if it went on as it does. */
export function meterDays(
  today: string,
  meter: { readonly used: number; readonly every: number; readonly perDay: number },
  until: string,
  most: number,
): string[] {
  const days: string[] = []
  for (let next = meterDay(today, meter); next !== undefined && next <= until && days.length < most;) {
    days.push(next)
    next = meterDay(next, { ...meter, used: 0 })
  }
  return days
}
