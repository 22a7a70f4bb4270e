/**
 * Files, kept outside of the database under random ids: a name is something to show and never part of a path. A file is
 * there whole or not at all, and belongs to a tenant by its row in `blobs`; a file without a row is thrown away.
 *
 * Several servers on one database need one DATA_DIR that all of them reach.
 */
import { createHash } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from './errors.ts'
import { newId } from './secrets.ts'
import { build } from './sql.ts'
import type { Doors, Transaction } from './tenant.ts'

/** A file that has been written and does not belong to anybody yet. */
export interface Written {
  readonly id: string
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

export interface Blobs {
  /** Writes all of it, or nothing; ends early with the signal. Follow with {@link keep}, or {@link discard}. */
  write(source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Written>
  /** Makes it the tenant's, in the transaction that also says what it is for; refused, and thrown away, beyond the tenant's quota. */
  keep(tx: Transaction, written: Written): Promise<void>
  /** @throws Failure `row.not-found`, for a file of another tenant as for one that nobody has. */
  open(tx: Transaction, id: string): Promise<{ size: number; sha256: string; stream: ReadStream }>
  /** Gives it up; the file goes once the transaction is committed. */
  drop(tx: Transaction, id: string): Promise<void>
  discard(written: Pick<Written, 'id'>): Promise<void>
  /** Throws away what was never finished or never kept; files of the last hour may still be on their way to their row. */
  sweep(doors: Doors): Promise<void>
}

const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const blobFolderOf = (dataDir: string) => join(dataDir, 'blobs')
export const isBlobId = (text: string) => IS_ID.test(text)
/** Where a file lies in the folder of files. */
export const placeOfBlob = (id: string) => join(id.slice(-2), id)

const PART = '.part'
const HOUR = 60 * 60 * 1000
/** How many ids one question about rows names. */
const BATCH = 1000

export function openBlobs(folder: string): Blobs {
  const pathOf = (id: string) => join(folder, placeOfBlob(id))
  const remove = (id: string) => rm(pathOf(id), { force: true })

  return {
    async write(source, signal) {
      const id = newId()
      const path = pathOf(id)
      await mkdir(join(folder, id.slice(-2)), { recursive: true, mode: 0o700 })
      const file = await open(path + PART, 'wx', 0o600)
      const hash = createHash('sha256')
      let size = 0
      try {
        for await (const chunk of source) {
          signal?.throwIfAborted()
          hash.update(chunk)
          size += chunk.byteLength
          await file.writeFile(chunk)
        }
        signal?.throwIfAborted()
        await file.sync()
        await file.close()
        await rename(path + PART, path)
        await syncFolder(join(folder, id.slice(-2)))
      } catch (error) {
        await file.close().catch(() => undefined)
        await rm(path + PART, { force: true })
        if ((error as { code?: string }).code === 'ENOSPC') fail('storage.full', { cause: error })
        throw error
      }
      return { id, size, sha256: hash.digest('hex') }
    },
    async keep(tx, { id, size, sha256 }) {
      try {
        await tx.run(build.insertInto('blobs').values({ tenant_id: tx.tenantId as string, id, size: String(size), sha256 }))
      } catch (error) {
        // The tenant has no room for it (migrations/0021_storage.sql): what is not kept takes none on the disk either.
        await remove(id)
        throw error
      }
    },
    async open(tx, id) {
      const row = await tx.first(build.selectFrom('blobs').select(['size', 'sha256']).where('id', '=', id))
      const there = row && await stat(pathOf(id)).then((found) => found.size === Number(row.size), () => false)
      if (!row || !there) fail('row.not-found')
      return { size: Number(row.size), sha256: row.sha256, stream: createReadStream(pathOf(id)) }
    },
    async drop(tx, id) {
      if (await tx.run(build.deleteFrom('blobs').where('id', '=', id)) > 0) tx.afterCommit(() => void remove(id).catch(() => undefined))
    },
    discard: ({ id }) => remove(id),

    async sweep(doors) {
      const old: string[] = []
      for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (!found?.isFile() || Date.now() - found.mtimeMs < HOUR) continue
        if (name.endsWith(PART)) await rm(join(folder, name), { force: true })
        else if (IS_ID.test(name.slice(-36))) old.push(name.slice(-36))
      }
      for (let start = 0; start < old.length; start += BATCH) {
        const ids = old.slice(start, start + BATCH)
        const kept = await doors.inPlatform('a file may be any tenant\'s', (tx) => tx.all(build.selectFrom('blobs').select('id').where('id', 'in', ids)), 'read')
        const owned = new Set(kept.map((row) => row.id))
        for (const id of ids) if (!owned.has(id)) await remove(id)
      }
    },
  }
}

/** The new name, too, is on disk before anybody is told of it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
