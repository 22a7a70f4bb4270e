/** Days and hours as parameters list them: `2026-10-01..2026-10-07, 2026-12-25`, `08:30-12:00, 13:30-17:30`. Pure. */

const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/
const SPAN = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/
/** Of one list. */
const MAX_PARTS = 100
const DAY_MINUTES = 1440

/** The days from one to another, both counted, as numbers since 1970. */
export interface DayRange {
  readonly from: number
  readonly to: number
}
/** Minutes since midnight. */
export interface Span {
  readonly from: number
  readonly to: number
}

const partsOf = (text: string): string[] => text.split(/[\s,，、;；]+/).filter(Boolean)

/** The parts of a list of days, each a day or `first..last`; nothing where one is none. */
export function daysIn(text: string): readonly string[] | undefined {
  const parts = partsOf(text)
  return parts.length <= MAX_PARTS && parts.every((part) => rangeOf(part) !== undefined) ? parts : undefined
}

/** The parts of a list of hours in their order, none of which begins before the one before it is over; nothing otherwise. */
export function hoursIn(text: string): readonly string[] | undefined {
  const parts = partsOf(text)
  if (parts.length === 0 || parts.length > MAX_PARTS) return undefined
  const spans = parts.map(spanOf)
  let until = -1
  for (const span of spans) {
    if (!span || span.from < until || span.to <= span.from) return undefined
    until = span.to
  }
  return parts
}

/** The days of one part of a list; nothing where it is none. */
export function rangeOf(part: string): DayRange | undefined {
  const [first = '', last = first, ...more] = part.split('..')
  const [from, to] = [dayOf(first), dayOf(last)]
  return more.length === 0 && from !== undefined && to !== undefined && from <= to ? { from, to } : undefined
}

/** The minutes of one part of a list; nothing where it is none. */
export function spanOf(part: string): Span | undefined {
  const found = SPAN.exec(part)
  if (!found) return undefined
  const [from = 0, minutes = 0, to = 0, rest = 0] = found.slice(1).map(Number)
  const span = { from: from * 60 + minutes, to: to * 60 + rest }
  return span.to <= DAY_MINUTES ? span : undefined
}

function dayOf(text: string): number | undefined {
  const moment = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(moment) || !new Date(moment).toISOString().startsWith(text) ? undefined : moment / DAY_MS
}
