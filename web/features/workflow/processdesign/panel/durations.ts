/** Durations as people say them, of one unit; what is put together of several stays as ISO 8601 writes it. */

export const UNITS = ['minutes', 'hours', 'days', 'weeks', 'months'] as const
export type Unit = (typeof UNITS)[number]

export interface PlainDuration {
  readonly count: number
  readonly unit: Unit
}

const MARK: Readonly<Record<Unit, readonly [before: string, after: string]>> = {
  minutes: ['PT', 'M'],
  hours: ['PT', 'H'],
  days: ['P', 'D'],
  weeks: ['P', 'W'],
  months: ['P', 'M'],
}

/** The duration of one unit that a text says; undefined where it says another one. */
export function plainDuration(text: string): PlainDuration | undefined {
  for (const unit of UNITS) {
    const [before, after] = MARK[unit]
    const count = text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, -after.length) : ''
    if (/^\d{1,6}$/.test(count)) return { count: Number(count), unit }
  }
  return undefined
}

/** A duration as ISO 8601 writes it. */
export function durationText({ count, unit }: PlainDuration): string {
  const [before, after] = MARK[unit]
  return `${before}${String(count)}${after}`
}
