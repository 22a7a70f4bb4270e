/** The time a message says its values were measured at, in the forms devices write it. */
import type { Millis } from '../../model/brands.ts'
import { millis } from '../../model/brands.ts'

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

/** The moment that is told; `undefined` where no time is given, `null` where it cannot be read. */
export function readTime(told: unknown): Millis | null | undefined {
  if (told === undefined) return undefined
  const time = typeof told === 'number' ? ofNumber(told) : typeof told === 'string' ? ofText(told) : undefined
  return time !== undefined && isWithin(time) ? millis(time) : null
}

const isWithin = (time: number) => time >= FIRST && time < LAST

function ofNumber(told: number): number | undefined {
  const unit = UNITS.find((each) => isWithin(told * each))
  // To the microsecond, which is what is stored.
  return unit === undefined ? undefined : Math.round(told * unit * 1000) / 1000
}

function ofText(told: string): number | undefined {
  const [, year, month, day, hour, minute, second = '00', fraction = '0', sign, ...offset] = ISO.exec(told) ?? []
  if (year === undefined) return undefined
  const zone = sign === undefined ? 'Z' : `${sign}${offset[0]}:${offset[1] ?? '00'}`
  const whole = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  // JavaScript takes the 30th of February for the 2nd of March.
  const isADay = Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return Number.isFinite(whole) && isADay ? whole + Number(`0.${fraction}`) * 1000 : undefined
}
