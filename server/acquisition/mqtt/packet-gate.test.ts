/** What the broker is given to read: whole packets within their limits, and of strangers the first alone. */
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { connectPacket, publishPacket } from '../../../tests/support/mqtt-wire.ts'
import { gatePackets, openFramer } from './packet-gate.ts'

describe('the framer', () => {
  it('sees the length of a packet wherever its bytes are divided, and ends at the first that is too large', () => {
    const packet = (length: number) => {
      const header = [0x30]
      for (let left = length; ;) {
        header.push((left % 128) | (left >= 128 ? 128 : 0))
        left = Math.floor(left / 128)
        if (left === 0) return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)])
      }
    }
    const stream = Buffer.concat([packet(0), packet(5), packet(200), packet(1000), packet(1), packet(1001), packet(3)])
    const allowed = stream.length - packet(1001).length - packet(3).length
    for (const size of [1, 2, 3, 7, 64, 5000]) {
      for (const onlyFirst of [false, true]) {
        const framer = openFramer(() => 1000)
        const whole: Buffer[] = []
        let isOver = false
        for (let at = 0; at < stream.length && !isOver; at += size) {
          for (let rest: Buffer = stream.subarray(at, at + size); rest.length > 0 && !isOver;) {
            const found = framer.take(rest, onlyFirst)
            isOver = found === undefined
            whole.push(found?.whole ?? Buffer.alloc(0))
            rest = found?.rest ?? Buffer.alloc(0)
          }
        }
        // Whole packets come out, in order, and none that stands behind one that is too large; what comes in one piece with that one may be missing.
        const out = Buffer.concat(whole)
        expect(
          [isOver, out.equals(stream.subarray(0, out.length)), out.length <= allowed, allowed - out.length < size],
          `chunks of ${size}`,
        ).toEqual([true, true, true, true])
        if (onlyFirst)
          expect(
            whole
              .map(({ length }) => length)
              .filter((length) => length > 0)
              .every((length, at) => length === [2, 7, 203, 1003, 3][at]),
          ).toBe(true)
      }
    }
    expect(openFramer(() => 1e9).take(Buffer.from([0x30, 255, 255, 255, 255]), false), 'a length of five bytes').toBeUndefined()
  })

  it('puts a packet together in time that grows with its length, however small its pieces are', () => {
    const framer = openFramer(() => 1e9)
    framer.take(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x01]), false)
    const piece = Buffer.from([7])
    const start = performance.now()
    let whole = 0
    for (let index = 0; index < 2 ** 21; index += 1) whole += framer.take(piece, false)?.whole.length ?? NaN
    expect(whole).toBe(2 ** 21 + 5)
    // A fifth of a second; pieces that are joined each time would be terabytes to copy.
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

describe('the gate', () => {
  const connect = connectPacket({ username: 't/d', password: 'x', clientId: 'c' })
  const publish = publishPacket('d/d', 'x'.repeat(2000), { id: 1 })
  function gated(limits = { firstPacket: 100, packet: 3000 }) {
    const connection = new PassThrough()
    connection.on('error', () => undefined)
    const heard: unknown[] = []
    return {
      connection,
      heard,
      gate: gatePackets(connection, limits, { onTooLarge: () => heard.push('too large'), onUnknownLevel: (level) => heard.push(level) }),
    }
  }

  it.each([1, 5, 70, 10_000])('lets the first packet pass and holds what stands behind it until it is opened, in pieces of %d', (size) => {
    const { connection, gate, heard } = gated()
    const all = Buffer.concat([connect, publish, publish])
    for (let at = 0; at < all.length; at += size) connection.write(all.subarray(at, at + size))
    expect((connection.read() as Buffer).equals(connect)).toBe(true)
    expect([connection.read(), connection.read()]).toEqual([null, null])
    gate.open()
    const read: Buffer[] = []
    for (let part = connection.read() as Buffer | null; part !== null; part = connection.read() as Buffer | null) read.push(part)
    expect(Buffer.concat(read).equals(Buffer.concat([publish, publish]))).toBe(true)
    expect([heard, connection.destroyed]).toEqual([[], false])
  })

  it('loses nothing when Node asks for more to be fetched, which takes nothing out', () => {
    const { connection, gate } = gated()
    connection.write(connect)
    expect(connection.read()).not.toBeNull()
    gate.open()
    connection.write(publish)
    expect(connection.read(0)).toBeNull()
    expect((connection.read() as Buffer).equals(publish)).toBe(true)
  })

  it('measures the first packet by the limit of strangers, and what follows by that of devices', () => {
    const first = gated({ firstPacket: 10, packet: 3000 })
    first.connection.write(connect)
    expect([first.connection.read(), first.heard, first.connection.destroyed]).toEqual([null, ['too large'], true])
    const second = gated({ firstPacket: 100, packet: 1000 })
    second.connection.write(Buffer.concat([connect, publish]))
    expect([second.connection.read() !== null, second.heard]).toEqual([true, []])
    second.gate.open()
    expect([second.connection.read(), second.heard, second.connection.destroyed]).toEqual([null, ['too large'], true])
  })

  it('reads nothing of a stranger that goes on sending', () => {
    const { connection } = gated()
    connection.write(connect)
    expect(connection.read()).not.toBeNull()
    let written = 0
    while (connection.write(Buffer.alloc(1024, 0x30))) written += 1024
    for (let times = 0; times < 10; times += 1) expect(connection.read()).toBeNull()
    expect([written <= connection.readableHighWaterMark + connection.writableHighWaterMark, connection.write('more')]).toEqual([
      true,
      false,
    ])
  })

  it('answers a level of the protocol that nobody knows', () => {
    const { connection, heard } = gated()
    const answered: Buffer[] = []
    connection.end = ((bytes: Buffer) => {
      answered.push(bytes)
      return connection
    }) as never
    connection.write(Buffer.concat([connect.subarray(0, 8), Buffer.from([9]), connect.subarray(9)]))
    expect([connection.read(), heard, answered]).toEqual([null, [9], [Buffer.from([0x20, 2, 0, 1])]])
  })
})
