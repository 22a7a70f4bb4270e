/**
 * Files, kept outside of the database under random ids (store.ts): a name is something to show and never part of a path. A file
 * is there whole or not at all, and belongs to a tenant by its row in `blobs`; a file without a row is thrown away.
 */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { tenantOf } from '../kernel/database/tenant-id.ts'
import { activeUploadIds } from './partial-uploads.ts'
import { fail } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Store } from './store.ts'
import type { Part } from '../kernel/http/ranges.ts'
import type { TransactionScopes, Transaction } from '../kernel/database/tenant.ts'

/** A file that has been written and does not belong to anybody yet. */
export interface Written {
  readonly id: string
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
  /** Of an upload that came in pieces: what of it is not kept is still a draft (partial-uploads.ts). */
  readonly isPartialUpload?: true
}

/** A file that somebody may read, as a whole or in part. */
export interface Found {
  readonly size: number
  readonly sha256: string
  read(part?: Part): Promise<Readable>
}

export interface Blobs {
  /** Writes all of it, or nothing; ends early with the signal. Follow with {@link keep}, or {@link discard}. */
  write(source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Written>
  /** Makes it the tenant's, in the transaction that also says what it is for; refused, and thrown away, beyond the tenant's quota. */
  keep(tx: Transaction, written: Written): Promise<void>
  /** @throws Failure `row.not-found`, for a file of another tenant as for one that nobody has. */
  find(tx: Transaction, id: string): Promise<Found>
  /** The same, to be read at once. */
  open(tx: Transaction, id: string): Promise<{ size: number; sha256: string; stream: Readable }>
  /** Gives it up; the file goes once the transaction is committed. */
  drop(tx: Transaction, id: string): Promise<void>
  discard(written: Pick<Written, 'id'>): Promise<void>
  /** Throws away what was never finished or never kept. @param before What is younger may still be on its way to its row; `start` for all that was there before this server. */
  sweep(transactions: TransactionScopes, before?: number | 'start'): Promise<void>
}

const HOUR = 60 * 60 * 1000

/** Stored files by id: written to the store first, then claimed by a row in the caller's transaction. */
export function openBlobs(store: Store): Blobs {
  async function find(tx: Transaction, id: string): Promise<Found> {
    const row = await tx.first(build.selectFrom('blobs').select(['size', 'sha256']).where('id', '=', id))
    if (!row || !(await store.has(id, Number(row.size)))) fail('row.not-found')
    return { size: Number(row.size), sha256: row.sha256, read: (part) => store.read(id, Number(row.size), part) }
  }

  /** What cannot be removed now, because the store is away, goes with a sweep: it is no reason for what was to be done to fail. */
  const discard = (id: string) => store.remove(id).catch(() => undefined)

  return {
    async write(source, signal) {
      const id = newId()
      const hash = createHash('sha256')
      let size = 0
      await store.put(
        id,
        (async function* () {
          for await (const chunk of source) {
            signal?.throwIfAborted()
            hash.update(chunk)
            size += chunk.byteLength
            yield chunk
          }
          signal?.throwIfAborted()
        })(),
      )
      return { id, size, sha256: hash.digest('hex') }
    },
    async keep(tx, { id, size, sha256, isPartialUpload }) {
      try {
        await tx.run(build.insertInto('blobs').values({ tenant_id: tenantOf(tx), id, size: String(size), sha256 }))
      } catch (error) {
        // The tenant has no room for it (migrations/0021_storage.sql): what is not kept takes none on the disk either.
        if (!isPartialUpload) await discard(id)
        throw error
      }
    },
    find,
    async open(tx, id) {
      const { size, sha256, read } = await find(tx, id)
      return { size, sha256, stream: await read() }
    },
    async drop(tx, id) {
      if ((await tx.run(build.deleteFrom('blobs').where('id', '=', id))) > 0) tx.afterCommit(() => void discard(id))
    },
    discard: ({ id }) => discard(id),

    async sweep(transactions, before = Date.now() - HOUR) {
      for await (const ids of store.since(before)) {
        if (ids.length === 0) continue
        // First, since an upload that is done meanwhile is a file by then.
        const coming = store.holdsPartialUploads ? await activeUploadIds(transactions, ids) : new Set()
        const kept = await transactions.inPlatform(
          "a file may be any tenant's",
          (tx) => tx.all(build.selectFrom('blobs').select('id').where('id', 'in', ids)),
          'read',
        )
        const owned = new Set(kept.map((row) => row.id))
        for (const id of ids) if (!owned.has(id) && !coming.has(id)) await store.remove(id)
      }
    },
  }
}
