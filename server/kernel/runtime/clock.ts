/**
 * The time, and what waits for it: passed along in the services, so that a test can set it (tests/support/clock.ts). The database has a
 * clock of its own, by which servers agree on what is due: {@link databaseTime} is that one, ahead by as much as this one is set ahead.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Millis } from '../../../model/brands.ts'
import { millis } from '../../../model/brands.ts'

/** Something that waits. Cancelled, it never comes; cancelling twice, or too late, does no harm. */
export interface Timer {
  cancel(): void
}

export interface Clock {
  now(): Millis
  /** Calls once, after so many milliseconds. Nothing that only waits keeps the process alive. */
  timeout(ms: number, call: () => void): Timer
  /** Calls again and again, every so many milliseconds. */
  interval(ms: number, call: () => void): Timer
}

/** What `setTimeout` can count to; beyond, it would call at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => millis(Date.now()),
  timeout(ms, call) {
    const timer = setTimeout(call, Math.min(ms, MAX_TIMEOUT_MS)).unref()
    return { cancel: () => clearTimeout(timer) }
  },
  interval(ms, call) {
    const timer = setInterval(call, ms).unref()
    return { cancel: () => clearInterval(timer) }
  },
}

/** Now, as the database has it, for statements: `now()`, moved by as much as a set clock differs from the machine's. In brackets, so that it can be taken from another moment. */
export function databaseTime(clock: Clock): RawBuilder<Date> {
  return sql<Date>`(now() + make_interval(secs => ${(clock.now() - Date.now()) / 1000}))`
}
