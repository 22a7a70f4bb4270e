/** What leaves by itself, what is gathered, and until when. Pure: the same numbers lead to the same. */

/** Deliveries of a rule that leave by themselves within a minute; more than these is a flood, of which a digest tells. */
export const BURST = 5
export const MINUTE_MS = 60_000

export interface DispatchState {
  /** Deliveries that are due now and were not held. */
  readonly fresh: number
  /** Held ones whose time has come. */
  readonly heldDue: number
  /** Milliseconds until the others that are being gathered leave; nothing where none are. */
  readonly gatheringFor: number | undefined
  /** What the rule has sent by itself within the last minute. */
  readonly recent: number
  /** What the channel still takes within this minute, in deliveries. */
  readonly room: number
  /** Of the rule; 0 where each is to leave by itself. */
  readonly digestMinutes: number
}

export interface DispatchPlan {
  /** So many of the fresh ones leave, each by itself. */
  readonly single: number
  /** Whatever is due leaves in one message. */
  readonly digest: boolean
  /** Milliseconds for which what is due and does not leave is held; nothing where nothing is. */
  readonly holdMs: number | undefined
}

/** Looked at again after so long, where the channel takes nothing more just now. */
const RETRY_MS = 5000

/** How the deliveries of a rule leave at this moment. */
export function planOf({ fresh, heldDue, gatheringFor, recent, room, digestMinutes }: DispatchState): DispatchPlan {
  if (heldDue > 0) return room > 0 ? { single: 0, digest: true, holdMs: undefined } : { single: 0, digest: false, holdMs: RETRY_MS }
  if (fresh === 0) return { single: 0, digest: false, holdMs: undefined }
  if (gatheringFor !== undefined) return { single: 0, digest: false, holdMs: gatheringFor }
  if (digestMinutes > 0) return { single: 0, digest: false, holdMs: digestMinutes * MINUTE_MS }
  const single = Math.max(0, Math.min(fresh, room, BURST - recent))
  return { single, digest: false, holdMs: single < fresh ? MINUTE_MS : undefined }
}
