/** The body of a request as it comes: to iterate over it by itself, or by way of another stream, takes as long as storing it. */
import type { Readable } from 'node:stream'
import { Failure } from '../../../../kernel/errors.ts'

/** What is read ahead while the last is being stored. */
const AHEAD = 1024 * 1024

/**
 * Not one byte more than there is room for, nor after the upload is not held any more; the connection stays, for the answer. What has
 * come before something went wrong is given first.
 *
 * @throws Failure `request.too-large`, `upload.busy`, and what the body ends with.
 */
export async function* whileHeld(body: Readable, signal: AbortSignal, room: number): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let ahead = 0
  let left = room
  let end: { readonly error: unknown } | undefined
  let wake: () => void = () => undefined
  const finish = (error: unknown) => {
    end ??= { error }
    wake()
  }
  const take = (piece: Uint8Array) => {
    left -= piece.byteLength
    if (left < 0) return finish(new Failure('request.too-large'))
    if (end) return
    pieces.push(piece)
    if ((ahead += piece.byteLength) >= AHEAD) body.pause()
    wake()
  }
  const whole = () => finish(undefined)
  const broken = (error: Error) => finish(error)
  const stop = () => finish(new Failure('upload.busy'))
  const listeners = [
    ['end', whole],
    ['error', broken],
    ['aborted', stop],
    ['close', stop],
  ] as const
  for (const [event, listener] of listeners) body.on(event, listener)
  signal.addEventListener('abort', stop, { once: true })
  if (body.readableEnded) whole()
  else if (signal.aborted || body.destroyed) stop()
  else body.on('data', take)
  try {
    for (;;) {
      // Of a failure nobody hears before all that came has been taken.
      while (pieces.length === 0) {
        if (end?.error !== undefined) throw end.error
        if (end) return
        const more = new Promise<void>((resolve) => {
          wake = resolve
        })
        body.resume()
        await more
      }
      const taken = pieces
      pieces = []
      ahead = 0
      body.resume()
      for (const piece of taken) {
        if (signal.aborted) throw new Failure('upload.busy')
        yield piece
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    for (const [event, listener] of listeners) body.off(event, listener)
    body.off('data', take).pause()
    // Whatever else it fails with, nobody waits for it.
    body.on('error', () => undefined)
  }
}
