/** What an owner does with folders and files: nobody else, whatever is shared with them. */
import { sql } from 'kysely'
import { addFolder, updateFileIsShared, updateFileName } from '../../../../model/contract/file/disk.ts'
import { MAX_FOLDER_DEPTH, files } from '../../../../model/file/files.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import { assertFree, lockFilesOf } from './free-name.ts'
import { requireOwn, requireOwnFolder } from './access.ts'

export const makeFolder = implement(addFolder, {
  access: 'granted',
  summary: 'Make a folder',
  of: files,
  handle: ({ caller, input: { originalFilename, parentId }, inTenant }) =>
    inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      const folder = await requireOwnFolder(tx, caller, parentId)
      if (folder && folder.path.length >= MAX_FOLDER_DEPTH) fail('file.depth', { values: { most: MAX_FOLDER_DEPTH } })
      await assertFree(tx, caller, parentId, originalFilename)
      const made = newId()
      await tx.run(
        build.insertInto('files').values({
          tenant_id: caller.tenantId,
          id: made,
          owner_id: caller.userId,
          parent_id: parentId ?? null,
          original_filename: originalFilename,
          file_type: 'folder',
          blob_id: null,
          media_type: null,
          sha256: null,
        }),
      )
      return made
    }),
})

export const rename = implement(updateFileName, {
  access: 'granted',
  summary: "Give a file or folder of one's own another name",
  of: files,
  handle: ({ caller, input, inTenant }) =>
    inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      const { path } = await requireOwn(tx, caller, input.id)
      await assertFree(tx, caller, path.at(-2)?.id, input.originalFilename, input.id)
      await tx.run(
        build
          .updateTable('files')
          .set({ original_filename: input.originalFilename, version: sql`version + 1`, updated_at: sql`now()` })
          .where('id', '=', input.id),
      )
      return null
    }),
})

export const shareWithAll = implement(updateFileIsShared, {
  access: 'granted',
  summary: 'Let everybody of the tenant read a file, or a folder with all that is in it, or nobody any more',
  of: files,
  handle: ({ caller, input, inTenant }) =>
    inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      await requireOwn(tx, caller, input.id)
      await tx.run(
        build
          .updateTable('files')
          .set({ is_shared: input.isShared, version: sql`version + 1`, updated_at: sql`now()` })
          .where('id', '=', input.id),
      )
      return null
    }),
})
