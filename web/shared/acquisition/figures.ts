/** Figures and times of readings as people read them. */
import { agoText } from '../../ui/time-ago.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'
import { useSessionStore } from '../../kernel/session/session-store.ts'

/** As many digits as sensors mean; no value is a dash. */
export function figure(value: number | null | undefined, locale: string): string {
  return value === null || value === undefined ? '–' : new Intl.NumberFormat(locale, { maximumSignificantDigits: 7 }).format(value)
}

/** "5 minutes ago", or when it was. Milliseconds since 1970. */
export function agoOf(time: number, now: number, locale: string, t: Translate): string {
  return agoText((now - time) / 1000, locale, { now: t('monitor.just-now'), date: momentOf(time, locale) })
}

export function momentOf(time: number, locale: string): string {
  return new Date(time).toLocaleString(locale, ofServer())
}

/** For `Intl`: the zone of the server, in which all times of the console are. */
export function ofServer(): { timeZone?: string } {
  const timeZone = useSessionStore.getState().session?.user.timeZone
  return timeZone === undefined ? {} : { timeZone }
}
