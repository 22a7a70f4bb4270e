/** What is known of uploads: the rows in `uploads`, of one owner at a time. Nobody else's is there. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Caller } from '../../../../kernel/authorization/caller.ts'
import { fail } from '../../../../kernel/errors.ts'
import { build } from '../../../../kernel/database/sql.ts'
import type { DatabaseTables } from '../../../../kernel/database/tables.ts'
import type { Transaction } from '../../../../kernel/database/tenant.ts'

export type UploadRow = Selectable<DatabaseTables['uploads']>

/** How long an upload waits for its next piece. */
export const EXPIRES_MS = 24 * 60 * 60 * 1000
/** Uploads of one person that are under way: each of them may take the room of a large file. */
const MAX_OPEN_UPLOADS = 100
/** A server that has not spoken for this long does not write any more. */
const SILENT = sql<Date>`now() + interval '10 seconds'`
const LATER = sql<Date>`now() + ${sql.lit(`${EXPIRES_MS / 1000} seconds`)}::interval`

const mine = (caller: Caller, id: string) =>
  build
    .updateTable('uploads')
    .where('id', '=', id)
    .where('owner_id', '=', caller.userId)
    .where('expires_at', '>', sql<Date>`now()`)
const held = (caller: Caller, id: string, holder: string) => mine(caller, id).where('holder', '=', holder)

type New = Pick<UploadRow, 'id' | 'parent_id' | 'replaces_id' | 'original_filename' | 'metadata' | 'size'> & { holder: string }

/** Whoever begins it holds it. @throws Failure `upload.too-many` */
export async function addUpload(tx: Transaction, { tenantId, userId }: Caller, upload: New): Promise<UploadRow> {
  const open = await tx.all(
    build
      .selectFrom('uploads')
      .select('id')
      .where('owner_id', '=', userId)
      .where('file_id', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .limit(MAX_OPEN_UPLOADS),
  )
  if (open.length >= MAX_OPEN_UPLOADS) fail('upload.too-many', { values: { most: MAX_OPEN_UPLOADS } })
  return (await tx.first(
    build
      .insertInto('uploads')
      .values({ tenant_id: tenantId, owner_id: userId, ...upload, held_until: SILENT, expires_at: LATER })
      .returningAll(),
  )) as UploadRow
}

/** The upload, held for one request; `undefined` while another has it, which is asked to stop. @throws Failure `file.not-found` */
export async function holdUpload(
  tx: Transaction,
  caller: Caller,
  id: string,
  holder: string,
  isGone: (holder: string) => boolean,
): Promise<UploadRow | undefined> {
  const row = await tx.first(
    build
      .selectFrom('uploads')
      .select(['holder', sql<boolean>`held_until > now()`.as('speaks')])
      .where('id', '=', id)
      .where('owner_id', '=', caller.userId)
      .where('expires_at', '>', sql<Date>`now()`)
      .forUpdate(),
  )
  if (!row) fail('file.not-found')
  if (row.holder === null || !row.speaks || isGone(row.holder))
    return tx.first(mine(caller, id).set({ holder, held_until: SILENT, is_wanted: false }).returningAll())
  await tx.run(mine(caller, id).set({ is_wanted: true }))
  return undefined
}

/** Goes on holding it. Gives whether somebody else wants it; `undefined` when it is not held any more. */
export async function keepHolding(tx: Transaction, caller: Caller, id: string, holder: string): Promise<boolean | undefined> {
  return (await tx.first(held(caller, id, holder).set({ held_until: SILENT }).returning('is_wanted')))?.is_wanted
}

/** Gives up the hold of an upload, if this request still has it. */
export async function letGo(tx: Transaction, caller: Caller, id: string, holder: string): Promise<void> {
  await tx.run(
    build
      .updateTable('uploads')
      .where('id', '=', id)
      .where('owner_id', '=', caller.userId)
      .where('holder', '=', holder)
      .set({ holder: null, held_until: null }),
  )
}

/** What has come is safe on the disk, and the upload waits for the rest from now on. @throws Failure `upload.busy` when somebody else has taken over. */
export async function noteReceived(tx: Transaction, caller: Caller, id: string, holder: string, received: number): Promise<Date> {
  const row = await tx.first(
    held(caller, id, holder)
      .set({ received: String(received), expires_at: LATER })
      .returning('expires_at'),
  )
  return row ? row.expires_at : fail('upload.busy')
}

/** Notes which file the upload became. @throws Failure `upload.busy`, as above. */
export async function noteFile(tx: Transaction, caller: Caller, id: string, holder: string, fileId: string): Promise<void> {
  if ((await tx.run(held(caller, id, holder).set({ file_id: fileId, expires_at: LATER }))) === 0) fail('upload.busy')
}

/** Gives whether there was one, and no file by now: what has come of it may go. */
export async function removeUpload(tx: Transaction, caller: Caller, id: string): Promise<boolean> {
  return (
    (await tx.run(build.deleteFrom('uploads').where('id', '=', id).where('owner_id', '=', caller.userId).where('file_id', 'is', null))) > 0
  )
}
