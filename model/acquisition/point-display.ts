/** How a value of a point is written for people: the words of its states, its decimals, its unit. The one place for pages, exports and messages. */
import type { Conversion } from './mapping/units.ts'
import { conversion, converted, convertedDifference } from './mapping/units.ts'

/** What a point says about it; what nobody said is absent or null. */
export interface PointDisplay {
  /** What its values are stored in. */
  readonly unit?: string | null | undefined
  /** What they are shown in, where that is another one. */
  readonly displayUnit?: string | null | undefined
  /** Digits behind the point, all of them written. */
  readonly decimals?: number | null | undefined
  /** Words for values: `0=Stopped, 1=Running`. */
  readonly stateTexts?: string | null | undefined
}

const FIELDS = ['unit', 'displayUnit', 'decimals', 'stateTexts'] as const

/** The same for somebody from whom some of these fields of points are hidden. @param hidden Names of fields, of whatever kind */
export function withoutHidden<Display extends PointDisplay>(display: Display, hidden: readonly string[]): Display {
  const gone = FIELDS.filter((field) => hidden.includes(field))
  return gone.length === 0 ? display : { ...display, ...Object.fromEntries(gone.map((field) => [field, null])) }
}

interface Shown extends Conversion {
  /** Empty where the point has none. */
  readonly unit: string
}

/** In which unit stored values of the point are shown, and how they become such. Whoever does not see both units is shown what is stored. */
export function shownIn({ unit, displayUnit }: PointDisplay): Shown {
  const shown = unit && displayUnit ? conversion(unit, displayUnit) : undefined
  return shown && displayUnit ? { ...shown, unit: displayUnit } : { factor: 1, offset: 0, unit: unit ?? '' }
}

const MAX_STATES = 64
/** Of a value that nobody said the digits of: as many as sensors mean. */
const USUAL_DIGITS = 7

/** The words by their values, `0=Stopped, 1=Running`; undefined where the text is none such. Commas and equals signs may be full-width. */
export function readStateTexts(text: string): ReadonlyMap<number, string> | undefined {
  const states = new Map<number, string>()
  for (const part of text.split(/[,，;；\n]/)) {
    if (part.trim() === '') continue
    const [, value = '', word = ''] = /^\s*([+-]?\d+(?:\.\d+)?)\s*[=＝:：]\s*(\S.*?)\s*$/.exec(part) ?? []
    if (word === '' || states.has(Number(value))) return undefined
    states.set(Number(value), word)
  }
  return states.size > MAX_STATES ? undefined : states
}

/** Few texts stand for many values. */
const read = new Map<string, ReadonlyMap<number, string>>()
const MAX_READ = 500

function wordOf(value: number, text: string): string | undefined {
  let states = read.get(text)
  if (!states) {
    if (read.size >= MAX_READ) read.clear()
    read.set(text, (states = readStateTexts(text) ?? new Map<number, string>()))
  }
  return states.get(value)
}

const formats = new Map<string, Intl.NumberFormat>()

/** @param more Digits that are written beyond those of the point where the number has them */
function formatOf(locale: string, decimals: number | undefined, more = 0): Intl.NumberFormat {
  const key = `${locale} ${decimals ?? ''} ${more}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(
      locale,
      decimals === undefined
        ? { maximumSignificantDigits: USUAL_DIGITS }
        : // Never "-0.0": it is nothing that a sensor says.
          { minimumFractionDigits: decimals, maximumFractionDigits: decimals + more, signDisplay: 'negative' },
    )
    formats.set(key, format)
  }
  return format
}

/** The stored value as people read it, without its unit; a dash where there is none. @param locale A language tag (BCP 47) */
export function valueText(value: number | null | undefined, display: PointDisplay, locale: string): string {
  if (value === null || value === undefined) return '–'
  const word = display.stateTexts ? wordOf(value, display.stateTexts) : undefined
  return word ?? formatOf(locale, display.decimals ?? undefined).format(converted(value, shownIn(display)))
}

/** The same with its unit. The word of a state has none. */
export function valueWithUnit(value: number | null | undefined, display: PointDisplay, locale: string): string {
  const text = valueText(value, display, locale)
  const isNumber = value !== null && value !== undefined && !(display.stateTexts && wordOf(value, display.stateTexts) !== undefined)
  const { unit } = shownIn(display)
  return isNumber && unit ? `${text} ${unit}` : text
}

/** What several values come to, such as a mean or a deviation: never the word of a state, and at most one digit more than the point has. */
export function meanText(value: number | null | undefined, display: PointDisplay, locale: string): string {
  if (value === null || value === undefined) return '–'
  return formatOf(locale, display.decimals ?? undefined, 1).format(converted(value, shownIn(display)))
}

/** Of what somebody has set. */
const SET_DIGITS = 12

/** A stored limit with its unit: never a word, since what is above a state is no state, and with all the digits that somebody has set. */
export function limitWithUnit(limit: number, display: PointDisplay, locale: string): string {
  const { unit, ...shown } = shownIn(display)
  return setText(converted(limit, shown), unit, display, locale)
}

/** The same of how fast a value may change in a minute. */
export function rateWithUnit(rate: number, display: PointDisplay, locale: string): string {
  const { unit, ...shown } = shownIn(display)
  return setText(convertedDifference(rate, shown), unit && `${unit}/min`, display, locale)
}

function setText(value: number, unit: string, { decimals }: PointDisplay, locale: string): string {
  const text = formatOf(locale, decimals ?? 0, SET_DIGITS).format(Number(value.toPrecision(SET_DIGITS)))
  return unit ? `${text} ${unit}` : text
}

/** The limit of an alarm of this kind with its unit; of a kind that is not known (hidden), as it is stored, since it may be a rate. */
export function alarmLimitText(limit: number, kind: string | undefined, display: PointDisplay, locale: string): string {
  if (kind === undefined) return limitWithUnit(limit, { ...display, displayUnit: null }, locale)
  return kind === 'rate' ? rateWithUnit(limit, display, locale) : limitWithUnit(limit, display, locale)
}
