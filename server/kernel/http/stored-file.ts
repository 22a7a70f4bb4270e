/**
 * A file of this server's disk, or a part of it: a stream like any other that goes to a client by way of a few buffers which are used
 * again and again. A stream makes a new buffer of every piece; a gigabyte of them made V8 look through the whole heap of the server
 * every 64 MB to be rid of them, and a download took twice as long as from a server with an empty heap (`--trace-gc`, `--cpu-prof`).
 */
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Part } from './ranges.ts'

/** Of one read, and one write to the network. */
const AT_ONCE = 512 * 1024
/** Of a file of this size or more, so many parts are asked for at once. */
const LARGE = 64 * 1024 ** 2
const AHEAD = 6

/** The bytes of a stored file, as a stream that reuses its buffers. Opened at once. @throws what the disk says, such as `ENOENT` */
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
    this.#next(Buffer.allocUnsafe(Math.min(size, this.#end + 1 - this.#at))).then(
      (piece) => void this.push(piece.length > 0 ? piece : null),
      (error: Error) => this.destroy(error),
    )
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#file.close().then(
      () => done(error),
      (second: Error) => done(error ?? second),
    )
  }

  /** Into an answer it goes by buffers that are used again; whatever else it is piped to may keep the pieces it is given. */
  override pipe<To extends NodeJS.WritableStream>(to: To, options?: { end?: boolean }): To {
    if (!(to instanceof ServerResponse) || this.readableFlowing !== null || this.readableLength > 0) return super.pipe(to, options)
    this.#sendTo(to).then(
      () => {
        if (this.destroyed) return
        if (options?.end !== false) to.end()
        this.push(null)
        this.resume()
      },
      (error: Error) => this.destroy(error),
    )
    return to
  }

  /**
   * Some buffers are filled while others are on their way: of a large file, which no cache holds, the disk is asked for several parts
   * at once. Never ends where the client hangs up: then the stream is destroyed.
   */
  async #sendTo(to: ServerResponse): Promise<void> {
    const left = this.#end + 1 - this.#at
    const buffers = Array.from({ length: left >= LARGE ? AHEAD : 2 }, () => Buffer.allocUnsafeSlow(Math.min(AT_ONCE, left)))
    const reading = buffers.map((buffer) => withHandledRejection(this.#next(buffer)))
    let sending: Promise<void> = Promise.resolve()
    for (let turn = 0; !this.destroyed; turn = (turn + 1) % buffers.length) {
      const piece = await (reading[turn] as Promise<Buffer>)
      if (this.destroyed) return
      if (piece.length === 0) return sending
      sending = new Promise((resolve) => {
        to.write(piece, (error) => {
          // The client has gone: that is no fault of the file.
          if (error) this.destroy()
          resolve()
        })
      })
      // The buffer may be written to again once the operating system has taken over all that is in it.
      reading[turn] = withHandledRejection(sending.then(() => this.#next(buffers[turn] as Buffer)))
    }
  }

  /** What comes next, as much of it as there is room for; nothing at the end. Where it stands is settled when it is asked for. */
  async #next(into: Buffer): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(into.length, this.#end + 1 - this.#at))
    const at = this.#at
    this.#at += wanted
    for (let done = 0; done < wanted;) {
      const { bytesRead } = await this.#file.read(into, done, wanted - done, at + done)
      // Shorter than when it was asked for: an answer of fewer bytes than were announced must not look whole.
      if (bytesRead === 0) throw new Error('a file ended before its end')
      done += bytesRead
    }
    return into.subarray(0, wanted)
  }
}

/** A failure that is waited for later is no surprise until then. */
function withHandledRejection<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined)
  return promise
}
