/** What is read of a connection: whole packets within their limits, however they come. */
import { describe, expect, it } from 'vitest'
import { connectPacket, publishPacket } from '../../../tests/support/mqtt-wire.ts'
import type { Framer } from './framing.ts'
import { levelOf, openFramer, publishHead } from './framing.ts'

/** Of a framer that lets nothing pass. */
const nextOf = (framer: Framer) => framer.next() as Exclude<ReturnType<Framer['next']>, { readonly head: Buffer }>

/** A PUBLISH, by its header, with so many bytes behind it. */
function packetOf(length: number): Buffer {
  const header = [0x30]
  for (let left = length; ;) {
    header.push((left % 128) | (left >= 128 ? 128 : 0))
    left = Math.floor(left / 128)
    if (left === 0) return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)])
  }
}

describe('the framer', () => {
  it('sees the length of a packet wherever its bytes are divided, and ends at the first that is too large', () => {
    const stream = Buffer.concat([0, 5, 200, 1000, 1, 1001, 3].map(packetOf))
    const allowed = stream.length - packetOf(1001).length - packetOf(3).length
    for (const size of [1, 2, 3, 7, 64, 5000]) {
      const framer = openFramer(() => 1000)
      const found: (Buffer | 'too-large')[] = []
      for (let at = 0; at < stream.length && !found.includes('too-large'); at += size) {
        framer.push(stream.subarray(at, at + size))
        for (let next = nextOf(framer); next !== undefined; next = nextOf(framer)) {
          found.push(next)
          if (next === 'too-large') break
        }
      }
      expect(
        found.map((packet) => packet.length),
        `chunks of ${size}`,
      ).toEqual([2, 7, 203, 1003, 3, 'too-large'.length])
      expect(Buffer.concat(found.filter((packet) => packet !== 'too-large')).equals(stream.subarray(0, allowed))).toBe(true)
    }
    const framer = openFramer(() => 1e9)
    framer.push(Buffer.from([0x30, 255, 255, 255, 255]))
    expect(framer.next(), 'a length of five bytes').toBe('too-large')
  })

  it('lets a PUBLISH pass that is too large, with what stands before its payload, and goes on behind it', () => {
    const large = publishPacket('hall/7', 'x'.repeat(200_000), { id: 513, qos: 1 })
    const stream = Buffer.concat([packetOf(5), large, packetOf(9)])
    for (const size of [1, 7, 4096, stream.length]) {
      const framer = openFramer(
        () => 1000,
        (length) => length <= 300_000,
      )
      const found = []
      for (let at = 0; at < stream.length; at += size) {
        framer.push(stream.subarray(at, at + size))
        for (let next = framer.next(); next !== undefined; next = framer.next()) found.push(next)
      }
      expect(found).toEqual([packetOf(5), { head: expect.any(Buffer) as Buffer }, packetOf(9)])
      const { head } = found[1] as { head: Buffer }
      expect(head.length).toBeLessThan(70_000)
      expect(publishHead(head)).toEqual({ topic: 'hall/7', qos: 1, messageId: 513 })
    }
    const framer = openFramer(
      () => 1000,
      (length) => length <= 300_000,
    )
    framer.push(Buffer.from([0x30, 0x80, 0x80, 0x80, 1]))
    expect(framer.next(), 'larger than what passes').toBe('too-large')
    expect(publishHead(Buffer.from([0x32, 3, 0, 9, 65])), 'a topic that ends behind the packet').toBe(undefined)
  })

  it('measures each packet by the limit of when it is asked for, and loses none that came before', () => {
    let most = 100
    const framer = openFramer(() => most)
    framer.push(Buffer.concat([packetOf(50), packetOf(500)]))
    framer.push(packetOf(7))
    expect(framer.next()).toEqual(packetOf(50))
    most = 1000
    expect([framer.next(), framer.next(), framer.next()]).toEqual([packetOf(500), packetOf(7), undefined])
  })

  it('puts a packet together in time that grows with its length, however small its pieces are', () => {
    const framer = openFramer(() => 1e9)
    framer.push(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x01]))
    const piece = Buffer.from([7])
    const start = performance.now()
    let whole = 0
    for (let index = 0; index < 2 ** 21; index += 1) {
      framer.push(piece)
      whole += nextOf(framer)?.length ?? 0
    }
    expect(whole).toBe(2 ** 21 + 5)
    // A fifth of a second; pieces that are joined each time would be terabytes to copy.
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

it('the level of a CONNECT is read where it stands, and of nothing else', () => {
  const connect = connectPacket({ username: 't/d', password: 'x', clientId: 'c' })
  expect([levelOf(connect), levelOf(connectPacket({ username: 't/d', password: 'x', clientId: 'c', level: 3 }))]).toEqual([4, 3])
  expect([levelOf(Buffer.from('GET / HTTP/1.1')), levelOf(connect.subarray(0, 3))]).toEqual([undefined, undefined])
})
