/** Where the bytes of files lie. Everything is called by a random id; whose it is and what it is called stands in the database. */
import type { Readable } from 'node:stream'

/** From and to, both of which belong to it. */
export interface Part {
  readonly start: number
  readonly end: number
}

export interface Store {
  /** Writes all of it, or nothing; once it resolves, a power failure takes nothing back. @throws Failure `storage.full` */
  put(id: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /** The same of a file that lies on this server's disk and stays there. */
  adopt(id: string, path: string): Promise<void>
  /** How many bytes it has; `undefined` where it is not there. */
  sizeOf(id: string): Promise<number | undefined>
  read(id: string, part?: Part): Promise<Readable>
  /** Nothing happens where there is none. */
  remove(id: string): Promise<void>
  /** What has been there since before then, some at a time; what was never finished since then is thrown away. */
  since(before: number): AsyncIterable<readonly string[]>
}

const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const isBlobId = (text: string): boolean => IS_ID.test(text)
