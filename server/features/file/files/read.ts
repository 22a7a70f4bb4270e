/** Who may see what: everybody their own, and of others what is shared, or lies in a folder that is. */
import { sql } from 'kysely'
import type { FileType } from '../../../../model/file/files.ts'
import { MOST_DEPTH } from '../../../../model/file/files.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { build } from '../../../kernel/sql.ts'
import type { Statement, Transaction } from '../../../kernel/tenant.ts'

/** A file or folder, and the way to it from where the caller's sight begins. */
export interface Seen {
  readonly id: string
  readonly owner: string
  readonly fileType: FileType
  readonly originalFilename: string
  readonly mediaType: string | null
  readonly blobId: string | null
  readonly path: readonly { readonly id: string; readonly label: string }[]
}

interface Step { id: string; owner_id: string; parent_id: string | null; original_filename: string; file_type: FileType; media_type: string | null; blob_id: string | null; is_shared: 0 | 1 }

/** @throws Failure `file.not-found`, for what the caller may not see as for what nobody has. */
export async function seen(tx: Transaction, caller: Caller, id: string): Promise<Seen> {
  const chain = await tx.all(chainOf(id))
  const [first] = chain
  if (!first) fail('file.not-found')
  const isOwn = first.owner_id === caller.userId
  // Of somebody else's, sight begins at the highest folder that is shared.
  const visible = isOwn ? chain : chain.slice(0, chain.findLastIndex((step) => step.is_shared === 1) + 1)
  if (visible.length === 0) fail('file.not-found')
  return {
    id, owner: first.owner_id, fileType: first.file_type, originalFilename: first.original_filename, mediaType: first.media_type, blobId: first.blob_id,
    path: visible.map((step) => ({ id: step.id, label: step.original_filename })).reverse(),
  }
}

/** The row and every folder above it, the nearest first. */
const chainOf = (id: string): Statement<Step> => ({
  compile: () => sql<Step>`
    with recursive chain as (
      select id, parent_id, owner_id, original_filename, file_type, media_type, blob_id, is_shared, 0 as steps from files where id = ${id}
      union all
      select above.id, above.parent_id, above.owner_id, above.original_filename, above.file_type, above.media_type, above.blob_id, above.is_shared, chain.steps + 1
      from chain join files above on above.id = chain.parent_id where chain.steps < ${sql.lit(MOST_DEPTH)}
    ) select * from chain order by steps`.compile(build),
})

/** @throws Failure `file.not-found` where it is not seen, `permission.denied` where it is somebody else's. */
export async function own(tx: Transaction, caller: Caller, id: string): Promise<Seen> {
  const found = await seen(tx, caller, id)
  if (found.owner !== caller.userId) fail('permission.denied')
  return found
}

/** A folder of one's own; nothing for the place where all begins. */
export async function ownFolder(tx: Transaction, caller: Caller, id: string | undefined): Promise<Seen | undefined> {
  if (id === undefined) return undefined
  const found = await own(tx, caller, id)
  if (found.fileType !== 'folder') fail('file.not-found')
  return found
}

/** Rows in one place: a folder, or where the caller's own begin. */
export function rowsIn(caller: Caller, folder: string | undefined) {
  const rows = build.selectFrom('files')
  return folder === undefined ? rows.where('owner_id', '=', caller.userId).where('parent_id', 'is', null) : rows.where('parent_id', '=', folder)
}
