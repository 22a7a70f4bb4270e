/** Times of day of the tenant's clock, `HH:mm`, and what lies between two of them. */
import * as z from 'zod/mini'

export const DAY_MINUTES = 1440

/** The field's check: nothing, or a time of day. */
export const CLOCK_TIME = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, { error: 'clock-time' }))

/** Minutes since midnight; nothing where it is no time of day. */
export function minutesOf(text: unknown): number | undefined {
  const found = typeof text === 'string' ? /^(\d\d):(\d\d)$/.exec(text) : null
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined
}

/**
 * How many minutes have passed since a period began, or nothing outside of it. Minutes since midnight. A period that ends before it begins
 * goes on past midnight; one that ends when it begins lasts the whole day.
 */
export function sinceStart(at: number, from: number, to: number): number | undefined {
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  const since = (at - from + DAY_MINUTES) % DAY_MINUTES
  return since < length ? since : undefined
}
