/**
 * What the rows of a table are known by on either side of a move: how many there are, and a sum over all of them in which their order counts for
 * nothing. It notices what went wrong on the way, not somebody who wants it to be right: against those there is the chain of the log (server/audit).
 */

/** A sum over rows that goes on. */
export interface RowSum {
  rows: number
  /** Two sums of 32 bits, each over a hash of every row. */
  low: number
  high: number
}

/** The sum over no rows. */
export function noRows(): RowSum {
  return { rows: 0, low: 0, high: 0 }
}

/** Adds a row, as `COPY … (format binary)` writes it: that is the same for the same values in every version and on every machine. */
export function addRow(sum: RowSum, row: Uint8Array): void {
  let low = 0x2545f491
  let high = 0x6c078965
  const { length } = row
  for (let at = 0; at < length; at += 4) {
    // Beyond the end of the row the bytes are undefined, which counts as 0; the length is hashed below.
    let word = (row[at] as number) | ((row[at + 1] as number) << 8) | ((row[at + 2] as number) << 16) | ((row[at + 3] as number) << 24)
    word = Math.imul(word, 0xcc9e2d51)
    word = Math.imul((word << 15) | (word >>> 17), 0x1b873593)
    low ^= word
    low = (Math.imul((low << 13) | (low >>> 19), 5) + 0xe6546b64) | 0
    high = Math.imul(high ^ word, 0x9e3779b1)
    high = ((high << 17) | (high >>> 15)) + low
  }
  sum.rows += 1
  sum.low = (sum.low + mixed(low ^ length)) >>> 0
  sum.high = (sum.high + mixed(high ^ length)) >>> 0
}

/** The sum over the rows of both. */
export function addSums(one: RowSum, other: RowSum): RowSum {
  return { rows: one.rows + other.rows, low: (one.low + other.low) >>> 0, high: (one.high + other.high) >>> 0 }
}

/** The sum as it is stored and shown: 16 hexadecimal digits. */
export function checksumOf({ low, high }: RowSum): string {
  return [high, low].map((part) => part.toString(16).padStart(8, '0')).join('')
}

/** The sum that was stored as this number of rows and these digits. */
export function sumOf(rows: number, checksum: string): RowSum {
  return { rows, high: Number.parseInt(checksum.slice(0, 8), 16), low: Number.parseInt(checksum.slice(8), 16) }
}

/** The last step of MurmurHash3 (fmix32): every bit of the result hangs on every bit given. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
