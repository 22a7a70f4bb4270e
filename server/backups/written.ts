/** Files as a backup leaves them: flushed, for this server's user alone, and known by size and checksum. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { flush } from './flush.ts'

/** What a file is known by. */
export interface Written {
  readonly size: number
  readonly sha256: string
}

/** Writes the stream into a file that is not there yet, and says what it is known by. */
export async function writeFlushed(path: string, source: Readable | ReadableStream<Uint8Array>): Promise<Written> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    source,
    async function* count(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  await flush(path)
  return { size, sha256: hash.digest('hex') }
}
