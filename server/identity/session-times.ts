/** When tokens and sessions end. */
import type { Settings } from '../../model/system/known-parameters.ts'

/** How long things last, as the tenant has it: an access token, a session that nobody uses, and any session. */
export type Lifetimes = Pick<Settings, 'session.accessMinutes' | 'session.refreshDays' | 'session.absoluteHours'>

/** When an access token that is given out now expires. */
export const accessEnds = (lifetimes: Lifetimes) => after(lifetimes['session.accessMinutes'] * 60)
/** When a refresh token that is given out now expires. */
export const refreshEnds = (lifetimes: Lifetimes) => after(lifetimes['session.refreshDays'] * 24 * 3600)
/** However often a session is refreshed, it ends this long after the sign-in. */
export const sessionEnds = (lifetimes: Lifetimes, since: Date) => new Date(since.getTime() + lifetimes['session.absoluteHours'] * 3_600_000)

/** The moment so many seconds from now. */
export function after(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000)
}

/** The earlier one of two moments. */
export function earlier(one: Date, other: Date): Date {
  return one.getTime() < other.getTime() ? one : other
}

/** Whole seconds until then; 0 for what is over. */
export function secondsTo(end: Date): number {
  return Math.max(0, Math.round((end.getTime() - Date.now()) / 1000))
}
