/**
 * A connection to a Modbus TCP device or gateway (Modbus Application Protocol 1.1b3; Messaging on TCP/IP 1.0b): one question after
 * the other. Whoever connects says to which address, not to which name: that was looked up and judged before (host.ts).
 */
import { connect } from 'node:net'

export type RegisterKind = 'coil' | 'discrete' | 'holding' | 'input'

export interface Question {
  readonly unit: number
  readonly kind: RegisterKind
  readonly register: number
  /** Registers, or bits. */
  readonly count: number
}

/**
 * `words`: of bits, each is 0 or 1. `exception`: the device said no, with this code. `silent`: no Modbus answer in time. `mismatch`: what
 * came names this question, and is the answer of another unit, to another function or of another length.
 */
export type Answer =
  { readonly words: readonly number[] } | { readonly exception: number } | { readonly silent: true } | { readonly mismatch: true }

export interface Connection {
  /** False once it is closed, by either side. */
  readonly isOpen: boolean
  /** One at a time: ask again when this one has been answered. */
  ask(question: Question, limitMs: number): Promise<Answer>
  close(): void
}

const functions: Record<RegisterKind, number> = { coil: 1, discrete: 2, holding: 3, input: 4 }
/** Transaction, protocol and length; then come unit and function. */
const HEADER = 6
/** The longest answer of the protocol. Whatever sends more is no Modbus device. */
const MAX_ADU_BYTES = 260
const SILENT = { silent: true } as const
const MISMATCH = { mismatch: true } as const

/** A Modbus TCP connection. @returns Nothing where nobody listens, or not in time. */
export function openConnection(address: string, port: number, limitMs: number): Promise<Connection | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true })
    let isOpen = false
    let received = Buffer.alloc(0)
    let transaction = 0
    let waiting: { question: Question; answer: (answer: Answer) => void } | undefined

    const close = () => {
      isOpen = false
      clearTimeout(connecting)
      socket.destroy()
      waiting?.answer(SILENT)
      resolve(undefined)
    }
    const connecting = setTimeout(close, limitMs)
    socket.on('error', close)
    socket.on('close', close)
    socket.on('end', close)
    socket.on('data', (part) => {
      received = Buffer.concat([received, part])
      while (received.length >= HEADER) {
        const size = HEADER + received.readUInt16BE(4)
        if (received.readUInt16BE(2) !== 0 || size < HEADER + 3 || size > MAX_ADU_BYTES) return close()
        if (received.length < size) return undefined
        const frame = received.subarray(0, size)
        received = received.subarray(size)
        // An answer that comes after its time is nobody's.
        if (waiting && frame.readUInt16BE(0) === transaction) waiting.answer(answerOf(frame, waiting.question))
      }
      return undefined
    })
    socket.on('connect', () => {
      clearTimeout(connecting)
      isOpen = true
      resolve({
        get isOpen() {
          return isOpen
        },
        close,
        ask: (question, answerMs) =>
          new Promise((settle) => {
            if (!isOpen || waiting) return settle(SILENT)
            const answer = (given: Answer) => {
              clearTimeout(timer)
              waiting = undefined
              settle(given)
            }
            const timer = setTimeout(() => answer(SILENT), answerMs)
            waiting = { question, answer }
            transaction = (transaction + 1) % 65_536
            socket.write(frameOf(question, transaction))
            return undefined
          }),
      })
    })
  })
}

function frameOf({ unit, kind, register, count }: Question, transaction: number): Buffer {
  const frame = Buffer.alloc(12)
  frame.writeUInt16BE(transaction, 0)
  frame.writeUInt16BE(6, 4)
  frame.writeUInt8(unit, 6)
  frame.writeUInt8(functions[kind], 7)
  frame.writeUInt16BE(register, 8)
  frame.writeUInt16BE(count, 10)
  return frame
}

function answerOf(frame: Buffer, { unit, kind, count }: Question): Answer {
  const [answering, called, size, data] = [frame.readUInt8(6), frame.readUInt8(7), frame.readUInt8(8), frame.subarray(9)]
  // A gateway that confuses its units would have a neighbour's value stored as this one's.
  if (answering !== unit) return MISMATCH
  if (called === functions[kind] + 0x80) return data.length === 0 ? { exception: size } : MISMATCH
  const isBit = kind === 'coil' || kind === 'discrete'
  if (called !== functions[kind] || size !== data.length || size !== (isBit ? Math.ceil(count / 8) : count * 2)) return MISMATCH
  return {
    words: Array.from({ length: count }, (_, at) => (isBit ? (data.readUInt8(at >> 3) >> (at & 7)) & 1 : data.readUInt16BE(at * 2))),
  }
}
