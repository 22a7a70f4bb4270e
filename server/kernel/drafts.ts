/**
 * Files that arrive in pieces, over hours and by way of several servers: one file each in a folder that all of them reach, under
 * the random id of a row that is there before the file and says how much of it counts (migrations/0024_uploads.sql).
 */
import type { Hash } from 'node:crypto'
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { orFull } from './folder-store.ts'
import { build } from './sql.ts'
import { isBlobId } from './store.ts'
import type { Doors } from './tenant.ts'

export interface Drafts {
  pathOf(id: string): string
  /**
   * Writes what comes from `at` on. What has come stays when the source ends early, and is told of like the rest.
   * @param onKept Told how much is safe on the disk: now and then on the way, and in the end.
   */
  append(id: string, at: number, source: AsyncIterable<Uint8Array>, onKept: (received: number) => Promise<void>): Promise<number>
  /** Hexadecimal SHA-256 of the first `size` bytes. */
  sha256Of(id: string, size: number): Promise<string>
  remove(id: string): Promise<void>
  /** Throws away what belongs to no upload that goes on. */
  sweep(doors: Doors): Promise<void>
}

const MEGABYTE = 1024 * 1024
/** One write for many pieces of the network. */
const AT_ONCE = MEGABYTE / 4
/** After so much, or so long, what there is is made safe: no more than that is sent once more after a server died. */
const SAFE_EVERY = { bytes: 64 * MEGABYTE, ms: 10_000 }
/** Checksums that can be gone on with; of another upload it is worked out from the file when that is whole. */
const MOST_HASHES = 1000
const BATCH = 1000

export function openDrafts(dataDir: string): Drafts {
  const folder = join(dataDir, 'drafts')
  const pathOf = (id: string) => join(folder, id)
  const hashes = new Map<string, { at: number; hash: Hash }>()

  /** The checksum of all that comes before `at`, when this server has seen all of it. */
  function hashUpTo(id: string, at: number): Hash | undefined {
    const known = hashes.get(id)
    hashes.delete(id)
    return at === 0 ? createHash('sha256') : known?.at === at ? known.hash : undefined
  }

  function remember(id: string, at: number, hash: Hash): void {
    if (hashes.size >= MOST_HASHES) hashes.delete(hashes.keys().next().value as string)
    hashes.set(id, { at, hash })
  }

  return {
    pathOf,
    async append(id, at, source, onKept) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const hash = hashUpTo(id, at)
      const file = await open(pathOf(id), constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
      const pieces = writer(file, at)
      let safe = { at, since: Date.now() }
      let keeping: Promise<void> = Promise.resolve()
      // One after the other; what comes meanwhile is written, but not waited for by the disk.
      const keep = () => {
        safe = { at: pieces.position(), since: Date.now() }
        keeping = keeping.then(async () => {
          const reached = await pieces.written()
          await file.datasync()
          await onKept(reached)
        })
        keeping.catch(() => undefined)
      }
      let broken: { error: unknown } | undefined
      try {
        for await (const chunk of source) {
          hash?.update(chunk)
          await pieces.add(chunk)
          if (pieces.position() - safe.at < SAFE_EVERY.bytes && Date.now() - safe.since < SAFE_EVERY.ms) continue
          await keeping
          keep()
        }
      } catch (error) {
        broken = { error }
      }
      try {
        await pieces.flush()
        keep()
        await keeping
        if (hash) remember(id, pieces.position(), hash)
      } catch (error) {
        broken ??= { error }
      } finally {
        await file.close()
      }
      if (broken) throw orFull(broken.error)
      return pieces.position()
    },
    async sha256Of(id, size) {
      const known = hashUpTo(id, size)
      if (known) return known.digest('hex')
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(pathOf(id), { end: size - 1 })) hash.update(chunk as Buffer)
      return hash.digest('hex')
    },
    async remove(id) {
      hashes.delete(id)
      await rm(pathOf(id), { force: true })
    },
    async sweep(doors) {
      const there = (await readdir(folder).catch(() => [])).filter(isBlobId)
      for (let start = 0; start < there.length; start += BATCH) {
        const ids = there.slice(start, start + BATCH)
        const open = await doors.inPlatform('an upload may be any tenant\'s', (tx) => tx.all(build.selectFrom('uploads').select('id')
          .where('id', 'in', ids).where('file_id', 'is', null).where('expires_at', '>', sql<Date>`now()`)), 'read')
        const wanted = new Set(open.map((row) => row.id))
        for (const id of ids) if (!wanted.has(id)) await this.remove(id)
      }
    },
  }
}

/** Gathers small pieces into large writes, and takes the next ones while one is on its way to the disk. */
function writer(file: FileHandle, from: number) {
  let position = from
  let gathered: Uint8Array[] = []
  let length = 0
  let writing: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    await writing
    if (length === 0) return
    const [pieces, at] = [gathered, position]
    position += length
    gathered = []
    length = 0
    writing = writeAll(file, pieces, at)
    // It is waited for in a moment; until then nobody would hear of its failure.
    writing.catch(() => undefined)
  }

  return {
    position: () => position,
    flush,
    async add(chunk: Uint8Array): Promise<void> {
      gathered.push(chunk)
      length += chunk.byteLength
      if (length >= AT_ONCE) await flush()
    },
    /** Up to where everything has been written that was on its way when this was asked. */
    async written(): Promise<number> {
      const reached = position
      await writing
      return reached
    },
  }
}

async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], at: number): Promise<void> {
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
  let { bytesWritten: written } = await file.writev(pieces, at)
  // The disk may take less than it is given.
  while (written < length) written += (await file.write(Buffer.concat(pieces).subarray(written), { position: at + written })).bytesWritten
}
