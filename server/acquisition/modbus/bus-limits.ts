/** How long a bus waits for what, and what can go wrong there. */
import type { BreakerLimits } from './breaker.ts'

export type MissCode = 'address' | 'unreachable' | 'no-answer' | 'mismatch' | 'exception'
/** What went wrong, and where: a unit, or the key of a point with the code of the device. */
export interface Miss {
  readonly code: MissCode
  readonly at: string
}

export interface BusLimits {
  readonly connectMs: number
  readonly answerMs: number
  /** A device with more to tell goes on in its next turn. */
  readonly timeSliceMs: number
  readonly unit: BreakerLimits
  readonly link: BreakerLimits
  /** How often it is asked whether another server has let go of the bus. */
  readonly leaseMs: number
  /** After so long what could not be read is tried again, and with it all blocks as they would be best. */
  readonly planMs: number
}

const pausesMs = [10_000, 20_000, 40_000, 80_000, 160_000, 300_000]
export const busLimits: BusLimits = {
  connectMs: 3000,
  answerMs: 2000,
  timeSliceMs: 2000,
  unit: { failures: 3, pausesMs },
  link: { failures: 3, pausesMs: [5000, ...pausesMs.slice(0, 3)] },
  leaseMs: 15_000,
  planMs: 3_600_000,
}
