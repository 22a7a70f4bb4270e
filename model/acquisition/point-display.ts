/** How a value of a point is written for people: the words of its states, its decimals, its unit. The one place for pages, exports and messages. */

/** What a point says about it; what nobody said is absent or null. */
export interface PointDisplay {
  readonly unit?: string | null | undefined
  /** Digits behind the point, all of them written. */
  readonly decimals?: number | null | undefined
  /** Words for values: `0=Stopped, 1=Running`. */
  readonly stateTexts?: string | null | undefined
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

function formatOf(locale: string, decimals: number | undefined): Intl.NumberFormat {
  const key = `${locale} ${decimals ?? ''}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(
      locale,
      decimals === undefined
        ? { maximumSignificantDigits: USUAL_DIGITS }
        : // Never "-0.0": it is nothing that a sensor says.
          { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: 'negative' },
    )
    formats.set(key, format)
  }
  return format
}

/** The value as people read it, without its unit; a dash where there is none. @param locale A language tag (BCP 47) */
export function valueText(value: number | null | undefined, { decimals, stateTexts }: PointDisplay, locale: string): string {
  if (value === null || value === undefined) return '–'
  const word = stateTexts ? wordOf(value, stateTexts) : undefined
  return word ?? formatOf(locale, decimals ?? undefined).format(value)
}

/** The same with its unit. The word of a state has none. */
export function valueWithUnit(value: number | null | undefined, display: PointDisplay, locale: string): string {
  const text = valueText(value, display, locale)
  const isNumber = value !== null && value !== undefined && !(display.stateTexts && wordOf(value, display.stateTexts) !== undefined)
  return isNumber && display.unit ? `${text} ${display.unit}` : text
}
