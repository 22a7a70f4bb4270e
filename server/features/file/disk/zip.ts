/** Several files, or folders, as one archive: made while it is taken, in constant memory. */
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { FileType } from '../../../../model/file/files.ts'
import { MAX_ARCHIVE } from '../../../../model/file/files.ts'
import { fail } from '../../../kernel/errors.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { below } from './access.ts'
import type { Item, Placed } from './zip-names.ts'
import { placed } from './zip-names.ts'

interface Row extends Item {
  readonly file_type: FileType
  readonly blob_id: string | null
  readonly size: string
  readonly updated_at: Date
}
export type Entry = Placed<Row>

const GIGABYTE = 1024 ** 3

/**
 * What an archive of these files and folders, and of all that lies in them, consists of.
 * @throws Failure `file.too-much`
 */
export async function entriesOf(tx: Transaction, ids: readonly string[]): Promise<Entry[]> {
  const rows = await tx.all({
    compile: () =>
      sql<Row>`with recursive ${below(ids)}
      select distinct on (name_key, id) id, parent_id, original_filename, is_file, file_type, blob_id, size::text as size, updated_at from below join files using (id)
      order by name_key, id limit ${sql.lit(MAX_ARCHIVE.entries + 1)}`.compile(build),
  })
  const bytes = rows.reduce((sum, { size }) => sum + Number(size), 0)
  if (rows.length > MAX_ARCHIVE.entries || bytes > MAX_ARCHIVE.gigabytes * GIGABYTE) fail('file.too-much', { values: MAX_ARCHIVE })
  return placed(rows)
}

/** What is packed already does not become smaller. */
const PACKED: ReadonlySet<FileType> = new Set(['image', 'audio', 'video', 'archive'])
/** A third of the time of the usual level 6, for files that are a twentieth larger. */
const LEVEL = 3

/**
 * The archive as a stream, made while it is read.
 * @param open Gives what a file contains. When that fails, the archive breaks off: one that lacks a file would not tell.
 */
export function zipOf(entries: readonly Entry[], open: (blobId: string) => Promise<Readable>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let source: Readable | undefined
  // Whoever takes the bytes is told of an error by what they wait for; when nobody takes any more, nobody is to be told.
  output.on('error', () => undefined).on('close', () => source?.destroy())
  zip.on('error', (error: Error) => output.destroy(error))
  const holding = new Set(entries.map(({ parent_id: parent }) => parent))
  // First, and only those that no path of a file tells of: the library writes one after another within one call.
  for (const { id, path, is_file, updated_at: mtime } of entries) if (!is_file && !holding.has(id)) zip.addEmptyDirectory(path, { mtime })
  for (const { path, blob_id: blob, file_type: type, updated_at: mtime } of entries) {
    if (blob === null) continue
    zip.addReadStreamLazy(path, { mtime, compressionLevel: PACKED.has(type) ? 0 : LEVEL }, (give) => {
      open(blob).then(
        (stream) => {
          source = stream
          // The library does not listen for errors of what it is given.
          stream.on('error', (error) => output.destroy(error))
          if (output.destroyed) stream.destroy()
          else give(null, stream)
        },
        (error: Error) => output.destroy(error),
      )
    })
  }
  zip.end()
  return output
}
