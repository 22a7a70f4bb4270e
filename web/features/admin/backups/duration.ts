import type { Translate } from '../../../kernel/i18n/i18n.ts'

/** A stretch of time in days and hours, or in hours and minutes. */
export function duration(seconds: number, t: Translate): string {
  const hours = Math.floor(seconds / 3600)
  return hours >= 48
    ? t('info.days', { days: Math.floor(hours / 24), hours: hours % 24 })
    : t('info.hours', { hours, minutes: Math.floor((seconds % 3600) / 60) })
}
