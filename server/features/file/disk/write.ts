/** What an owner does with folders and files: nobody else, whatever is shared with them. */
import { sql } from 'kysely'
import { z } from 'zod'
import { MAX_FOLDER_DEPTH, fileName, files } from '../../../../model/file/files.ts'
import { id, oneOf } from '../../../../model/fields.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import { assertFree, lockFilesOf } from './free-name.ts'
import { requireOwn, requireOwnFolder } from './access.ts'

const BASE = files.api.base

/** The place where all begins is written as `0`, or not at all. */
export const blank = (value: unknown) =>
  value === '' || value === '0' || value === null || value === 'undefined' || value === 'null' ? undefined : value
export const folderId = z.preprocess(blank, z.optional(id))

export const addFolder = route({
  method: 'POST',
  path: `${BASE}/addFolder`,
  access: 'granted',
  summary: 'Make a folder',
  of: files,
  // The specified page sends the number its tree has given the new node; a folder's id is the server's.
  input: z.strictObject({
    id: z.union([z.string().regex(/^\d{0,10}$/), z.int()]).optional(),
    originalFilename: fileName,
    parentId: folderId,
  }),
  output: z.string(),
  handle: ({ caller, input: { originalFilename, parentId }, inTenant }) =>
    inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      const folder = await requireOwnFolder(tx, caller, parentId)
      if (folder && folder.path.length >= MAX_FOLDER_DEPTH) fail('file.depth', { values: { most: MAX_FOLDER_DEPTH } })
      await assertFree(tx, caller, parentId, originalFilename)
      const made = newId()
      await tx.run(
        build
          .insertInto('files')
          .values({
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

export const updateFileName = route({
  method: 'POST',
  path: `${BASE}/updateFileName`,
  access: 'granted',
  summary: "Give a file or folder of one's own another name",
  of: files,
  input: z.strictObject({ id, originalFilename: fileName }),
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

export const updateFileIsShared = route({
  method: 'POST',
  path: `${BASE}/updateFileIsShared`,
  access: 'granted',
  summary: 'Let everybody of the tenant read a file, or a folder with all that is in it, or nobody any more',
  of: files,
  input: z.strictObject({ id, isShared: oneOf({ of: [0, 1], required: true }).check }),
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
