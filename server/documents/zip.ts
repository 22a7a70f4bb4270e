/**
 * A ZIP file as a stream of bytes, made while its parts are (PKWARE APPNOTE 6.3): sizes and checksums follow the contents, and
 * nothing is kept but the list of entries. Our own, because a library's checksum in JavaScript took a third of the time of an
 * export, and its buffers a third of the memory (docs/decisions/0014).
 */
import { crc32, createDeflateRaw } from 'node:zlib'
import type { DeflateRaw } from 'node:zlib'

export interface Entry {
  readonly path: string
  /** Whole, or in pieces as they come. */
  readonly content: string | Buffer | AsyncIterable<string>
}

/** A third of the time of the usual level 6, for files that are a twentieth larger. */
const LEVEL = 3
/** Bytes that are compressed at a time: texts come in smaller ones, each of which would be a trip to another thread. */
const PIECE = 256 * 1024
/** Sizes and offsets have 32 bits. */
const MAX_UINT32 = 0xffff_ffff
/** Deflate; sizes follow; names are UTF-8. */
const VERSION = 20
const FLAGS = 0x0808
const METHOD = 8
/** The first day a ZIP file knows: the same rows make the same file, and nobody looks at the times inside of it. */
const DATE = 0x0021

interface Stored {
  name: Buffer
  crc: number
  packed: number
  size: number
  at: number
}

/** The bytes of a ZIP archive (APPNOTE 6.3), made while the entries are read. At most 4 GB: there is no zip64. */
export async function* zip(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const stored: Stored[] = []
  const pieces = openPieces()
  let at = 0
  const counted = (bytes: Buffer) => {
    at += bytes.length
    if (at > MAX_UINT32) throw new RangeError('a ZIP file of this kind ends at 4 GB')
    return bytes
  }
  for await (const { path, content } of entries) {
    const name = Buffer.from(path)
    const entry: Stored = { name, crc: 0, packed: 0, size: 0, at }
    yield counted(
      header(
        0x0403_4b50,
        [
          [VERSION, 2],
          [FLAGS, 2],
          [METHOD, 2],
          [0, 2],
          [DATE, 2],
          [0, 4],
          [0, 4],
          [0, 4],
          [name.length, 2],
          [0, 2],
        ],
        name,
      ),
    )
    for await (const bytes of deflated(content, entry, pieces)) {
      entry.packed += bytes.length
      yield counted(bytes)
    }
    if (entry.size > MAX_UINT32) throw new RangeError('an entry of a ZIP file of this kind ends at 4 GB')
    yield counted(
      header(0x0807_4b50, [
        [entry.crc, 4],
        [entry.packed, 4],
        [entry.size, 4],
      ]),
    )
    stored.push(entry)
  }
  const begin = at
  for (const { name, crc, packed, size, at: place } of stored) {
    yield counted(
      header(
        0x0201_4b50,
        [
          [VERSION, 2],
          [VERSION, 2],
          [FLAGS, 2],
          [METHOD, 2],
          [0, 2],
          [DATE, 2],
          [crc, 4],
          [packed, 4],
          [size, 4],
          [name.length, 2],
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 4],
          [place, 4],
        ],
        name,
      ),
    )
  }
  yield header(0x0605_4b50, [
    [0, 2],
    [0, 2],
    [stored.length, 2],
    [stored.length, 2],
    [at - begin, 4],
    [begin, 4],
    [0, 2],
  ])
}

/** Numbers of two or four bytes, the lowest first. */
function header(signature: number, numbers: readonly (readonly [value: number, bytes: 2 | 4])[], name: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(4 + numbers.reduce((sum, [, length]) => sum + length, 0))
  let at = bytes.writeUInt32LE(signature, 0)
  for (const [value, length] of numbers) at = bytes.writeUIntLE(value, at, length)
  return Buffer.concat([bytes, name])
}

/** Compresses one piece on another thread while the next is made and written into the other of two buffers. */
async function* deflated(content: Entry['content'], entry: Stored, pieces: Pieces): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 })
  let made: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => void made.push(chunk))
  let working = Promise.resolve()
  const compress = async () => {
    const bytes = pieces.take()
    await working
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    working = write(deflate, bytes)
    working.catch(() => undefined)
  }
  try {
    for await (const text of typeof content === 'string' || Buffer.isBuffer(content) ? [content] : content) {
      pieces.add(text)
      if (pieces.length < PIECE) continue
      await compress()
      if (made.length > 0) {
        const ready = made
        made = []
        yield* ready
      }
    }
    await compress()
    await working
    await new Promise((resolve, reject) => deflate.once('end', resolve).once('error', reject).end())
    yield* made
  } finally {
    pieces.take()
    deflate.destroy()
  }
}

function write(deflate: DeflateRaw, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => void deflate.write(bytes, (error) => (error ? reject(error) : resolve())))
}

interface Pieces {
  /** Writes a text, or bytes as they are, behind those before it. */
  add(text: string | Buffer): void
  /** What was added since the last time; it may be read until this is called once more. */
  take(): Buffer
  /** Bytes that wait to be taken. */
  readonly length: number
}

/** Two buffers in turn, which grow to the longest piece: one is compressed while the other is filled. */
function openPieces(): Pieces {
  const buffers: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)]
  let turn: 0 | 1 = 0
  let length = 0
  return {
    get length() {
      return length
    },
    add(text) {
      // A UTF-16 unit takes three bytes of UTF-8 at most.
      const needed = length + (typeof text === 'string' ? text.length * 3 : text.length)
      if (buffers[turn].length < needed) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, PIECE * 2))
        buffers[turn].copy(larger, 0, 0, length)
        buffers[turn] = larger
      }
      length += typeof text === 'string' ? buffers[turn].write(text, length) : text.copy(buffers[turn], length)
    },
    take() {
      const bytes = buffers[turn].subarray(0, length)
      turn = turn === 0 ? 1 : 0
      length = 0
      return bytes
    },
  }
}
