/** Ids of rows. */
import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A UUID of version 7: unique everywhere, and in the order of creation. */
export const newId = ids()

/**
 * New UUIDs of version 7 (RFC 9562, section 5.7), ascending within this process. The library counts on from the latest time it has seen,
 * so a clock that was ahead for a moment would be in all later ids until the restart; here a clock that has been put right is followed.
 */
export function ids(now: () => number = Date.now): () => string {
  let [msecs, seq] = [-Infinity, 0]
  return () => {
    const clock = now()
    if (clock > msecs || clock < msecs - MAX_AHEAD_MS) [msecs, seq] = [clock, randomBytes(4).readUInt32BE() >>> 1]
    else if ((seq = (seq + 1) >>> 0) === 0) msecs += 1
    return v7({ msecs, seq })
  }
}

const MAX_AHEAD_MS = 5000
