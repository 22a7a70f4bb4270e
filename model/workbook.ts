/**
 * What workbooks have in common that the server and the browser write and read: how a text stands in XML, how columns and sheets
 * are called, what a number says. Every text is a text cell: there is no way into a formula.
 */

/** The characters XML has no way to write (XML 1.0, section 2.2). */
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** Whether there is anything to do at all. */
const SPECIAL = /[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/

/** The text escaped for XML, without the characters that XML 1.0 cannot hold. */
export function xmlText(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .toWellFormed()
    .replace(IMPOSSIBLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}

/** Bytes of a workbook that is taken at all. */
export const MAX_WORKBOOK_BYTES = 10 * 1024 * 1024

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Characters of one cell (Excel's limit). */
export const MAX_CELL_CHARACTERS = 32_767

/** `_x0041_` in a text means a character (ECMA-376, 22.9.2.19); a text that only looks like it gets its underscore written so. */
export function sheetText(text: string): string {
  const short = text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS - 1)}…` : text
  return xmlText(short.includes('_x') ? short.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : short)
}

/** Text that spreadsheets write as `_x000D_` because XML cannot hold the character (ECMA-376 part 1, 22.9.2.19). */
export function unescaped(text: string): string {
  return text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16))) : text
}

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  return (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/** At most 31 characters, none of those Excel forbids. */
export function sheetName(title: string, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`
  return `${
    title
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'|'$/g, ' ')
      .slice(0, 31 - suffix.length)
      .trim() || 'Sheet'
  }${suffix}`
}

/** What a number of a cell says, as a person reads it: the number, the code, the day. */
export function numberText(kept: string, format: string, from1904: boolean): string {
  const number = Number(kept)
  if (!Number.isFinite(number) || kept.length > 64) return kept.slice(0, 64)
  if (isDate(format)) return timeText(number, format, from1904)
  const text = /^-?\d+$/.test(kept) ? kept : String(number)
  // A code such as 00123 is a number with a format of zeros.
  return /^0{2,20}$/.test(format) ? text.padStart(format.length, '0') : text
}

const formats = new Map<string, boolean>()

/** Whether a number format shows a day or a time: it has y, m, d, h or s outside of quotes, escapes and brackets. */
export function isDate(format: string): boolean {
  let is = formats.get(format)
  if (is === undefined) {
    is = /[ymdhs]/i.test(format.replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ''))
    if (formats.size < 1000) formats.set(format, is)
  }
  return is
}

const DAY_MS = 86_400_000
/** Day 0. Excel's calendar has a 29 February 1900, so days before 1 March 1900 are one further. */
const EPOCH = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** 31 December 9999, the last day a cell can show. */
const LAST_DAY = 2_958_466

/** To the second, or to the millisecond where the format shows parts of a second. */
function timeText(days: number, format: string, from1904: boolean): string {
  if (days < 0 || days >= LAST_DAY) return String(days)
  const whole = !from1904 && days < 60 && days >= 1 ? days + 1 : days
  const isFine = /s\.0/i.test(format)
  const step = isFine ? 1 : 1000
  const moment = new Date(Math.round(((from1904 ? EPOCH_1904 : EPOCH) + whole * DAY_MS) / step) * step)
  const [day = '', time = ''] = moment
    .toISOString()
    .slice(0, isFine ? 23 : 19)
    .split('T')
  if (days < 1 && !from1904) return time
  // A format that shows seconds is one of moments, and midnight is one.
  return /^00:00:00(\.000)?$/.test(time) && !/s/i.test(format) ? day : `${day} ${time}`
}

const WRITTEN_TIME = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,3})?)?$/
/** 1 March 1900: before, programs disagree about the number of a day. */
const FIRST_DAY = 61

/** The number of days by which a workbook keeps a time that is written as on the wire; `undefined` for another text, and for what a cell cannot show. */
export function dayNumber(text: string): number | undefined {
  if (!WRITTEN_TIME.test(text)) return undefined
  const days = (Date.parse(`${text.replace(' ', 'T')}Z`) - EPOCH) / DAY_MS
  return days >= FIRST_DAY && days < LAST_DAY ? days : undefined
}
