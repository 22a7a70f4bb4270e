/**
 * When timers of processes are due: ISO 8601 durations, moments and repetitions, and cron lines, on the clock of a zone. Pure: what time it is, and how a
 * cron line is read, is passed in. Repetitions are counted from where they began, so that the 31st of January and a month and a month is the 31st of March.
 */
import { offsetAt } from '../zone.ts'

/** The first moment after another one at which a cron line is due; nothing where it never is, or is none. */
export type Cron = (line: string, after: number, zone: string) => number | undefined

export type TimerFault =
  /** It is no timer. */
  | 'unreadable'
  /** It would repeat faster than once a second. */
  | 'too-short'
  /** It is due in more than a hundred years. */
  | 'too-far'
  /** It is never due. */
  | 'never'

export interface Period {
  readonly months: number
  readonly days: number
  readonly ms: number
}

export type Timer =
  | { readonly kind: 'after'; readonly period: Period }
  /** On the clock of the zone, unless it says how far from UTC it is. */
  | { readonly kind: 'at'; readonly moment: WrittenMoment }
  | {
      readonly kind: 'every'
      readonly period: Period
      /** How often; nothing for without end. */
      readonly times: number | undefined
      readonly from?: WrittenMoment | undefined
      readonly until?: WrittenMoment | undefined
    }
  | { readonly kind: 'cron'; readonly line: string }

/** What a clock shows, as if it were UTC, and by how much that clock is ahead of it where that is said. */
export interface WrittenMoment {
  readonly wall: number
  readonly offset: number | undefined
}

export interface Due {
  /** Milliseconds since 1970. */
  readonly due: number
  /** How often it comes again after that; nothing for without end. */
  readonly timesLeft: number | undefined
}

const DAY_MS = 86_400_000
const MIN_PERIOD_MS = 1000
const MAX_MS = 100 * 366 * DAY_MS
/** Beyond it there are no dates (ECMA-262, section 21.4.1.1), and days are added to it. */
const MAX_MOMENT = 8.6e15
/** Average length of a month of the calendar. */
const MONTH_MS = 30.436875 * DAY_MS

const MINUTE_MS = 60_000

/**
 * Whether a timer may come again before a minute has passed: a repetition of a shorter period, or a cron line that names more than one second of a minute.
 * What begins processes by itself is none of these.
 */
export function comesWithinMinute(timer: Timer): boolean {
  if (timer.kind === 'every') return lengthOf(timer.period) < MINUTE_MS
  if (timer.kind !== 'cron') return false
  const fields = timer.line.split(' ')
  return fields.length > 5 && !/^\d{1,2}$/.test(fields[0] ?? '')
}

const DURATION =
  /^P(?!$)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,10})S)?)?$/
const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2}(?:\.\d{1,3})?))?(?:(Z)|([+-])(\d{2}):?(\d{2}))?$/
const REPEATED = /^R(\d{0,4})\/([^/]+)(?:\/([^/]+))?$/
/** Five to seven fields; which cron lines there are is the business of who reads them. */
const CRON = /^[\w*?/,#-]+(?: [\w*?/,#-]+){4,6}$/

/** The timer that a text says, or why it is none. */
export function readTimer(text: string): Timer | { readonly fault: TimerFault } {
  const written = text.trim()
  const moment = momentIn(written)
  if (moment) return { kind: 'at', moment }
  const period = periodIn(written)
  if (period) return lengthOf(period) > MAX_MS ? { fault: 'too-far' } : { kind: 'after', period }
  if (written.startsWith('R')) return readRepeated(written)
  return CRON.test(written) ? { kind: 'cron', line: written } : { fault: 'unreadable' }
}

function readRepeated(text: string): Timer | { readonly fault: TimerFault } {
  const [, count = '', first = '', second] = REPEATED.exec(text) ?? []
  const period = periodIn(first) ?? (second === undefined ? undefined : periodIn(second))
  if (!period || count === '0') return { fault: 'unreadable' }
  if (lengthOf(period) < MIN_PERIOD_MS) return { fault: 'too-short' }
  if (lengthOf(period) > MAX_MS) return { fault: 'too-far' }
  const times = count === '' ? undefined : Number(count)
  if (times === 0) return { fault: 'unreadable' }
  const isFirstPeriod = periodIn(first) !== undefined
  const edge = second === undefined ? undefined : momentIn(isFirstPeriod ? second : first)
  if (second !== undefined && !edge) return { fault: 'unreadable' }
  return { kind: 'every', period, times, ...(edge ? { [isFirstPeriod ? 'until' : 'from']: edge } : {}) }
}

/**
 * When a timer is due that began to be waited for at a moment: the first time, or the first time after `last`. Nothing where it does not come again.
 */
export function dueOf(
  timer: Timer,
  began: number,
  zone: string,
  cron: Cron,
  last?: number,
): Due | { readonly fault: TimerFault } | undefined {
  const found = nextOf(timer, began, zone, cron, last)
  if (!found || 'fault' in found) return found
  return found.due - began <= MAX_MS ? found : { fault: 'too-far' }
}

function nextOf(timer: Timer, began: number, zone: string, cron: Cron, last: number | undefined): ReturnType<typeof dueOf> {
  if (timer.kind === 'cron') {
    const due = cron(timer.line, last ?? began, zone)
    return due === undefined ? (last === undefined ? { fault: 'never' } : undefined) : { due, timesLeft: undefined }
  }
  if (timer.kind === 'every') return repeated(timer, began, zone, last) ?? (last === undefined ? { fault: 'never' } : undefined)
  if (last !== undefined) return undefined
  return { due: timer.kind === 'at' ? momentOnClock(timer.moment, zone) : later(began, timer.period, 1, zone), timesLeft: 0 }
}

/**
 * The first that is later than the last one; without a last one the first of all. What of a repetition that says where it begins lies before it was
 * waited for is over, and counts.
 */
function repeated(
  { period, times, from, until }: Extract<Timer, { kind: 'every' }>,
  began: number,
  zone: string,
  last: number | undefined,
): Due | undefined {
  const start = from ? momentOnClock(from, zone) : began
  // What begins at a moment is due then for the first time.
  const first = from ? 0 : 1
  const number = last === undefined && !from ? first : numberAfter(start, period, last ?? began - 1, first, zone)
  const count = number - first + 1
  if (times !== undefined && count > times) return undefined
  const due = later(start, period, number, zone)
  if (until && due > momentOnClock(until, zone)) return undefined
  return { due, timesLeft: times === undefined ? undefined : times - count }
}

/** The number of the first repetition that is later than a moment. */
function numberAfter(start: number, period: Period, moment: number, first: number, zone: string): number {
  // Months differ from their average by three days at most, and days by the hours that clocks are changed.
  const near = Math.floor((moment - start - 4 * DAY_MS) / lengthOf(period))
  const isEven = period.months === 0 && period.days === 0
  let number = Math.max(first, isEven ? Math.floor((moment - start) / period.ms) : near)
  while (later(start, period, number, zone) <= moment) number += 1
  return number
}

/** The moment so many periods later: months and days on the calendar, then hours, minutes and seconds as they pass. */
export function later(moment: number, { months, days, ms }: Period, times: number, zone: string): number {
  if (months === 0 && days === 0) return moment + ms * times
  const wall = moment + offsetAt(zone, moment)
  const day = Math.floor(wall / DAY_MS)
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months * times]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const moved = Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) + days * times * DAY_MS
  return momentShown(zone, moved + (wall - day * DAY_MS), moment) + ms * times
}

/**
 * The moment at which clocks of the zone show this. What they show twice is the first of both; an hour that they leave out is as much later as they
 * are put forward (as ECMAScript's Temporal does it).
 */
export function momentShown(zone: string, wall: number, same?: number): number {
  if (!(Math.abs(wall) < MAX_MOMENT)) return Number.NaN
  // The moment that it was counted from is itself, in the second of two hours as well.
  if (same !== undefined && same + offsetAt(zone, same) === wall) return same
  const [before, after] = [offsetAt(zone, wall - DAY_MS), offsetAt(zone, wall + DAY_MS)]
  for (const offset of [before, after]) if (offsetAt(zone, wall - offset) === offset) return wall - offset
  return wall - before
}

const momentOnClock = ({ wall, offset }: WrittenMoment, zone: string): number =>
  offset === undefined ? momentShown(zone, wall) : wall - offset

/** How long a period is, about: exactly where it is made of hours. */
const lengthOf = ({ months, days, ms }: Period): number => months * MONTH_MS + days * DAY_MS + ms

function periodIn(text: string): Period | undefined {
  const found = DURATION.exec(text)
  if (!found) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return { months: years * 12 + months, days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

function momentIn(text: string): WrittenMoment | undefined {
  const [whole, date = '', time = '', seconds = '00', utc, sign, hours, minutes] = MOMENT.exec(text) ?? []
  const wall = Date.parse(`${date}T${time}:${seconds}Z`)
  // The 31st of April would be the 1st of May. Before 1900 clocks showed the sun's time.
  if (whole === undefined || date < '1900' || Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(date)) return undefined
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return { wall, offset: utc !== undefined || sign !== undefined ? offset : undefined }
}
