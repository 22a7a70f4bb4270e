/** Ids of rows. */
import { randomFillSync } from 'node:crypto'
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
    if (clock > msecs || clock < msecs - MAX_AHEAD_MS) [msecs, seq] = [clock, random(4).readUInt32BE() >>> 1]
    else if ((seq = (seq + 1) >>> 0) === 0) msecs += 1
    return v7({ msecs, seq, random: random(16) })
  }
}

const MAX_AHEAD_MS = 5000

/** Random bytes, each given out once. Asked for as many as one id has, the generator takes longer than all the rest of an entry of the log (`node --cpu-prof`). */
const pool = Buffer.allocUnsafeSlow(4096)
let given = pool.length

function random(bytes: number): Buffer {
  if (given + bytes > pool.length) {
    randomFillSync(pool)
    given = 0
  }
  return pool.subarray(given, (given += bytes))
}
