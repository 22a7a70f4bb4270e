/** Packets of MQTT from their bytes, which framing.ts has parted. */
import type { Packet } from 'mqtt-packet'
import { parser as openParser } from 'mqtt-packet'

/** A parser that is given one whole packet at a time; an Error where it is none. */
export function packetParser(): (bytes: Buffer) => Packet | Error {
  const parser = openParser()
  let found: Packet | Error | undefined
  parser.on('packet', (packet) => (found ??= packet))
  parser.on('error', (error: Error) => (found ??= error))
  return (bytes) => {
    found = undefined
    try {
      parser.parse(bytes)
    } catch (error) {
      return error as Error
    }
    return found ?? new Error('Malformed packet')
  }
}
