/**
 * Files that belong to a device: certificates, manuals, pictures. They are seen by whoever sees the device, and added, changed and removed by whoever
 * may change it. Those of a removed device wait for as long as it may be brought back, and so does one that was removed by itself.
 */
import { createReadStream } from 'node:fs'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { ATTACHMENTS_KEPT_DAYS, MAX_ATTACHMENTS, deviceAttachments } from '../../../../model/acquisition/device-attachments.ts'
import * as contract from '../../../../model/contract/acquisition/device-attachments.ts'
import { fileName } from '../../../../model/file/files.ts'
import { devices } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { refuseSize } from '../../../kernel/http/uploads.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Chore } from '../../../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../../../kernel/runtime/housekeeping.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { mediaTypeOf } from '../../../storage/index.ts'

/** Removed files that are listed. */
const MAX_REMOVED = 100

const mayChange = (caller: Caller) => viewOf(caller, devices).allowed.includes('update')

/** @throws Failure `permission.denied` for whoever may not do as much with devices. */
function assertMay(caller: Caller, operation: 'query' | 'update'): void {
  if (!viewOf(caller, devices).allowed.includes(operation)) fail('permission.denied')
}

/** Held, so that no more are attached at once than one at a time. @throws Failure `row.not-found` */
async function assertDevice(tx: Transaction, id: string, isHeld = false): Promise<void> {
  const device = build.selectFrom('devices').select('id').where('id', '=', id)
  if (!(await tx.first(isHeld ? device.forUpdate() : device))) fail('row.not-found')
}

export const queryDeviceAttachment = implement(contract.queryDeviceAttachment, {
  access: 'signed-in',
  summary: 'The files that are attached to a device, the latest first, and whether they are still valid',
  of: deviceAttachments,
  async handle({ input: { id: deviceId }, caller, inTenant }) {
    assertMay(caller, 'query')
    const isChangeable = mayChange(caller)
    const [rows, removed] = await inTenant(async (tx) => {
      await assertDevice(tx, deviceId)
      const attached = tx.all(
        build
          .selectFrom('device_attachments as attached')
          .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'attached.tenant_id').onRef('users.id', '=', 'attached.created_by'))
          .select([
            'attached.id',
            'attached.version',
            'file_name',
            'attachment_kind',
            'media_type',
            'size',
            'attached.created_at',
            personIn(caller, 'users').as('who'),
          ])
          .select([
            sql<string | null>`to_char(valid_until, 'YYYY-MM-DD')`.as('valid_until'),
            sql<boolean>`coalesce(valid_until < current_date, false)`.as('is_overdue'),
          ])
          .where('device_id', '=', deviceId)
          .where('discarded_at', 'is', null)
          .orderBy('attached.created_at', 'desc')
          .orderBy('attached.id', 'desc'),
      )
      return Promise.all([attached, isChangeable ? readRemoved(tx, deviceId) : []])
    })
    const seesName = seesPeople(caller)
    return {
      list: rows.map((row) => ({
        id: row.id,
        version: row.version,
        fileName: row.file_name,
        attachmentKind: row.attachment_kind,
        mediaType: row.media_type,
        size: Number(row.size),
        validUntil: row.valid_until,
        isOverdue: row.is_overdue,
        addedAt: row.created_at.getTime(),
        addedBy: seesName ? row.who : null,
      })),
      removed: removed.map(({ id, file_name: name, discarded_at: at }) => ({ id, fileName: name, removedAt: at.getTime() })),
      mayChange: isChangeable,
      hasHistory: viewOf(caller, deviceAttachments).allowed.includes('history'),
    }
  },
})

async function readRemoved(tx: Transaction, deviceId: string) {
  const rows = await tx.all(
    build
      .selectFrom('device_attachments')
      .select(['id', 'file_name', 'discarded_at'])
      .where('device_id', '=', deviceId)
      .where('discarded_at', 'is not', null)
      .orderBy('discarded_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_REMOVED),
  )
  return rows.flatMap(({ discarded_at: at, ...row }) => (at ? [{ ...row, discarded_at: at }] : []))
}

export const addDeviceAttachment = implement(contract.addDeviceAttachment, {
  access: 'signed-in',
  summary: 'Attach a file to a device: a certificate, a manual, a picture',
  of: deviceAttachments,
  upload: { megabytes: MAX_ATTACHMENTS.megabytes },
  async handle({ input: { id: deviceId, attachmentKind, validUntil }, caller, upload, inTenant, services: { blobs } }) {
    assertMay(caller, 'update')
    const field = { name: 'file', label: 'noun.files' } as const
    if (!upload?.path) return fail('file.not-found', { field })
    if (upload.size === 0) fail('file.empty', { field })
    if (upload.size >= upload.most) refuseSize(upload.most)
    const name = fileName.safeParse(upload.name)
    if (!name.success) return fail('file.name', { field })
    await inTenant((tx) => assertDevice(tx, deviceId))
    const { type } = await mediaTypeOf(upload.path)
    const written = await blobs.write(createReadStream(upload.path))
    const id = newId()
    try {
      await inTenant(async (tx) => {
        await assertDevice(tx, deviceId, true)
        await assertRoom(tx, deviceId)
        await blobs.keep(tx, written)
        await tx.run(
          build.insertInto('device_attachments').values({
            tenant_id: caller.tenantId,
            id,
            device_id: deviceId,
            of_device: deviceId,
            attachment_kind: attachmentKind,
            file_name: name.data,
            media_type: type,
            size: String(written.size),
            blob_id: written.id,
            valid_until: validUntil ?? null,
            // An application that asks for itself is nobody.
            created_by: caller.client?.id === caller.userId ? null : caller.userId,
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

/** The statement for a file that its device has. */
const attachedFile = (id: string) =>
  build.selectFrom('device_attachments').where('id', '=', id).where('device_id', 'is not', null).where('discarded_at', 'is', null)

/** @throws Failure `attachment.too-many` */
async function assertRoom(tx: Transaction, deviceId: string): Promise<void> {
  const { count: most } = MAX_ATTACHMENTS
  const there = await tx.first(
    build
      .selectFrom('device_attachments')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('device_id', '=', deviceId)
      .where('discarded_at', 'is', null),
  )
  if ((there?.count ?? 0) >= most) fail('attachment.too-many', { values: { most } })
}

export const updateDeviceAttachment = implement(contract.updateDeviceAttachment, {
  access: 'signed-in',
  summary: 'Say anew what kind of file is attached to a device, and until when it is valid',
  of: deviceAttachments,
  async handle({ input: { id, version, attachmentKind, validUntil = null }, caller, inTenant }) {
    assertMay(caller, 'update')
    await inTenant(async (tx) => {
      const known = await tx.first(attachedFile(id).select('version').forUpdate())
      if (!known) fail('row.not-found')
      if (version !== undefined && version !== known.version) fail('row.changed')
      await tx.run(
        build
          .updateTable('device_attachments')
          .set({
            attachment_kind: attachmentKind,
            valid_until: sql`${validUntil}::date`,
            version: sql`version + 1`,
            updated_at: sql`now()`,
          })
          .where('id', '=', id),
      )
    })
    return null
  },
})

export const deleteDeviceAttachment = implement(contract.deleteDeviceAttachment, {
  access: 'signed-in',
  space: 'essential',
  summary: 'Remove a file from its device, or, where it was removed already, for good',
  of: deviceAttachments,
  async handle({ input: { id }, caller, inTenant, services: { blobs } }) {
    assertMay(caller, 'update')
    await inTenant(async (tx) => {
      const left = await tx.all(
        build
          .updateTable('device_attachments')
          .set(setAside(sql`now()`))
          .where('id', '=', id)
          .where('device_id', 'is not', null)
          .where('discarded_at', 'is', null)
          .returning('id'),
      )
      if (left.length > 0) return
      // Its row of blobs goes with it (migrations/0080_device-attachments.sql).
      const [gone] = await tx.all(
        build.deleteFrom('device_attachments').where('id', '=', id).where('device_id', 'is not', null).returning('blob_id'),
      )
      if (!gone) return fail('row.not-found')
      tx.afterCommit(() => void blobs.discard({ id: gone.blob_id }).catch(() => undefined))
    })
    return null
  },
})

export const restoreDeviceAttachment = implement(contract.restoreDeviceAttachment, {
  access: 'signed-in',
  summary: 'Give a file that was removed back to its device',
  of: deviceAttachments,
  async handle({ input: { id }, caller, inTenant }) {
    assertMay(caller, 'update')
    await inTenant(async (tx) => {
      const removed = await tx.first(
        build.selectFrom('device_attachments').select('device_id').where('id', '=', id).where('discarded_at', 'is not', null),
      )
      if (!removed?.device_id) return fail('row.not-found')
      await assertDevice(tx, removed.device_id, true)
      await assertRoom(tx, removed.device_id)
      const back = await tx.all(
        build
          .updateTable('device_attachments')
          .set(setAside(sql`null`))
          .where('id', '=', id)
          .where('discarded_at', 'is not', null)
          .returning('id'),
      )
      if (back.length === 0) fail('row.not-found')
    })
    return null
  },
})

/** Removed since a moment, or not at all: a change of the file like others. */
const setAside = (since: RawBuilder<Date | null>) => ({
  discarded_at: since,
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
})

export const downloadDeviceAttachment = implement(contract.downloadDeviceAttachment, {
  access: 'signed-in',
  summary: 'Fetch a file that is attached to a device',
  of: deviceAttachments,
  reads: true,
  file: 'application/octet-stream',
  async handle({ input: { id }, caller, inTenant, services: { blobs } }) {
    assertMay(caller, 'query')
    return inTenant(async (tx) => {
      const found = await tx.first(attachedFile(id).select(['blob_id', 'file_name', 'media_type']))
      if (!found) return fail('row.not-found')
      const { size, stream } = await blobs.open(tx, found.blob_id)
      return new Download({ name: found.file_name, type: found.media_type, size, stream })
    })
  },
})

/** Gives devices that were brought back their attachments again. */
export async function attachAgain(tx: Transaction, deviceIds: readonly string[]): Promise<void> {
  await tx.run(
    build
      .updateTable('device_attachments')
      .set({ device_id: sql`of_device` })
      .where('device_id', 'is', null)
      .where(sql<boolean>`of_device = any(${deviceIds}::uuid[])`),
  )
}

/** Throws away what was removed long ago, with its device or by itself. */
export const attachmentsRemovedLongAgo = (transactions: TransactionScopes): Chore =>
  deleting(transactions, [
    build.deleteFrom('device_attachments').where('device_id', 'is', null).where('removed_at', '<', daysAgo(ATTACHMENTS_KEPT_DAYS)),
    build.deleteFrom('device_attachments').where('discarded_at', '<', daysAgo(ATTACHMENTS_KEPT_DAYS)),
  ])
