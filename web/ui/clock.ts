/**
 * The one clock of the console: the zone of the tenant, whatever the browser's own is (docs/decisions/0096-one-clock.md). Every moment that a page
 * writes, and every "now" that depends on a day or an hour, goes through here; the charts, which are given a zone, through `model/zone.ts`.
 */
import { useSyncExternalStore } from 'react'
import { isZone, machineZone, momentOf, offsetText, secondText, timeText, wallOf } from '../../model/zone.ts'

const listeners = new Set<() => void>()
let chosen: string | undefined

/** The zone of the tenant (IANA); before it is known, on pages of nobody, that of the browser. */
export const clockZone = (): string => chosen ?? browserZone()

/** The zone that this browser is set to. */
export const browserZone = machineZone

/** Told by whoever opens or closes the session. */
export function setClockZone(zone: string | undefined): void {
  const wanted = zone !== undefined && isZone(zone) ? zone : undefined
  if (wanted === chosen) return
  chosen = wanted
  for (const listener of listeners) listener()
}

/** The zone of the tenant, followed. */
export function useClockZone(): string {
  return useSyncExternalStore(subscribe, clockZone, clockZone)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `2026-11-22 21:36:09`: a moment as every list shows it, in every language. @param moment Milliseconds since 1970 */
export const secondOf = (moment: number): string => secondText(clockZone(), moment)

/** `2026-11-22 21:36:09.250`: with the milliseconds, where there are any. */
export const exactOf = (moment: number): string => timeText(clockZone(), Math.round(moment))

/** `2026-11-22 21:36`. */
export const minuteOf = (moment: number): string => secondOf(moment).slice(0, 16)

/** `11-22 21:36`, for the axes of charts of some days. */
export const shortMinuteOf = (moment: number): string => secondOf(moment).slice(5, 16)

/** `2026-11-22`. */
export const dayOf = (moment: number): string => secondOf(moment).slice(0, 10)

/** `21:36:09`. */
export const timeOfDay = (moment: number): string => secondOf(moment).slice(11)

/** `21:36`. */
export const minuteOfDay = (moment: number): string => secondOf(moment).slice(11, 16)

/** `21:36:09` of today, `11-22 21:36` of another day: where there is no room, and the whole time stands beside it. */
export const shortOf = (moment: number): string => (dayOf(moment) === dayOf(Date.now()) ? timeOfDay(moment) : shortMinuteOf(moment))

/** From 0 to 23. */
export const hourOf = (moment: number): number => Number(secondOf(moment).slice(11, 13))

/** The day with its weekday, in words: `2026年11月22日星期日`. */
export const longDayOf = (moment: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: clockZone() }).format(moment)

/** The moment that a text of the server names, `yyyy-MM-dd HH:mm:ss`; `undefined` for what is none. */
export const momentOfText = (text: string): number | undefined => momentOf(clockZone(), text)

/** What the clock shows, as if it were UTC: for calendars, which count in days. */
export const wallNow = (): number => wallOf(clockZone(), Date.now())

/** `UTC+8`. */
export const offsetNow = (zone: string, now = Date.now()): string => offsetText(zone, now)

/** What people call the zone in their language, `中国标准时间`; its own name where the language has none. */
export function zoneName(zone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** All zones to choose from, with what somebody may search them by. */
export function zoneChoices(locale: string, present: string): { value: string; label: string }[] {
  const now = Date.now()
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(isZone(present) ? [present] : [])])]
    .sort()
    .map((zone) => ({ value: zone, label: `${zone} · ${offsetText(zone, now)} · ${zoneName(zone, locale)}` }))
}
