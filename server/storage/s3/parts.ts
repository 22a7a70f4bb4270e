/**
 * How a file lies in an S3 store: in parts of one size, objects named by the file's id and their number. What was begun and not finished
 * is seen in every listing, any server can go on with it, and a part of a file is found by arithmetic (docs/decisions/0043).
 */
import { Readable } from 'node:stream'
import type { Part } from '../../kernel/http/ranges.ts'
import type { S3 } from './client.ts'
import { away } from './client.ts'

/** Files are found again by it: it stays what it is. */
export const PART = 8 * 1024 ** 2
const IN_FLIGHT = 2
const TRIES = 3

export const FILES = 'files/'
/** The prefix of the keys of one file. */
export const folderOf = (id: string) => `${FILES}${id}/`
/** With zeros in front, so that a listing has them in their order; a terabyte is 131,072 of them. */
export const partOf = (id: string, number: number) => `${folderOf(id)}${String(number).padStart(6, '0')}`

/** Cuts what comes into parts and puts them: two at most are on their way while the next one is gathered. */
export class PartWriter {
  readonly #s3: S3
  readonly #id: string
  readonly #onStored: (position: number) => void
  #number: number
  #gathered: Uint8Array[] = []
  #length = 0
  #flying: Promise<void>[] = []

  /** @param onStored Told, in their order, up to where all full parts are there. */
  constructor(
    s3: S3,
    id: string,
    {
      at = 0,
      onStored = () => {
        /* nobody asks */
      },
    }: { at?: number; onStored?: (position: number) => void } = {},
  ) {
    this.#s3 = s3
    this.#id = id
    this.#number = Math.floor(at / PART)
    this.#onStored = onStored
  }

  get position(): number {
    return this.#number * PART + this.#length
  }

  /** What has come and is no full part yet. */
  get rest(): readonly Uint8Array[] {
    return this.#gathered
  }

  async add(chunk: Uint8Array): Promise<void> {
    let left = chunk
    while (this.#length + left.byteLength >= PART) {
      const cut = PART - this.#length
      this.#gathered.push(left.subarray(0, cut))
      left = left.subarray(cut)
      await this.#launch()
    }
    if (left.byteLength === 0) return
    this.#gathered.push(left)
    this.#length += left.byteLength
  }

  /** Puts what is left as the last part, and waits for all. */
  async end(): Promise<void> {
    if (this.#length > 0 || this.#number === 0) await this.#s3.put(partOf(this.#id, this.#number), this.#gathered)
    await this.settle()
  }

  /** Waits for the parts on their way. @throws what the first of them failed with */
  async settle(): Promise<void> {
    const results = await Promise.allSettled(this.#flying)
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  async #launch(): Promise<void> {
    const [pieces, number, before] = [this.#gathered, this.#number, this.#flying.at(-1)]
    this.#gathered = []
    this.#length = 0
    this.#number += 1
    const flight = Promise.all([this.#s3.put(partOf(this.#id, number), pieces), before]).then(() => this.#onStored((number + 1) * PART))
    // It is waited for in a moment; until then nobody would hear of its failure.
    flight.catch(() => undefined)
    this.#flying.push(flight)
    if (this.#flying.length >= IN_FLIGHT) await this.#flying.shift()
  }
}

/**
 * The bytes `from` to `to` of a file, as a stream over its parts. From and to, both of which belong to it. One part after the other is
 * asked for; where the line breaks, it goes on from there.
 */
export function readParts(s3: S3, id: string, { start, end }: Part): Readable {
  const stop = new AbortController()
  return Readable.from(bytesOf(s3, id, { start, end }, stop.signal), { objectMode: false }).once('close', () => stop.abort())
}

async function* bytesOf(s3: S3, id: string, { start, end }: Part, signal: AbortSignal): AsyncGenerator<Buffer> {
  let at = start
  let failures = 0
  while (at <= end) {
    const number = Math.floor(at / PART)
    const first = number * PART
    const limit = Math.min(end + 1, first + PART)
    const body = await s3.get(partOf(id, number), { start: at - first, end: limit - 1 - first }, signal)
    if (!body) throw away(new Error('a part of a file is not there'))
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    let isBroken = false
    try {
      for (;;) {
        const step = await chunks.next().catch((error: unknown) => ({ error }))
        if ('error' in step) {
          failures += 1
          if (failures >= TRIES || signal.aborted) throw away(step.error)
          isBroken = true
          break
        }
        if (step.done) break
        failures = 0
        // Not every store keeps to a range that is one byte long.
        const chunk = step.value.subarray(0, limit - at)
        if (chunk.byteLength === 0) break
        at += chunk.byteLength
        yield chunk
      }
    } finally {
      body.destroy()
    }
    // Shorter than it is to be: asking for the rest would never end.
    if (!isBroken && at < limit) throw away(new Error('a part of a file is too short'))
  }
}
