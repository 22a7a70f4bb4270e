/** What is taken for an answer: against devices and gateways that do not keep to the protocol. */
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { Connection } from './connection.ts'
import { openConnection } from './connection.ts'

const open: { server: Server; sockets: Socket[]; connection: Connection }[] = []
afterEach(async () => {
  for (const { server, sockets, connection } of open.splice(0)) {
    connection.close()
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  }
})

/** @param answers For each question in turn, the frames that come. */
async function against(...answers: ((question: Buffer) => readonly Buffer[])[]): Promise<Connection> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (question) => {
      for (const frame of answers.shift()?.(question) ?? []) socket.write(frame)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const connection = (await openConnection('127.0.0.1', (server.address() as AddressInfo).port, 1000)) as Connection
  open.push({ server, sockets, connection })
  return connection
}

/** The frame of an answer; what is named differs from what was asked. */
function frame(
  question: Buffer,
  data: readonly number[],
  {
    transaction = question.readUInt16BE(0),
    protocol = 0,
    unit = question.readUInt8(6),
    called = question.readUInt8(7),
    size = data.length,
    length,
  }: { transaction?: number; protocol?: number; unit?: number; called?: number; size?: number; length?: number } = {},
): Buffer {
  const body = Buffer.from([unit, called, size, ...data])
  const head = Buffer.alloc(6)
  head.writeUInt16BE(transaction, 0)
  head.writeUInt16BE(protocol, 2)
  head.writeUInt16BE(length ?? body.length, 4)
  return Buffer.concat([head, body])
}
const question = { unit: 7, kind: 'holding', register: 0, count: 2 } as const
const right = (asked: Buffer) => frame(asked, [0, 1, 0, 2])

it('is the answer to the question that was asked', async () => {
  const connection = await against(
    (asked) => [right(asked)],
    (asked) => [frame(asked, [], { called: 0x83, size: 2 })],
  )
  expect(await connection.ask(question, 1000)).toEqual({ words: [1, 2] })
  expect(await connection.ask(question, 1000)).toEqual({ exception: 2 })
})

it.each<[string, (asked: Buffer) => Buffer]>([
  ['of another unit', (asked) => frame(asked, [0, 1, 0, 2], { unit: 8 })],
  ['an exception of another unit', (asked) => frame(asked, [], { unit: 8, called: 0x83, size: 2 })],
  ['to another function', (asked) => frame(asked, [0, 1, 0, 2], { called: 4 })],
  ['an exception to another function', (asked) => frame(asked, [], { called: 0x84, size: 2 })],
  ['of fewer registers', (asked) => frame(asked, [0, 1])],
  ['of more registers', (asked) => frame(asked, [0, 1, 0, 2, 0, 3])],
  ['whose count of bytes is not what was asked for', (asked) => frame(asked, [0, 1, 0, 2], { size: 3 })],
  ['whose count of bytes is not what follows', (asked) => frame(asked, [0, 1, 0, 2, 0, 3], { size: 4 })],
  ['an exception with more behind it', (asked) => frame(asked, [9], { called: 0x83, size: 2 })],
])('is none: one %s, and the next question is answered as ever', async (_name, wrong) => {
  const connection = await against(
    (asked) => [wrong(asked)],
    (asked) => [right(asked)],
  )
  expect(await connection.ask(question, 1000)).toEqual({ mismatch: true })
  expect(await connection.ask(question, 1000)).toEqual({ words: [1, 2] })
})

it("is none: one that names another question, and one that comes after its time is not the next one's", async () => {
  let late: Buffer | undefined
  const connection = await against(
    (asked) => [frame(asked, [0, 9, 0, 9], { transaction: asked.readUInt16BE(0) + 1 }), right(asked)],
    (asked) => {
      late = frame(asked, [0, 9, 0, 9])
      return []
    },
    (asked) => [late as Buffer, right(asked)],
  )
  expect(await connection.ask(question, 1000)).toEqual({ words: [1, 2] })
  expect(await connection.ask(question, 50)).toEqual({ silent: true })
  expect(await connection.ask(question, 1000)).toEqual({ words: [1, 2] })
})

it.each<[string, (asked: Buffer) => Buffer]>([
  ['another protocol', (asked) => frame(asked, [0, 1, 0, 2], { protocol: 1 })],
  ['more than the protocol allows', (asked) => frame(asked, [0, 1, 0, 2], { length: 255 })],
  ['too little for an answer', (asked) => frame(asked, [0, 1, 0, 2], { length: 2 })],
])('ends the connection where %s is spoken', async (_name, wrong) => {
  const connection = await against((asked) => [wrong(asked)])
  expect(await connection.ask(question, 5000)).toEqual({ silent: true })
  expect(connection.isOpen).toBe(false)
})
