/** Ranges of time by the calendar of a tenant, the period before them, and the stretches that they are parted into. Moments are milliseconds since 1970. */
import type { EvenUnit } from '../zone.ts'
import { EVEN_MS, momentOf, momentOfMidnight, momentOfWall, startOf, wallMidnight, wallOf } from '../zone.ts'
import type { Bucket, ComparisonPeriod, DimensionBucket, NamedRange, RangeValue } from './document.ts'

export interface Range {
  readonly from: number
  readonly to: number
}

/** An interactive call reads no more. */
export const MAX_RANGE_DAYS = 3660
const DAY_MS = 86_400_000

/** Whether stretches of this length have no midnight of their own: they are parts of hours, or hours. */
const isOfClock = (unit: DimensionBucket): unit is EvenUnit => Object.hasOwn(EVEN_MS, unit)

/** When the stretch began in which the moment lies, or `steps` of them later or earlier. Weeks begin on Monday (ISO 8601). */
export function bucketStart(zone: string, moment: number, unit: Bucket, steps = 0): number {
  if (unit === 'week') {
    const day = startOf(zone, moment, 'day')
    // The clock shows midnight of that day; of those seven one is a Monday.
    const sinceMonday = (new Date(wallOf(zone, day)).getUTCDay() + 6) % 7
    return startOf(zone, day, 'day', 7 * steps - sinceMonday)
  }
  if (unit === 'year') {
    const month = startOf(zone, moment, 'month')
    return startOf(zone, month, 'month', 12 * steps - new Date(wallOf(zone, month)).getUTCMonth())
  }
  return startOf(zone, moment, unit, steps)
}

const NAMED: Readonly<Record<NamedRange, { unit: Bucket; isOver: boolean }>> = {
  today: { unit: 'day', isOver: false },
  yesterday: { unit: 'day', isOver: true },
  thisWeek: { unit: 'week', isOver: false },
  lastWeek: { unit: 'week', isOver: true },
  thisMonth: { unit: 'month', isOver: false },
  lastMonth: { unit: 'month', isOver: true },
  thisYear: { unit: 'year', isOver: false },
  lastYear: { unit: 'year', isOver: true },
}

/**
 * The range that a value means, as seen now; undefined where it ends before it begins, or is longer than {@link MAX_RANGE_DAYS}.
 * @param zone Of the tenant (IANA)
 */
export function rangeOf(value: RangeValue, zone: string, now: number): Range | undefined {
  const range = read(value, zone, now)
  return range && range.from < range.to && range.to - range.from <= MAX_RANGE_DAYS * DAY_MS ? range : undefined
}

function read(value: RangeValue, zone: string, now: number): Range | undefined {
  if (typeof value === 'string') {
    const { unit, isOver } = NAMED[value]
    const begin = bucketStart(zone, now, unit)
    return isOver ? { from: bucketStart(zone, now, unit, -1), to: begin } : { from: begin, to: now }
  }
  if ('last' in value) return { from: bucketStart(zone, now, value.last.unit, 1 - value.last.count), to: now }
  const [from, to] = [momentOfText(zone, value.from), momentOfText(zone, value.to)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** The moment of a text as the wire writes times: with a zone of its own, or by the clock of the tenant; of a midnight, that at which its day begins. Undefined for what is none. */
export function momentOfText(zone: string, text: string): number | undefined {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?: 00:00:00)?$/.exec(text) ?? []
  const moment = /T/.test(text) ? Date.parse(text) : day === undefined ? momentOf(zone, text) : momentOfMidnight(zone, Date.parse(day))
  return moment === undefined || Number.isNaN(moment) ? undefined : moment
}

/**
 * The period that a range is compared with. `previous`: as long, and just before: of a calendar's month the month before, up to the same day and hour where
 * the range goes up to now; days have 23 or 25 hours where clocks change. `lastYear`: the same days and hours of the year before.
 */
export function periodBefore(value: RangeValue, range: Range, zone: string, period: ComparisonPeriod): Range {
  if (period === 'lastYear') return { from: yearsEarlier(zone, range.from), to: yearsEarlier(zone, range.to) }
  if (typeof value === 'string' || 'last' in value) {
    const { unit, count } = typeof value === 'string' ? { unit: NAMED[value].unit, count: 1 } : value.last
    const from = bucketStart(zone, range.from, unit, -count)
    if (typeof value === 'string' && NAMED[value].isOver) return { from, to: range.from }
    // As much of it as has passed of the one that is running; a shorter month ends where it ends.
    const begun = isOfClock(unit) ? wallOf : wallMidnight
    const passed = wallOf(zone, range.to) - begun(zone, range.from)
    return { from, to: Math.min(range.from, momentOfWall(zone, begun(zone, from) + passed)) }
  }
  const isOfDays = startOf(zone, range.from, 'day') === range.from && startOf(zone, range.to, 'day') === range.to
  if (!isOfDays) return { from: range.from - (range.to - range.from), to: range.from }
  const days = Math.round((wallOf(zone, range.to) - wallOf(zone, range.from)) / DAY_MS)
  return { from: startOf(zone, range.from, 'day', -days), to: range.from }
}

function yearsEarlier(zone: string, moment: number): number {
  const isBegin = startOf(zone, moment, 'day') === moment
  const wall = new Date((isBegin ? wallMidnight : wallOf)(zone, moment))
  // The 29th of February becomes the 1st of March.
  const earlier = wall.setUTCFullYear(wall.getUTCFullYear() - 1)
  return (isBegin ? momentOfMidnight : momentOfWall)(zone, earlier)
}

/** Which of the stretches of a range, from 0, one is that begins at `moment`: so that those of two periods can be laid on each other. */
export function bucketNumber(zone: string, unit: DimensionBucket, range: Range, moment: number): number {
  // Shifts and production days begin at the same times of day: minutes of the clock since the first midnight.
  if (unit === 'shift' || unit === 'shift-day')
    return Math.round((wallOf(zone, moment) - wallMidnight(zone, startOf(zone, range.from, 'day'))) / EVEN_MS.minute)
  // No two periods are compared by runs.
  if (unit === 'run' || unit === 'stage') return moment
  const [first, at] = [bucketStart(zone, range.from, unit), bucketStart(zone, moment, unit)]
  if (isOfClock(unit)) return Math.round((at - first) / EVEN_MS[unit])
  const [one, other] = [new Date(wallOf(zone, first)), new Date(wallOf(zone, at))]
  if (unit === 'day' || unit === 'week') return Math.round((other.getTime() - one.getTime()) / DAY_MS / (unit === 'week' ? 7 : 1))
  const months = (other.getUTCFullYear() - one.getUTCFullYear()) * 12 + other.getUTCMonth() - one.getUTCMonth()
  return unit === 'month' ? months : months / 12
}
