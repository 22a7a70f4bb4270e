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

export interface WireOptions {
  readonly port: number
  readonly username: string
  readonly password: string
  readonly clientId: string
}

/** @throws Error with the return code when the broker refuses, or hangs up instead of answering. */
export function connectDevice({ port, username, password, clientId }: WireOptions): Promise<WireDevice> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const waiting = new Map<number, () => void>()
    let last = 0
    let rest: Buffer = Buffer.alloc(0)
    const ended = new Promise<void>((done) => {
      socket.once('close', () => done())
    })
    socket.on('error', () => undefined)
    socket.once('close', () => reject(new Error('the broker hung up')))
    socket.once('connect', () => socket.write(connectPacket({ username, password, clientId })))
    const device: WireDevice = {
      ended,
      get inFlight() {
        return waiting.size
      },
      publish(topic, payload, acknowledged, { again } = {}) {
        const id = again ?? (last = (last % 65_535) + 1)
        waiting.set(id, acknowledged)
        socket.write(publishPacket(topic, payload, { id, again: again !== undefined }))
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

/** Bytes of a CONNECT; MQTT 3.1.1 with `clean=1`, unless it says otherwise. */
export function connectPacket({
  username,
  password,
  clientId,
  level = 4,
  clean = true,
}: Omit<WireOptions, 'port'> & { readonly level?: number; readonly clean?: boolean }): Buffer {
  return packet(0x10, [
    text(level === 3 ? 'MQIsdp' : 'MQTT'),
    Buffer.from([level, clean ? 0b1100_0010 : 0b1100_0000, 0, 60]),
    text(clientId),
    text(username),
    text(password),
  ])
}

/** Bytes of a PUBLISH. `again`: it was sent before. */
export function publishPacket(
  topic: string,
  payload: string | Buffer,
  { id, qos = 1, again = false }: { readonly id: number; readonly qos?: 1 | 2; readonly again?: boolean },
): Buffer {
  return packet(0x30 | (again ? 8 : 0) | (qos << 1), [text(topic), Buffer.from([id >> 8, id & 255]), Buffer.from(payload)])
}

/** Bytes of a PUBREL. */
export const pubrelPacket = (id: number): Buffer => packet(0x62, [Buffer.from([id >> 8, id & 255])])

export interface Wire {
  write(bytes: Buffer): void
  /** The next packet of the broker, all of which have four bytes: what it is, and of which packet id; of a CONNACK its return code. `undefined`: it hung up. */
  next(): Promise<readonly [kind: 'connack' | 'puback' | 'pubrec' | 'pubcomp', id: number] | undefined>
  cut(): void
}

/** A connection whose bytes the caller chooses. */
export function openWire(port: number): Wire {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => undefined)
  const kinds = { 0x20: 'connack', 0x40: 'puback', 0x50: 'pubrec', 0x70: 'pubcomp' } as const
  let data: Buffer = Buffer.alloc(0)
  let isOver = false
  let wake = (): void => undefined
  socket.on('data', (chunk: Buffer) => {
    data = Buffer.concat([data, chunk])
    wake()
  })
  socket.once('close', () => {
    isOver = true
    wake()
  })
  return {
    write: (bytes) => void socket.write(bytes),
    async next() {
      while (data.length < 4 && !isOver)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      if (data.length < 4) return undefined
      const [kind, id] = [kinds[data[0] as keyof typeof kinds], data.readUInt16BE(2)]
      data = data.subarray(4)
      return [kind, id] as const
    },
    cut: () => void socket.destroy(),
  }
}

/** One that is signed in. @throws Error when it is not let in. */
export async function openSession({ port, ...who }: WireOptions & { readonly clean?: boolean }): Promise<Wire> {
  const wire = openWire(port)
  wire.write(connectPacket(who))
  const answer = await wire.next()
  if (answer?.[0] !== 'connack' || answer[1] !== 0) throw new Error(`refused: ${answer?.[1]}`)
  return wire
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
