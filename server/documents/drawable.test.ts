/** Which pictures may be drawn: whole ones that unpack to what they say, in lines that each say how they are filtered. */
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { JPEG_8, pngAs, pngChunk, pngHead, pngOf } from '../../tests/support/pictures.ts'
import { isDrawable, isPlain } from './drawable.ts'

/** Three by three, in seven passes: the second, the third, the fifth and the others have what is left of them (PNG specification, section 8.2). */
const interlaced = (width: number, height: number, filter: number) => {
  const steps = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]] as const // prettier-ignore
  const lines = steps.flatMap(([x, y, right, down]) => {
    const [wide, high] = [Math.ceil((width - x) / right), Math.ceil((height - y) / down)]
    return wide > 0 && high > 0 ? Array<Buffer>(high).fill(Buffer.from([filter, ...Array<number>(wide * 4).fill(0)])) : []
  })
  return pngAs({ width, height, interlace: 1, pixels: Buffer.concat(lines) })
}
/** Two by two of four channels, each line of nine bytes. */
const filtered = (filter: number) => pngAs({ width: 2, height: 2, pixels: Buffer.from([0, ...Array<number>(8).fill(7), filter, ...Array<number>(8).fill(7)]) }) // prettier-ignore
const longChunk = (name: string, claimed: number) => {
  const chunk = pngChunk(name, Buffer.alloc(4))
  chunk.writeUInt32BE(claimed)
  return chunk
}

it.each<[string, Buffer, boolean]>([
  ['three channels', pngOf(30, 20), true],
  ['transparent', pngAs({ width: 3, height: 2 }), true],
  ['the last filter', filtered(4), true],
  ['one bit a pixel', pngAs({ width: 9, height: 2, depth: 1, kind: 0, pixels: Buffer.alloc(6) }), true],
  ['sixteen bits', pngAs({ width: 1, height: 1, depth: 16, pixels: Buffer.alloc(9) }), true],
  ['interlaced', interlaced(3, 3, 0), true],
  ['interlaced, one pixel', interlaced(1, 1, 2), true],
  ['a JPEG', JPEG_8, true],
  ['a filter that there is not', filtered(5), false],
  ['interlaced, with a filter that there is not', interlaced(3, 3, 9), false],
  ['fewer pixels than it says', pngAs({ width: 3, height: 2, pixels: Buffer.alloc(20) }), false],
  ['pixels cut short', Buffer.concat([pngOf(4, 4).subarray(0, 45), pngChunk('IEND', Buffer.alloc(0))]), false],
  ['a hundred thousand by a hundred thousand', pngAs({ width: 100_000, height: 100_000, pixels: Buffer.alloc(100) }), false],
  ['a second size', pngAs({ width: 2, height: 2, more: [pngHead({ width: 100_000, height: 100_000 })] }), false],
  ['a chunk beyond the file', pngAs({ width: 2, height: 2, more: [longChunk('tEXt', 0xffff_fff0)] }), false],
  ['without an end', pngOf(4, 4).subarray(0, -12), false],
  ['no depth that there is', pngAs({ width: 2, height: 2, depth: 3 }), false],
  ['no colours that there are', pngAs({ width: 2, height: 2, kind: 5 }), false],
  ['a bomb', pngAs({ width: 2, height: 2, pixels: Buffer.alloc(50 * 1024 ** 2) }), false],
  ['a page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), false],
])('%s: %s', async (_name, bytes, may) => {
  expect(await isDrawable(bytes)).toBe(may)
})

it('plain is what all programs draw alike', () => {
  const keyed = pngChunk('tRNS', Buffer.alloc(1))
  const palette = pngChunk('PLTE', Buffer.from([0, 0, 0]))
  expect(isPlain(JPEG_8)).toBe(true)
  expect(isPlain(pngOf(2, 2))).toBe(true)
  expect(isPlain(pngAs({ width: 1, height: 1, kind: 3, more: [palette, keyed] }))).toBe(true)
  expect(isPlain(pngAs({ width: 1, height: 1, kind: 3, depth: 4, more: [palette, keyed] }))).toBe(false)
  expect(isPlain(pngAs({ width: 1, height: 1, kind: 2, more: [pngChunk('tRNS', Buffer.alloc(6))] }))).toBe(false)
  expect(isPlain(interlaced(3, 3, 0))).toBe(false)
  expect(isPlain(deflateSync(Buffer.alloc(4)))).toBe(false)
})
