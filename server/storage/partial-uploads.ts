/**
 * Files that arrive in pieces, over hours and by way of several servers, under the random id of a row that is there before their first byte
 * and says how much of them counts (migrations/0024_uploads.sql).
 */
import type { Hash } from 'node:crypto'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import QuickLRU from 'quick-lru'
import type { MediaType } from './media-type.ts'
import { build } from '../kernel/database/sql.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'

export interface PartialUploads {
  /**
   * Writes what comes from `at` on. What has come stays when the source ends early, and is told of like the rest. The pieces may be
   * taken away from whoever gives them (checksums.ts).
   * @param onKept Told how much is safe: now and then on the way, and in the end.
   * @throws Failure `upload.gone` where what came before is not there any more, `storage.full`, `storage.away`
   */
  append(
    upload: { readonly id: string; readonly size: number },
    at: number,
    source: AsyncIterable<Uint8Array>,
    onKept: (received: number) => Promise<void>,
  ): Promise<number>
  /**
   * Makes what has come a file under the same id, and says what it is, with its SHA-256 in hexadecimal. It stays a draft until it is {@link done}, so
   * that this can be done once more. @throws Failure `upload.gone`
   */
  become(id: string, size: number): Promise<{ sha256: string; is: MediaType }>
  /** It is a draft alone again: its file was not to be. */
  unmake(id: string): Promise<void>
  /** It is somebody's file, and no draft any more. */
  done(id: string): Promise<void>
  /** Throws all of it away; only while it is no file. */
  remove(id: string): Promise<void>
  /** Throws away what belongs to no upload that goes on. */
  sweep(transactions: TransactionScopes): Promise<void>
}

/** Which of these are uploads that go on. */
export async function activeUploadIds(transactions: TransactionScopes, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const open = await transactions.inPlatform(
    "an upload may be any tenant's",
    (tx) =>
      tx.all(
        build
          .selectFrom('uploads')
          .select('id')
          .where('id', 'in', ids)
          .where('file_id', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`),
      ),
    'read',
  )
  return new Set(open.map((row) => row.id))
}

/** Checksums that can be gone on with; of another upload it is worked out from what is there when that is whole. */
const MAX_HASHES = 1000

/** A bounded memory of SHA-256 states by upload, so that an upload that goes on is not read again. */
export function hashMemory() {
  const hashes = new QuickLRU<string, { at: number; hash: Hash }>({ maxSize: MAX_HASHES })
  return {
    /** The checksum of all that comes before `at`, when this server has seen all of it. It is remembered no more. */
    upTo(id: string, at: number): Hash | undefined {
      const known = hashes.get(id)
      hashes.delete(id)
      return at === 0 ? createHash('sha256') : known?.at === at ? known.hash : undefined
    },
    remember(id: string, at: number, hash: Hash): void {
      hashes.set(id, { at, hash })
    },
    forget: (id: string) => void hashes.delete(id),
  }
}
