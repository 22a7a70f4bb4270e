/** A file that has been written becomes somebody's: a new one in a folder of theirs, or another version of one they have. */
import { sql } from 'kysely'
import { SHOWN_PICTURES } from '../../../../model/file/files.ts'
import { pictureAddress } from '../../../../model/file/address.ts'
import type { Settings } from '../../../../model/system/known-parameters.ts'
import type { Blobs, Written, MediaType } from '../../../storage/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { assertFree, freeName, lockFilesOf } from './free-name.ts'
import { requireOwn, requireOwnFolder } from './access.ts'
import { assertRoom } from './usage.ts'
import { becomeFormer } from './versions.ts'

export interface Arriving {
  readonly written: Written
  readonly is: MediaType
  readonly name: string
  /** Folder of the caller's; absent where their own begin. */
  readonly folder?: string | undefined
  /** A file of the caller's whose next version this is. It keeps its name and its place. */
  readonly replaces?: string | undefined
  /** A picture of a text: whoever reads the text is to see it, and all that are pasted are called alike. */
  readonly forText?: boolean
  /** Of a file that came in pieces: its id is known by then, and the time for finding its name taken is over. */
  readonly id?: string
}

export interface Storing {
  readonly caller: Caller
  readonly blobs: Blobs
  readonly settings: Settings
}

export interface Stored {
  id: string
  originalFilename: string
  fileType: string
  contentType: string
  url: string
}

/**
 * What was written is the caller's once the transaction is committed; where it fails, it is to be discarded.
 * @throws Failure `file.not-found`, `permission.denied`, `file.taken`, `file.quota`, and what the tenant's quota says.
 */
export async function storeFile(tx: Transaction, storing: Storing, arriving: Arriving): Promise<Stored> {
  const { caller, settings } = storing
  await lockFilesOf(tx, caller)
  const stored =
    arriving.replaces === undefined ? await addFile(tx, storing, arriving) : await replaceFile(tx, storing, arriving, arriving.replaces)
  await assertRoom(tx, caller, settings)
  const { is } = arriving
  return {
    ...stored,
    fileType: is.kind,
    contentType: is.type,
    url: SHOWN_PICTURES.some((type) => type === is.type) ? pictureAddress(stored.id) : '',
  }
}

const contentsOf = ({ is, written }: Arriving) => ({
  file_type: is.kind,
  media_type: is.type,
  size: String(written.size),
  sha256: written.sha256,
  blob_id: written.id,
})

async function addFile(tx: Transaction, { caller, blobs }: Storing, arriving: Arriving): Promise<Pick<Stored, 'id' | 'originalFilename'>> {
  const { folder, name, forText = false, id = newId(), written } = arriving
  await requireOwnFolder(tx, caller, folder)
  const originalFilename = forText || arriving.id !== undefined ? await freeName(tx, caller, folder, name) : name
  await assertFree(tx, caller, folder, originalFilename)
  await blobs.keep(tx, written)
  await tx.run(
    build.insertInto('files').values({
      tenant_id: caller.tenantId,
      id,
      owner_id: caller.userId,
      parent_id: folder ?? null,
      original_filename: originalFilename,
      ...contentsOf(arriving),
      is_shared: forText ? 1 : 0,
      for_text: forText,
    }),
  )
  return { id, originalFilename }
}

async function replaceFile(
  tx: Transaction,
  { caller, blobs, settings }: Storing,
  arriving: Arriving,
  id: string,
): Promise<Pick<Stored, 'id' | 'originalFilename'>> {
  const { fileType, originalFilename } = await requireOwn(tx, caller, id)
  if (fileType === 'folder') fail('file.not-found')
  await blobs.keep(tx, arriving.written)
  await becomeFormer(tx, id)
  await tx.run(
    build
      .updateTable('files')
      .set({ ...contentsOf(arriving), stored_at: sql`now()`, updated_at: sql`now()`, version: sql`version + 1` })
      .where('id', '=', id),
  )
  const gone = await tx.all(
    build
      .deleteFrom('file_versions')
      .where('file_id', '=', id)
      .where(
        'blob_id',
        'not in',
        build
          .selectFrom('file_versions')
          .select('blob_id')
          .where('file_id', '=', id)
          .orderBy('replaced_at', 'desc')
          .orderBy('blob_id', 'desc')
          .limit(settings['file.versions']),
      )
      .returning('blob_id'),
  )
  tx.afterCommit(() => {
    for (const row of gone) void blobs.discard({ id: row.blob_id }).catch(() => undefined)
  })
  return { id, originalFilename }
}
