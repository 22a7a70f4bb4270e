/** A client of MQTT 5 whose packets the caller chooses, and who sees each that comes back as it is. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { IConnackPacket, IConnectPacket, Packet } from 'mqtt-packet'
import { generate, parser as openParser } from 'mqtt-packet'

export interface Wire5 {
  write(...packets: readonly Packet[]): void
  /** The next packet of the broker; `undefined`: it hung up. */
  next(): Promise<Packet | undefined>
  cut(): void
}

/** Packets on this stream, by MQTT 5. */
export function wireOn(stream: Duplex): Wire5 {
  const parser = openParser({ protocolVersion: 5 })
  const found: Packet[] = []
  let isOver = false
  let wake = (): void => undefined
  parser.on('packet', (packet) => {
    found.push(packet)
    wake()
  })
  stream.on('error', () => undefined)
  stream.on('data', (chunk: Buffer) => parser.parse(chunk))
  stream.once('close', () => {
    isOver = true
    wake()
  })
  return {
    write: (...packets) => void stream.write(Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion: 5 })))),
    async next() {
      while (found.length === 0 && !isOver)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return found.shift()
    },
    cut: () => void stream.destroy(),
  }
}

/** A CONNECT of MQTT 5, with a clean start unless it says otherwise. */
export const connect5 = (device: { name: string; secret: string }, more: Partial<IConnectPacket> = {}): IConnectPacket => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 5,
  clean: true,
  keepalive: 60,
  clientId: 'five',
  username: device.name,
  password: Buffer.from(device.secret),
  ...more,
})

/** A connection of that device, and what its CONNECT was answered. */
export async function openWire5(
  port: number,
  device: { name: string; secret: string },
  more: Partial<IConnectPacket> = {},
): Promise<{ wire: Wire5; connack: IConnackPacket }> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const wire = wireOn(socket)
  wire.write(connect5(device, more))
  const connack = await wire.next()
  if (connack?.cmd !== 'connack') throw new Error(`no CONNACK: ${connack?.cmd}`)
  return { wire, connack }
}

/** A PUBLISH with QoS 1, unless it says otherwise. */
export const publish5 = (
  topic: string,
  payload: string,
  messageId: number,
  more: Partial<Extract<Packet, { cmd: 'publish' }>> = {},
): Packet => ({ cmd: 'publish', qos: 1, dup: false, retain: false, topic, payload, messageId, ...more })
