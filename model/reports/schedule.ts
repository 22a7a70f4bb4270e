/** When scheduled reports are due: each period once, on the clock of the tenant. Moments are milliseconds since 1970. */
import { minutesOf } from '../acquisition/clock-time.ts'
import { bucketStart, momentOfText } from '../figures/ranges.ts'
import { momentOfWall, secondText, wallMidnight } from '../zone.ts'
import type { Period } from './period.ts'
import { productionDayAt, productionDayBegin } from './period.ts'

export const SCHEDULE_FORMATS = ['pdf', 'xlsx', 'docx'] as const
export type ScheduleFormat = (typeof SCHEDULE_FORMATS)[number]

/** `missed`: nobody was there to make it when it was due, and a later one has been made since. */
export const RUN_STATES = ['waiting', 'running', 'done', 'failed', 'missed'] as const
export type RunState = (typeof RUN_STATES)[number]

export const RUN_TRIGGERS = ['due', 'hand'] as const
export type RunTrigger = (typeof RUN_TRIGGERS)[number]

export const MAX_OFFSET_DAYS = 27
export const MAX_LINK_DAYS = 90
export const USUAL_LINK_DAYS = 7

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]
/** What was measured in the last second of a period is on its way for a while. */
const SETTLE_MS = 2 * MINUTE_MS

export interface Rhythm {
  readonly rhythm: Period
  /** `HH:mm` */
  readonly runAt: string
  readonly offsetDays: number | null
  /** Of a report of production days: hours since midnight. */
  readonly dayBegins?: number | undefined
}

export interface DuePeriod {
  /** Its first day, `yyyy-MM-dd`. */
  readonly day: string
  readonly from: number
  readonly to: number
  readonly dueAt: number
}

/** The period whose first day of the calendar begins then, with when its report is due: never before it is over. */
function dueOf(zone: string, { rhythm, runAt, offsetDays, dayBegins = 0 }: Rhythm, first: number): DuePeriod {
  const next = bucketStart(zone, first, rhythm, 1)
  const [from, to] = [productionDayBegin(zone, first, dayBegins), productionDayBegin(zone, next, dayBegins)]
  const wall = wallMidnight(zone, next) + (offsetDays ?? 0) * DAY_MS + (minutesOf(runAt) ?? 0) * MINUTE_MS
  return { day: secondText(zone, first).slice(0, 10), from, to, dueAt: Math.max(momentOfWall(zone, wall), to + SETTLE_MS) }
}

/** The period whose report is due next after a moment. @param zone Of the tenant (IANA) */
export function nextDue(zone: string, rhythm: Rhythm, after: number): DuePeriod {
  let first = bucketStart(zone, after - ((rhythm.offsetDays ?? 0) + 2) * DAY_MS, rhythm.rhythm, -1)
  for (;;) {
    const due = dueOf(zone, rhythm, first)
    if (due.dueAt > after) return due
    first = bucketStart(zone, first, rhythm.rhythm, 1)
  }
}

/** The period whose report was due last at a moment. @param zone Of the tenant (IANA) */
export function lastDue(zone: string, rhythm: Rhythm, at: number): DuePeriod {
  const next = nextDue(zone, rhythm, at)
  return dueOf(zone, rhythm, bucketStart(zone, next.from, rhythm.rhythm, -1))
}

/** Periods that were due before another one, beginning with one of them: the newest `most`. @param first First day of the first, `yyyy-MM-dd` */
export function periodsBefore(zone: string, rhythm: Rhythm, first: string, last: DuePeriod, most: number): DuePeriod[] {
  const found: DuePeriod[] = []
  for (let at = last; at.day > first && found.length < most;) {
    at = dueOf(zone, rhythm, bucketStart(zone, at.from, rhythm.rhythm, -1))
    found.unshift(at)
  }
  return found
}

/** The newest period that is over at a moment, whether or not its report is due. @param zone Of the tenant (IANA) */
export const lastOver = (zone: string, rhythm: Rhythm, at: number): DuePeriod =>
  dueOf(zone, rhythm, bucketStart(zone, productionDayAt(zone, at, rhythm.dayBegins ?? 0), rhythm.rhythm, -1))

/** The period that has this first day; undefined where the text is no day. @param day `yyyy-MM-dd` */
export function periodOn(zone: string, rhythm: Rhythm, day: string): DuePeriod | undefined {
  const from = momentOfText(zone, day)
  return from === undefined ? undefined : dueOf(zone, rhythm, bucketStart(zone, from, rhythm.rhythm))
}
