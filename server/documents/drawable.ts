/** Pictures that may stand in a PDF: pdfkit unpacks a PNG with transparency whole, whatever it unpacks to, so that is looked at before. */
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const inflated = promisify(inflate)

/** Some 40 megabytes when unpacked. */
const MAX_PIXELS = 12_000_000
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** By the type of its colours (PNG specification, section 11.2.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Whether it is a JPEG, or a PNG that unpacks to no more than its pixels. */
export async function isDrawable(bytes: Buffer): Promise<boolean> {
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return true
  if (bytes.length < 33 || !bytes.subarray(0, PNG.length).equals(PNG) || bytes.toString('latin1', 12, 16) !== 'IHDR') return false
  const [width, height, depth] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes.readUInt8(24)]
  const channels = CHANNELS[bytes.readUInt8(25)]
  if (channels === undefined || width === 0 || height === 0 || width * height > MAX_PIXELS) return false
  // Each line begins with how it is filtered, and an interlaced picture has more of them.
  const most = (Math.ceil((width * channels * depth) / 8) + 16) * height + 1024
  return inflated(Buffer.concat(partsOf(bytes)), { maxOutputLength: most }).then(
    () => true,
    () => false,
  )
}

/** The parts that have the pixels. */
function partsOf(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return parts
}
