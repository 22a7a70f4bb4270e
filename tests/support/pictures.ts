/** PNG pictures made pixel by pixel. */
import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** @param more Chunks that stand before the pixels. */
export function pngOf(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour = () => [0, 0, 0],
  more: readonly Buffer[] = [],
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const lines = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (__, x) => colourAt(x, y)).flat()]),
  )
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.concat(lines))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface PngOptions {
  readonly width: number
  readonly height: number
  /** As its head says them: bits of a channel, the type of colours, and 1 for an interlaced one. */
  readonly depth?: number
  readonly kind?: number
  readonly interlace?: number
  /** Before they are packed: each line begins with how it is filtered. */
  readonly pixels?: Buffer
  /** Chunks that stand before the pixels. */
  readonly more?: readonly Buffer[]
}

/** The head of a PNG of these options. */
export function pngHead({ width, height, depth = 8, kind = 6, interlace = 0 }: PngOptions): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, kind, 0, 0, interlace], 8)
  return pngChunk('IHDR', head)
}

/** A PNG as its options say, true or not. Without pixels they are those of four channels of eight bits. */
export function pngAs(options: PngOptions): Buffer {
  const { width, height, pixels = Buffer.alloc((width * 4 + 1) * height), more = [] } = options
  return Buffer.concat([SIGNATURE, pngHead(options), ...more, pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND', Buffer.alloc(0))])
}

/** A JPEG of one grey tone, 8 by 8 pixels (ITU-T T.81): a frame, the tables of one code each, and a scan of a single block. */
export const JPEG_8 = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('ffdb004300', 'hex'),
  Buffer.alloc(64, 1),
  Buffer.from('ffc0000b080008000801011100', 'hex'),
  Buffer.from('ffc40014000100000000000000000000000000000000', 'hex'),
  Buffer.from('ffc40014100100000000000000000000000000000000', 'hex'),
  // Both codes are a single 0: no difference, and the end of the block; the rest of the byte is filled with ones.
  Buffer.from('ffda0008010100003f003fffd9', 'hex'),
])
