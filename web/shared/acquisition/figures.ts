/** Figures and times of readings as people read them. */
import type { PointDisplay } from '../../../model/acquisition/point-display.ts'
import { shownIn, valueText } from '../../../model/acquisition/point-display.ts'
import { secondOf } from '../../ui/clock.ts'
import { agoText } from '../../ui/time-ago.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'

/** A value as its point says: its word, or with its decimals; no value is a dash. */
export function figure(value: number | null | undefined, display: PointDisplay, locale: string): string {
  return valueText(value, display, locale)
}

/** What a row of a point says about how its values are written. */
export function displayOf(row: Readonly<Record<string, unknown>>): PointDisplay {
  const { unit, displayUnit, decimals, stateTexts } = row
  return {
    unit: typeof unit === 'string' ? unit : undefined,
    displayUnit: typeof displayUnit === 'string' ? displayUnit : undefined,
    decimals: typeof decimals === 'number' ? decimals : undefined,
    stateTexts: typeof stateTexts === 'string' ? stateTexts : undefined,
  }
}

/** The unit in which values of the point are shown; empty where it has none. */
export const unitOf = (row: Readonly<Record<string, unknown>>): string => shownIn(displayOf(row)).unit

/** "5 minutes ago", or when it was. Milliseconds since 1970. */
export function agoOf(time: number, now: number, locale: string, t: Translate): string {
  return agoText((now - time) / 1000, locale, { now: t('monitor.just-now'), date: secondOf(time) })
}
