/** What an owner does with folders and files: nobody else, whatever is shared with them. */
import { sql } from 'kysely'
import { z } from 'zod'
import { MOST_DEPTH, fileName, files } from '../../../../model/file/files.ts'
import { id, oneOf } from '../../../../model/fields.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http.ts'
import { idsSchema } from '../../../kernel/operations/remove.ts'
import { newId } from '../../../kernel/secrets.ts'
import { build } from '../../../kernel/sql.ts'
import type { Transaction } from '../../../kernel/tenant.ts'
import { takeTurn } from '../../../kernel/turn.ts'
import { own, ownFolder, rowsIn } from './read.ts'

const BASE = files.api.base

/** The place where all begins is written as `0`, or not at all. */
export const folderId = z.preprocess((value) => (value === '' || value === '0' || value === null ? undefined : value), id.optional())

/** One thing after the other: of two at once, each would still see the name as free and the folder as there. */
export const takeTurnAt = (tx: Transaction, caller: Caller) => takeTurn(tx, `files of ${caller.userId}`)

/** Whether the name is still to be had in the folder, without regard to case. */
export async function isFree(tx: Transaction, caller: Caller, folder: string | undefined, name: string, besides?: string): Promise<boolean> {
  const rows = rowsIn(caller, folder).select('id').where(sql<boolean>`lower(original_filename) = lower(${name})`)
  return await tx.first(besides === undefined ? rows : rows.where('id', '<>', besides)) === undefined
}

/** @throws Failure `file.taken` */
export async function assertFree(tx: Transaction, caller: Caller, folder: string | undefined, name: string, besides?: string): Promise<void> {
  if (!await isFree(tx, caller, folder, name, besides)) fail('file.taken', { field: { name: 'originalFilename', label: 'field.files.originalFilename' } })
}

export const addFolder = route({
  method: 'POST',
  path: `${BASE}/addFolder`,
  access: 'granted',
  summary: 'Make a folder',
  of: files,
  // The specified page sends the number its tree has given the new node; a folder's id is the server's.
  input: z.strictObject({ id: z.union([z.string().regex(/^\d{0,10}$/), z.int()]).optional(), originalFilename: fileName, parentId: folderId }),
  output: z.string(),
  handle: ({ caller, input: { originalFilename, parentId }, inTenant }) => inTenant(async (tx) => {
    await takeTurnAt(tx, caller)
    const folder = await ownFolder(tx, caller, parentId)
    if (folder && folder.path.length >= MOST_DEPTH) fail('file.depth', { values: { most: MOST_DEPTH } })
    await assertFree(tx, caller, parentId, originalFilename)
    const made = newId()
    await tx.run(build.insertInto('files').values({ tenant_id: caller.tenantId, id: made, owner_id: caller.userId, parent_id: parentId ?? null, original_filename: originalFilename, file_type: 'folder' }))
    return made
  }),
})

export const updateFileName = route({
  method: 'POST',
  path: `${BASE}/updateFileName`,
  access: 'granted',
  summary: 'Give a file or folder of one\'s own another name',
  of: files,
  input: z.strictObject({ id, originalFilename: fileName }),
  handle: ({ caller, input, inTenant }) => inTenant(async (tx) => {
    await takeTurnAt(tx, caller)
    const { path } = await own(tx, caller, input.id)
    await assertFree(tx, caller, path.at(-2)?.id, input.originalFilename, input.id)
    await tx.run(build.updateTable('files').set({ original_filename: input.originalFilename, version: sql`version + 1`, updated_at: sql`now()` }).where('id', '=', input.id))
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
  handle: ({ caller, input, inTenant }) => inTenant(async (tx) => {
    await own(tx, caller, input.id)
    await tx.run(build.updateTable('files').set({ is_shared: input.isShared, version: sql`version + 1`, updated_at: sql`now()` }).where('id', '=', input.id))
    return null
  }),
})

export const deleteFile = route({
  method: 'POST',
  path: `${BASE}/deleteFile`,
  access: 'granted',
  summary: 'Delete files and folders of one\'s own, folders with all that is in them',
  of: files,
  input: idsSchema,
  output: z.strictObject({ deleted: z.int() }),
  handle: ({ caller, input: { id: ids }, inTenant, services: { blobs } }) => inTenant(async (tx) => {
    await takeTurnAt(tx, caller)
    for (const one of ids) await own(tx, caller, one)
    const below = await tx.all({
      compile: () => sql<{ id: string; blob_id: string | null }>`
        with recursive below as (
          select id, blob_id from files where id in (${sql.join(ids)})
          union
          select child.id, child.blob_id from files child join below on child.parent_id = below.id
        ) select id, blob_id from below`.compile(build),
    })
    // Rows below and rows of blobs go with them (migrations/0022_files.sql); the files on the disk once that has happened.
    await tx.run(build.deleteFrom('files').where('id', 'in', ids))
    tx.afterCommit(() => {
      for (const { blob_id: blob } of below) if (blob !== null) void blobs.discard({ id: blob }).catch(() => undefined)
    })
    return { deleted: below.length }
  }),
})
