/** What expressions calculate with. */
import Big from 'big.js'
import { offsetAt } from '../zone.ts'

/**
 * A decimal number, a text, a truth value, a list, or nothing. Numbers are decimal because money is: 0.1 + 0.2 is 0.3. Dates are texts such
 * as `2026-11-25`, moments such as `2026-11-25T08:00:00.000Z`; both are in the order of their letters.
 */
export type Value = Big | string | boolean | null | readonly (Big | string)[]

/** Significant digits of a number (IEEE 754 decimal128, which DMN 1.5, section 10.3.2.3.1, asks of FEEL). */
const DIGITS = 34
/** Beyond what a number of JSON can hold: a sum of a huge and a tiny one would have as many digits as lie between them. */
const MAX_EXPONENT = 400

/** Its own constructor: what it divides to says nothing about other users of the library. */
const Decimal = Big()
Decimal.DP = DIGITS

const NUMBER = /^[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[+-]?\d{1,4})?$/i

/** The number that a value of JSON is, a decimal text included; null where it is none. */
export function decimalOf(value: unknown): Big | null {
  if (typeof value === 'number' ? !Number.isFinite(value) : typeof value !== 'string' || !NUMBER.test(value.trim())) return null
  // The library knows no plus sign.
  return bounded(new Decimal(typeof value === 'string' ? value.trim().replace(/^\+/, '') : (value as number)))
}

/** The number with as many digits as numbers have here; null where it is out of range. */
export function bounded(number: Big): Big | null {
  if (Math.abs(number.e) > MAX_EXPONENT) return null
  return number.c.length > DIGITS ? number.prec(DIGITS, Big.roundHalfEven) : number
}

/** Whether a value is a number. */
export const isNumber = (value: Value): value is Big => value instanceof Decimal || value instanceof Big

/** Whether two values are the same: numbers by what they are worth, not by how they are written. Nothing is the same as nothing. */
export function isSame(one: Value, other: Value): boolean {
  if (isNumber(one) && isNumber(other)) return one.eq(other)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isSame(value, other[at] as Value))
  return one === other
}

/** Below 0, 0 or above 0, as the first is before the second; null where the two have no order. */
export function orderOf(one: Value, other: Value): number | null {
  if (isNumber(one) && isNumber(other)) return one.cmp(other)
  if (typeof one !== 'string' || typeof other !== 'string') return null
  return one < other ? -1 : one > other ? 1 : 0
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DAY_MS = 86_400_000

/** Days since 1970 of a date; null where there is no such day. */
export function dayNumber(date: Value): number | null {
  const [, year, month, number] = (typeof date === 'string' && DATE.exec(date)) || []
  if (year === undefined) return null
  const day = dayOf(Number(year), Number(month) - 1, Number(number))
  // The 31st of April would be the 1st of May.
  return dateOfDay(day) === date ? day : null
}

/** The day since 1970, of whatever year: `Date.UTC` takes those below 100 for the last century's. */
const dayOf = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month, day) / DAY_MS

/** The date of a day since 1970; null beyond the years 1 to 9999. */
export function dateOfDay(day: number): string | null {
  const text = Number.isFinite(day) && Math.abs(day) < 4_000_000 ? new Date(day * DAY_MS).toISOString() : ''
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text.slice(0, 10) : null
}

/** The date so many months later: on the same day, or on the last one of a month that has no such day. */
export function addMonths(date: string, months: number): string | null {
  const day = dayNumber(date)
  if (day === null) return null
  const from = new Date(day * DAY_MS)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const first = dayOf(year, month, 1)
  return dateOfDay(first + Math.min(from.getUTCDate(), dayOf(year, month + 1, 1) - first) - 1)
}

/** Whole months from one date to another: less than none where the second is before the first. */
export function monthsBetween(from: string, to: string): number | null {
  const [start, end] = [dayNumber(from), dayNumber(to)]
  if (start === null || end === null) return null
  if (end < start) {
    const back = monthsBetween(to, from)
    return back === null ? null : -back
  }
  const [one, other] = [new Date(start * DAY_MS), new Date(end * DAY_MS)]
  const months = (other.getUTCFullYear() - one.getUTCFullYear()) * 12 + other.getUTCMonth() - one.getUTCMonth()
  // From the 31st of January to the 28th of February is a month: addMonths says so too.
  return (addMonths(from, months) ?? to) > to ? months - 1 : months
}

/** Milliseconds since 1970 of a moment as it is stored; null where it is none. */
export function momentOf(text: Value): number | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(text)) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}

/** The date that clocks of the zone show at a moment. */
export function dateAt(ms: number, zone: string): string | null {
  return dateOfDay(Math.floor((ms + offsetAt(zone, ms)) / DAY_MS))
}
