/**
 * On which days what recurs is due. A due day is a day of the calendar (`yyyy-MM-dd`) and has no zone; when it begins is said by the clock of the
 * tenant. Days are counted by the calendar of UTC, which has no hour that comes twice: summer time moves no day.
 */
import { momentOfMidnight, momentOfWall, startOf, wallOf } from '../zone.ts'

export const RHYTHM_UNITS = ['day', 'week', 'month'] as const
export type RhythmUnit = (typeof RHYTHM_UNITS)[number]

/** `fixed`: counted from the first day, whenever the work is done. `floating`: from the day on which it was done. */
export const RHYTHM_BASES = ['fixed', 'floating'] as const
export type RhythmBase = (typeof RHYTHM_BASES)[number]

/** The hour of the tenant's clock at which orders of a day are opened and plans are looked at: before the early shift, and no zone changes its clocks then. */
export const LOOK_HOUR = 5

export interface DayRhythm {
  readonly every: number
  readonly unit: RhythmUnit
}

/** The days of a year on which something may be due, `MM-dd` to `MM-dd`, both counted; it may go over the turn of the year. */
export interface Season {
  readonly from: string
  readonly until: string
}

const UTC = 'UTC'
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const atMidnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** The day of the calendar that clocks of the zone show at a moment. @param zone IANA */
export const dayOf = (zone: string, moment: number): string => dayAt(wallOf(zone, moment))

/** The moment at which plans are looked at on a day, in milliseconds since 1970. */
export const lookAt = (zone: string, day: string): number => momentOfWall(zone, atMidnight(day) + LOOK_HOUR * HOUR_MS)

/** The moment at which a day is over, in milliseconds since 1970: work that is due on it is late from then on. */
export const endOfDay = (zone: string, day: string): number => momentOfMidnight(zone, atMidnight(daysAfter(day, 1)))

/** The day so many days later, or earlier. */
export const daysAfter = (day: string, days: number): string => dayAt(startOf(UTC, atMidnight(day), 'day', days))

/** How many days the second day is later than the first. */
export const daysBetween = (first: string, second: string): number => Math.round((atMidnight(second) - atMidnight(first)) / DAY_MS)

/**
 * The day after so many rounds of a rhythm. Months keep the day of the first one, and end with the month where it has no such day:
 * a year of months from the 31st of January has the 28th of February and the 31st of March.
 */
export function roundsAfter(first: string, { every, unit }: DayRhythm, rounds: number): string {
  if (unit !== 'month') return daysAfter(first, rounds * every * (unit === 'week' ? 7 : 1))
  const month = startOf(UTC, atMidnight(first), 'month', rounds * every)
  const last = startOf(UTC, startOf(UTC, month, 'month', 1), 'day', -1)
  const wanted = startOf(UTC, month, 'day', Number(first.slice(8)) - 1)
  return dayAt(Math.min(wanted, last))
}

/** Whether a day lies in the season; without one every day does. */
export function isInSeason(season: Season | undefined, day: string): boolean {
  if (!season) return true
  const at = day.slice(5)
  return season.from <= season.until ? at >= season.from && at <= season.until : at >= season.from || at <= season.until
}

/** The day itself where it lies in the season, else the first day of the next one. */
export function inSeasonFrom(season: Season | undefined, day: string): string {
  if (!season || isInSeason(season, day)) return day
  const year = Number(day.slice(0, 4))
  const thisYear = dayIn(year, season.from)
  return thisYear >= day ? thisYear : dayIn(year + 1, season.from)
}

/** The day `MM-dd` of a year; the 1st of March where it has no 29th of February. */
const dayIn = (year: number, text: string): string => dayAt(Date.UTC(year, Number(text.slice(0, 2)) - 1, Number(text.slice(3))))

/** Rounds that are looked at for one that lies in the season: a daily rhythm reaches it within a year. */
const MAX_ROUNDS = 4000

/**
 * The first fixed due day on or after a day, undefined where none lies in the season for ten years.
 * @param first Of the rhythm: the day that is counted from
 */
export function fixedFrom(first: string, rhythm: DayRhythm, season: Season | undefined, day: string): string | undefined {
  let round = roundsBefore(first, rhythm, day)
  for (let looked = 0; looked < MAX_ROUNDS; looked += 1, round += 1) {
    const due = roundsAfter(first, rhythm, round)
    if (due >= day && isInSeason(season, due)) return due
    if (daysBetween(day, due) > 3660) return undefined
  }
  return undefined
}

/** So many rounds certainly lie before the day, and not many more do. */
function roundsBefore(first: string, { every, unit }: DayRhythm, day: string): number {
  const days = daysBetween(first, day)
  // A month has 31 days at most: the count is too low rather than too high.
  return Math.max(0, Math.floor(days / (every * { day: 1, week: 7, month: 31 }[unit])) - 1)
}

/** The due day after work was done: one round later, moved into the season. */
export const floatingAfter = (done: string, rhythm: DayRhythm, season: Season | undefined): string =>
  inSeasonFrom(season, roundsAfter(done, rhythm, 1))

/** The last fixed due day on or before a day; undefined where there was none yet. */
export function fixedUntil(first: string, rhythm: DayRhythm, season: Season | undefined, day: string): string | undefined {
  let found: string | undefined
  for (let round = roundsBefore(first, rhythm, day); ; round += 1) {
    const due = roundsAfter(first, rhythm, round)
    if (due > day) break
    if (isInSeason(season, due)) found = due
  }
  if (found !== undefined || !season) return found
  // Of the rounds before that none was counted: the season was over for longer than the count is too low.
  for (
    let round = roundsBefore(first, rhythm, day) - 1;
    round >= 0 && daysBetween(roundsAfter(first, rhythm, round), day) < 3660;
    round -= 1
  ) {
    const due = roundsAfter(first, rhythm, round)
    if (isInSeason(season, due)) return due
  }
  return undefined
}

/** `MM-dd` of a leap year or `undefined`: the days that a season may begin and end with. */
export const isDayOfYear = (text: string): boolean =>
  /^\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`2024-${text}T00:00:00Z`)) &&
  dayAt(Date.parse(`2024-${text}T00:00:00Z`)).endsWith(text)
