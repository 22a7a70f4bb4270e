/**
 * How far what a widget shows can be trusted, and how that is said: never a number for what is bad or is not there, and never a number alone for what is
 * stale or uncertain. Pure.
 */
import type { Reason } from '../../../model/acquisition/quality.ts'
import { QUALITY } from '../../../model/acquisition/quality.ts'
import type { Shown } from './feed.ts'

export type Truth = 'good' | 'uncertain' | 'stale' | 'bad' | 'absent'

/** What stands in place of a value that there is none of. */
export const DASH = '—'

/** Bad goes before stale, and stale before uncertain: of what is both, the graver is said. */
export function truthOf({ quality, stale, value, list }: Shown): Truth {
  if (quality === 'absent') return 'absent'
  if (quality === 'bad') return 'bad'
  if (value === null && list === undefined) return 'absent'
  return stale ? 'stale' : quality
}

/** Whether there is a value that may be drawn, marked or not. */
export const isDrawn = (truth: Truth): boolean => truth === 'good' || truth === 'uncertain' || truth === 'stale'

/** The value as a number, where it is one that may be drawn. */
export function numberOf(shown: Shown): number | undefined {
  return typeof shown.value === 'number' && Number.isFinite(shown.value) && isDrawn(truthOf(shown)) ? shown.value : undefined
}

/** The quality of a reading by its code (OPC: 192 good, 64 uncertain, 0 bad). */
export const qualityOf = (code: number): 'good' | 'uncertain' | 'bad' =>
  code >= QUALITY.good ? 'good' : code > QUALITY.bad ? 'uncertain' : 'bad'

/** Whether the newest value is older than its point allows. @param staleAfter Seconds; null where nothing is expected */
export const isStale = (time: number, staleAfter: number | null | undefined, now: number): boolean =>
  typeof staleAfter === 'number' && now - time > staleAfter * 1000

const STEPS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

const formats = new Map<string, Intl.RelativeTimeFormat>()

/** "3 min. ago", by the clock of the feed: in whole units that have passed. @param locale BCP 47 */
export function ageText(time: number, now: number, locale: string): string {
  let format = formats.get(locale)
  if (!format) formats.set(locale, (format = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' })))
  const seconds = Math.max(1, Math.floor((now - time) / 1000))
  const [step, unit] = STEPS.find(([length]) => seconds >= length) ?? STEPS[3]
  // A number stands apart from Chinese characters, as everywhere on our pages.
  return format.format(-Math.floor(seconds / step), unit).replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')
}

/** The reason where it explains something: what came later or was entered by hand is no less good for it. */
export const explains = (reason: Reason | undefined): reason is Reason => reason !== undefined && reason !== 'none'
