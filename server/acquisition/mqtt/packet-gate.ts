/**
 * What the broker is given to read of a connection: whole packets, none larger than allowed, and behind the first one nothing until
 * the device has been let in.
 *
 * The broker's parser gathers a packet of up to 256 MB before anybody sees it; here the length is read where it stands, in the second to
 * fifth byte of a packet (MQTT 3.1.1, 2.2.3). A device may write CONNECT and what it has to say at once (3.1.4): what follows is
 * measured by the limit of those who are signed in, and waits until they are. The parser also takes time that grows with the square of
 * the pieces a packet arrives in; pieces are put together here.
 */
import type { Duplex } from 'node:stream'

export interface PacketLimits {
  /** Bytes of the first packet, before anybody has signed in. */
  readonly firstPacket: number
  /** Bytes of every other. */
  readonly packet: number
}

export interface PacketGate {
  /** The device is let in: what waits behind the first packet may be read. */
  open(): void
}

const NOTHING: Buffer = Buffer.alloc(0)

interface Listeners {
  /** A packet was too large; the connection ends. */
  readonly onTooLarge: () => void
  /** The first packet names a level of the protocol that no parser of ours knows; it is answered, and the connection ends. */
  readonly onUnknownLevel: (level: number) => void
}

/** Levels of 3.1, 3.1.1 and 5, and of the first two as bridges say them. What the broker says to 5 is up to the broker. */
const LEVELS = new Set([3, 4, 5, 131, 132])
/** CONNACK, "unacceptable protocol level" (MQTT 3.1.1, 3.1.2.2). */
const UNACCEPTABLE_LEVEL = Buffer.from([0x20, 2, 0, 1])

/**
 * Puts a gate before everything that is read from the connection from now on: it checks packet sizes and holds packets back. A packet that
 * is too large ends the connection.
 */
export function gatePackets(
  connection: Duplex,
  { firstPacket, packet }: PacketLimits,
  { onTooLarge, onUnknownLevel }: Listeners,
): PacketGate {
  const read = connection.read.bind(connection)
  let state: 'first' | 'closed' | 'open' = 'first'
  let rest = NOTHING
  const framer = openFramer(() => (state === 'first' ? firstPacket : packet))

  connection.read = (size?: number) => {
    // Node's way of asking for more to be fetched: nobody takes what it would give, and a packet would be lost.
    if (size === 0) return read(0) as null
    while (state !== 'closed') {
      const chunk = rest.length > 0 ? rest : (read() as Buffer | null)
      rest = NOTHING
      if (chunk === null) return null
      const found = framer.take(chunk, state === 'first')
      if (!found) {
        onTooLarge()
        connection.destroy()
        return null
      }
      if (found.whole.length === 0) continue
      if (state === 'first') {
        state = 'closed'
        rest = found.rest
        const level = levelOf(found.whole)
        if (level !== undefined && !LEVELS.has(level)) {
          onUnknownLevel(level)
          connection.end(UNACCEPTABLE_LEVEL, () => connection.destroy())
          return null
        }
      }
      return found.whole
    }
    return null
  }
  return {
    open() {
      state = 'open'
    },
  }
}

/** The level of the protocol in a CONNECT, which stands behind the protocol's name. */
function levelOf(connect: Buffer): number | undefined {
  if (connect[0] !== 0x10) return undefined
  const name = connect.findIndex((byte, at) => at > 0 && byte < 128) + 1
  return name + 2 <= connect.length ? connect[name + 2 + connect.readUInt16BE(name)] : undefined
}

/** Divides what comes, in whatever pieces, into whole packets. */
export interface Framer {
  /**
   * The whole packets that end with this chunk, and what of it was not looked at: nothing, unless `onlyOne` is wanted.
   * `undefined` once a packet announces more than is allowed, or its length is no length.
   */
  take(chunk: Buffer, onlyOne: boolean): { whole: Buffer; rest: Buffer } | undefined
}

/**
 * A reader of MQTT fixed headers (section 2.2) that finds the packets in a stream without keeping them.
 * @param most Bytes that a packet may have at this moment.
 */
export function openFramer(most: () => number): Framer {
  /** Bytes of the packet that are still to come; of its header nothing is known while `place` is 0. */
  let left = 0
  let place = 0
  let length = 0
  /** The beginning of a packet, in a buffer that doubles: its pieces may be single bytes. */
  let kept = NOTHING
  let filled = 0

  function keep(piece: Buffer): void {
    if (filled + piece.length > kept.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(filled + piece.length, kept.length * 2))
      kept.copy(larger, 0, 0, filled)
      kept = larger
    }
    piece.copy(kept, filled)
    filled += piece.length
  }

  /** Where the last packet of the chunk ends, or the first one; 0 where none does, -1 where one is too large. */
  function endOf(chunk: Buffer, onlyOne: boolean): number {
    let end = 0
    for (let at = 0; at < chunk.length;) {
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
        if (byte >= 128 || length > most()) return -1
        left = length
        place = 0
      }
      if (left > 0) continue
      end = at
      if (onlyOne) break
    }
    return end
  }

  return {
    take(chunk, onlyOne) {
      const end = endOf(chunk, onlyOne)
      if (end < 0) return undefined
      if (end === 0) {
        keep(chunk)
        return { whole: NOTHING, rest: NOTHING }
      }
      const last = chunk.subarray(0, end)
      const whole = filled === 0 ? last : Buffer.concat([kept.subarray(0, filled), last])
      kept = NOTHING
      filled = 0
      const after = chunk.subarray(end)
      if (onlyOne) return { whole, rest: after }
      if (after.length > 0) keep(after)
      return { whole, rest: NOTHING }
    },
  }
}
