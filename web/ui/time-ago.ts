/** How long ago something was, in the two readings of the specification (section 9). Pure: words are for whoever shows it. */

export type Unit = 'minute' | 'hour' | 'day'

export interface Span {
  readonly count: number
  readonly unit: Unit
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** The first reading: minutes below 3600 seconds, hours below 86400, then days; begun ones do not count. */
export function elapsed(seconds: number): Span {
  const past = Math.max(0, seconds)
  if (past < HOUR) return { count: Math.floor(past / MINUTE), unit: 'minute' }
  if (past < DAY) return { count: Math.floor(past / HOUR), unit: 'hour' }
  return { count: Math.floor(past / DAY), unit: 'day' }
}

/**
 * The second reading: `now` below 30 seconds, then begun minutes below an hour, begun hours below a day, one day below two.
 * What is older is better told by its date.
 */
export function ago(seconds: number): Span | 'now' | 'date' {
  if (seconds < 30) return 'now'
  if (seconds < HOUR) return { count: Math.ceil(seconds / MINUTE), unit: 'minute' }
  if (seconds < DAY) return { count: Math.ceil(seconds / HOUR), unit: 'hour' }
  return seconds < 2 * DAY ? { count: 1, unit: 'day' } : 'date'
}

/** "5 minutes" */
export function elapsedText(seconds: number, locale: string): string {
  const { count, unit } = elapsed(seconds)
  return spaced(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
}

/** "5 minutes ago", or what the caller says for the moment and for a date. */
export function agoText(seconds: number, locale: string, { now, date }: { readonly now: string; readonly date: string }): string {
  const span = ago(seconds)
  if (span === 'now') return now
  return span === 'date' ? date : spaced(relativeIn(locale).format(-span.count, span.unit))
}

const formats = new Map<string, Intl.RelativeTimeFormat>()

/** Made once: a page has it written many times. */
function relativeIn(locale: string): Intl.RelativeTimeFormat {
  let format = formats.get(locale)
  if (!format) formats.set(locale, (format = new Intl.RelativeTimeFormat(locale)))
  return format
}

/** A number stands apart from Chinese characters, as everywhere else on our pages; not every locale of the browser has it so. */
const spaced = (text: string): string => text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')
