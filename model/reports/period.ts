/** The time that a periodic report is of: a day, a week or a month of the tenant's calendar. */
import { bucketStart, momentOfText } from '../figures/ranges.ts'
import { secondText } from '../zone.ts'

export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

export interface ReportPeriod {
  /** As the wire writes times, by the clock of the tenant; `to` is the first second that is no part of it. */
  readonly from: string
  readonly to: string
  /** As people call it: `2026-11-25`, `2026-11-23 – 2026-11-29`, `2026-11`. */
  readonly name: string
}

/**
 * The period in which a day lies, or in which it is now.
 * @param zone Of the tenant (IANA)
 * @param day `yyyy-MM-dd`
 * @param now Milliseconds since 1970
 */
export function periodOf(period: Period, day: string | undefined, zone: string, now: number): ReportPeriod {
  const moment = (day === undefined ? undefined : momentOfText(zone, day)) ?? now
  const [from, to] = [bucketStart(zone, moment, period), bucketStart(zone, moment, period, 1)].map((at) => secondText(zone, at)) as [
    string,
    string,
  ]
  const first = from.slice(0, 10)
  const last = secondText(zone, bucketStart(zone, bucketStart(zone, moment, period, 1) - 1, 'day')).slice(0, 10)
  return { from, to, name: period === 'day' ? first : period === 'month' ? first.slice(0, 7) : `${first} – ${last}` }
}
