/** Figures and times of readings as people read them. */
import { secondOf } from '../../ui/clock.ts'
import { agoText } from '../../ui/time-ago.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'

/** As many digits as sensors mean; no value is a dash. */
export function figure(value: number | null | undefined, locale: string): string {
  return value === null || value === undefined ? '–' : new Intl.NumberFormat(locale, { maximumSignificantDigits: 7 }).format(value)
}

/** "5 minutes ago", or when it was. Milliseconds since 1970. */
export function agoOf(time: number, now: number, locale: string, t: Translate): string {
  return agoText((now - time) / 1000, locale, { now: t('monitor.just-now'), date: secondOf(time) })
}
