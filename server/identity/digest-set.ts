/**
 * A set of MD5 digests that many are kept in: eight bytes each, of which two different passwords have the same once in 10^19. An open-addressing
 * hash table (linear probing), filled bit by bit, so that nothing has to be sorted while others wait.
 */
import type { Buffer } from 'node:buffer'

export interface DigestSet {
  readonly size: number
  /** @param digest Of 16 bytes. */
  add(digest: Buffer): void
  has(digest: Buffer): boolean
}

/** Returns an empty set. @param most How many digests it will hold at most; it takes at least eight bytes for each. */
export function digestSet(most: number): DigestSet {
  const places = 2 ** Math.ceil(Math.log2(most * 1.15))
  const high = new Uint32Array(places)
  const low = new Uint32Array(places)
  let size = 0

  /** Where the digest stands, or would. */
  function placeOf(first: number, second: number): number {
    let place = first & (places - 1)
    // An empty place has two zeros, which no digest that anybody knows begins with.
    while ((high[place] !== first || low[place] !== second) && (high[place] !== 0 || low[place] !== 0)) place = (place + 1) & (places - 1)
    return place
  }

  return {
    get size() {
      return size
    },
    add(digest) {
      const [first, second] = [digest.readUInt32BE(0), digest.readUInt32BE(4)]
      const place = placeOf(first, second)
      if (high[place] === first && low[place] === second) return
      if (size >= most) throw new RangeError('the set is full')
      high[place] = first
      low[place] = second
      size += 1
    },
    has(digest) {
      const [first, second] = [digest.readUInt32BE(0), digest.readUInt32BE(4)]
      const place = placeOf(first, second)
      return high[place] === first && low[place] === second
    },
  }
}
