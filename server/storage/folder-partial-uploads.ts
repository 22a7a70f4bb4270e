/** Files that arrive in pieces, one file each in a folder that all servers reach. */
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openChecksums } from './checksums.ts'
import type { DirectFile } from './direct-file.ts'
import { BLOCK, openDirect } from './direct-file.ts'
import type { PartialUploads } from './partial-uploads.ts'
import { activeUploadIds } from './partial-uploads.ts'
import type { FolderStore } from './folder-store.ts'
import { orFull } from './folder-store.ts'
import { mediaTypeOf } from './media-type.ts'
import { isBlobId } from './store.ts'

const MEGABYTE = 1024 * 1024
/** One write for many pieces of the network. */
const AT_ONCE = MEGABYTE
/** The disk is asked for this much at a time while more arrives, so that little is left to wait for in the end. */
const SYNC_EVERY = 32 * MEGABYTE
/** After so much, or so long, it is noted what is safe: no more than that is sent once more after a server died. */
const NOTE_EVERY = { bytes: 64 * MEGABYTE, ms: 10_000 }
/** What is smaller is likely to be read soon, and may lie in the cache of the system. */
const DIRECT_FROM = 64 * MEGABYTE
const BATCH = 1000

/** Partial uploads as files of a folder beside the blobs. */
export function folderPartialUploads(dataDir: string, store: FolderStore): PartialUploads {
  const folder = join(dataDir, 'drafts')
  const pathOf = (id: string) => join(folder, id)
  const checksums = openChecksums()

  async function remove(id: string): Promise<void> {
    checksums.forget(id)
    await rm(pathOf(id), { force: true })
  }

  return {
    async append({ id, size }, at, source, onKept) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(pathOf(id), constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
      const direct = size >= DIRECT_FROM && at % BLOCK === 0 ? await openDirect(pathOf(id)) : undefined
      const pieces = writer(file, direct, at, (position, written) => checksums.add(id, position, written))
      let synced = at
      let noted = { at, since: performance.now() }
      let keeping: Promise<void> = Promise.resolve()
      // One after the other, since a failure of the disk is told once; what comes meanwhile is written, but not waited for by the disk.
      const keep = (isNoted: boolean) => {
        synced = pieces.position()
        if (isNoted) noted = { at: synced, since: performance.now() }
        keeping = keeping.then(async () => {
          const reached = await pieces.written()
          await file.datasync()
          if (isNoted) await onKept(reached)
        })
        keeping.catch(() => undefined)
      }
      let broken: { error: unknown } | undefined
      try {
        for await (const chunk of source) {
          await pieces.add(chunk)
          const isNoted = pieces.position() - noted.at >= NOTE_EVERY.bytes || performance.now() - noted.since >= NOTE_EVERY.ms
          if (!isNoted && pieces.position() - synced < SYNC_EVERY) continue
          await keeping
          keep(isNoted)
        }
      } catch (error) {
        broken = { error }
      }
      try {
        await pieces.end()
        keep(true)
        await keeping
      } catch (error) {
        broken ??= { error }
      } finally {
        await direct?.close()
        await file.close()
      }
      if (broken) throw orFull(broken.error)
      return pieces.position()
    },
    async become(id, size) {
      const [is, sha256] = await Promise.all([mediaTypeOf(pathOf(id)), checksums.of(id, size, pathOf(id))])
      await store.adopt(id, pathOf(id))
      return { is, sha256 }
    },
    unmake: (id) => store.remove(id),
    done: remove,
    remove,
    async sweep(transactions) {
      const there = (await readdir(folder).catch(() => [])).filter(isBlobId)
      for (let start = 0; start < there.length; start += BATCH) {
        const ids = there.slice(start, start + BATCH)
        const wanted = await activeUploadIds(transactions, ids)
        for (const id of ids) if (!wanted.has(id)) await remove(id)
      }
    },
  }
}

/** Gathers small pieces into large writes, and takes the next ones while one is on its way to the disk. */
function writer(
  file: FileHandle,
  direct: DirectFile | undefined,
  from: number,
  hash: (at: number, pieces: readonly Uint8Array[]) => Promise<void>,
) {
  let position = from
  let gathered: Uint8Array[] = []
  let length = 0
  let writing: Promise<void> = Promise.resolve()

  async function flush(most: number): Promise<void> {
    await writing
    if (most === 0) return
    const [pieces, rest] = splitAt(gathered, most)
    const at = position
    position += most
    gathered = rest
    length -= most
    // Not hashed before they are written: the checksum takes them away.
    writing = write(pieces, at).then(() => hash(at, pieces))
    // It is waited for in a moment; until then nobody would hear of its failure.
    writing.catch(() => undefined)
  }

  async function write(pieces: readonly Uint8Array[], at: number): Promise<void> {
    if (!direct || !(await direct.write(pieces, at))) await writeAll(file, pieces, at)
  }

  return {
    /** Up to here it has been written, or is on its way to the disk. */
    position: () => position,
    /** Writes all that is left. */
    async end(): Promise<void> {
      // Whole blocks, and what is no whole one.
      if (direct) await flush(length - (length % BLOCK))
      await flush(length)
      await writing
    },
    async add(chunk: Uint8Array): Promise<void> {
      gathered.push(chunk)
      length += chunk.byteLength
      if (length >= AT_ONCE) await flush(direct ? length - (length % BLOCK) : length)
    },
    /** Up to where everything has been written that was on its way when this was asked. */
    async written(): Promise<number> {
      const reached = position
      await writing
      return reached
    },
  }
}

/** The first so many bytes, and the others. */
function splitAt(pieces: readonly Uint8Array[], length: number): [Uint8Array[], Uint8Array[]] {
  const [first, rest]: [Uint8Array[], Uint8Array[]] = [[], []]
  let left = length
  for (const piece of pieces) {
    if (left >= piece.byteLength) first.push(piece)
    else if (left <= 0) rest.push(piece)
    // A copy of the smaller part: what is hashed is taken away with the memory around it.
    else {
      first.push(piece.subarray(0, left))
      rest.push(new Uint8Array(piece.subarray(left)))
    }
    left -= piece.byteLength
  }
  return [first, rest]
}

async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], at: number): Promise<void> {
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
  let { bytesWritten: written } = await file.writev(pieces, at)
  // The disk may take less than it is given.
  while (written < length) written += (await file.write(Buffer.concat(pieces).subarray(written), { position: at + written })).bytesWritten
}
