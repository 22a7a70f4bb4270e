/** The thread in which checksums are worked out: of what is handed to it, in the order in which it comes, or of a file. */
import type { Hash } from 'node:crypto'
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'

/** `number` is answered once it is done. */
export type ToChecksums =
  | { readonly number: number; readonly add: string; readonly isFirst: boolean; readonly pieces: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly number: number; readonly finish: string }
  | { readonly number: number; readonly path: string; readonly size: number }
  | { readonly forget: string }
export interface FromChecksums {
  readonly number: number
  readonly sha256?: string
  readonly failed?: string
}

/** Of one read. */
const AT_ONCE = 1024 * 1024

const port = parentPort
if (!port) throw new Error('checksums are worked out in a worker thread only')
const hashes = new Map<string, Hash>()

port.on('message', (message: ToChecksums) => {
  if ('forget' in message) return void hashes.delete(message.forget)
  const { number } = message
  const post = (answer: Omit<FromChecksums, 'number'>) => port.postMessage({ number, ...answer } satisfies FromChecksums)
  if ('path' in message)
    return void ofFile(message).then(
      (sha256) => post({ sha256 }),
      (error: unknown) => post({ failed: String(error) }),
    )
  if ('finish' in message) {
    const hash = hashes.get(message.finish)
    hashes.delete(message.finish)
    return post(hash ? { sha256: hash.digest('hex') } : { failed: 'nothing is known of it' })
  }
  if (message.isFirst) hashes.set(message.add, createHash('sha256'))
  const hash = hashes.get(message.add)
  for (const piece of message.pieces) {
    hash?.update(piece)
    // Its memory goes now, and does not wait for a collection.
    piece.buffer.transfer(0)
  }
  post({})
})

async function ofFile({ path, size }: { path: string; size: number }): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(AT_ONCE, size))
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - at), at)
      if (bytesRead === 0) throw new Error('the file is shorter')
      hash.update(buffer.subarray(0, bytesRead))
      at += bytesRead
    }
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}
