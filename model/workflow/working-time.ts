/**
 * When something is due that is counted in working time: hours pass while somebody works, a day is a working day, and what is counted in weeks, months
 * or years is the working time that comes next. On the clock of the tenant, whatever its clocks do meanwhile. Pure.
 */
import type { DayRange, Span } from '../calendar.ts'
import { rangeOf, spanOf } from '../calendar.ts'
import type { Settings } from '../system/known-parameters.ts'
import { WEEKDAYS } from '../system/known-parameters.ts'
import { wallOf } from '../zone.ts'
import { later, momentShown } from './timers.ts'

export interface WorkingTime {
  /** Monday is 0. */
  readonly weekdays: ReadonlySet<number>
  readonly hours: readonly Span[]
  /** Days on which nobody works, and days on which somebody does all the same. */
  readonly holidays: readonly DayRange[]
  readonly workdays: readonly DayRange[]
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Days that are looked at in search of working ones: some ten years, beyond which nothing is due. */
const MAX_DAYS = 4000
const PARTS = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

type Kept = Pick<Settings, 'process.workdays' | 'process.workHours' | 'process.holidays' | 'process.extraWorkdays'>

/** The working time that the parameters of a tenant say. */
export const workingTimeOf = (settings: Kept): WorkingTime => ({
  weekdays: new Set(settings['process.workdays'].map((day) => WEEKDAYS.indexOf(day))),
  hours: settings['process.workHours'].flatMap((part) => spanOf(part) ?? []),
  holidays: settings['process.holidays'].flatMap((part) => rangeOf(part) ?? []),
  workdays: settings['process.extraWorkdays'].flatMap((part) => rangeOf(part) ?? []),
})

/**
 * The moment that is so much working time later; nothing where the duration is none, or nobody ever works.
 * @param duration ISO 8601, such as `P2DT4H`
 */
export function workingLater(duration: string, from: number, zone: string, time: WorkingTime): number | undefined {
  const found = PARTS.exec(duration.trim())
  if (!found) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  const period = { months: years * 12 + months, days: weeks * 7, ms: 0 }
  let at = next(new Walk(zone, time), later(from, period, 1, zone))
  if (at === undefined) return undefined
  const walk = new Walk(zone, time)
  at = daysLater(walk, at, days)
  const work = ((hours * 60 + minutes) * 60 + seconds) * 1000
  return at === undefined ? undefined : hoursLater(walk, at, work)
}

/** A day on the clock of the zone, and what of it somebody works. */
class Walk {
  readonly #zone: string
  readonly #time: WorkingTime
  #left = MAX_DAYS

  constructor(zone: string, time: WorkingTime) {
    this.#zone = zone
    this.#time = time
  }

  dayOf(moment: number): number {
    return Math.floor(wallOf(this.#zone, moment) / DAY_MS)
  }

  /** The moment that the clock shows the time of another moment on this day. */
  sameTime(day: number, moment: number): number {
    const wall = wallOf(this.#zone, moment)
    return momentShown(this.#zone, day * DAY_MS + (wall - Math.floor(wall / DAY_MS) * DAY_MS))
  }

  /** Whether it is a working day; nothing where such a day has been looked for too long. */
  isWorked(day: number): boolean | undefined {
    this.#left -= 1
    return this.#left < 0 ? undefined : this.#isWorked(day)
  }

  /** What of a day is worked, as moments; nothing where it has been looked for too long. */
  spansOf(day: number): readonly Span[] | undefined {
    const isWorked = this.isWorked(day)
    if (isWorked !== true) return isWorked === undefined ? undefined : []
    const shown = (minutes: number) => momentShown(this.#zone, day * DAY_MS + minutes * MINUTE_MS)
    // Hours that clocks leave out are none, and those that they show twice are worked once more.
    return this.#time.hours.map(({ from, to }) => ({ from: shown(from), to: shown(to) })).filter(({ from, to }) => from < to)
  }

  #isWorked(day: number): boolean {
    const { weekdays, holidays, workdays } = this.#time
    const isIn = ({ from, to }: DayRange) => from <= day && day <= to
    if (workdays.some(isIn)) return true
    // The first of January 1970 was a Thursday.
    return weekdays.has((((day + 3) % 7) + 7) % 7) && !holidays.some(isIn)
  }
}

/** The moment itself where somebody works then, or the one at which somebody works next. */
function next(walk: Walk, moment: number): number | undefined {
  for (let day = walk.dayOf(moment); ; day += 1) {
    const spans = walk.spansOf(day)
    if (!spans) return undefined
    const span = spans.find(({ to }) => moment < to)
    if (span) return Math.max(moment, span.from)
  }
}

/** The same time so many working days later. */
function daysLater(walk: Walk, moment: number, days: number): number | undefined {
  let day = walk.dayOf(moment)
  for (let left = days; left > 0;) {
    day += 1
    const isWorked = walk.isWorked(day)
    if (isWorked === undefined) return undefined
    if (isWorked) left -= 1
  }
  return days === 0 ? moment : next(walk, walk.sameTime(day, moment))
}

/** Once so much has been worked, counted from a moment. */
function hoursLater(walk: Walk, moment: number, work: number): number | undefined {
  let left = work
  for (let day = walk.dayOf(moment); left > 0; day += 1) {
    const spans = walk.spansOf(day)
    if (!spans) return undefined
    for (const { from, to } of spans) {
      const begin = Math.max(from, moment)
      if (begin >= to) continue
      if (to - begin >= left) return begin + left
      left -= to - begin
    }
  }
  return moment
}
