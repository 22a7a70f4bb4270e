/**
 * A file of this server's disk, or a part of it: a stream like any other that goes to a client by way of two buffers which are used
 * again and again. A stream makes a new buffer of every piece; a gigabyte of them made V8 look through the whole heap of the server
 * every 64 MB to be rid of them, and a download took twice as long as from a server with an empty heap (`--trace-gc`, `--cpu-prof`).
 */
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Part } from './store.ts'

/** Of one read, and one write to the network. */
const AT_ONCE = 512 * 1024

/** Opened at once. @throws what the disk says, such as `ENOENT` */
export async function readStored(path: string, part?: Part): Promise<Readable> {
  const file = await open(path)
  try {
    return new StoredFile(file, part ?? { start: 0, end: (await file.stat()).size - 1 })
  } catch (error) {
    await file.close()
    throw error
  }
}

export class StoredFile extends Readable {
  readonly #file: FileHandle
  readonly #end: number
  #at: number

  constructor(file: FileHandle, { start, end }: Part) {
    super({ highWaterMark: 64 * 1024 })
    this.#file = file
    this.#at = start
    this.#end = end
  }

  override _read(size: number): void {
    this.#next(Buffer.allocUnsafe(Math.min(size, this.#end + 1 - this.#at))).then((piece) => void this.push(piece.length > 0 ? piece : null), (error: Error) => this.destroy(error))
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#file.close().then(() => done(error), (second: Error) => done(error ?? second))
  }

  /** Into an answer it goes by buffers that are used again; whatever else it is piped to may keep the pieces it is given. */
  override pipe<To extends NodeJS.WritableStream>(to: To, options?: { end?: boolean }): To {
    if (!(to instanceof ServerResponse) || this.readableFlowing !== null || this.readableLength > 0) return super.pipe(to, options)
    this.#sendTo(to).then(() => {
      if (this.destroyed) return
      if (options?.end !== false) to.end()
      this.push(null)
      this.resume()
    }, (error: Error) => this.destroy(error))
    return to
  }

  /** One buffer is filled while the other is on its way. Never ends where the client hangs up: then the stream is destroyed. */
  async #sendTo(to: ServerResponse): Promise<void> {
    const most = Math.min(AT_ONCE, this.#end + 1 - this.#at)
    let [free, busy] = [Buffer.allocUnsafeSlow(most), Buffer.allocUnsafeSlow(most)]
    let sending: Promise<void> = Promise.resolve()
    while (!this.destroyed) {
      const piece = await this.#next(free)
      await sending
      if (piece.length === 0 || this.destroyed) return
      // The buffer may be written to again once the operating system has taken over all that is in it.
      sending = new Promise((resolve, reject) => { to.write(piece, (error) => (error ? reject(error) : resolve())) })
      sending.catch(() => undefined)
      ;[free, busy] = [busy, free]
    }
  }

  /** What comes next, as much of it as there is room for; nothing at the end. */
  async #next(into: Buffer): Promise<Buffer> {
    const wanted = Math.min(into.length, this.#end + 1 - this.#at)
    if (wanted <= 0) return into.subarray(0, 0)
    const { bytesRead } = await this.#file.read(into, 0, wanted, this.#at)
    // Shorter than when it was asked for: an answer of fewer bytes than were announced must not look whole.
    if (bytesRead === 0) throw new Error('a file ended before its end')
    this.#at += bytesRead
    return into.subarray(0, bytesRead)
  }
}
