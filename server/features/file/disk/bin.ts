/** The recycle bin: what was deleted together lies in it as one, until it is put back or deleted for good. */
import { sql } from 'kysely'
import { deleteFile, emptyRecycleBin, eraseFile, restoreFile } from '../../../../model/contract/file/disk.ts'
import { MAX_FOLDER_DEPTH, files } from '../../../../model/file/files.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { eraseForGood } from './erase.ts'
import { heightOf } from './move.ts'
import { freeName, lockFilesOf } from './free-name.ts'
import { below, requireAllOwn } from './access.ts'

export const putIntoBin = implement(deleteFile, {
  access: 'granted',
  space: 'essential',
  summary: "Put files and folders of one's own into the recycle bin, folders with all that is in them",
  of: files,
  handle: ({ caller, input: { id: ids }, inTenant }) =>
    inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      await requireAllOwn(tx, caller, ids)
      const within = await tx.all({
        compile: () =>
          sql<{
            id: string
          }>`with recursive ${below(ids)} select distinct id from below where id <> top and id = any(${ids}::uuid[])`.compile(build),
      })
      const tops = ids.filter((one) => !within.some(({ id }) => id === one))
      const deleted = await tx.run({
        compile: () =>
          sql`with recursive ${below(tops)}
        update files set bin_id = below.top, deleted_at = now(), version = version + 1,
          home_id = case when files.id = below.top then parent_id end, parent_id = case when files.id = below.top then null else parent_id end
        from below where files.id = below.id`.compile(build),
      })
      return { deleted }
    }),
})

interface Top {
  id: string
  original_filename: string
  home_id: string | null
}

/** What lies in the caller's bin under these ids, the last to be deleted first: a folder is back before what lay in it. */
async function ownTops(tx: Transaction, { userId }: Caller, ids: readonly string[]): Promise<Top[]> {
  const rows = await tx.all(
    build
      .selectFrom('files')
      .select(['id', 'original_filename', 'home_id'])
      .where('id', 'in', ids)
      .whereRef('bin_id', '=', 'id')
      .where('owner_id', '=', userId)
      .orderBy('deleted_at', 'desc')
      .orderBy('id')
      .forUpdate(),
  )
  return rows.length === ids.length ? rows : fail('file.not-found')
}

export const restore = implement(restoreFile, {
  access: 'granted',
  summary: 'Put back what lies in the recycle bin: to its place, or where all begins when that is gone, with a name that is free',
  of: files,
  handle: ({ caller, input: { id: ids }, inTenant }) =>
    inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      const list = []
      for (const top of await ownTops(tx, caller, ids)) {
        const parent = await homeOf(tx, top)
        const name = await freeName(tx, caller, parent, top.original_filename)
        await tx.run(
          build
            .updateTable('files')
            .where('bin_id', '=', top.id)
            .set({
              bin_id: null,
              deleted_at: null,
              home_id: null,
              version: sql`version + 1`,
              parent_id: sql`case when id = ${top.id} then ${parent ?? null}::uuid else parent_id end`,
              original_filename: sql`case when id = ${top.id} then ${name} else original_filename end`,
            }),
        )
        list.push({ id: top.id, parentId: parent ?? '0', originalFilename: name })
      }
      return { list }
    }),
})

/** The folder it lay in, where that is still there and has not been moved too deep for it. */
async function homeOf(tx: Transaction, { id, home_id: home }: Top): Promise<string | undefined> {
  if (home === null) return undefined
  const [found, height] = await Promise.all([
    tx.first({
      compile: () =>
        sql<{ depth: number }>`
      with recursive up as (
        select id, parent_id, 1 as depth from files where id = ${home} and bin_id is null
        union all select above.id, above.parent_id, up.depth + 1 from up join files above on above.id = up.parent_id
      ) select depth from up order by depth desc limit 1`.compile(build),
    }),
    heightOf(tx, [id]),
  ])
  return found && found.depth + height <= MAX_FOLDER_DEPTH ? home : undefined
}

export const erase = implement(eraseFile, {
  access: 'granted',
  space: 'essential',
  summary: 'Delete for good what lies in the recycle bin',
  of: files,
  handle: ({ caller, input: { id: ids }, inTenant, services: { blobs } }) =>
    inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      await ownTops(tx, caller, ids)
      return { deleted: await eraseForGood(tx, blobs, ids) }
    }),
})

export const emptyBin = implement(emptyRecycleBin, {
  access: 'granted',
  space: 'essential',
  summary: "Delete for good all that lies in the caller's recycle bin",
  of: files,
  handle: ({ caller, inTenant, services: { blobs } }) =>
    inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      const tops = await tx.all(build.selectFrom('files').select('id').whereRef('bin_id', '=', 'id').where('owner_id', '=', caller.userId))
      return {
        deleted: await eraseForGood(
          tx,
          blobs,
          tops.map(({ id }) => id),
        ),
      }
    }),
})
