/** What the fields of a mapping rule can be chosen from. */

/** How a message came in. */
export const MESSAGE_SOURCES = ['mqtt', 'http'] as const

/** `csv` has no line of names, `csv-names` begins with one; `senml` is JSON whose base fields are resolved; a `text` is one value; what is to `ignore` is nobody's fault. */
export const MESSAGE_FORMATS = ['json', 'csv', 'csv-names', 'senml', 'text', 'ignore'] as const
export type MessageFormat = (typeof MESSAGE_FORMATS)[number]

/** How a time is written: a number by its size or a text with the year first (`auto`); a number in a unit; a text with the day or the month first; digits alone, `20260131235959`. */
export const TIME_FORMATS = [
  'auto',
  'seconds',
  'milliseconds',
  'microseconds',
  'nanoseconds',
  'day-first',
  'month-first',
  'digits',
] as const
export type TimeFormat = (typeof TIME_FORMATS)[number]

/** Why something of a message is not stored. */
export const MESSAGE_FAULTS = [
  'syntax',
  'shape',
  'not-a-number',
  'timestamp',
  'too-many',
  'topic',
  'unknown-point',
  'unknown-device',
  'clock',
  'too-old',
  'unmapped',
  'unit',
] as const
export type MessageFault = (typeof MESSAGE_FAULTS)[number]
