/**
 * What a file is, told by what stands in it. A name decides nothing: what is called a picture and is a page would run where
 * it is shown. What is not recognised is bytes, and bytes are only ever kept by whoever fetches them.
 */
import { open } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import type { FileType } from '../../model/file/files.ts'

export interface MediaType {
  readonly type: string
  readonly kind: Exclude<FileType, 'folder'>
}

/** Looked at from the beginning; the end of an archive, where its entries are listed, is looked at as well. */
const HEAD = 65_536
const TAIL = 65_536

/** The media type of a file, told by its first bytes; never by its name. */
export async function mediaTypeOf(path: string): Promise<MediaType> {
  const file = await open(path)
  try {
    return await mediaTypeIn((await file.stat()).size, async (length, position) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    })
  } finally {
    await file.close()
  }
}

/** The same of a file that lies anywhere. */
export async function mediaTypeIn(size: number, read: (length: number, position: number) => Promise<Buffer>): Promise<MediaType> {
  const head = await read(Math.min(size, HEAD), 0)
  return (
    recognised(head, size) ??
    (startsWith(head, '504b0304') ? zipped(head, await read(Math.min(size, TAIL), Math.max(0, size - TAIL))) : undefined) ??
    (isText(head, size) ? as('text', 'text/plain') : as('other', 'application/octet-stream'))
  )
}

const as = (kind: MediaType['kind'], type: string): MediaType => ({ kind, type })
const startsWith = (bytes: Buffer, hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'))
const hasText = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/** Beginnings that say everything, from the formats' own specifications. */
const beginnings: readonly (readonly [hex: string, kind: MediaType['kind'], type: string])[] = [
  ['255044462d', 'document', 'application/pdf'],
  ['7b5c727466', 'document', 'application/rtf'],
  ['1f8b08', 'archive', 'application/gzip'],
  ['377abcaf271c', 'archive', 'application/x-7z-compressed'],
  ['526172211a07', 'archive', 'application/vnd.rar'],
  ['425a68', 'archive', 'application/x-bzip2'],
  ['fd377a585a00', 'archive', 'application/x-xz'],
  ['28b52ffd', 'archive', 'application/zstd'],
  ['664c6143', 'audio', 'audio/flac'],
  ['494433', 'audio', 'audio/mpeg'],
  ['4f676753', 'audio', 'audio/ogg'],
  ['1a45dfa3', 'video', 'video/webm'],
  ['49492a00', 'image', 'image/tiff'],
  ['4d4d002a', 'image', 'image/tiff'],
]

function recognised(head: Buffer, size: number): MediaType | undefined {
  const picture = pictureType(head, size)
  if (picture) return as('image', picture)
  const known = beginnings.find(([hex]) => startsWith(head, hex))
  if (known) return as(known[1], known[2])
  if (startsWith(head, 'd0cf11e0a1b11ae1')) return oldOffice(head)
  if (hasText(head, 'RIFF') && hasText(head, 'WAVE', 8)) return as('audio', 'audio/wav')
  if (hasText(head, 'RIFF') && hasText(head, 'AVI ', 8)) return as('video', 'video/x-msvideo')
  if (hasText(head, 'ftyp', 4))
    return hasText(head, 'M4A', 8)
      ? as('audio', 'audio/mp4')
      : hasText(head, 'qt', 8)
        ? as('video', 'video/quicktime')
        : as('video', 'video/mp4')
  if (hasText(head, 'ustar', 257)) return as('archive', 'application/x-tar')
  // MPEG-1 and 2, layer III, without a tag before it.
  return head.length > 3 && head[0] === 0xff && ((head[1] ?? 0) & 0xfe) === 0xfa ? as('audio', 'audio/mpeg') : undefined
}

/** One of the pictures browsers draw, with a size of its own in its head: a bare beginning is none yet. */
function pictureType(head: Buffer, size: number): string | undefined {
  if (head.length < 26) return undefined
  if (startsWith(head, '89504e470d0a1a0a') && hasText(head, 'IHDR', 12) && head.readUInt32BE(16) > 0 && head.readUInt32BE(20) > 0)
    return 'image/png'
  // The next marker follows the first one at once.
  if (startsWith(head, 'ffd8ff') && (head[3] ?? 0) >= 0xc0) return 'image/jpeg'
  if ((hasText(head, 'GIF87a') || hasText(head, 'GIF89a')) && head.readUInt16LE(6) > 0 && head.readUInt16LE(8) > 0) return 'image/gif'
  // Where the picture begins lies within the file; the sizes of the information header that there are.
  if (hasText(head, 'BM') && head.readUInt32LE(10) < size && [12, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14)))
    return 'image/bmp'
  if (hasText(head, 'RIFF') && hasText(head, 'WEBPVP8', 8)) return 'image/webp'
  return undefined
}

/** Names of streams are UTF-16 in the directory, which may stand anywhere; at the beginning it is found, or not told apart. */
function oldOffice(head: Buffer): MediaType {
  const has = (stream: string) => head.includes(Buffer.from(stream, 'utf16le'))
  if (has('Workbook')) return as('spreadsheet', 'application/vnd.ms-excel')
  if (has('PowerPoint Document')) return as('document', 'application/vnd.ms-powerpoint')
  return has('WordDocument') ? as('document', 'application/msword') : as('document', 'application/x-cfb')
}

const OFFICE = 'application/vnd.openxmlformats-officedocument.'

function zipped(head: Buffer, tail: Buffer): MediaType {
  const open = /^mimetype(application\/vnd\.oasis\.opendocument\.([a-z]+))/.exec(head.toString('latin1', 30, 120))
  if (open) return as(open[2] === 'spreadsheet' ? 'spreadsheet' : 'document', open[1] as string)
  const lists = (name: string) => tail.includes(name) || head.includes(name)
  if (lists('[Content_Types].xml')) {
    if (lists('xl/workbook.xml')) return as('spreadsheet', `${OFFICE}spreadsheetml.sheet`)
    if (lists('word/document.xml')) return as('document', `${OFFICE}wordprocessingml.document`)
    if (lists('ppt/presentation.xml')) return as('document', `${OFFICE}presentationml.presentation`)
  }
  return as('archive', 'application/zip')
}

/** UTF-8 without control characters but those of lines. Whatever a text says of itself (HTML, SVG), it is served as text. */
function isText(head: Buffer, size: number): boolean {
  try {
    // Cut in the middle of a character, the beginning of a long text is a text nevertheless.
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(
      new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: size > head.length }),
    )
  } catch {
    return false
  }
}
