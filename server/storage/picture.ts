/**
 * A JPEG or PNG as it may be shown to others: told by what stands in it, whatever it is called, and written anew with the
 * picture alone. Where it was taken, with what, what somebody hung behind its end: all of that is left out.
 */
import { crc32 } from 'node:zlib'

export interface Picture {
  readonly type: 'image/jpeg' | 'image/png'
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** The picture (PNG or JPEG) without its metadata, such as Exif. Nothing where the bytes are no whole picture of the two kinds. */
export function pictureOf(bytes: Buffer): Picture | undefined {
  return bytes.subarray(0, PNG.length).equals(PNG) ? pngOf(bytes) : bytes.subarray(0, 3).equals(JPEG) ? jpegOf(bytes) : undefined
}

/** PNG, third edition, section 5.2. */
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What decoding and the right colours need (section 11); one frame, no text, no time, no position. */
const KEPT_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND'])

function pngOf(bytes: Buffer): Picture | undefined {
  const kept: Buffer[] = [PNG]
  const seen = new Set<string>()
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return undefined
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    if ((seen.size === 0) !== (name === 'IHDR') || (name === 'IHDR' && length !== 13)) return undefined
    seen.add(name)
    if (KEPT_CHUNKS.has(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') {
      const [width, height] = [bytes.readUInt32BE(PNG.length + 8), bytes.readUInt32BE(PNG.length + 12)]
      return seen.has('IDAT') && width > 0 && height > 0 ? { type: 'image/png', width, height, bytes: Buffer.concat(kept) } : undefined
    }
    at = end
  }
  return undefined
}

/** ITU-T T.81, annex B: a marker is 0xFF and a byte that says what follows. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const [SOS, EOI, APP0, APP14] = [0xda, 0xd9, 0xe0, 0xee]

/** Tables, frames and scans; of the applications' own segments those that say how colours are meant (JFIF, Adobe). */
function isKept(marker: number): boolean {
  const isOfApplications = (marker & 0xf0) === 0xe0
  return isOfApplications ? marker === APP0 || marker === APP14 : marker !== 0xfe
}

/** A start of frame: 0xC0 to 0xCF but the three that define tables or extend. */
const isFrame = (marker: number) => (marker & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegOf(bytes: Buffer): Picture | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let hasScan = false
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] as number
    if (marker === 0xff) {
      at += 1
      continue
    } // fill bytes
    if (marker === EOI) {
      return size && hasScan ? { type: 'image/jpeg', ...size, bytes: Buffer.concat([...kept, bytes.subarray(at, at + 2)]) } : undefined
    }
    if (at + 4 > bytes.length) return undefined
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return undefined
    if (isFrame(marker) && length >= 8) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // Others look for the frame first, and would take pixels for markers.
    if (marker === SOS && !size) return undefined
    const next = marker === SOS ? endOfScan(bytes, end) : end
    hasScan ||= marker === SOS
    if (isKept(marker)) kept.push(bytes.subarray(at, next))
    at = next
  }
  return undefined
}

/** In a scan 0xFF is followed by zero, or by a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] as number
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}
