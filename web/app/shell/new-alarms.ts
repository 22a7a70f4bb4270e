/** Which alarms are new between two answers of the counter, and whether they are announced. Pure: the same answers lead to the same. */

/** In a flood one message says enough; only what is more urgent comes through. */
export const QUIET_MS = 10_000

export interface AlarmCount {
  readonly unacknowledged: number
  /** The most urgent of them, 1 to 4; 0 where there are none, or nobody says. */
  readonly priority: number
  /** When the newest of each priority was raised, in milliseconds since 1970. */
  readonly newest: readonly { readonly priority: number; readonly at: number }[]
}

/** What was known before: the last count, and the newest that was ever seen of each priority. */
export interface KnownAlarms {
  readonly unacknowledged: number
  readonly priority: number
  readonly newest: ReadonlyMap<number, number>
}

export interface NewAlarms {
  /** At least so many. */
  readonly count: number
  readonly priority: number
}

/** Lower than any: what nobody says the priority of. */
const UNRANKED = 5
const urgencyOf = (priority: number) => (priority === 0 ? UNRANKED : priority)

/** What is known after an answer. */
export function knownAfter(before: KnownAlarms | undefined, { unacknowledged, priority, newest }: AlarmCount): KnownAlarms {
  const seen = new Map(before?.newest)
  for (const each of newest) seen.set(each.priority, Math.max(each.at, seen.get(each.priority) ?? 0))
  return { unacknowledged, priority, newest: seen }
}

/**
 * The new alarms of an answer; nothing where there are none. One that was raised is new though another was acknowledged at the same time, and one that
 * comes back from the shelf is, though it was raised long ago.
 */
export function newAlarms(before: KnownAlarms, { unacknowledged, priority, newest }: AlarmCount): NewAlarms | undefined {
  const raised = newest.filter((each) => each.at > (before.newest.get(each.priority) ?? 0)).map((each) => urgencyOf(each.priority))
  const more = unacknowledged - before.unacknowledged
  if (raised.length === 0 && more <= 0) return undefined
  const isMoreUrgent = urgencyOf(priority) < urgencyOf(before.priority)
  return { count: Math.max(more, raised.length), priority: Math.min(...raised, isMoreUrgent ? urgencyOf(priority) : UNRANKED) }
}

export interface Announced {
  readonly at: number
  readonly priority: number
}

/** Whether alarms of this priority are announced at this moment, in milliseconds: not soon after others that were as urgent. */
export function isAnnounced(last: Announced | undefined, { priority }: NewAlarms, now: number): boolean {
  return last === undefined || now - last.at >= QUIET_MS || priority < last.priority
}
