/** A device that speaks MQTT 3.1.1 by itself, in as few bytes and steps as it takes: five hundred of them leave the processor to the server. */
import type { Socket } from 'node:net'
import { connect } from 'node:net'

export interface WireDevice {
  /** Publishes with QoS 1. `acknowledged` is called with the PUBACK; never, when the connection ends before. Gives the packet's number. */
  publish(topic: string, payload: string, acknowledged: () => void, options?: { again?: number }): number
  readonly inFlight: number
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>
  /** Hangs up without a word. */
  cut(): void
}

export interface WireOptions { readonly port: number; readonly username: string; readonly password: string; readonly clientId: string }

/** @throws Error with the return code when the broker refuses, or hangs up instead of answering. */
export function connectDevice({ port, username, password, clientId }: WireOptions): Promise<WireDevice> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const waiting = new Map<number, () => void>()
    let last = 0
    let rest: Buffer = Buffer.alloc(0)
    const ended = new Promise<void>((done) => { socket.once('close', () => done()) })
    socket.on('error', () => undefined)
    socket.once('close', () => reject(new Error('the broker hung up')))
    socket.once('connect', () => socket.write(packet(0x10, [text('MQTT'), Buffer.from([4, 0b1100_0010, 0, 60]), text(clientId), text(username), text(password)])))
    const device: WireDevice = {
      ended,
      get inFlight() { return waiting.size },
      publish(topic, payload, acknowledged, { again } = {}) {
        const id = again ?? (last = (last % 65_535) + 1)
        waiting.set(id, acknowledged)
        socket.write(packet(again === undefined ? 0x32 : 0x3a, [text(topic), Buffer.from([id >> 8, id & 255]), Buffer.from(payload)]))
        return id
      },
      cut: () => void socket.destroy(),
    }
    let isOpen = false
    // Everything a broker says to us, a CONNACK and PUBACKs, is four bytes long.
    socket.on('data', (chunk: Buffer) => {
      const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let at = 0
      for (; at + 4 <= data.length; at += 4) {
        if (!isOpen) {
          isOpen = true
          if (data[at + 3] !== 0) return reject(new Error(`refused: ${data[at + 3]}`))
          resolve(device)
          continue
        }
        const id = ((data[at + 2] as number) << 8) | (data[at + 3] as number)
        const acknowledged = waiting.get(id)
        waiting.delete(id)
        acknowledged?.()
      }
      rest = data.subarray(at)
    })
  })
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

function packet(first: number, parts: readonly Buffer[]): Buffer {
  let length = parts.reduce((sum, part) => sum + part.length, 0)
  const header = [first]
  do {
    header.push((length & 127) | (length > 127 ? 128 : 0))
    length >>= 7
  } while (length > 0)
  return Buffer.concat([Buffer.from(header), ...parts])
}
