/**
 * Large files written past the page cache (`O_DIRECT`, open(2)): what is to be on the disk before it is acknowledged need not lie in
 * memory first, from where the kernel copies it while requests wait for the processor. A gigabyte took twice as long by way of the cache
 * as from a server that makes nothing safe, and takes about as long this way (npm run bench:files).
 *
 * The disk takes whole blocks from memory that begins at a page, which no buffer of Node does; the memory of WebAssembly does. Where a
 * file system knows nothing of it, or all of that memory is in use, files go by way of the cache.
 */
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'

/** Blocks of every disk are a part of it. */
export const BLOCK = 4096
/** Bytes of one write at most. */
const SLOT = 2 * 1024 * 1024
/** Files at a time. */
const SLOTS = 8
const PAGE = 64 * 1024

/** TypeScript knows it as a part of browsers only. */
declare const WebAssembly: { readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer } }

export interface DirectFile {
  /** Whole blocks at the beginning of one. False when it was not written, and nothing more will be: the other way has to be taken. */
  write(pieces: readonly Uint8Array[], at: number): Promise<boolean>
  close(): Promise<void>
}

let memory: ArrayBuffer | undefined
const free: Uint8Array[] = []

/** Made once, when it is first wanted, and used again. */
function takeSlot(): Uint8Array | undefined {
  if (!memory) {
    memory = new WebAssembly.Memory({ initial: (SLOTS * SLOT) / PAGE, maximum: (SLOTS * SLOT) / PAGE }).buffer
    for (let at = 0; at < SLOTS; at += 1) free.push(new Uint8Array(memory, at * SLOT, SLOT))
  }
  return free.pop()
}

/**
 * A writer that bypasses the page cache (O_DIRECT). Nothing where the file system, the system or the memory does not allow it. The file is
 * there already; close it afterwards.
 */
export async function openDirect(path: string): Promise<DirectFile | undefined> {
  if (!constants.O_DIRECT) return undefined
  const slot = takeSlot()
  if (!slot) return undefined
  const file = await open(path, constants.O_WRONLY | constants.O_DIRECT | constants.O_NOFOLLOW).catch(() => undefined)
  if (!file) free.push(slot)
  return file && directFile(file, slot)
}

function directFile(file: FileHandle, slot: Uint8Array): DirectFile {
  let works = true
  return {
    async write(pieces, at) {
      const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
      if (!works || length > slot.byteLength || length % BLOCK !== 0 || at % BLOCK !== 0) return false
      let filled = 0
      for (const piece of pieces) {
        slot.set(piece, filled)
        filled += piece.byteLength
      }
      try {
        for (let done = 0; done < length;) {
          const { bytesWritten } = await file.write(slot, done, length - done, at + done)
          done += bytesWritten
          // The disk takes less than it is given, and not a whole block of it: what is left goes by way of the cache.
          if (done < length && done % BLOCK !== 0) return (works = false)
        }
        return true
      } catch (error) {
        // Some file systems say so only now.
        if ((error as { code?: string }).code !== 'EINVAL') throw error
        return (works = false)
      }
    },
    async close() {
      free.push(slot)
      await file.close()
    },
  }
}
