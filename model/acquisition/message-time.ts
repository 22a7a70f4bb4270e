/** The time a message says its values were measured at, in the forms devices write it. */
import type { Millis } from '../brands.ts'
import { millis } from '../brands.ts'
import { momentOfWall } from '../zone.ts'
import type { TimeFormat } from './mapping/choices.ts'

/** Names of the member that says it, looked for in this order. */
const NAMES = ['ts', 'timestamp', 'time'] as const

/** Within the years that a `timestamptz` and a partition are made for. */
const FIRST = Date.UTC(2000, 0)
const LAST = Date.UTC(2100, 0)

/** Milliseconds in the units devices count in: milliseconds, seconds, microseconds, nanoseconds. Between 2000 and 2100 no number is a time in two of them. */
const UNITS = [1, 1000, 1e-3, 1e-6]

/** Lengths are bounded everywhere, so that no text takes longer than another. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2})?)$/

/** The member of an object that tells its time; none that `isPoint` knows as a point of the device, for then it is that point's value. */
export function timeMember(item: Readonly<Record<string, unknown>>, isPoint: (key: string) => boolean): string | undefined {
  return NAMES.find((name) => Object.hasOwn(item, name) && !isPoint(name))
}

/** Of the time formats that are numbers, how many milliseconds their unit is. */
const MILLISECONDS: Partial<Record<TimeFormat, number>> = { seconds: 1000, milliseconds: 1, microseconds: 1e-3, nanoseconds: 1e-6 }

/** Year, month, day, hour, minute, second, fraction, and the zone as it stands behind. */
const YEAR_FIRST =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[Tt ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?([Zz]|[+-]\d{2}:?(?:\d{2})?)?$/
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})[Tt ,]{1,2}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?$/
const DIGITS = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{0,3})$/
const NUMBER = /^\d{1,20}(?:\.\d{1,9})?$/

/**
 * The moment that a value written in this way is; `null` where it cannot be read.
 * @param zone Of a text without one, as IANA names it (`Asia/Shanghai`); without it such a text cannot be read.
 */
export function readTimeAs(given: unknown, format: TimeFormat, zone?: string | null): Millis | null {
  const unit = MILLISECONDS[format]
  if (unit !== undefined || format === 'auto') {
    const number = typeof given === 'string' && NUMBER.test(given) ? Number(given) : given
    if (typeof number === 'number') {
      if (unit === undefined) return readTime(number) ?? null
      const time = Math.round(number * unit * 1000) / 1000
      return isWithin(time) ? millis(time) : null
    }
    return unit === undefined && typeof given === 'string' ? ofParts(YEAR_FIRST.exec(given.trim()), zone) : null
  }
  if (typeof given !== 'string' && typeof given !== 'number') return null
  const text = String(given).trim()
  if (format === 'digits') return ofParts(DIGITS.exec(text), zone)
  const [whole, first = '', second = '', year = '', ...rest] = YEAR_LAST.exec(text) ?? []
  if (whole === undefined) return null
  return ofParts([whole, year, ...(format === 'day-first' ? [second, first] : [first, second]), ...rest], zone)
}

function ofParts(parts: readonly (string | undefined)[] | null, zone: string | null | undefined): Millis | null {
  if (!parts) return null
  const [, ...texts] = parts
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = texts.slice(0, 6).map((text) => Number(text ?? 0))
  const fraction = Number(`0.${texts[6] === undefined || texts[6] === '' ? '0' : texts[6]}`) * 1000
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > days || hour > 23 || minute > 59 || second > 59) return null
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const offset = texts[7]
  const whole = offset === undefined ? (zone ? momentOfWall(zone, wall) : undefined) : wall - offsetMs(offset)
  if (whole === undefined) return null
  const time = Math.round((whole + fraction) * 1000) / 1000
  return isWithin(time) ? millis(time) : null
}

function offsetMs(text: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? []
  return hours === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
}

/** The moment that is told; `undefined` where no time is given, `null` where it cannot be read. */
export function readTime(given: unknown): Millis | null | undefined {
  if (given === undefined) return undefined
  const time = typeof given === 'number' ? ofNumber(given) : typeof given === 'string' ? ofText(given) : undefined
  return time !== undefined && isWithin(time) ? millis(time) : null
}

const isWithin = (time: number) => time >= FIRST && time < LAST

function ofNumber(value: number): number | undefined {
  const unit = UNITS.find((each) => isWithin(value * each))
  // To the microsecond, which is what is stored.
  return unit === undefined ? undefined : Math.round(value * unit * 1000) / 1000
}

function ofText(text: string): number | undefined {
  const [, year, month, day, hour, minute, second = '00', fraction = '0', sign, ...offset] = ISO.exec(text) ?? []
  if (year === undefined) return undefined
  const zone = sign === undefined ? 'Z' : `${sign}${offset[0]}:${offset[1] ?? '00'}`
  const whole = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  // JavaScript takes the 30th of February for the 2nd of March.
  const isADay = Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return Number.isFinite(whole) && isADay ? whole + Number(`0.${fraction}`) * 1000 : undefined
}
