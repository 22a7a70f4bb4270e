/** The time that a periodic report is of: a day, a week or a month of the tenant's calendar, or of production days, which begin at another hour than midnight. */
import { bucketStart, momentOfText } from '../figures/ranges.ts'
import { firstMomentOfWall, momentOfMidnight, momentOfWall, secondText, wallMidnight, wallOf } from '../zone.ts'

export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

export interface ReportPeriod {
  /** As the wire writes times, by the clock of the tenant; `to` is the first second that is no part of it. */
  readonly from: string
  readonly to: string
  /** As people call it: `2026-11-25`, `2026-11-23 – 2026-11-29`, `2026-11`. */
  readonly name: string
}

const HOUR_MS = 3_600_000

/** When the production day of a calendar day begins: at its hour on the clock, also on days on which that is changed. @param dayBegins Hours since midnight */
export const productionDayBegin = (zone: string, day: number, dayBegins: number): number =>
  dayBegins === 0 ? momentOfMidnight(zone, wallMidnight(zone, day)) : firstMomentOfWall(zone, wallMidnight(zone, day) + dayBegins * HOUR_MS)

/** A moment of the calendar day whose production day it is at a moment: early in the morning that of the day before. */
export const productionDayAt = (zone: string, moment: number, dayBegins: number): number =>
  dayBegins === 0 ? moment : momentOfWall(zone, wallOf(zone, moment) - dayBegins * HOUR_MS)

/**
 * The period in which a day lies, or in which it is now.
 * @param zone Of the tenant (IANA)
 * @param day `yyyy-MM-dd`
 * @param now Milliseconds since 1970
 * @param dayBegins Hours since midnight, of a period of production days
 */
export function periodOf(period: Period, day: string | undefined, zone: string, now: number, dayBegins = 0): ReportPeriod {
  const moment = (day === undefined ? undefined : momentOfText(zone, day)) ?? productionDayAt(zone, now, dayBegins)
  const [from, to] = [bucketStart(zone, moment, period), bucketStart(zone, moment, period, 1)].map((at) =>
    secondText(zone, productionDayBegin(zone, at, dayBegins)),
  ) as [string, string]
  const first = from.slice(0, 10)
  const last = secondText(zone, bucketStart(zone, bucketStart(zone, moment, period, 1) - 1, 'day')).slice(0, 10)
  return { from, to, name: period === 'day' ? first : period === 'month' ? first.slice(0, 7) : `${first} – ${last}` }
}
