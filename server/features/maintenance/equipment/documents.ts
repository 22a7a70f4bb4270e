/** Files of a machine: manuals, drawings, certificates. Seen by whoever sees the machine, added and removed by whoever may change it. */
import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/maintenance/equipment-documents.ts'
import { fileName } from '../../../../model/file/files.ts'
import { equipment } from '../../../../model/index.ts'
import { MAX_DOCUMENTS, equipmentDocuments } from '../../../../model/maintenance/equipment-documents.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { refuseSize } from '../../../kernel/http/uploads.ts'
import { newId } from '../../../kernel/ids.ts'
import { personBehind } from '../../../kernel/resources/people.ts'
import { heldEquipment } from '../../../maintenance/index.ts'
import { mediaTypeOf } from '../../../storage/index.ts'

/** Checks that the caller may do as much with machines. @throws Failure `permission.denied` */
export function assertMay(caller: Caller, operation: 'query' | 'update'): void {
  if (!viewOf(caller, equipment).allowed.includes(operation)) fail('permission.denied')
}

/** Refuses more machines than one file is made of. @throws Failure `equipment.too-many` */
export function assertFew(ids: readonly string[], most: number): void {
  if (ids.length > most) fail('equipment.too-many', { values: { most } })
}

/** Who does it; an application that asks for itself is nobody. */
export const authorOf = (caller: Caller): string | null => (caller.client?.id === caller.userId ? null : caller.userId)

export const queryEquipmentDocument = implement(contract.queryEquipmentDocument, {
  access: 'signed-in',
  summary: 'The files of a machine, the latest first',
  of: equipmentDocuments,
  async handle({ input: { id }, caller, inTenant }) {
    assertMay(caller, 'query')
    const rows = await inTenant(async (tx) => {
      if (!(await tx.first(build.selectFrom('equipment').select('id').where('id', '=', id)))) fail('row.not-found')
      return tx.all(
        build
          .selectFrom('equipment_documents as file')
          .select(['id', 'calibration_id', 'document_kind', 'file_name', 'media_type', 'size', 'created_at'])
          .select(personBehind(caller, 'file', 'created_by').as('who'))
          .where('equipment_id', '=', id)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc'),
      )
    })
    return {
      list: rows.map((row) => ({
        id: row.id,
        calibrationId: row.calibration_id,
        documentKind: row.document_kind,
        fileName: row.file_name,
        mediaType: row.media_type,
        size: Number(row.size),
        addedAt: row.created_at.getTime(),
        addedBy: row.who,
      })),
      mayChange: viewOf(caller, equipment).allowed.includes('update'),
    }
  },
})

export const addEquipmentDocument = implement(contract.addEquipmentDocument, {
  access: 'signed-in',
  summary: 'Add a file to a machine: a manual, a drawing, the certificate of a calibration',
  of: equipmentDocuments,
  upload: { megabytes: MAX_DOCUMENTS.megabytes },
  async handle({ input: { id: equipmentId, documentKind, calibrationId }, caller, upload, inTenant, services: { blobs } }) {
    assertMay(caller, 'update')
    const field = { name: 'file', label: 'noun.files' } as const
    if (!upload?.path) return fail('file.not-found', { field })
    if (upload.size === 0) fail('file.empty', { field })
    if (upload.size >= upload.most) refuseSize(upload.most)
    const name = fileName.safeParse(upload.name)
    if (!name.success) return fail('file.name', { field })
    await inTenant((tx) => assertRoom(tx, equipmentId, calibrationId))
    const { type } = await mediaTypeOf(upload.path)
    const written = await blobs.write(createReadStream(upload.path))
    const id = newId()
    try {
      await inTenant(async (tx) => {
        await assertRoom(tx, equipmentId, calibrationId)
        await blobs.keep(tx, written)
        await tx.run(
          build.insertInto('equipment_documents').values({
            tenant_id: caller.tenantId,
            id,
            equipment_id: equipmentId,
            calibration_id: calibrationId ?? null,
            document_kind: documentKind,
            file_name: name.data,
            media_type: type,
            size: String(written.size),
            blob_id: written.id,
            created_by: authorOf(caller),
          }),
        )
      })
    } catch (error) {
      await blobs.discard(written)
      throw error
    }
    return { id }
  },
})

/** The machine is held, so that no more are added at once than one at a time. @throws Failure `row.not-found`, `reference.not-found`, `attachment.too-many` */
async function assertRoom(tx: Transaction, equipmentId: string, calibrationId: string | undefined): Promise<void> {
  await heldEquipment(tx, equipmentId)
  if (calibrationId !== undefined) {
    const own = build.selectFrom('calibrations').select('id').where('id', '=', calibrationId).where('equipment_id', '=', equipmentId)
    if (!(await tx.first(own))) fail('reference.not-found', { field: { name: 'calibrationId', label: 'one.calibrations' } })
  }
  const there = await tx.first(
    build
      .selectFrom('equipment_documents')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('equipment_id', '=', equipmentId),
  )
  if ((there?.count ?? 0) >= MAX_DOCUMENTS.count) fail('attachment.too-many', { values: { most: MAX_DOCUMENTS.count } })
}

export const deleteEquipmentDocument = implement(contract.deleteEquipmentDocument, {
  access: 'signed-in',
  space: 'essential',
  summary: 'Remove a file of a machine for good',
  of: equipmentDocuments,
  async handle({ input: { id }, caller, inTenant, services: { blobs } }) {
    assertMay(caller, 'update')
    await inTenant(async (tx) => {
      // Its row of blobs goes with it (migrations/0144_life-of-machines.sql).
      const [gone] = await tx.all(build.deleteFrom('equipment_documents').where('id', '=', id).returning('blob_id'))
      if (!gone) return fail('row.not-found')
      tx.afterCommit(() => void blobs.discard({ id: gone.blob_id }).catch(() => undefined))
    })
    return null
  },
})

export const downloadEquipmentDocument = implement(contract.downloadEquipmentDocument, {
  access: 'signed-in',
  summary: 'Fetch a file of a machine',
  of: equipmentDocuments,
  reads: true,
  file: 'application/octet-stream',
  async handle({ input: { id }, caller, inTenant, services: { blobs } }) {
    assertMay(caller, 'query')
    return inTenant(async (tx) => {
      const found = await tx.first(
        build.selectFrom('equipment_documents').select(['blob_id', 'file_name', 'media_type']).where('id', '=', id),
      )
      if (!found) return fail('row.not-found')
      const { size, stream } = await blobs.open(tx, found.blob_id)
      return new Download({ name: found.file_name, type: found.media_type, size, stream })
    })
  },
})
