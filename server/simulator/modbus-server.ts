/** A Modbus TCP gateway with simulated devices behind it: reads, and nothing else (Modbus Application Protocol 1.1b3). */
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { RegisterKind } from '../acquisition/index.ts'

export type Respond = (unit: number, kind: RegisterKind, register: number, count: number) => readonly number[] | number | undefined

export interface ModbusServer {
  readonly port: number
  close(): Promise<void>
}

const kinds: Readonly<Record<number, RegisterKind>> = { 1: 'coil', 2: 'discrete', 3: 'holding', 4: 'input' }
const ILLEGAL = { function: 1, address: 2, value: 3 } as const
/** Transaction, protocol and length. */
const HEADER = 6
const MAX_CONNECTIONS = 50

/** A Modbus server at the port, once it listens. @throws What the system says of the port. */
export function openModbusServer(port: number, respond: Respond): Promise<ModbusServer> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    let received = Buffer.alloc(0)
    socket.on('data', (part) => {
      received = Buffer.concat([received, part])
      while (received.length >= HEADER) {
        const size = HEADER + received.readUInt16BE(4)
        if (received.readUInt16BE(2) !== 0 || size < HEADER + 2 || size > 260) return void socket.destroy()
        if (received.length < size) return undefined
        const answer = answerTo(received.subarray(0, size), respond)
        received = received.subarray(size)
        if (answer) socket.write(answer)
      }
      return undefined
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      server.on('error', () => undefined)
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            for (const socket of open) socket.destroy()
            server.close(() => closed())
          }),
      })
    })
  })
}

function answerTo(request: Buffer, respond: Respond): Buffer | undefined {
  const [unit, called] = [request.readUInt8(6), request.readUInt8(7)]
  const refuse = (code: number) => framed(request, Buffer.from([unit, called | 0x80, code]))
  const kind = kinds[called]
  if (!kind) return refuse(ILLEGAL.function)
  if (request.length !== 12) return refuse(ILLEGAL.value)
  const [register, count] = [request.readUInt16BE(8), request.readUInt16BE(10)]
  const isBit = kind === 'coil' || kind === 'discrete'
  if (count === 0 || count > (isBit ? 2000 : 125)) return refuse(ILLEGAL.value)
  if (register + count > 65_536) return refuse(ILLEGAL.address)
  const words = respond(unit, kind, register, count)
  if (words === undefined) return undefined
  if (typeof words === 'number') return refuse(words)
  const data = Buffer.alloc(isBit ? Math.ceil(count / 8) : count * 2)
  words.forEach((word, at) => {
    if (isBit) data.writeUInt8((data[at >> 3] ?? 0) | ((word & 1) << (at & 7)), at >> 3)
    else data.writeUInt16BE(word, at * 2)
  })
  return framed(request, Buffer.concat([Buffer.from([unit, called, data.length]), data]))
}

function framed(request: Buffer, body: Buffer): Buffer {
  const header = Buffer.alloc(HEADER)
  header.writeUInt16BE(request.readUInt16BE(0), 0)
  header.writeUInt16BE(body.length, 4)
  return Buffer.concat([header, body])
}
