/**
 * Ends a connection that announces a packet larger than allowed. The broker's parser gathers a packet of up to 256 MB before
 * anybody sees it; here the length is read where it stands, in the second to fifth byte of a packet (MQTT 3.1.1, 2.2.3).
 */
import type { Duplex } from 'node:stream'

/** Looks at everything that is read from the connection from now on. */
export function limitPackets(connection: Duplex, most: () => number, onTooLarge: () => void): void {
  const read = connection.read.bind(connection)
  const scan = scanner(most, () => {
    onTooLarge()
    connection.destroy()
  })
  connection.read = (size?: number) => {
    const chunk = read(size) as Buffer | null
    return chunk === null || scan(chunk) ? chunk : null
  }
}

/** Follows the packets across chunks. False once one is too large, or its length is no length. */
export function scanner(most: () => number, onTooLarge: () => void): (chunk: Uint8Array) => boolean {
  /** Bytes of the packet that are still to come; of its header nothing is known while `place` is below 5. */
  let left = 0
  let place = 0
  let length = 0
  let isOver = false
  return (chunk) => {
    for (let at = 0; at < chunk.length && !isOver;) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at)
        left -= skipped
        at += skipped
        continue
      }
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
      if (byte >= 128 || length > most()) {
        isOver = true
        onTooLarge()
        break
      }
      left = length
      place = 0
    }
    return !isOver
  }
}
