/** How numbers and times are written in a cell of a report: `0.0`, `#,##0`, `0.0%`, `yyyy-MM-dd HH:mm`. The same format is that of the cell in a workbook. */
import * as z from 'zod/mini'

const NUMBER = /^(#,##)?0(\.0{1,6})?(%?)$/
const TIME = /^(?:yyyy|MM|M|dd|d|HH|H|mm|ss|[-/: .年月日])+$/

/** The schema of a format. */
export const FORMAT = z.string().check(
  z.maxLength(32),
  z.refine((format) => NUMBER.test(format) || TIME.test(format)),
)

/** Whether a format is one of numbers. */
export const isNumberFormat = (format: string): boolean => NUMBER.test(format)

/** A product is off by less than this where the number is below {@link PLAIN}. */
const NEAR = 1e-6
const PLAIN = 1e6

/** A number with its decimal point moved to the right by so many digits, rounded half up, and with so many digits behind its point. */
function roundedTo(value: number, moved: number, digits: number): number {
  // Texts take ten times as long, and a report has a million numbers: they are for those that may lie in the middle.
  const product = value * 10 ** moved
  if (product < PLAIN && Math.abs(product - Math.floor(product) - 0.5) > NEAR) return Math.round(product) / 10 ** digits
  // Moved by its decimal point, not multiplied: 0.285 × 100 is a little less than 28.5.
  return Number(`${Math.round(Number(`${value}e${moved}`))}e-${digits}`)
}

/** The number as the format has it, rounded half away from zero; as it stands without one, or with one of times. */
export function numberShown(value: number, format: string | undefined): string {
  const [whole, grouping, decimals = '.', percent] = NUMBER.exec(format ?? '') ?? []
  if (whole === undefined) return String(value)
  const digits = decimals.length - 1
  const scaled = percent ? value * 100 : value
  const rounded = roundedTo(Math.abs(value), digits + (percent ? 2 : 0), digits)
  const size = Number.isNaN(rounded) ? Math.abs(scaled) : rounded
  const text = size.toFixed(digits)
  const grouped = grouping ? text.replace(/^\d+/, (part) => part.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')) : text
  return `${scaled < 0 && size !== 0 ? '-' : ''}${grouped}${percent ?? ''}`
}

const WRITTEN_TIME = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:([+-]\d\d)(:\d\d))?)?/

/**
 * A time as the wire has it (`yyyy-MM-dd HH:mm:ss`), written as the format has it; as it stands without one, or with one of numbers. Of an hour that clocks show twice it says which of the two it is where the
 * format has hours: `02:15+02`, or `01:45+10:30` where that is no whole hour.
 */
export function timeShown(text: string, format: string | undefined): string {
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', ahead = '', rest = ''] =
    WRITTEN_TIME.exec(text) ?? []
  if (year === '' || format === undefined || NUMBER.test(format)) return text
  const parts: Readonly<Record<string, string>> = {
    yyyy: year,
    MM: month,
    M: String(Number(month)),
    dd: day,
    d: String(Number(day)),
    HH: hour,
    H: String(Number(hour)),
    mm: minute,
    ss: second,
  }
  const shown = format.replaceAll(/yyyy|MM|M|dd|d|HH|H|mm|ss/g, (token) => parts[token] as string)
  return format.includes('H') ? `${shown}${ahead}${rest === ':00' ? '' : rest}` : shown
}

/** `yyyy-MM-dd HH:mm:ss` */
const WITHOUT_OFFSET = 19

/** What the clock shows at such a time, whichever of two it is. */
export const clockOf = (text: string): string => text.slice(0, WITHOUT_OFFSET)

/** Which of two such times is the earlier, as numbers are compared. */
export function compareTimes(one: string, other: string): number {
  // Those of the repeated hour go by their moments among each other; all else lies before or behind both of its times.
  if (one.length > WITHOUT_OFFSET && other.length > WITHOUT_OFFSET)
    return Date.parse(one.replace(' ', 'T')) - Date.parse(other.replace(' ', 'T'))
  const [first, second] = [clockOf(one), clockOf(other)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** The format as a workbook has it (ECMA-376 part 1, 18.8.31). */
export function workbookFormat(format: string): string {
  if (NUMBER.test(format)) return format
  return format
    .replaceAll(/[年月日.]/g, (character) => `"${character}"`)
    .replaceAll('MM', 'mm')
    .replaceAll(/M/g, 'm')
    .replaceAll(/H/g, 'h')
}

/** What a workbook says of colours, languages and room, which no format here has. */
const WORKBOOK_ONLY = /\[(?:\$[^\]]*|black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]|_.|\*./gi

/** The format that a workbook's comes to, empty for the usual one; undefined where there is none here. Of several parts it is the one of positive numbers. */
export function formatOfWorkbook(code: string): string | undefined {
  const [first = ''] = code.split(';')
  const bare = first
    .replaceAll(WORKBOOK_ONLY, '')
    .replaceAll(/"([^"]*)"|\\(.)/g, (_, quoted?: string, one?: string) => quoted ?? one ?? '')
    .trim()
  if (bare === '' || bare === '@' || /^general$/i.test(bare)) return ''
  if (NUMBER.test(bare)) return bare.length <= 32 ? bare : undefined
  // What counts minutes and what counts months has the same letter: minutes stand behind hours or before seconds.
  const tokens = bare.match(/y+|m+|d+|h+|s+|[^ymdhs]/gi) ?? []
  const letters = (at: number, by: 1 | -1): string => {
    const next = tokens[at + by]
    return next === undefined || /^[ymdhs]/i.test(next) ? (next?.[0]?.toLowerCase() ?? '') : letters(at + by, by)
  }
  const made = tokens
    .map((token, at) => {
      const letter = token.toLowerCase()
      if (/^y+$/.test(letter)) return 'yyyy'
      if (letter === 'm' || letter === 'mm') return letters(at, -1) === 'h' || letters(at, 1) === 's' ? 'mm' : letter.toUpperCase()
      if (letter === 'h' || letter === 'hh') return letter.toUpperCase()
      return letter === 's' ? 'ss' : letter
    })
    .join('')
  return FORMAT.safeParse(made).success && /[yMdHms]/.test(made) ? made : undefined
}
