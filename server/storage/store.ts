/** Where the bytes of files lie. Everything is called by a random id; whose it is and what it is called stands in the database. */
import type { Readable } from 'node:stream'
import type { Part } from '../kernel/http/ranges.ts'

/** Every call may fail with Failure `storage.away` where the store lies elsewhere. */
export interface Store {
  /** Whether uploads on their way lie among the files, under the id of their row (partial-uploads.ts). */
  readonly holdsPartialUploads: boolean
  /** Writes all of it, or nothing; once it resolves, a power failure takes nothing back. @throws Failure `storage.full` */
  put(id: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /** Whether it is there with all of its bytes. */
  has(id: string, size: number): Promise<boolean>
  /** @param size Of the whole file. What is read fails where it is not there. */
  read(id: string, size: number, part?: Part): Promise<Readable>
  /** Nothing happens where there is none. */
  remove(id: string): Promise<void>
  /** What has been there since before then, or before this server, some at a time; what was never finished since then is thrown away. */
  since(before: number | 'start'): AsyncIterable<readonly string[]>
  /** Whether it answers. */
  check(): Promise<void>
  /** From now on files can be read even when they are removed meanwhile. @param folder Of this server's disk, made for it and to be removed afterwards. */
  hold(folder: string): Promise<Held>
}

/** Files as a backup finds them. */
export interface Held {
  /** Those as well that came since. */
  again(): Promise<void>
  there(): Promise<ReadonlySet<string>>
  read(id: string, size: number): Promise<Readable>
  release(): Promise<void>
}

const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Whether the text has the form of a stored file's id. */
export const isBlobId = (text: string): boolean => IS_ID.test(text)
