/** Photographs and papers of faults and orders: one way to add, list, remove and fetch them, whichever they belong to. */
import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import type { MaintenanceFile } from '../../../../model/contract/maintenance/work-orders.ts'
import { fileName } from '../../../../model/file/files.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { refuseSize } from '../../../kernel/http/uploads.ts'
import { newId } from '../../../kernel/ids.ts'
import { personBehind } from '../../../kernel/resources/people.ts'
import { mediaTypeOf } from '../../../storage/index.ts'

/** Files of one fault or order, and megabytes that one has to be smaller than. */
export const MAX_FILES = { count: 60, megabytes: 30 } as const

/** Whose files: the table, and the column that names the owner. */
const OF = { order: { table: 'work_order_files', owner: 'order_id' }, fault: { table: 'fault_files', owner: 'fault_id' } } as const
export type FilesOf = keyof typeof OF
/** The table, as one that has what both have: the builder types no statement over either. */
const tableOf = (of: FilesOf) => OF[of].table as 'fault_files'

/** Who does it; an application that asks for itself is nobody. */
export const authorOf = (caller: Caller): string | null => (caller.client?.id === caller.userId ? null : caller.userId)

interface Added {
  readonly ownerId: string
  readonly itemKey?: string | undefined
  readonly takenAt?: number | undefined
  /** Holds the owner, so that no more are added at once than one at a time. @throws Failure where it takes none */
  hold(tx: Transaction): Promise<unknown>
}

/** Stores the file that came with the call. */
export async function addFile(
  of: FilesOf,
  { caller, upload, inTenant, services: { blobs } }: Pick<Call<unknown>, 'caller' | 'upload' | 'inTenant' | 'services'>,
  { ownerId, itemKey, takenAt, hold }: Added,
): Promise<{ id: string }> {
  const field = { name: 'file', label: 'noun.files' } as const
  if (!upload?.path) return fail('file.not-found', { field })
  if (upload.size === 0) fail('file.empty', { field })
  if (upload.size >= upload.most) refuseSize(upload.most)
  const name = fileName.safeParse(upload.name)
  if (!name.success) return fail('file.name', { field })
  await inTenant(hold)
  const { type } = await mediaTypeOf(upload.path)
  const written = await blobs.write(createReadStream(upload.path))
  const [table, owner] = [tableOf(of), OF[of].owner]
  const id = newId()
  try {
    await inTenant(async (tx) => {
      await hold(tx)
      const there = await tx.first(
        build
          .selectFrom(table)
          .select(sql<number>`count(*)::int`.as('count'))
          .where(sql.ref<string>(owner), '=', ownerId),
      )
      if ((there?.count ?? 0) >= MAX_FILES.count) fail('order.files', { values: { most: MAX_FILES.count } })
      await blobs.keep(tx, written)
      await tx.run(
        build.insertInto(table).values({
          tenant_id: tenantOf(tx),
          id,
          [owner]: ownerId,
          ...(of === 'order' ? { item_key: itemKey ?? null } : {}),
          file_name: name.data,
          media_type: type,
          size: String(written.size),
          blob_id: written.id,
          taken_at: takenAt === undefined ? null : new Date(takenAt),
          created_by: authorOf(caller),
        } as never),
      )
    })
  } catch (error) {
    await blobs.discard(written)
    throw error
  }
  return { id }
}

/** The files of an owner, the oldest first. @param mayChange Whether the caller may change what they belong to */
export async function listFiles(
  tx: Transaction,
  caller: Caller,
  of: FilesOf,
  ownerId: string,
  mayChange: boolean,
): Promise<MaintenanceFile[]> {
  const [table, owner] = [tableOf(of), OF[of].owner]
  const rows = await tx.all(
    build
      .selectFrom(`${table} as file`)
      .select(['file.id', 'file_name', 'media_type', 'size', 'taken_at', 'file.created_at', 'file.created_by'])
      .select(of === 'order' ? sql<string | null>`file.item_key`.as('item_key') : sql<string | null>`null`.as('item_key'))
      .select(personBehind(caller, 'file', 'created_by').as('who'))
      .where(sql.ref<string>(`file.${owner}`), '=', ownerId)
      .orderBy('file.created_at')
      .orderBy('file.id'),
  )
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    mediaType: row.media_type,
    size: Number(row.size),
    takenAt: row.taken_at?.getTime() ?? null,
    addedAt: row.created_at.getTime(),
    addedBy: row.who,
    itemKey: row.item_key,
    isOfFault: of === 'fault',
    mayRemove: mayChange,
  }))
}

/** The owner of a file. @throws Failure `row.not-found` */
export async function ownerOf(tx: Transaction, of: FilesOf, id: string): Promise<string> {
  const [table, owner] = [tableOf(of), OF[of].owner]
  const row = await tx.first(
    build
      .selectFrom(table)
      .select(sql<string>`${sql.ref(owner)}`.as('owner'))
      .where('id', '=', id),
  )
  return row?.owner ?? fail('row.not-found')
}

/** Removes a file for good. */
export async function removeFile(tx: Transaction, { blobs }: Call<unknown>['services'], of: FilesOf, id: string): Promise<void> {
  // Its row of blobs goes with it (migrations/0080_device-attachments.sql).
  const [gone] = await tx.all(build.deleteFrom(tableOf(of)).where('id', '=', id).returning('blob_id'))
  if (!gone) return fail('row.not-found')
  tx.afterCommit(() => void blobs.discard({ id: gone.blob_id }).catch(() => undefined))
}

/** The file as a download; nothing where there is none. */
export async function openFile(
  tx: Transaction,
  { blobs }: Call<unknown>['services'],
  of: FilesOf,
  id: string,
): Promise<Download | undefined> {
  const found = await tx.first(build.selectFrom(tableOf(of)).select(['blob_id', 'file_name', 'media_type']).where('id', '=', id))
  if (!found) return undefined
  const { size, stream } = await blobs.open(tx, found.blob_id)
  return new Download({ name: found.file_name, type: found.media_type, size, stream })
}
