/** A short code over what stands on a paper, so that two papers of one entry, or a paper and the entry itself, can be told to be the same. */
import { createHash } from 'node:crypto'

const BITS = 48

/** The first {@link BITS} bits of the SHA-256 of the parts, as `1A2B-3C4D-5E6F`. It is a checksum and no signature: whoever knows the parts can make it. */
export function checkCodeOf(parts: readonly unknown[]): string {
  const digits = createHash('sha256').update(JSON.stringify(inOrder(parts))).digest('hex').slice(0, BITS / 4).toUpperCase() // prettier-ignore
  return digits.match(/.{4}/g)?.join('-') ?? digits
}

/** The value with the members of its objects by their names: the database keeps them in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, inOrder(member)]),
  )
}
