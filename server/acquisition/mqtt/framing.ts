/**
 * Whole packets out of what comes of a connection, in whatever pieces, and none larger than allowed.
 *
 * The parser of a packet gathers up to 256 MB before anybody sees it, in time that grows with the square of the pieces; here the length is read
 * where it stands, in the second to fifth byte of a packet (MQTT 3.1.1 and 5, 2.1.4), and pieces are put together once. Packets are fetched one at a time:
 * what a device has written behind its CONNECT (3.1.4) waits here until the device has been let in, and is measured by the limit that holds then.
 */

/** Divides what comes into whole packets. */
export interface Framer {
  push(chunk: Buffer): void
  /** The next packet with its header; `undefined` while none is whole, `too-large` once one announces more than is allowed, or its length is no length. */
  next(): Buffer | Passed | 'too-large' | undefined
}

/** A PUBLISH that is larger than allowed and has gone by. */
export interface Passed {
  /** What stands before its payload, and a piece of that. */
  readonly head: Buffer
}

/** Its type, in the upper half of its first byte (2.1.2). */
const PUBLISH = 3
const NOTHING: Buffer = Buffer.alloc(0)
/** A topic of the greatest length with what stands before and behind it. */
const MAX_HEAD_BYTES = 65_535 + 2 + 2

/**
 * A reader of MQTT fixed headers (section 2.1) that finds the packets in a stream.
 * @param most Bytes that a packet may have behind its header at this moment.
 * @param passes Whether a larger PUBLISH of this length is let go by instead.
 */
export function openFramer(most: () => number, passes: (length: number) => boolean = () => false): Framer {
  /** What has come and was not looked at yet; from `from` on. */
  let chunk = NOTHING
  let from = 0
  /** Bytes of the packet that are still to come; of its header nothing is known while `place` is 0. */
  let left = 0
  let place = 0
  let length = 0
  /** The beginning of a packet, in a buffer that doubles: its pieces may be single bytes. */
  let kept = NOTHING
  let filled = 0

  /** What is gathered of a PUBLISH that goes by, and how many of its bytes are still to come. */
  let passing: { readonly parts: Buffer[]; wanted: number; left: number } | undefined

  function keep(piece: Buffer): void {
    if (filled + piece.length > kept.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(filled + piece.length, kept.length * 2))
      kept.copy(larger, 0, 0, filled)
      kept = larger
    }
    piece.copy(kept, filled)
    filled += piece.length
  }

  /** The packet that ends there, put together from its pieces. */
  function takeUntil(end: number): Buffer {
    const last = chunk.subarray(from, end)
    const whole = filled === 0 ? last : Buffer.concat([kept.subarray(0, filled), last])
    from = end
    kept = NOTHING
    filled = 0
    return whole
  }

  /** The packet that goes by, once all of it has come. */
  function pass(by: NonNullable<typeof passing>): Passed | undefined {
    const piece = chunk.subarray(from, from + by.left)
    from += piece.length
    by.left -= piece.length
    if (by.wanted > 0) {
      const some = Buffer.from(piece.subarray(0, by.wanted))
      by.parts.push(some)
      by.wanted -= some.length
    }
    if (by.left > 0) return undefined
    passing = undefined
    return { head: Buffer.concat(by.parts) }
  }

  return {
    push(next) {
      chunk = from < chunk.length ? Buffer.concat([chunk.subarray(from), next]) : next
      from = 0
    },
    next() {
      if (passing) return pass(passing)
      for (let at = from; at < chunk.length;) {
        if (left > 0) {
          const skipped = Math.min(left, chunk.length - at)
          left -= skipped
          at += skipped
        } else {
          const byte = chunk[at] as number
          at += 1
          if (place === 0) {
            place = 1
            length = 0
            continue
          }
          length += (byte & 127) * 128 ** (place - 1)
          if (byte >= 128 && place < 4) {
            place += 1
            continue
          }
          if (byte >= 128) return 'too-large'
          if (length > most()) {
            const header = takeUntil(at)
            if ((header[0] as number) >> 4 !== PUBLISH || !passes(length)) return 'too-large'
            place = 0
            passing = { parts: [Buffer.from(header)], wanted: MAX_HEAD_BYTES, left: length }
            return pass(passing)
          }
          left = length
          place = 0
        }
        if (left === 0) return takeUntil(at)
      }
      keep(chunk.subarray(from))
      chunk = NOTHING
      from = 0
      return undefined
    },
  }
}

/** The level of the protocol in a CONNECT, which stands behind the protocol's name; `undefined` of what is none. */
export function levelOf(connect: Buffer): number | undefined {
  if (connect[0] !== 0x10) return undefined
  const name = connect.findIndex((byte, at) => at > 0 && byte < 128) + 1
  return name + 2 <= connect.length ? connect[name + 2 + connect.readUInt16BE(name)] : undefined
}

/** Topic, QoS and packet identifier of a PUBLISH of MQTT 3.1.1 (3.3) of which the beginning is there; `undefined` of what is none. */
export function publishHead(head: Buffer): { readonly topic: string; readonly qos: number; readonly messageId: number } | undefined {
  const qos = ((head[0] ?? 0) >> 1) & 3
  const start = head.findIndex((byte, at) => at > 0 && byte < 128) + 1
  if (start === 0 || start + 2 > head.length) return undefined
  const end = start + 2 + head.readUInt16BE(start)
  if (qos > 2 || end + (qos > 0 ? 2 : 0) > head.length) return undefined
  return { topic: head.toString('utf8', start + 2, end), qos, messageId: qos > 0 ? head.readUInt16BE(end) : 0 }
}
