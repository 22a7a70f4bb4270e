/** What a file contained before: its owner's alone, whoever reads what it contains now. */
import { sql } from 'kysely'
import { queryFileVersion, restoreFileVersion } from '../../../../model/contract/file/contents.ts'
import { files } from '../../../../model/file/files.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { lockFilesOf } from './free-name.ts'
import { requireOwn } from './access.ts'
import { kilobytes, wireTimeOf } from './units.ts'

/** What the file contains now is kept as a former version; what it contains next is for the caller to write. */
export async function becomeFormer(tx: Transaction, fileId: string): Promise<void> {
  await tx.run(
    build
      .insertInto('file_versions')
      .columns(['tenant_id', 'blob_id', 'file_id', 'owner_id', 'file_type', 'media_type', 'size', 'sha256', 'stored_at'])
      .expression(
        build
          .selectFrom('files')
          .select([
            'tenant_id',
            sql<string>`blob_id`.as('blob_id'),
            'id',
            'owner_id',
            sql<'other'>`file_type`.as('file_type'),
            sql<string>`media_type`.as('media_type'),
            'size',
            sql<string>`sha256`.as('sha256'),
            'stored_at',
          ])
          .where('id', '=', fileId),
      ),
  )
}

export interface Contents {
  readonly blobId: string
  readonly mediaType: string
}

/** The contents of a version of an own file. @throws Failure `file.not-found` */
export async function contentsOfVersion(tx: Transaction, fileId: string, versionId: string): Promise<Contents> {
  const [present, former] = await Promise.all([
    tx.first(build.selectFrom('files').select('media_type').where('id', '=', fileId).where('blob_id', '=', versionId)),
    tx.first(build.selectFrom('file_versions').select('media_type').where('file_id', '=', fileId).where('blob_id', '=', versionId)),
  ])
  const found = present ?? former
  return found ? { blobId: versionId, mediaType: found.media_type ?? 'application/octet-stream' } : fail('file.not-found')
}

export const readVersions = implement(queryFileVersion, {
  access: 'granted',
  summary: 'The present and the earlier contents of a file of the caller, the latest first',
  of: files,
  handle: ({ caller, input, inTenant }) =>
    inTenant(async (tx) => {
      const { blobId } = await requireOwn(tx, caller, input.id)
      if (blobId === null) fail('file.not-found')
      const [present, former] = await Promise.all([
        tx.all(
          build
            .selectFrom('files')
            .select(['blob_id', 'size', 'media_type', wireTimeOf('stored_at').as('stored')])
            .where('id', '=', input.id),
        ),
        tx.all(
          build
            .selectFrom('file_versions')
            .select(['blob_id', 'size', 'media_type', wireTimeOf('stored_at').as('stored')])
            .where('file_id', '=', input.id)
            .orderBy('replaced_at', 'desc')
            .orderBy('blob_id', 'desc'),
        ),
      ])
      return [...present, ...former].map((row, at) => ({
        versionId: row.blob_id ?? '',
        size: kilobytes(row.size),
        contentType: row.media_type ?? '',
        createTime: row.stored,
        createdBy: caller.username,
        isCurrent: at === 0,
      }))
    }),
})

export const restoreVersion = implement(restoreFileVersion, {
  access: 'granted',
  summary: 'Make an earlier version of a file what it contains; what it contained becomes an earlier version',
  of: files,
  handle: ({ caller, input: { id: fileId, versionId }, inTenant }) =>
    inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      const { blobId } = await requireOwn(tx, caller, fileId)
      await contentsOfVersion(tx, fileId, versionId)
      if (blobId === versionId) return null
      const former = await tx.first(
        build
          .selectFrom('file_versions')
          .select(['file_type', 'media_type', 'size', 'sha256', 'blob_id', 'stored_at'])
          .where('blob_id', '=', versionId),
      )
      if (!former) return fail('file.not-found')
      await becomeFormer(tx, fileId)
      await tx.run(
        build
          .updateTable('files')
          .set({ ...former, updated_at: sql`now()`, version: sql`version + 1` })
          .where('id', '=', fileId),
      )
      // Last: what no file contains any more is given up (migrations/0023_disk.sql).
      await tx.run(build.deleteFrom('file_versions').where('blob_id', '=', versionId))
      return null
    }),
})
