/** When alarms stood, put together of their transitions. Pure. */
import type { Millis, MillisRange } from '../../../../model/brands.ts'

export interface Transition {
  readonly alarmId: string
  /** Whether the condition holds from then on. */
  readonly raised: boolean
  readonly at: Millis
}

export interface Band {
  readonly alarmId: string
  readonly from: Millis
  /** null for one that still stands. */
  readonly to: Millis | null
}

/**
 * The bands of alarms that reach into a range, each alarm's in the order of time. Transitions come in the order in which they happened, of an alarm
 * from the last one before the range on. One that ended before it began, since a sample of it came late, is none.
 */
export function bandsOf(transitions: readonly Transition[], { from, to }: MillisRange): Band[] {
  const open = new Map<string, Millis>()
  const bands: Band[] = []
  for (const { alarmId, raised, at } of transitions) {
    const since = open.get(alarmId)
    if (raised) open.set(alarmId, since ?? at)
    else if (since !== undefined) {
      open.delete(alarmId)
      if (at > since) bands.push({ alarmId, from: since, to: at })
    }
  }
  for (const [alarmId, since] of open) bands.push({ alarmId, from: since, to: null })
  return bands.filter((band) => band.from < to && (band.to === null || band.to > from))
}
