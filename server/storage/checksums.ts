/**
 * SHA-256 of large files while they arrive, in a thread beside the one that answers requests: without instructions of its own for it a
 * processor works out 400 MB a second at most, and beside everything else in one thread an upload got a third of that.
 */
import { Worker } from 'node:worker_threads'
import QuickLRU from 'quick-lru'
import type { FromChecksums, ToChecksums } from './checksums.worker.ts'

export interface Checksums {
  /**
   * Goes on with what came before `at`; where that is not known, the pieces count for nothing. They are taken away: whoever gave
   * them has empty ones afterwards, and no collection has to find them. Resolves when the thread is not far behind, and never fails.
   */
  add(id: string, at: number, pieces: readonly Uint8Array[]): Promise<void>
  /** Hexadecimal SHA-256 of the first `size` bytes, from the file where not all of them came by way of this server. */
  of(id: string, size: number, path: string): Promise<string>
  forget(id: string): void
}

/** Uploads that can be gone on with; of another it is worked out from the file when that is whole. */
const MAX_HASHES = 1000
/** What the thread may have before it, of all uploads together; each is about a megabyte. */
const MAX_WAITING = 8

interface Asked {
  resolve(answer: FromChecksums): void
  reject(error: unknown): void
}
type WithoutNumber<Message> = Message extends { number: number } ? Omit<Message, 'number'> : never

/** SHA-256 of uploads, computed in a worker thread. */
export function openChecksums(): Checksums {
  /** How much of each the thread has. */
  const reached = new QuickLRU<string, number>({ maxSize: MAX_HASHES, onEviction: (id) => post({ forget: id }) })
  const asked = new Map<number, Asked>()
  const waiting: Promise<unknown>[] = []
  let thread: Worker | undefined
  let count = 0

  function begin(): Worker {
    const worker = new Worker(new URL('./checksums.worker.ts', import.meta.url), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    const gone = (error: unknown) => {
      if (thread !== worker) return
      thread = undefined
      reached.clear()
      for (const { reject } of asked.values()) reject(error)
      asked.clear()
    }
    worker.on('message', (answer: FromChecksums) => {
      const { resolve, reject } = asked.get(answer.number) ?? {}
      asked.delete(answer.number)
      if (asked.size === 0) worker.unref()
      if (answer.failed === undefined) resolve?.(answer)
      else reject?.(new Error(`a checksum could not be worked out: ${answer.failed}`))
    })
    worker.on('error', gone).on('exit', () => gone(new Error('the thread for checksums ended early')))
    return worker
  }

  function post(message: ToChecksums, transfer: readonly ArrayBuffer[] = []): void {
    thread ??= begin()
    // What waits for it keeps the process alive; it does not do so by itself.
    if (asked.size > 0) thread.ref()
    else thread.unref()
    thread.postMessage(message, transfer)
  }

  function ask(message: WithoutNumber<ToChecksums>, transfer?: readonly ArrayBuffer[]): Promise<FromChecksums> {
    const number = (count += 1)
    return new Promise((resolve, reject) => {
      asked.set(number, { resolve, reject })
      post({ ...message, number }, transfer)
    })
  }

  function forget(id: string): void {
    if (reached.delete(id)) post({ forget: id })
  }

  return {
    async add(id, at, given) {
      const pieces = given.map(whole)
      if (at !== 0 && reached.get(id) !== at) {
        forget(id)
        for (const { buffer } of pieces) buffer.transfer(0)
        return
      }
      reached.set(id, at + pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
      // Should the thread end, nothing is known of any upload, and the checksum comes from the file.
      waiting.push(
        ask(
          { add: id, isFirst: at === 0, pieces },
          pieces.map(({ buffer }) => buffer),
        ).catch(() => undefined),
      )
      if (waiting.length > MAX_WAITING) await waiting.shift()
    },
    async of(id, size, path) {
      const isKnown = reached.get(id) === size
      if (isKnown) reached.delete(id)
      else forget(id)
      const { sha256 } = await ask(isKnown ? { finish: id } : { path, size })
      return sha256 as string
    },
    forget,
  }
}

/** Its memory is its own, as that of what comes from the network is; what shares it with something else is copied. */
function whole(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  return piece.byteLength === piece.buffer.byteLength && piece.buffer instanceof ArrayBuffer
    ? (piece as Uint8Array<ArrayBuffer>)
    : new Uint8Array(piece)
}
