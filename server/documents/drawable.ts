/**
 * Pictures that may stand in a PDF. The library that puts them there unpacks a PNG with transparency whole, whatever it unpacks to, and what is wrong in it is thrown
 * where nobody catches it; so all that is looked at before.
 */
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const inflated = promisify(inflate)

/** Some 40 megabytes when unpacked. */
const MAX_PIXELS = 12_000_000
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** By the type of its colours (PNG specification, section 11.2.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Where the passes of an interlaced PNG begin, and their steps: column, row (section 8.2). One that is not interlaced has one pass. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const WHOLE = [[0, 0, 1, 1]] as const
/** How a line is filtered: none, sub, up, average, Paeth (section 9.2). */
const MAX_FILTER = 4

/** Whether it is a JPEG, or a whole PNG that unpacks to its pixels and to nothing more. */
export async function isDrawable(bytes: Buffer): Promise<boolean> {
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return true
  const png = headOf(bytes)
  if (!png) return false
  const { width, height, depth, channels, isInterlaced, data } = png
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) return false
  const passes = (isInterlaced ? ADAM7 : WHOLE).map(([x, y, right, down]) => ({
    // Each line begins with how it is filtered.
    line: 1 + Math.ceil((Math.ceil((width - x) / right) * channels * depth) / 8),
    lines: width > x ? Math.max(0, Math.ceil((height - y) / down)) : 0,
  }))
  const size = passes.reduce((sum, { line, lines }) => sum + line * lines, 0)
  const pixels = await inflated(Buffer.concat(data), { maxOutputLength: size + 1024 }).catch(() => undefined)
  if (!pixels || pixels.length < size) return false
  let at = 0
  for (const { line, lines } of passes)
    for (let row = 0; row < lines; row += 1) {
      if ((pixels[at] as number) > MAX_FILTER) return false
      at += line
    }
  return true
}

/** Whether a PNG is one of the plain kinds that all programs draw alike: neither interlaced, nor transparent by a colour, nor by a palette of fewer than eight bits. Any JPEG is. */
export function isPlain(bytes: Buffer): boolean {
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return true
  const png = headOf(bytes)
  return png !== undefined && !png.isInterlaced && (!png.isKeyed || (png.kind === 3 && png.depth === 8))
}

interface PngHead {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly kind: number
  readonly channels: number
  readonly isInterlaced: boolean
  /** It names colours that are transparent. */
  readonly isKeyed: boolean
  /** The parts that have the pixels. */
  readonly data: readonly Buffer[]
}

/** What a PNG says of itself; undefined of what is none, is not whole, or says it twice. */
function headOf(bytes: Buffer): PngHead | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, PNG.length).equals(PNG) || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const [depth, kind] = [bytes.readUInt8(24), bytes.readUInt8(25)]
  const channels = CHANNELS[kind]
  if (channels === undefined || bytes.readUInt32BE(8) !== 13 || ![1, 2, 4, 8, 16].includes(depth)) return undefined
  const data: Buffer[] = []
  let isKeyed = false
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > bytes.length || (name === 'IHDR' && at > PNG.length)) return undefined
    if (name === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length))
    if (name === 'tRNS') isKeyed = true
    if (name === 'IEND') {
      const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
      return { ...size, depth, kind, channels, isInterlaced: bytes.readUInt8(28) === 1, isKeyed, data }
    }
    at += 12 + length
  }
  return undefined
}
